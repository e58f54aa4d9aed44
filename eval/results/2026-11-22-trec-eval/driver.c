/* Drives the C functions of trec_eval 9 (as pytrec_eval's extension exports them) from files to printed values, as its main program does. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef struct { char *measure_name, *parameters; } MEAS_ARG;
typedef struct { long query_flag, summary_flag, debug_level; char *debug_query; long relation_flag, average_complete_flag,
  judged_docs_only_flag, num_docs_in_coll, relevance_level, max_num_docs_per_topic; char *rel_info_format, *results_format;
  long zscore_flag; MEAS_ARG *meas_arg; } EPI;
typedef struct { char *name; double value; } VALUE;
typedef struct { char *qid; long num_queries; VALUE *values; long num_values, max_num_values; } TREC_EVAL;
typedef struct { char *qid, *run_id, *ret_format; void *q_results; } RESULTS;
typedef struct { long num_q_results, max_num_q_results; RESULTS *results; } ALL_RESULTS;
typedef struct { char *qid, *rel_format; void *q_rel_info; } REL_INFO;
typedef struct { long num_q_rels, max_num_q_rels; REL_INFO *rel_info; } ALL_REL_INFO;
typedef struct meas { char *name, *explanation;
  int (*init)(EPI *, struct meas *, TREC_EVAL *);
  int (*calc)(const EPI *, const REL_INFO *, const RESULTS *, const struct meas *, TREC_EVAL *);
  int (*acc)(const EPI *, const struct meas *, const TREC_EVAL *, TREC_EVAL *);
  int (*avg)(const EPI *, const struct meas *, const ALL_REL_INFO *, TREC_EVAL *);
  int (*single)(const EPI *, const struct meas *, const TREC_EVAL *);
  int (*final)(const EPI *, struct meas *, TREC_EVAL *);
  void *params; long eval_index; } MEAS;
typedef struct { char *name; char **list; } NICK;
static double now(clockid_t c) { struct timespec t; clock_gettime(c, &t); return t.tv_sec * 1e3 + t.tv_nsec / 1e6; }
int main(int argc, char **argv) {
  EPI epi = {0, 1, 0, NULL, 1, 0, 0, 0, 1, LONG_MAX, "qrels", "trec_results", 0, NULL};
  const char *m = "official"; int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) switch (argv[i][1]) {
    case 'q': epi.query_flag = 1; break; case 'J': epi.judged_docs_only_flag = 1; break;
    case 'c': epi.average_complete_flag = 1; break;
    case 'N': epi.num_docs_in_coll = atol(argv[i] + 2); break; case 'M': epi.max_num_docs_per_topic = atol(argv[i] + 2); break;
    case 'l': epi.relevance_level = atol(argv[i] + 2); break; case 'm': m = argv[i] + 2; break; }
  if (!dlopen("libpython3.11.so.1.0", RTLD_LAZY | RTLD_GLOBAL) && !dlopen("libpython3.11.so", RTLD_LAZY | RTLD_GLOBAL)) fprintf(stderr, "%s\n", dlerror());
  void *so = dlopen(getenv("TE"), RTLD_LAZY); if (!so) { fprintf(stderr, "%s\n", dlerror()); return 1; }
  MEAS **all = dlsym(so, "te_trec_measures"); int n = *(int *)dlsym(so, "te_num_trec_measures");
  NICK *nicks = dlsym(so, "te_trec_measure_nicknames"); int nn = *(int *)dlsym(so, "te_num_trec_measure_nicknames");
  int (*get_qrels)(EPI *, char *, ALL_REL_INFO *) = dlsym(so, "te_get_qrels");
  int (*get_results)(EPI *, char *, ALL_RESULTS *) = dlsym(so, "te_get_trec_results");
  double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
  for (int k = 0; k < nn; k++) if (!strcmp(nicks[k].name, m)) for (char **p = nicks[k].list; *p; p++)
    for (int j = 0; j < n; j++) if (!strcmp(all[j]->name, *p)) all[j]->eval_index = -2;
  for (int j = 0; j < n; j++) if (!strcmp(all[j]->name, m)) all[j]->eval_index = -2;
  TREC_EVAL sum = {"all", 0, NULL, 0, 0}, q = {0};
  for (int j = 0; j < n; j++) if (all[j]->eval_index == -2 && all[j]->init(&epi, all[j], &sum) == -1) return 2;
  ALL_REL_INFO rels = {0}; ALL_RESULTS res = {0};
  if (get_qrels(&epi, argv[i], &rels) == -1) return 3;
  if (get_results(&epi, argv[i + 1], &res) == -1) return 4;
  double read = now(CLOCK_PROCESS_CPUTIME_ID);
  q.values = malloc(sum.max_num_values * sizeof(VALUE)); q.num_values = sum.num_values; q.max_num_values = sum.max_num_values;
  for (long k = 0; k < sum.num_values; k++) q.values[k].name = sum.values[k].name;
  for (long t = 0; t < res.num_q_results; t++) {
    long r = 0; while (r < rels.num_q_rels && strcmp(rels.rel_info[r].qid, res.results[t].qid)) r++;
    if (r == rels.num_q_rels) continue;
    q.qid = res.results[t].qid; q.num_queries = 1;
    for (long k = 0; k < q.num_values; k++) q.values[k].value = 0;
    for (int j = 0; j < n; j++) if (all[j]->eval_index >= 0) {
      all[j]->calc(&epi, &rels.rel_info[r], &res.results[t], all[j], &q);
      all[j]->acc(&epi, all[j], &q, &sum);
      if (epi.query_flag) all[j]->single(&epi, all[j], &q); }
    sum.num_queries++; }
  for (int j = 0; j < n; j++) if (all[j]->eval_index >= 0) { all[j]->avg(&epi, all[j], &rels, &sum); all[j]->final(&epi, all[j], &sum); }
  fflush(stdout);
  double end = now(CLOCK_PROCESS_CPUTIME_ID);
  fprintf(stderr, "wall %.1f cpu %.1f read %.1f score %.1f\n", now(CLOCK_MONOTONIC) - wall, end - cpu, read - cpu, end - read);
  return 0; }
