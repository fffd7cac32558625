// A sweep put together by hand, computed, cancelled, resumed and taken away.
#include "ui/sweep/sweep_window.h"

#include "error.h"
#include "ui/number_text.h"
#include "ui/plots/chart_view.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_model.h"
#include "window_bench.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

namespace thrashlab::ui {
namespace {

class SweepWindowTest : public testing::Test {
protected:
    void SetUp() override {
        scenario_ = load_scenario("1997-ext2-1k");
        scenario_.workload.runs = 2;
        open();
    }
    void open() {
        window_ = new SweepWindow(scenario_, database_);
        window_->setAttribute(Qt::WA_DeleteOnClose, false);
        owned_.reset(window_);
        window_->show();
    }
    // Waits until the form has looked at all points.
    void settle() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !window_->form().message().isEmpty(); }, patience));
    }
    void runToEnd() {
        QSignalSpy ended(&window_->run(), &SweepRun::ended);
        window_->start();
        ASSERT_TRUE(window_->run().isRunning());
        ASSERT_TRUE(ended.count() > 0 || ended.wait(patience));
        ASSERT_EQ(ended.at(0).at(0).toString(), QString());
    }
    [[nodiscard]] QString cell(int row, int column) const {
        return window_->table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] QByteArray exported(const char* name) const {
        window_->exportTable(folder_.filePath(name));
        QFile file(folder_.filePath(name));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }

    QTemporaryDir folder_;
    std::filesystem::path database_ = folder_.filePath("runs.sqlite").toStdString();
    Scenario scenario_;
    SweepWindow* window_ = nullptr;
    std::unique_ptr<SweepWindow> owned_;
};

TEST_F(SweepWindowTest, BeginsWithASuggestionThatCanBeStarted) {
    settle();
    EXPECT_EQ(window_->form().axisCount(), 1);
    EXPECT_EQ(window_->form().chooser(0).currentData().toString(), QLatin1String("cache.buffers"));
    ASSERT_TRUE(window_->form().plan().has_value());
    EXPECT_GE(window_->form().plan()->size(), 8U);
}

TEST_F(SweepWindowTest, ShowsAndExportsWhatTheCommandLineWouldCompute) {
    window_->form().values(0).setText("1700, 1900");
    window_->form().addAxis("cache.policy");
    window_->form().values(1).setText("lru, arc");
    settle();
    EXPECT_EQ(window_->form().message(), QLatin1String("4 points"));
    runToEnd();
    ASSERT_EQ(window_->model().rowCount(), 8);
    EXPECT_EQ(cell(0, 1), groupedText(std::uint64_t{1700}));
    EXPECT_EQ(cell(0, 2), QLatin1String("lru"));
    EXPECT_EQ(cell(7, 2), QLatin1String("arc"));
    SweepPlan plan{.name = scenario_.name, .base = scenario_};
    plan.axes.push_back(parse_sweep_axis("cache.buffers", "1700, 1900", scenario_));
    plan.axes.push_back(parse_sweep_axis("cache.policy", "lru, arc", scenario_));
    std::vector<SweepStore::Point> points;
    for (std::size_t point = 0; point < plan.size(); ++point) {
        points.push_back({point, simulate(plan.scenario(point))});
    }
    EXPECT_EQ(exported("table.csv").toStdString(), sweep_csv(plan, points));
    EXPECT_EQ(exported("table.json").toStdString(), sweep_json(plan, points));
}

TEST_F(SweepWindowTest, GoesOnWhereItWasCancelled) {
    window_->form().values(0).setText("1000..2400 step 5");
    settle();
    QSignalSpy ended(&window_->run(), &SweepRun::ended);
    window_->start();
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->run().progress().finished >= 3; }, patience));
    window_->cancel();
    ASSERT_EQ(ended.count(), 1);
    EXPECT_FALSE(window_->run().isRunning());
    const std::size_t kept = window_->run().progress().finished;
    ASSERT_LT(kept, 281U);
    EXPECT_TRUE(window_->progressText().contains("of 281 points, the rest can be computed"))
        << window_->progressText().toStdString();
    open(); // as somebody who closed it and comes back
    window_->form().values(0).setText("1000..2400 step 5");
    settle();
    runToEnd();
    EXPECT_EQ(window_->run().progress().finished, 281U);
    EXPECT_EQ(window_->model().rowCount(), 562);
    // Each point once, whoever computed it.
    const std::vector<SweepStore::Point> points = window_->model().points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(points[i].point, i);
    }
    EXPECT_EQ(RunStore(database_).runs(10'000).size(), 562U);
}

TEST_F(SweepWindowTest, SaysWhatIsWrongAtOnceAndCannotBeStartedThen) {
    window_->form().values(0).setText("1700, none");
    EXPECT_FALSE(window_->form().plan().has_value());
    EXPECT_EQ(window_->form().message(), QLatin1String("See above"));
    window_->start();
    EXPECT_FALSE(window_->run().isRunning());
    // Each value by itself is possible, and together they are not.
    window_->form().values(0).setText("1700");
    window_->form().addAxis("kernel.profile");
    const std::vector<std::string> kernels = kernel_profile_names();
    window_->form().values(1).setText(QString::fromStdString(*std::find_if(
        kernels.begin(), kernels.end(), [](const std::string& name) { return name.starts_with("linux"); })));
    settle();
    EXPECT_TRUE(window_->form().message().contains("not simulated with blocks of 1024 bytes"))
        << window_->form().message().toStdString();
    EXPECT_FALSE(window_->form().plan().has_value());
    window_->form().removeAxis(1);
    settle();
    EXPECT_EQ(window_->form().message(), QLatin1String("1 point"));
}

TEST_F(SweepWindowTest, PlansAreFilesThatTheCommandLineReads) {
    window_->form().values(0).setText("1700..1900 step 100");
    settle();
    window_->savePlan(folder_.filePath("plan.json"));
    QFile file(folder_.filePath("plan.json"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(parse_sweep_plan(file.readAll().toStdString(), "plan.json"), *window_->form().plan());
    window_->form().values(0).setText("50");
    ASSERT_TRUE(window_->openPlan(folder_.filePath("plan.json")));
    EXPECT_EQ(window_->form().values(0).text(), QLatin1String("1700, 1800, 1900"));
    EXPECT_FALSE(window_->openPlan(folder_.filePath("none.json")));
    EXPECT_TRUE(window_->progressText().contains("cannot be read"));
}

TEST_F(SweepWindowTest, ARowGoesToTheBench) {
    window_->form().values(0).setText("1700, 1900");
    settle();
    runToEnd();
    std::vector<Scenario> wanted;
    QObject::connect(window_, &SweepWindow::scenarioWanted, window_,
                     [&](const Scenario& scenario) { wanted.push_back(scenario); });
    Q_EMIT window_->table().activated(window_->table().model()->index(2, 0));
    ASSERT_EQ(wanted.size(), 1U);
    EXPECT_EQ(wanted[0].buffers, 1900U);
}

TEST_F(SweepWindowTest, TheResultsAreAChartToo) {
    window_->form().values(0).setText("1700, 1837, 1838, 1900");
    settle();
    runToEnd();
    window_->showChart(true);
    EXPECT_TRUE(window_->chart().isVisible());
    const Chart second = window_->chart().shownChart();
    ASSERT_EQ(second.series.size(), 1U);
    EXPECT_EQ(second.series[0].x, (std::vector<double>{1700, 1837, 1838, 1900}));
    EXPECT_EQ(second.series[0].y[2], second.series[0].y[3]); // from here on the whole file fits
    EXPECT_LT(second.series[0].y[1] * 100, second.series[0].y[2]);
    window_->setRun(CurveRun::first);
    EXPECT_EQ(window_->chart().shownChart().series[0].y[0], window_->model().points()[0].runs[0].bytes_per_second());
    window_->showChart(false);
    EXPECT_TRUE(window_->table().isVisible());
}

TEST_F(SweepWindowTest, WithoutADatabaseItSaysWhy) {
    SweepWindow window(scenario_, {});
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    window.start();
    EXPECT_FALSE(window.run().isRunning());
}

} // namespace
} // namespace thrashlab::ui
