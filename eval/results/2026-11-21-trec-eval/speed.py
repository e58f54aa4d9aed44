import random,subprocess,time,collections,sys,statistics
random.seed(3)
T=150
qr=collections.defaultdict(dict); rn=collections.defaultdict(dict)
for t in range(701,701+T):
    pool=[f'GX{random.randint(0,272):03d}-{random.randint(0,99):02d}-{random.randint(0,16000000):08d}' for _ in range(2400)]
    for d in pool[:900]: qr[str(t)][d]=random.choice([0,0,0,0,1,1,2])
    for i,d in enumerate(random.sample(pool,1000)): rn[str(t)][d]=round(30-i*0.02+random.random()*0.01,4)
open('/tmp/s.qrels','w').writelines(f'{t} 0 {d} {g}\n' for t,x in qr.items() for d,g in x.items())
open('/tmp/s.run','w').writelines(f'{t} Q0 {d} {i+1} {s} tag\n' for t,x in rn.items() for i,(d,s) in enumerate(sorted(x.items(),key=lambda p:(-p[1],p[0]))))
import pytrec_eval
off={'num_q','num_ret','num_rel','num_rel_ret','map','gm_map','Rprec','bpref','recip_rank','iprec_at_recall','P'}
allm=set(pytrec_eval.supported_measures)-{'runid','relstring'}
def med")[0])
