// A parameter's values as people write them.
#include "sim/sweep_axis.h"

#include "error.h"
#include "sim/scenario_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

namespace thrashlab {
namespace {

const Scenario& exhibit() {
    static const Scenario scenario = load_scenario("1997-ext2-1k");
    return scenario;
}

std::vector<ParameterValue> whole(const std::vector<std::int64_t>& numbers) {
    return {numbers.begin(), numbers.end()};
}

std::vector<ParameterValue> read(const std::string& key, const std::string& text) {
    return parse_sweep_axis(key, text, exhibit()).values;
}

std::string problem_of(const std::string& key, const std::string& text) {
    try {
        static_cast<void>(read(key, text));
        return "it was taken";
    } catch (const Error& error) {
        return error.problem();
    }
}

TEST(SweepAxis, IsValuesAndRangesApartByCommas) {
    EXPECT_EQ(read("cache.buffers", "50, 100"), whole({50, 100}));
    EXPECT_EQ(read("cache.buffers", "1000..1300 step 100,2k"), whole({1000, 1100, 1200, 1300, 2048}));
    EXPECT_EQ(read("cache.buffers", "1838..1840"), whole({1838, 1839, 1840}));
    EXPECT_EQ(read("cache.buffers", " 16 .. 4096  count 9 log "), whole({16, 32, 64, 128, 256, 512, 1024, 2048, 4096}));
    EXPECT_EQ(read("cache.policy", "lru, arc"), (std::vector<ParameterValue>{std::string("lru"), std::string("arc")}));
    EXPECT_EQ(read("drive.profile", "nvme"), std::vector<ParameterValue>{std::string("nvme")});
}

TEST(SweepAxis, SaysWhatIsWrong) {
    EXPECT_EQ(problem_of("cache.buffers", ""), "there are no values");
    EXPECT_EQ(problem_of("cache.policy", "arc..lru"), "only numbers have a range");
    EXPECT_EQ(problem_of("cache.buffers", "100..200 stop 3"), "\"stop\" is not known behind a range");
    EXPECT_EQ(problem_of("cache.buffers", "200..100"), "the range is empty");
    EXPECT_EQ(problem_of("cache.buffers", "100..200 step 0"), "\"0\" is no step");
    EXPECT_EQ(problem_of("cache.buffers", "100..200 count 3 step 5"), "a range has a step, or else a count");
    EXPECT_EQ(problem_of("cache.buffers", "100..200 log"), "how many values?");
    EXPECT_NE(problem_of("cache.buffers", "1"), "it was taken");
    EXPECT_NE(problem_of("drive.profile", "floppy"), "it was taken");
}

TEST(SweepAxis, IsWrittenAsItIsRead) {
    EXPECT_EQ(sweep_axis_text({"cache.buffers", whole({100, 200, 300, 400})}), "100..400 step 100");
    EXPECT_EQ(sweep_axis_text({"cache.buffers", whole({100, 200, 400})}), "100, 200, 400");
    EXPECT_EQ(sweep_axis_text({"cache.policy", {std::string("lru"), std::string("arc")}}), "lru, arc");
}

RC_GTEST_PROP(SweepAxisProperty, WholeNumbersReadBack, ()) {
    std::vector<std::int64_t> numbers =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(64, 4000)));
    if (*rc::gen::arbitrary<bool>()) { // evenly spaced ones, which are written as a range
        const std::int64_t step = *rc::gen::inRange<std::int64_t>(1, 50);
        for (std::size_t i = 1; i < numbers.size(); ++i) {
            numbers[i] = numbers[i - 1] + step;
        }
    }
    const SweepAxis axis{"cache.buffers", whole(numbers)};
    RC_ASSERT(parse_sweep_axis(axis.key, sweep_axis_text(axis), exhibit()) == axis);
}

TEST(SweepAxis, EveryParameterWithValuesHasASuggestionThatCanBeRead) {
    for (const Parameter& each : parameters()) {
        const std::string key(each.key);
        const bool free_text = std::holds_alternative<std::string>(each.get(exhibit())) && each.choices.empty();
        if (free_text || !applies(each, exhibit())) {
            continue;
        }
        const std::string text = suggested_axis_text(exhibit(), key);
        const std::size_t count = read(key, text).size();
        EXPECT_GE(count, 2U) << key << ": " << text;
        EXPECT_LE(count, 40U) << key << ": " << text;
    }
    EXPECT_EQ(suggested_axis_text(exhibit(), "cache.policy").substr(0, 10), "lru, fifo,");
    EXPECT_GE(read("kernel.profile", suggested_axis_text(exhibit(), "kernel.profile")).size(), 2U);
}

} // namespace
} // namespace thrashlab
