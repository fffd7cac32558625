#include "sim/size_text.h"

#include "error.h"

#include <charconv>
#include <limits>
#include <string>

namespace thrashlab {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void fail(std::string_view text, std::string_view place) {
    throw Error(std::string(place), "\"" + std::string(text) + "\" is not a size",
                "a number with an optional b (512), k, m, g or t, or a product such as 2x80x18b, is allowed");
}

std::uint64_t unit(char suffix) {
    switch (suffix) {
    case 'b':
    case 'B':
        return 512;
    case 'w':
    case 'W':
        return 4;
    case 'k':
    case 'K':
        return std::uint64_t{1} << 10;
    case 'm':
    case 'M':
        return std::uint64_t{1} << 20;
    case 'g':
    case 'G':
        return std::uint64_t{1} << 30;
    case 't':
    case 'T':
        return std::uint64_t{1} << 40;
    default:
        return 0;
    }
}

} // namespace

std::uint64_t parse_size(std::string_view text, std::string_view place) {
    std::uint64_t product = 1;
    std::string_view rest = text;
    for (;;) {
        int base = 10;
        if (rest.size() > 2 && rest[0] == '0' && (rest[1] == 'x' || rest[1] == 'X')) {
            base = 16;
            rest.remove_prefix(2);
        } else if (rest.size() > 1 && rest[0] == '0') {
            base = 8;
        }
        std::uint64_t factor = 0;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), factor, base);
        if (problem != std::errc{}) {
            fail(text, place);
        }
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        std::uint64_t scale = 1;
        if (!rest.empty() && unit(rest.front()) != 0) {
            scale = unit(rest.front());
            rest.remove_prefix(1);
        }
        for (const std::uint64_t by : {factor, scale}) {
            if (by != 0 && product > largest / by) {
                fail(text, place);
            }
            product *= by;
        }
        if (rest.empty()) {
            return product;
        }
        if (rest.front() != 'x' && rest.front() != '*' && rest.front() != 'X') {
            fail(text, place);
        }
        rest.remove_prefix(1);
    }
}

} // namespace thrashlab
