// Replacement policies behind one interface: who goes when a buffer is wanted and none is empty.
#pragma once

#include "units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace thrashlab {

class Future;

/// Which resident keys may not go now: a busy buffer, for instance. Refers to a function that must outlive it.
class Pinned {
public:
    /// Nothing is pinned.
    Pinned() = default;
    template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, Pinned>) explicit Pinned(const Function& is_pinned)
        : context_(&is_pinned),
          ask_([](const void* context, BlockNo key) { return (*static_cast<const Function*>(context))(key); }) {}

    [[nodiscard]] bool operator()(BlockNo key) const { return ask_ != nullptr && ask_(context_, key); }

private:
    const void* context_ = nullptr;
    bool (*ask_)(const void*, BlockNo) = nullptr;
};

/// Why a key is touched.
enum class Access : std::uint8_t {
    demanded, ///< somebody asked for it
    /// Somebody asked for it, but that is no use of its own: the key was read ahead for this very moment, or the access
    /// before was to the same key. A hit only: it moves a key in an order of last use, and counts as no reuse.
    same_use,
    ahead, ///< read ahead, or needed on the way to another key. OPT's clock does not go on with it.
};

/// What a policy is, whatever its size.
struct PolicyInfo {
    std::string_view name;     ///< as in "cache.policy": "s3-fifo"
    std::string_view title;    ///< for a person: "S3-FIFO"
    std::string_view variant;  ///< which reading of the source, with its fixed parameters
    std::string_view sentence; ///< what it does, in one sentence
    std::string_view source;   ///< where it was published
};

/// A number that a policy has for its capacity, or has adapted so far.
struct PolicyFigure {
    std::string_view name;
    double value = 0;
    bool operator==(const PolicyFigure&) const = default;
};

/// An entry of a list to draw.
struct PolicyEntry {
    BlockNo key;
    /// Reference bit or use count, as the list says; 0 where it keeps none.
    std::uint32_t count = 0;
    bool operator==(const PolicyEntry&) const = default;
};

/// A list to draw. The entry that would leave it first comes first.
struct PolicyList {
    std::string_view name;
    /// The keys are remembered, and not in the cache.
    bool ghost = false;
    /// What `count` of its entries means: "reference bit", "uses"; empty when it means nothing.
    std::string_view count_name;
    /// How long the policy lets it become; nothing when it has no length of its own.
    std::optional<std::uint32_t> target;
    /// Index of the entry that the hand points at.
    std::optional<std::size_t> hand;
    std::vector<PolicyEntry> entries;
    bool operator==(const PolicyList&) const = default;
};

/// All there is to show of a policy at an instant. Whoever draws needs to know no policy by name.
struct PolicyPicture {
    std::vector<PolicyList> lists;
    std::vector<PolicyFigure> figures;
    bool operator==(const PolicyPicture&) const = default;
};

/// What a policy is made for.
struct PolicySetup {
    /// Keys are 0 to `keys` - 1; tables are as large as that.
    std::uint32_t keys = 0;
    /// How many can be resident, at least 1.
    std::uint32_t capacity = 1;
    /// For policies that draw lots, and for hashes.
    std::uint64_t seed = 1997;
    /// For OPT: what will be demanded. Without it nothing counts as demanded ever again.
    std::shared_ptr<const Future> future;
};

/// A replacement policy: it is told of what happens to keys, and asked who is next. It keeps the order of keys and no
/// data; whoever uses it decides what is resident and may evict another key than the one proposed.
///
/// A miss is told as `evicted(victim, key)`, when there was no room, then `admitted(key)`. Everything is deterministic:
/// two policies of one setup that were told the same are equal, bit for bit.
class ReplacementPolicy {
public:
    virtual ~ReplacementPolicy() = default;

    /// A resident key is touched.
    virtual void hit(BlockNo key, Access access) = 0;
    /// A key that was not resident is so from now on. There must be room.
    virtual void admitted(BlockNo key, Access access) = 0;
    /// A resident key has gone to make room for `incoming`. It may live on as a ghost.
    virtual void evicted(BlockNo key, BlockNo incoming) = 0;
    /// Nothing of the key is worth knowing any more, be it resident, a ghost or unknown.
    virtual void forgotten(BlockNo key) = 0;

    /// The resident key that should go for `incoming` (none: for some key never seen); never a pinned one, none when
    /// all are pinned. Changes nothing, so a view may ask at any time.
    [[nodiscard]] virtual BlockNo next_victim(BlockNo incoming, const Pinned& pinned) const = 0;
    [[nodiscard]] BlockNo next_victim() const { return next_victim(BlockNo::none(), Pinned{}); }

    [[nodiscard]] virtual const PolicyInfo& info() const = 0;
    /// Number of resident keys.
    [[nodiscard]] virtual std::uint32_t size() const = 0;
    [[nodiscard]] virtual PolicyPicture describe() const = 0;
    /// Bytes of memory a copy takes, about.
    [[nodiscard]] virtual std::size_t bytes() const = 0;
    [[nodiscard]] virtual std::unique_ptr<ReplacementPolicy> clone() const = 0;
    /// The same policy in the same state.
    [[nodiscard]] virtual bool equals(const ReplacementPolicy& other) const = 0;

protected:
    ReplacementPolicy() = default;
    ReplacementPolicy(const ReplacementPolicy&) = default;
    ReplacementPolicy& operator=(const ReplacementPolicy&) = default;
};

/// What every policy derives from: copies and compares by the derived class's own copy and ==, and takes the
/// description from its `about`.
template <class Derived>
class PolicyBase : public ReplacementPolicy {
public:
    [[nodiscard]] const PolicyInfo& info() const final { return Derived::about; }
    [[nodiscard]] std::unique_ptr<ReplacementPolicy> clone() const final {
        return std::make_unique<Derived>(static_cast<const Derived&>(*this));
    }
    [[nodiscard]] bool equals(const ReplacementPolicy& other) const final {
        const auto* const same = dynamic_cast<const Derived*>(&other);
        return same != nullptr && static_cast<const Derived&>(*this) == *same;
    }
    /// There is no state here: for the derived class's default.
    bool operator==(const PolicyBase&) const { return true; }
};

/// A policy as a value, or none: copies are independent, and equal when the policies are.
class PolicyValue {
public:
    PolicyValue() = default;
    explicit PolicyValue(std::unique_ptr<ReplacementPolicy> policy) : policy_(std::move(policy)) {}
    PolicyValue(const PolicyValue& other) : policy_(other.policy_ ? other.policy_->clone() : nullptr) {}
    PolicyValue(PolicyValue&&) noexcept = default;
    PolicyValue& operator=(const PolicyValue& other) {
        if (this != &other) {
            policy_ = other.policy_ ? other.policy_->clone() : nullptr;
        }
        return *this;
    }
    PolicyValue& operator=(PolicyValue&&) noexcept = default;
    ~PolicyValue() = default;

    [[nodiscard]] explicit operator bool() const { return policy_ != nullptr; }
    [[nodiscard]] ReplacementPolicy& operator*() { return *policy_; }
    [[nodiscard]] const ReplacementPolicy& operator*() const { return *policy_; }
    [[nodiscard]] ReplacementPolicy* operator->() { return policy_.get(); }
    [[nodiscard]] const ReplacementPolicy* operator->() const { return policy_.get(); }
    [[nodiscard]] std::size_t bytes() const { return policy_ ? policy_->bytes() : 0; }

    bool operator==(const PolicyValue& other) const {
        return policy_ && other.policy_ ? policy_->equals(*other.policy_) : policy_ == other.policy_;
    }

private:
    std::unique_ptr<ReplacementPolicy> policy_;
};

/// All policies, in the order in which a list should show them.
[[nodiscard]] std::span<const PolicyInfo> policies();
/// Those that tell most beside each other: the kernel's own order, three that resist a loop in different ways, and what
/// nobody can beat.
inline constexpr std::array<std::string_view, 5> compared_policies{"lru", "arc", "2q", "sieve", "opt"};
/// A new policy by its name, with nothing resident. Throws Error for a name that `policies()` does not have.
[[nodiscard]] std::unique_ptr<ReplacementPolicy> make_policy(std::string_view name, const PolicySetup& setup);

} // namespace thrashlab
