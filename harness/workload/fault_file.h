/*
 * Fault files: comma-separated values, one fault, or change of the cluster, per row, in order of
 * time.
 *
 *     time,event,node,job,stage,number,factor
 *     60000,node_slow,5,,,,2
 *     90000,slot_lost,,,map,17,
 *     95000,slot_back,,,map,17,
 *     120000,node_lost,3,,,,
 *     240000,node_back,3,,,,
 *     300000,slot_drain,,,reduce,2,
 *     360000,slot_add,,,map,99,
 *     360000,task_overruns,,index,map,4,1.5
 *
 * The header line is required. The fields that an event does not have, by this table, are empty:
 *   node_lost       node                      the node and all its slots are lost; their attempts
 *                                             are re-run
 *   node_back       node                      it is present again, all slots idle
 *   node_slow       node, factor              work that begins there from now on takes `factor`
 *                                             times as long
 *   slot_lost       stage, number             the same for one slot
 *   slot_back       stage, number             it is present again: it was lost or drained
 *   slot_fails      stage, number             the attempt on the slot, if any, fails: the task is
 *                                             re-run, the slot is idle
 *   slot_drain      stage, number             the slot takes no further task and leaves when its
 *                                             attempt has ended; a scheduler with guarantees may
 *                                             refuse: then it stays
 *   slot_add        stage, number             the slot, absent before, joins
 *   task_overruns   job, stage, number, factor  attempts of the task that start now or later take
 *                                               `factor` times as long
 *   task_fails      job, stage, number, factor  the next attempt of the task fails after this share
 *                                               of its time
 * with
 *   time            ms, not below that of the row before. 0 is the first arrival if the trace's
 *                   own times count from 1970 (workload.h); a time from 2000 on is then one of
 *                   the trace, and one before the first arrival is the first arrival
 *   node            0 first, in the order of the cluster file
 *   job             a name of the trace or workload; if several jobs share it, the first in the
 *                   source
 *   stage, number   map or reduce, and which slot of the cluster (0 first, node by node) or task of
 *                   the job (0 first)
 *   factor          1 to 1000000; of task_fails above 0 to 1
 * By the rows before, a node or slot must be present where a row loses or drains it, and lost or
 * drained where a row brings it back (if the drain was refused, the return has no effect; a slot
 * that still drains is back when its attempt has ended). No row names a slot before it is added. At
 * the start and at the end a slot of each stage must be present.
 */
#ifndef HARNESS_WORKLOAD_FAULT_FILE_H
#define HARNESS_WORKLOAD_FAULT_FILE_H

#include "harness/workload/cluster.h"
#include "harness/workload/fault_script.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>

/* Reads a file about a cluster; fault_script_free() it. False: *error names the place and the
 * problem, and *script is empty. O(size + slots). */
bool fault_file_read(struct fault_script *script, const char *path, const struct cluster *cluster,
                     struct input_error *error);
void fault_script_free(struct fault_script *script);

/* Brings the times into that of the workload, looks up the jobs and their tasks, as an engine needs
 * it; may be repeated with another workload.
 * False: *error says which line of the file at `path` names a job or task that does not exist.
 * O((events + jobs) log jobs). */
bool fault_script_bind(struct fault_script *script, const char *path, const struct workload *workload,
                       struct input_error *error);

#endif
