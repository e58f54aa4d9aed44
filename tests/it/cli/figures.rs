//! `--figures` and `--format latex`: figures as SVG, PDF and PNG, and tables for LaTeX.

use crate::case::Case;

const SWEEP: &str = "sweep index --topics topics --qrels qrels --min-words 1,5,20";

#[cfg(feature = "figures")]
case!(figures_come_in_the_requested_formats, |_| {
    let case = Case::indexed();
    let outcome = case.tamis(&format!("{SWEEP} --figures png,pdf --out out")).ends(0);
    outcome.says(&["written to out: sweep.tsv, per_topic.tsv, sweep.json, sweep.pdf, sweep.png, \
                    report.html, report.tex, figures.tex and 8 more"]);
    for stem in ["sweep", "sweep-P_10", "sweep-ndcg_cut_10", "topics-P_10"] {
        let read = |format: &str| std::fs::read(case.path(format!("out/{stem}.{format}"))).unwrap();
        assert!(read("pdf").starts_with(b"%PDF-") && read("png").starts_with(b"\x89PNG"), "{stem}");
        assert!(!case.path(format!("out/{stem}.svg")).exists());
    }
    // The same in another process, byte by byte.
    case.tamis(&format!("{SWEEP} --figures svg,pdf,png --out again --threads 1 -q")).ends(0);
    for file in ["sweep.pdf", "sweep-P_10.png", "topics-P_10.pdf"] {
        let read = |folder: &str| std::fs::read(case.path(format!("{folder}/{file}"))).unwrap();
        assert!(read("out") == read("again"), "{file}");
    }
    assert!(case.path("again/sweep.svg").exists());
});

#[cfg(not(feature = "figures"))]
case!(a_program_without_pdf_and_png_says_how_to_get_them, |_| {
    let case = Case::indexed();
    for format in ["pdf", "svg,png"] {
        let outcome = case.tamis(&format!("{SWEEP} --figures {format} --out out")).ends(2);
        outcome.says(&["--figures", "cargo build --release --features figures"]);
    }
    assert!(!case.path("out").exists());
});

case!(figures_need_a_folder_and_known_formats, |_| {
    let case = Case::indexed();
    case.tamis(&format!("{SWEEP} --figures svg")).ends(2).says(&["--out"]);
    case.tamis(&format!("{SWEEP} --figures eps --out out")).ends(2).says(&["eps"]);
});

case!(tables_are_printed_for_latex_too, |_| {
    let case = Case::indexed();
    let printed = case.tamis(&format!("{SWEEP} --format latex --out out -q")).ends(0).stdout;
    assert_eq!(
        printed.lines().skip(1).collect::<Vec<_>>(),
        case.read("out/report.tex").lines().skip(1).collect::<Vec<_>>()
    );
    assert!(
        printed.contains("\\toprule\nminimum words & P@10 & p & NDCG@10 & p & judged@10"),
        "{printed}"
    );
    assert!(
        printed.contains("needs \\usepackage{booktabs,graphicx}")
            && printed.contains("unfiltered & 0."),
        "{printed}"
    );
    let compared =
        case.tamis("compare index --topics topics --qrels qrels --format latex -q").ends(0).stdout;
    assert!(
        compared.contains("\\label{tab:compare}") && compared.contains("words $\\geq$ "),
        "{compared}"
    );
    case.tamis(&format!("{SWEEP} --format latex --json")).ends(2).says(&["--json"]);
});

case!(figures_and_tables_are_laid_out_for_a_paper, |_| {
    let case = Case::indexed();
    let paper = "--figures svg,pgf --figure-width 84mm --no-title";
    case.tamis(&format!("{SWEEP} {paper} --top 1 --out out -q")).ends(0);
    let svg = case.read("out/sweep.svg");
    assert!(svg.contains("width=\"238.11pt\"") && !svg.contains("class=\"title\""), "{svg}");
    let pgf = case.read("out/sweep.pgf");
    assert!(pgf.contains("\\begin{pgfpicture}") && pgf.contains("inimum words"), "{pgf}");
    let figures = case.read("out/figures.tex");
    assert!(figures.contains("\\input{sweep.pgf}\n\\caption{P@10 and NDCG@10 over minimum words."));
    // A header, the unfiltered text and the best point.
    let table = case.read("out/report.tex");
    assert_eq!(table.lines().filter(|line| line.ends_with("\\\\")).count(), 3, "{table}");
    // The form of figures is no part of the experiment.
    case.tamis(&format!("{SWEEP} --figure-width 3.3in --out out -q")).ends(0);
    assert!(!case.path("out/sweep.pgf").exists() && case.path("out/sweep.svg").exists());
    for wrong in ["--figure-width 8", "--figure-width 84px", "--top 0"] {
        let flag = wrong.split(' ').next().expect("a flag");
        case.tamis(&format!("{SWEEP} {wrong} --out out")).ends(2).says(&[flag]);
    }
});
