#!/usr/bin/env bash
# Sets paper.png: a page of two columns with figures as PGF and a table, as tamis wrote them.
# usage: docs/figures/paper.sh TAMIS INDEX TOPICS QRELS     (needs pdflatex with pgf, booktabs and caption, and pdftoppm)
set -euo pipefail
tamis=$(realpath "$1") index=$(realpath "$2") topics=$(realpath "$3") qrels=$(realpath "$4")
figures=$(realpath "$(dirname "$0")") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
common=(--topics "$topics" --qrels "$qrels" --figures pgf --figure-width 84mm --no-title --quiet)
"$tamis" sweep "$index" --min-words 1..=60 --out curve "${common[@]}" >/dev/null
"$tamis" sweep "$index" --min-words 1..=30 --max-link-density 0.2,0.33,0.5,0.75,1 --out heat "${common[@]}" >/dev/null
"$tamis" compare "$index" -m P.10 -m map -m ndcg_cut.10 --top 6 --out labels "${common[@]}" >/dev/null

# Prints the environment of a figure, with the path of its file.
figure() { awk -v RS= -v label="{fig:$2}" 'index($0, label)' "$1/figures.tex" | sed "s|\\\\input{|\\\\input{$1/|; s|{figure}|&[t]|; s|end{figure}\[t\]|end{figure}|"; }
{
  cat <<'TEX'
\documentclass[twocolumn,9pt]{extarticle}
\usepackage[a4paper,left=17mm,right=17mm,columnsep=8mm,top=16mm,bottom=14mm]{geometry}
\usepackage{pgf,booktabs,graphicx}
\usepackage[font=small,labelfont=bf]{caption}
\renewcommand{\topfraction}{.95}\renewcommand{\textfraction}{.02}\setcounter{topnumber}{9}
\setlength{\textfloatsep}{10pt}\setlength{\floatsep}{9pt}\pagestyle{empty}
\begin{document}
\twocolumn[\begin{center}
TEX
  sed '/^%/d; /{table\*}$/d; s/^\\caption{/\\captionof{table}{/' labels/report.tex
  echo '\end{center}\vspace{2mm}]'
  figure curve sweep; echo; figure labels compare; echo; figure heat sweep; echo; figure curve topics-P_10
  cat <<'TEX'

\section{Results}
We score every threshold on the words of a block from one index. Figure~1 shows both measures at each of them. Bands are 95~\%
confidence intervals of the difference from the unfiltered text, so a band that leaves the dotted line tells of a difference.
\end{document}
TEX
} >paper.tex
pdflatex -interaction=nonstopmode -halt-on-error paper.tex >log || { tail -20 log; exit 1; }
pdftoppm -r 100 -f 1 -l 1 -singlefile -png paper.pdf "$figures/paper"
