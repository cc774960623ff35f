/*
 * The peer of `make bench`: jobs in order of arrival on a cluster of map slots and reduce slots, as
 * a program of SimGrid's S4U. A slot is a host of speed 1 with an actor that takes the next task
 * and executes it; a second of SimGrid is a millisecond of the trace, so that times are whole
 * numbers. It does what `rtmr run --scheduler fifo` does without heartbeats, and prints the
 * makespan.
 *
 * Usage: simgrid_fifo FILE MAP_SLOTS REDUCE_SLOTS, FILE as `rtmr convert` writes it.
 */
#include <simgrid/s4u.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace s4u = simgrid::s4u;

enum { MAP, REDUCE, STAGES };

struct Job {
    double arrival;
    std::vector<double> tasks[STAGES];
    std::size_t taken[STAGES] = {0, 0};
    std::size_t finished_maps = 0;
};

struct Cluster {
    std::vector<Job> jobs;               /* in order of arrival */
    std::set<std::size_t> ready[STAGES]; /* jobs that have a task to start, by number */
    s4u::SemaphorePtr waiting[STAGES] = {s4u::Semaphore::create(0), s4u::Semaphore::create(0)}; /* tasks */
    s4u::SemaphorePtr ended = s4u::Semaphore::create(0);                                        /* tasks */
    double end = 0;
};

/* "500;3x700": a task of 500 and three of 700. */
static std::vector<double> tasks_of(const std::string &text)
{
    std::vector<double> tasks;
    std::istringstream items(text);
    for (std::string item; std::getline(items, item, ';');) {
        const std::size_t times = item.find('x');
        const bool one = times == std::string::npos;
        tasks.insert(tasks.end(), one ? 1 : std::stoul(item), std::stod(one ? item : item.substr(times + 1)));
    }
    return tasks;
}

static void read_jobs(const char *path, std::vector<Job> &jobs)
{
    enum { ARRIVAL = 1, MAP_DURATIONS = 5, REDUCE_DURATIONS = 6 };
    std::ifstream file(path);
    std::string line;
    std::getline(file, line); /* the header */
    while (std::getline(file, line)) {
        std::vector<std::string> fields(REDUCE_DURATIONS + 1);
        std::istringstream row(line);
        for (std::string &field : fields) {
            std::getline(row, field, ',');
        }
        Job job;
        job.arrival = std::stod(fields[ARRIVAL]);
        job.tasks[MAP] = tasks_of(fields[MAP_DURATIONS]);
        job.tasks[REDUCE] = tasks_of(fields[REDUCE_DURATIONS]);
        jobs.push_back(job);
    }
}

/* Tasks of the job may be started from now on. */
static void open_stage(Cluster &cluster, int stage, std::size_t number)
{
    cluster.ready[stage].insert(number);
    for (std::size_t i = 0; i < cluster.jobs[number].tasks[stage].size(); i++) {
        cluster.waiting[stage]->release();
    }
}

static void run_task(Cluster &cluster, int stage)
{
    const std::size_t number = *cluster.ready[stage].begin();
    Job &job = cluster.jobs[number];
    const double time = job.tasks[stage][job.taken[stage]++];
    if (job.taken[stage] == job.tasks[stage].size()) {
        cluster.ready[stage].erase(number);
    }
    s4u::this_actor::execute(time);
    cluster.end = s4u::Engine::get_clock();
    if (stage == MAP && ++job.finished_maps == job.tasks[MAP].size() && !job.tasks[REDUCE].empty()) {
        open_stage(cluster, REDUCE, number);
    }
    cluster.ended->release();
    s4u::this_actor::yield(); /* the others that end now come before the next choice */
}

static void serve_slot(Cluster &cluster, int stage)
{
    for (;;) {
        cluster.waiting[stage]->acquire();
        run_task(cluster, stage);
    }
}

/* Submits the jobs and waits for their tasks. */
static void submit_jobs(Cluster &cluster)
{
    std::size_t tasks = 0;
    for (std::size_t i = 0; i < cluster.jobs.size(); i++) {
        const Job &job = cluster.jobs[i];
        s4u::this_actor::sleep_until(job.arrival);
        tasks += job.tasks[MAP].size() + job.tasks[REDUCE].size();
        if (!job.tasks[MAP].empty() || !job.tasks[REDUCE].empty()) {
            open_stage(cluster, job.tasks[MAP].empty() ? REDUCE : MAP, i);
        }
    }
    for (; tasks > 0; tasks--) {
        cluster.ended->acquire();
    }
}

int main(int argc, char **argv)
{
    s4u::Engine engine(&argc, argv);
    if (argc != 4) {
        std::fputs("usage: simgrid_fifo FILE MAP_SLOTS REDUCE_SLOTS\n", stderr);
        return 2;
    }
    Cluster cluster;
    read_jobs(argv[1], cluster.jobs);
    auto *zone = s4u::create_full_zone("cluster");
    std::vector<s4u::Host *> hosts[STAGES];
    for (int stage = MAP; stage < STAGES; stage++) {
        const int slots = std::atoi(argv[2 + stage]);
        for (int i = 0; i < slots; i++) {
            const std::string name = (stage == MAP ? "map-" : "reduce-") + std::to_string(i);
            hosts[stage].push_back(zone->create_host(name, 1.0)->seal());
        }
    }
    zone->seal();
    for (int stage = MAP; stage < STAGES; stage++) {
        for (auto *host : hosts[stage]) {
            s4u::Actor::create("slot", host, [&cluster, stage] { serve_slot(cluster, stage); })->daemonize();
        }
    }
    /* The slots are daemons: they end with the last other actor. */
    s4u::Actor::create("jobs", hosts[MAP].front(), [&cluster] { submit_jobs(cluster); });
    engine.run();
    std::printf("%.0f\n", cluster.jobs.empty() ? 0.0 : cluster.end - cluster.jobs.front().arrival);
    return 0;
}
