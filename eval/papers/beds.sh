# The collections on which findings of others are run again, for the scripts that source this: one index each, made once, in
# $out/index, with every label and the scores of four removers; topics, judgements and listing pages.
# Needs six=SIX-SITES cfa=CFA-BLOG adn=ADN-TYPEPAD out=OUT; TAMIS=tamis, PYTHON=python3.
: "${TAMIS:=tamis}" "${PYTHON:=python3}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sites=(neverendingbooks openplans sethroberts slott56 transmission web2ireland)
mkdir -p "$out"/{index,lists,sweep}

index() { # NAME FILE...
    local name=$1
    shift
    [ -e "$out/index/$name.done" ] && return
    "$TAMIS" index "$@" --classifier all --score tamis,tamis-comments,victor,web2text -q --force --out "$out/index/$name"
    touch "$out/index/$name.done"
}

# Indexes a collection, and sets `given`: its index and topics. Views of six-sites and cfa-blog: all pages, or posts without the
# listing pages; known-item: the titles of cfa-blog's posts as queries, each for its post. A site: with the topics of its own.
bed() { # NAME VIEW
    local listing
    case $1 in
        six-sites)
            index six-sites "$six"/*.warc.gz
            given=("$out/index/six-sites" --topics "$six/topics.txt" --qrels "$six/qrels.txt")
            listing=$six/listing.docnos ;;
        cfa-blog)
            index cfa-blog "$cfa/cfa-blog.warc.gz"
            listing=$out/lists/cfa-blog-listing
            awk -F '\t' '$3 == "listing" { print $1 }' "$cfa/docs.tsv" > "$listing"
            given=("$out/index/cfa-blog" --topics "$cfa/topics.cfa.txt" --qrels "$cfa/qrels.cfa.txt")
            if [ "$2" = known-item ]; then
                given=("$out/index/cfa-blog" --topics "$cfa/knownitem.queries.tsv" --qrels "$cfa/knownitem.qrels.txt")
            fi ;;
        adn-typepad)
            index adn-typepad "$adn"/*.warc*
            given=("$out/index/adn-typepad" --topics "$adn/topics.adn.txt" --qrels "$adn/qrels.adn.txt") ;;
        *)
            index "$1" "$six/$1.warc.gz"
            awk -v site="$1-" 'index($3, site) == 1 { if ($4 > 0) own[$1] = 1; line[++n] = $0; topic[n] = $1 }
                END { for (i = 1; i <= n; i++) if (topic[i] in own) print line[i] }' "$six/qrels.txt" > "$out/lists/$1"
            given=("$out/index/$1" --topics "$six/topics.txt" --qrels "$out/lists/$1")
            listing=$six/listing.docnos ;;
    esac
    if [ "$2" = posts ]; then given+=(--not-docnos "$listing"); fi
}

# Sweeps a bed into $out/sweep/NAME, unless that is done. A minimum of 0 words is an axis of one point: the rest as it is.
sweep() { # NAME FLAGS...
    local to=$out/sweep/$1
    shift
    [ -e "$to/sweep.json" ] && return
    "$TAMIS" sweep "${given[@]}" -m map -m ndcg_cut_10 -m P_10 --permutations 0 -q --out "$to" "$@" > /dev/null
}
