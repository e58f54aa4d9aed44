#!/bin/bash
# CETR's table (Weninger, Hsu, Han, WWW 2010): the CleanEval-English column, by CETR's score, with the published values
# beside ours. Rows that cannot be run here are VIPS (it needs a rendered page); the NYTimes, BBC, Myriad and Big 5 columns
# need pages that were not released.
# usage: cetr-table.sh CLEANEVAL PUBLISHED OUT      CLEANEVAL holds html/ and gold/; PUBLISHED is cetr_seed003_f1.csv
set -euo pipefail
: "${TAMIS:=tamis}"
methods=fe,kfe,bte,dsc,adsc,lqf,lqf:50,lqf:25,lp,lp:2,ccb,ccb-no-anchors,mss,mss-trained,cetr-tm,cetr-km,cetr
[ -r "$2" ] || { echo "$2: cannot be read" >&2; exit 1; }
mkdir -p "$3"
"$TAMIS" accuracy "$1" --classifier $methods --score cetr --out "$3" > /dev/null
# The paper's names of our classifiers; our F1 as the mean over pages, and as that of the mean precision and recall.
awk -v published="$2" '
    BEGIN {
        FS = ","
        while ((getline < published) > 0) if ($2 == "CleanEval-Eng") { paper[$1] = $3; order[++rows] = $1 }
        FS = "\t"
        names["lqf"] = "LQ"; names["lqf:50"] = "LQ"; names["lqf:25"] = "LQ"; names["lp:2"] = "LP"
        names["ccb-no-anchors"] = "CCB"; names["mss-trained"] = "MSS"
    }
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        name = $column["classifier"]
        row = name in names ? names[name] : toupper(name)
        p = $column["cetr_p_mean"]; r = $column["cetr_r_mean"]
        here[row] = here[row] sprintf("%s\t%s\t%s\t%.2f\t%.2f\t%.2f\t%.2f\n", row, paper[row], name, 100 * p, 100 * r,
            100 * $column["cetr_f1_mean"], p + r > 0 ? 200 * p * r / (p + r) : 0)
    }
    END {
        print "row\tpublished\tclassifier\tp_mean\tr_mean\tf1_mean\tf1_of_means"
        for (i = 1; i <= rows; i++)
            printf "%s", order[i] in here ? here[order[i]] : order[i] "\t" paper[order[i]] "\tnot run\t-\t-\t-\t-\n"
    }' "$3/accuracy.tsv" > "$3/table.tsv"
cat "$3/table.tsv"

# The paper kept 640 pages "that actually have text", without saying which. The same over the 640 with the longest gold text.
(cd "$1/gold" && wc -w -- *.txt) | grep -v ' total$' | sort -k1,1nr -k2,2 | head -640 |
    awk '{ sub(/\.txt$/, "", $2); print $2 }' > "$3/longest.ids"
awk -F '\t' '
    NR == FNR { longest[$1]; next }
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["page"] in longest {
        name = $column["classifier"]
        if (!(name in pages)) order[++rows] = name
        pages[name]++; p[name] += $column["cetr_p"]; r[name] += $column["cetr_r"]; f[name] += $column["cetr_f1"]
    }
    END {
        print "classifier\tpages\tp_mean\tr_mean\tf1_mean\tf1_of_means"
        for (i = 1; i <= rows; i++) {
            name = order[i]; n = pages[name] / 100
            printf "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\n", name, pages[name], p[name] / n, r[name] / n, f[name] / n,
                2 * p[name] * r[name] / (p[name] + r[name]) / n
        }
    }' "$3/longest.ids" "$3/per_page.tsv" > "$3/longest.tsv"
rm "$3/longest.ids"
cat "$3/longest.tsv"
