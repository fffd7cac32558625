#include "ui/panels/run_keeper.h"

#include "store/run_edit.h"
#include "store/run_query.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace thrashlab::ui {

void RunKeeper::open(const std::filesystem::path& file) {
    if (file != file_) {
        // Numbers of series mean nothing in another database.
        for (const Waiting& run : waiting_) {
            run.series->id.reset();
            run.series->runs.clear();
        }
        if (present_ != nullptr) {
            present_->id.reset();
            present_->runs.clear();
        }
    }
    file_ = file;
    store_.reset();
    storing_ = false;
    problem_.reset();
    try {
        store_.emplace(file);
        purge_removed(*store_);
        while (!waiting_.empty()) {
            const Waiting& next = waiting_.front();
            keep(*next.series, next.result);
            waiting_.erase(waiting_.begin());
        }
        storing_ = true;
    } catch (const Error& problem) {
        store_.reset();
        problem_ = problem;
        throw;
    }
}

void RunKeeper::beginSeries(const Scenario& scenario) {
    present_ =
        std::make_shared<Series>(Series{.scenario = scenario, .memoryId = --lastMemoryId_, .id = {}, .runs = {}});
}

StoredRun RunKeeper::keep(Series& series, const RunResult& run) {
    if (!series.id.has_value()) {
        series.id = store_->begin_series(series.scenario);
    }
    const std::int64_t id = store_->add_run(*series.id, run);
    series.runs.push_back(id);
    // What the database says, not what we believe to have written.
    const std::vector<StoredRun> rows = stored_runs(*store_, std::array{id});
    assert(rows.size() == 1);
    return rows.front();
}

StoredRun RunKeeper::add(const RunResult& run) {
    assert(present_ != nullptr);
    if (storing_) {
        try {
            return keep(*present_, run);
        } catch (const Error& problem) {
            storing_ = false;
            problem_ = problem;
        }
    }
    waiting_.push_back({.id = --lastMemoryId_, .series = present_, .result = run});
    return asRow(waiting_.back());
}

StoredRun RunKeeper::asRow(const Waiting& run) {
    StoredRun row;
    row.id = run.id;
    row.series = run.series->memoryId;
    row.scenario = run.series->scenario.name;
    row.title = run.series->scenario.title;
    row.record = run.series->scenario.workload.input_block;
    row.file_block = run.series->scenario.file_system.block_size;
    row.buffers = run.series->scenario.buffers;
    row.program_version = THRASHLAB_VERSION;
    row.result = run.result;
    return row;
}

std::vector<StoredRun> RunKeeper::waiting() const {
    std::vector<StoredRun> rows;
    std::transform(waiting_.rbegin(), waiting_.rend(), std::back_inserter(rows), asRow);
    return rows;
}

std::vector<StoredRun> RunKeeper::series(std::int64_t series) const {
    if (series >= 0) {
        if (!store_.has_value()) {
            throw Error(file_.string(), "the database of runs is not open", "solve its problem and try again");
        }
        return store_->series(series);
    }
    std::vector<StoredRun> rows;
    for (const Waiting& run : waiting_) {
        if (run.series->memoryId == series) {
            rows.push_back(asRow(run));
        }
    }
    return rows;
}

std::vector<std::int64_t> RunKeeper::presentIds() const {
    if (present_ == nullptr) {
        return {};
    }
    std::vector<std::int64_t> ids = present_->runs;
    for (const Waiting& run : waiting_) {
        if (run.series == present_) {
            ids.push_back(run.id);
        }
    }
    return ids;
}

Scenario RunKeeper::scenarioOf(std::int64_t run) const {
    const auto waiting =
        std::find_if(waiting_.begin(), waiting_.end(), [run](const Waiting& each) { return each.id == run; });
    if (waiting != waiting_.end()) {
        return waiting->series->scenario;
    }
    if (!store_.has_value()) {
        throw Error(file_.string(), "the database of runs is not open", "solve its problem and try again");
    }
    return store_->scenario_of(run);
}

} // namespace thrashlab::ui
