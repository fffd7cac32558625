#include "cache/policy.h"

#include "cache/policies/arc.h"
#include "cache/policies/lfu.h"
#include "cache/policies/lirs.h"
#include "cache/policies/opt.h"
#include "cache/policies/queue_policies.h"
#include "cache/policies/random.h"
#include "cache/policies/ring_policies.h"
#include "cache/policies/s3_fifo.h"
#include "cache/policies/slru.h"
#include "cache/policies/two_queue.h"
#include "cache/policies/w_tiny_lfu.h"
#include "error.h"

#include <fmt/format.h>

#include <array>

namespace thrashlab {
namespace {

using Maker = std::unique_ptr<ReplacementPolicy> (*)(const PolicySetup&);

template <class... Policies>
struct Table {
    static constexpr std::array<PolicyInfo, sizeof...(Policies)> infos{Policies::about...};
    static constexpr std::array<Maker, sizeof...(Policies)> makers{
        [](const PolicySetup& setup) -> std::unique_ptr<ReplacementPolicy> {
            return std::make_unique<Policies>(setup);
        }...};
};

using All = Table<LruPolicy, FifoPolicy, ClockPolicy, GclockPolicy, MruPolicy, RandomPolicy, LfuPolicy, SlruPolicy,
                  TwoQueuePolicy, ArcPolicy, LirsPolicy, S3FifoPolicy, SievePolicy, WTinyLfuPolicy, OptPolicy>;

} // namespace

std::span<const PolicyInfo> policies() {
    return All::infos;
}

std::unique_ptr<ReplacementPolicy> make_policy(std::string_view name, const PolicySetup& setup) {
    std::string known;
    for (std::size_t i = 0; i < All::infos.size(); ++i) {
        if (All::infos[i].name == name) {
            return All::makers[i](setup);
        }
        known += (i > 0 ? ", " : "") + std::string(All::infos[i].name);
    }
    throw Error("policy", fmt::format("\"{}\" is not known", name), known + " is allowed");
}

} // namespace thrashlab
