// Reading many rows quickly. For the files of the store alone.
#pragma once

#include "store/connection.h"

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace thrashlab::store_detail {

/// A statement with at most one parameter, row by row. SQLiteCpp's columns share ownership of their statement,
/// which costs more than all the rest with a million rows. Throws SQLite::Exception.
class Scan {
public:
    Scan(const RunStore& store, const std::string& sql) : handle_(store.connection().database.getHandle()) {
        check(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement_, nullptr));
    }
    ~Scan() { sqlite3_finalize(statement_); }
    Scan(const Scan&) = delete;
    Scan& operator=(const Scan&) = delete;
    Scan(Scan&&) = delete;
    Scan& operator=(Scan&&) = delete;

    /// From the start again, for another value of ?1.
    void begin(std::int64_t value) {
        check(sqlite3_reset(statement_));
        check(sqlite3_bind_int64(statement_, 1, value));
    }
    bool next() {
        const int result = sqlite3_step(statement_);
        if (result != SQLITE_ROW && result != SQLITE_DONE) {
            check(result);
        }
        return result == SQLITE_ROW;
    }
    [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
    [[nodiscard]] std::string_view text(int column) const {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
        return bytes == nullptr
                   ? std::string_view()
                   : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
    }

private:
    void check(int result) const {
        if (result != SQLITE_OK) {
            throw SQLite::Exception(handle_, result);
        }
    }

    sqlite3* handle_;
    sqlite3_stmt* statement_ = nullptr;
};

} // namespace thrashlab::store_detail
