#include "harness/studies/srt_row.h"

#include "harness/metrics/confidence.h"

const char *const srt_measure_names[SRT_MEASURES] = {"small jobs, process time", "large jobs, process time",
                                                     "small jobs, reduce time", "large jobs, reduce time",
                                                     "all jobs, total time"};

struct srt_row srt_row_of(const char *label, int32_t jobs_of_each)
{
    return (struct srt_row){.label = label, .setting = srt_setting_of(jobs_of_each)};
}

json_t *srt_row_record(const struct srt_row *row, enum srt_measure m, const struct srt_values *values, uint64_t seeds)
{
    json_t *plain = json_array();
    json_t *srt = json_array();
    for (uint64_t i = 0; i < seeds; i++) {
        json_array_append_new(plain, json_real(values->plain[m][i]));
        json_array_append_new(srt, json_real(values->srt[m][i]));
    }
    bool capacity = row->setting.capacity;
    return json_pack("{s:s, s:s, s:s?, s:f, s:o, s:o}", "setting", row->label, "measure", srt_measure_names[m], "paper",
                     row->paper[m], "change", confidence_of_change(values->plain[m], values->srt[m], seeds).mean,
                     capacity ? "capacity" : "fair", plain, capacity ? "srt-capacity" : "srt-fair", srt);
}
