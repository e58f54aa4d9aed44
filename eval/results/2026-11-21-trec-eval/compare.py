import sys,subprocess,random,collections,math
sys.path.insert(0, sys.argv[3])  # pyndeval
T = sys.argv[1]  # the program tamis
S = sys.argv[2] + '/data/retrieval/'  # the unpacked shared data
def tam(*a):
    r=subprocess.run([T,'eval',*a],capture_output=True,text=True)
    if r.returncode: print(r.stderr, r.returncode)
    o={}
    for l in r.stdout.splitlines():
        n,t,v=l.split('\t'); o[n.strip(),t]=v
    return o
random.seed(7)
# synthetic runs over ndeval qrels
q=S+'trec_eval/trec-web/qrels.web.201-250.ndeval.txt'
docs=collections.defaultdict(set); quads=[]
for l in open(q):
    t,s,d,g=l.split(); docs[t].add(d); quads.append((t,s,d,int(g)))
run=[]
for t in docs:
    ds=sorted(docs[t]); random.shuffle(ds)
    rel=[d for (tt,s,d,g) in quads if tt==t and g>0]
    ds=(random.sample(sorted(set(rel)),min(8,len(set(rel))))+ds[:60]+[f'x{i}' for i in range(10)])
    ds=list(dict.fromkeys(ds)); random.shuffle(ds)
    for i,d in enumerate(ds): run.append((t,d,100.0-i))
open('/tmp/web.run','w').write(''.join(f'{t} Q0 {d} 0 {s} r\n' for t,d,s in run))
import pyndeval
ref=pyndeval.ndeval([pyndeval.SubtopicQrel(t,s,d,max(0,g)) for t,s,d,g in quads],[pyndeval.ScoredDoc(t,d,s) for t,d,s in run],measures=[m+f'@{k}' for m in ['ERR-IA','nERR-IA','alpha-DCG','alpha-nDCG','P-IA','strec'] for k in (5,10,20)]+['NRBP','nNRBP','MAP-IA'])
o=tam('-q','-n','-R','subtopics','--json',q,'/tmp/web.run') if 0 else tam('-q','-n','-R','subtopics',q,'/tmp/web.run')
name={'ERR-IA':'err_ia','nERR-IA':'nerr_ia','alpha-DCG':'alpha_dcg','alpha-nDCG':'alpha_ndcg','P-IA':'p_ia','strec':'strec','NRBP':'nrbp','nNRBP':'nnrbp','MAP-IA':'map_ia'}
bad=n=0
for t,ms in ref.items():
    for m,v in ms.items():
        b,_,k=m.partition('@'); key=(name[b]+(('_'+k) if k else ''),t)
        n+=1
        if key not in o or abs(float(o[key])-v)>6e-5: bad+=1; print(key,o.get(key),v) if bad<5 else None
print('ndeval',n,'compared',bad,'differ')
# gdeval
q2=S+'trec_eval/trec-web/qrels.web.201-250.txt'
for k in (5,10,20):
    out=subprocess.run(['perl',''+__import__('ir_measures').__path__[0]+'/bin/gdeval.pl',q2,'/tmp/web.run',str(k)],capture_output=True,text=True)
    o=tam('-q','-n','-m',f'nDCG(dcg=\'exp-log2\')@{k}','-m',f'ERR@{k}','--json',q2,'/tmp/web.run') if 0 else tam('-q','-n','-m',f'nDCG(dcg=\'exp-log2\')@{k}','-m',f'ERR@{k}',q2,'/tmp/web.run')
    n=bad=0
    for l in out.stdout.splitlines()[1:]:
        r,t,a,b=l.split(',')
        for nm,v in ((f'ndcg_exp_{k}',a),(f'err_{k}',b)):
            n+=1
            if abs(float(o[nm,t])-float(v))>5.6e-5: bad+=1; print(nm,t,o[nm,t],v)
    print('gdeval',k,n,bad, out.stderr[:200])
# trec_eval 9 through pytrec_eval
import pytrec_eval
print(sorted(pytrec_eval.supported_measures))
def ptr(qf,rf,ms,**kw):
    qr=collections.defaultdict(dict)
    for l in open(qf):
        if l.startswith('#') or not l.strip(): continue
        t,_,d,g=l.split(); qr[t][d]=int(g)
    rn=collections.defaultdict(dict)
    for l in open(rf):
        if l.startswith('#') or not l.strip(): continue
        t,_,d,_,s,_=l.split()[:6]; rn[t][d]=float(s)
    return pytrec_eval.RelevanceEvaluator(qr,ms,**kw).evaluate(rn)
ms=set(pytrec_eval.supported_measures)-{'runid','relstring'}
import glob
tot=bad=0; badm=collections.Counter()
pairs=[(S+'blog06/feeddist/%s.blog.feeddist.qrels.txt'%y,f) for y in ('07','08') for f in sorted(glob.glob(S+f'blog06/feeddist/runs/*blog{y}*'))]+[(S+'blog06/qrels.february',S+'blog06/synthetic.run'),(q2,'/tmp/web.run'),(S+'trec_eval/trec_eval/test/qrels.rel_level',S+'trec_eval/trec_eval/test/results.test')]
for qf,rf in pairs:
    for lv in (1,2):
        ref=ptr(qf,rf,ms,relevance_level=lv)
        o=tam('-q','-n','--quiet','-l',str(lv),'-m','all_trec','--compat','9',qf,rf)
        for t,v in ref.items():
            for m,x in v.items():
                if (m,t) not in o:
                    badm['missing '+m]+=1; continue
                tot+=1
                if math.isnan(x) or abs(float(o[m,t])-x)>5.1e-5: 
                    if not(math.isnan(x)): bad+=1
                    badm[m+(' nan' if math.isnan(x) else '')]+=1
                    if badm[m]==1 and not math.isnan(x): print(rf.split('/')[-1],lv,m,t,o[m,t],x)
print('trec_eval 9 core',tot,'values',bad,'differ',badm)
