"""ir_measures' requests, settings and all, through tamis eval and through ir_measures itself, topic by topic.

usage: settings.py TAMIS QRELS SUBTOPICS RUN...    RUN without ties: pyndeval and gdeval order equal scores otherwise. SUBTOPICS are ndeval's
judgements of QRELS' topics, or - for none.
"""
import json, subprocess, sys
import ir_measures

tamis, qrels, subtopics, *runs = sys.argv[1:]
PLAIN = """P(rel=2)@10 P(judged_only=True)@10 P(rel=2,judged_only=True)@5 P(cutoff=7) Precision@5 Recall@50 R(rel=2)@50 AP(rel=2) AP@100 MAP
AP(rel=2,judged_only=True)@100 RR(rel=2) RR@10 RR(rel=2)@10 RR(judged_only=True) Rprec(rel=2) Rprec(judged_only=True) Bpref(rel=2)
infAP(rel=2) IPrec@0.1 IPrec(recall=0.4) Success(rel=2)@5 SetP(rel=2) SetP(rel=2,relative=True) SetP(relative=False) SetR(rel=2)
SetAP(rel=2) SetF(rel=2) SetF(beta=0.5) NumRel(rel=1) NumRet NumRet(rel=1) NumRet(rel=2) NumRelRet
nDCG nDCG@10 nDCG(judged_only=True)@10 nDCG(gains={0:0,1:1,2:3})@10 nDCG(gains={1:5,2:1})@20 nDCG(gains={1:0,2:7})
nDCG(dcg='log2')@5 nDCG(dcg='exp-log2')@10 ERR@20 Judged@10 RBP(rel=1) RBP(p=0.5,rel=2)""".split()
OF_SUBTOPICS = """ERR_IA@20 ERR_IA(rel=2)@10 nERR_IA@5 alpha_DCG(alpha=0.9)@20 alpha_nDCG(alpha=0.9)@20 alpha_nDCG(alpha=0.0)@10
alpha_nDCG(alpha=1.0)@10 alpha_nDCG(alpha=0.3,rel=2)@5 NRBP(alpha=0.9) NRBP(alpha=0.2,beta=0.8) nNRBP(alpha=0.9,beta=0.3) AP_IA AP_IA(rel=2)
MAP_IA P_IA(rel=2)@10 StRecall@10 StRecall(rel=2)@10""".split()


def ours(request, judged, run, *flags):
    call = [tamis, "eval", "-q", "-n", "--quiet", "--json", *flags, "-m", request, judged, run]
    done = subprocess.run(call, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(call)}: {done.stderr}")
    values = {}
    for line in map(json.loads, done.stdout.splitlines()):
        if "topic" in line:
            topic = line.pop("topic")
            (values[topic],) = line.values()
    return values


def theirs(request, judged, run):
    read = [one._replace(relevance=max(0, one.relevance)) for one in ir_measures.read_trec_qrels(judged)] if judged == subtopics \
        else list(ir_measures.read_trec_qrels(judged))
    measure = eval(request, vars(ir_measures.measures) | {"α_nDCG": ir_measures.alpha_nDCG})
    found = ir_measures.iter_calc([measure], read, list(ir_measures.read_trec_run(run)))
    return {one.query_id: one.value for one in found}


compared = differing = 0
for judged, requests, flags in [(qrels, PLAIN, ["--compat", "9"]), (subtopics, OF_SUBTOPICS, ["-R", "subtopics"])]:
    for request in requests if judged != "-" else []:
        # gdeval prints five digits.
        close = 5.1e-6 if "exp-log2" in request or request.startswith("ERR@") else 1e-9
        for run in runs:
            try:
                expected = theirs(request, judged, run)
            except Exception as error:
                print(f"{request}: ir_measures: {error}")
                break
            found = ours(request, judged, run, *flags)
            wrong = [(t, found[t], expected[t]) for t in found if t in expected and abs(found[t] - expected[t]) > close]
            compared += sum(t in expected for t in found)
            differing += len(wrong)
            lacking = sum(t not in expected for t in found)
            if wrong or lacking:
                print(f"{request} {run.split('/')[-1]}: {len(wrong)} of {len(found)} differ, {lacking} lacking", wrong[:2])
print(compared, "values compared,", differing, "differ;", len(PLAIN) + len(OF_SUBTOPICS), "requests,", len(runs), "runs")
