#include "ui/models/history_model.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace thrashlab::ui {
namespace {

std::optional<BlockStatus> statusAfter(const Moment& moment) {
    switch (moment.kind) {
    case MomentKind::hit:
    case MomentKind::was_written:
        return BlockStatus::in_buffer;
    case MomentKind::was_read:
        return moment.reason == Reason::read_ahead_command ? BlockStatus::read_ahead_unused : BlockStatus::in_buffer;
    case MomentKind::queued:
        return BlockStatus::in_flight;
    case MomentKind::made_dirty:
        return BlockStatus::dirty;
    case MomentKind::evicted:
    case MomentKind::forgotten:
        return BlockStatus::on_disk;
    default:
        return std::nullopt;
    }
}

} // namespace

QString secondsText(SimTime time) {
    const std::int64_t microseconds = time.time_since_epoch().count() / 1000;
    return QStringLiteral("%1.%2\u202f%3")
        .arg(microseconds / 1000000)
        .arg(microseconds / 1000 % 1000, 3, 10, QLatin1Char('0'))
        .arg(microseconds % 1000, 3, 10, QLatin1Char('0'));
}

void HistoryModel::setRows(std::shared_ptr<const Recording> recording, std::vector<Moment> moments,
                           std::vector<Link> links) {
    beginResetModel();
    recording_ = std::move(recording);
    moments_ = std::move(moments);
    links_ = std::move(links);
    presentRow_ = rowAt(place_);
    endResetModel();
}

int HistoryModel::rowAt(EventIndex place) const {
    const auto behind = std::lower_bound(moments_.begin(), moments_.end(), place,
                                         [](const Moment& moment, EventIndex at) { return moment.index < at; });
    return static_cast<int>(behind - moments_.begin()) - 1;
}

void HistoryModel::setPresent(EventIndex place) {
    place_ = place;
    const int row = rowAt(place);
    if (row == presentRow_) {
        return;
    }
    const int first = std::max(0, std::min(row, presentRow_));
    const int last = std::max(row, presentRow_);
    presentRow_ = row;
    Q_EMIT dataChanged(index(first), index(last), {presentRole, aheadRole});
}

const Moment* HistoryModel::moment(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < moments_.size() ? &moments_[at] : nullptr;
}

const HistoryModel::Link* HistoryModel::link(int row) const {
    const auto at = static_cast<std::size_t>(row);
    const bool isLink = row >= 0 && at >= moments_.size() && at - moments_.size() < links_.size();
    return isLink ? &links_[at - moments_.size()] : nullptr;
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(moments_.size() + links_.size());
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (const Moment* moment = this->moment(index.row())) {
        return momentData(*moment, index.row(), role);
    }
    const Link* link = this->link(index.row());
    if (link == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return link->text;
    case headingRole:
        return !link->block && !link->command;
    default:
        return {};
    }
}

QVariant HistoryModel::momentData(const Moment& moment, int row, int role) const {
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(sentence(moment, recording_->layout));
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1 s: %2").arg(secondsText(moment.time), data(index(row), Qt::DisplayRole).toString());
    case timeRole:
        return secondsText(moment.time);
    case statusRole:
        if (const auto status = statusAfter(moment)) {
            return static_cast<int>(*status);
        }
        return {};
    case presentRole:
        return row == presentRow_;
    case aheadRole:
        return row > presentRow_;
    case runRole: {
        const Moment* before = this->moment(row - 1);
        const bool first = moment.run > 0 && (before == nullptr || before->run != moment.run);
        return first ? QVariant(tr("run %1").arg(moment.run)) : QVariant();
    }
    case headingRole:
        return false;
    default:
        return {};
    }
}

Qt::ItemFlags HistoryModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return QAbstractListModel::flags(index);
    }
    const Qt::ItemFlags flags = QAbstractListModel::flags(index) | Qt::ItemNeverHasChildren;
    return data(index, headingRole).toBool() ? flags & ~Qt::ItemIsSelectable & ~Qt::ItemIsEnabled : flags;
}

} // namespace thrashlab::ui
