// Lists of keys without allocation: what most policies are made of.
#pragma once

#include "cache/policy.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <string_view>
#include <vector>

namespace thrashlab {

/// A few doubly linked lists through one table of keys; a key is on one of them or on none. Each key also has a small
/// count of its own (a reference bit, uses), which is 0 while it is on no list. The front of a list is what leaves it
/// first, by the convention of all policies here.
class KeyLists {
public:
    static constexpr std::uint8_t nowhere = 0xff;
    static constexpr std::uint8_t most_lists = 4;

    explicit KeyLists(std::uint32_t keys) : nodes_(keys) {}

    [[nodiscard]] std::uint8_t list_of(BlockNo key) const { return nodes_[key.at()].list; }
    [[nodiscard]] bool holds(std::uint8_t list, BlockNo key) const {
        return key.value < nodes_.size() && nodes_[key.at()].list == list;
    }
    [[nodiscard]] std::uint32_t length(std::uint8_t list) const { return lists_[list].length; }
    [[nodiscard]] bool empty(std::uint8_t list) const { return lists_[list].length == 0; }
    [[nodiscard]] BlockNo front(std::uint8_t list) const { return lists_[list].first; }
    [[nodiscard]] BlockNo back(std::uint8_t list) const { return lists_[list].last; }
    /// The key behind another on its list, or none.
    [[nodiscard]] BlockNo next(BlockNo key) const { return nodes_[key.at()].next; }
    [[nodiscard]] BlockNo previous(BlockNo key) const { return nodes_[key.at()].previous; }
    [[nodiscard]] std::uint8_t count(BlockNo key) const { return nodes_[key.at()].count; }
    void set_count(BlockNo key, std::uint8_t count) { nodes_[key.at()].count = count; }

    void push_back(std::uint8_t list, BlockNo key) { insert(list, key, lists_[list].last, BlockNo::none()); }
    /// `before` is on the list, or none for its end.
    void insert_before(std::uint8_t list, BlockNo key, BlockNo before) {
        insert(list, key, before.exists() ? nodes_[before.at()].previous : lists_[list].last, before);
    }
    void insert_behind(std::uint8_t list, BlockNo key, BlockNo behind) {
        insert(list, key, behind, nodes_[behind.at()].next);
    }
    /// Takes a key off whatever list it is on, and its count with it.
    void remove(BlockNo key) {
        unlink(key);
        nodes_[key.at()] = Node{};
    }
    void remove_if_held(BlockNo key) {
        if (nodes_[key.at()].list != nowhere) {
            remove(key);
        }
    }
    /// To the end of a list, its own or another; the count stays.
    void move_to_back(std::uint8_t list, BlockNo key) {
        unlink(key);
        push_back(list, key);
    }
    /// Drops keys from the front until no more than `length` are left.
    void trim(std::uint8_t list, std::uint32_t length) {
        while (lists_[list].length > length) {
            remove(lists_[list].first);
        }
    }

    /// The first key that is not pinned, or none.
    [[nodiscard]] BlockNo first_free(std::uint8_t list, const Pinned& pinned) const {
        BlockNo key = front(list);
        while (key.exists() && pinned(key)) {
            key = next(key);
        }
        return key;
    }

    /// A list as it is drawn.
    [[nodiscard]] PolicyList describe(std::uint8_t list, std::string_view name,
                                      std::string_view count_name = {}) const {
        PolicyList drawn{.name = name, .count_name = count_name};
        drawn.entries.reserve(length(list));
        for (BlockNo key = front(list); key.exists(); key = next(key)) {
            drawn.entries.push_back({key, count(key)});
        }
        return drawn;
    }
    [[nodiscard]] PolicyList describe_ghosts(std::uint8_t list, std::string_view name,
                                             std::optional<std::uint32_t> target) const {
        PolicyList drawn = describe(list, name);
        drawn.ghost = true;
        drawn.target = target;
        return drawn;
    }

    [[nodiscard]] std::size_t bytes() const { return nodes_.size() * sizeof(Node); }
    bool operator==(const KeyLists&) const = default;

private:
    struct Node {
        BlockNo previous;
        BlockNo next;
        std::uint8_t list = nowhere;
        std::uint8_t count = 0;
        bool operator==(const Node&) const = default;
    };
    struct List {
        BlockNo first;
        BlockNo last;
        std::uint32_t length = 0;
        bool operator==(const List&) const = default;
    };

    void insert(std::uint8_t list, BlockNo key, BlockNo previous, BlockNo next) {
        Node& node = nodes_[key.at()];
        assert(node.list == nowhere);
        node.list = list;
        node.previous = previous;
        node.next = next;
        (previous.exists() ? nodes_[previous.at()].next : lists_[list].first) = key;
        (next.exists() ? nodes_[next.at()].previous : lists_[list].last) = key;
        ++lists_[list].length;
    }
    void unlink(BlockNo key) {
        Node& node = nodes_[key.at()];
        assert(node.list != nowhere);
        List& list = lists_[node.list];
        (node.previous.exists() ? nodes_[node.previous.at()].next : list.first) = node.next;
        (node.next.exists() ? nodes_[node.next.at()].previous : list.last) = node.previous;
        --list.length;
        node.list = nowhere;
    }

    std::vector<Node> nodes_;
    std::array<List, most_lists> lists_;
};

/// A share of the capacity, rounded down.
[[nodiscard]] constexpr std::uint32_t percent_of(std::uint32_t capacity, std::uint32_t percent) {
    return static_cast<std::uint32_t>(std::uint64_t{capacity} * percent / 100);
}

} // namespace thrashlab
