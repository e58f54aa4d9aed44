//! Runs the recipes of docs/cluster.md as they stand there: with GNU parallel, and with Slurm's
//! script, whose environment is made up here.

use super::console::shell;
use super::read;
use crate::case::Case;
use tamis::demo;
use tamis_collection::WarcWriter;

const PAGES: usize = 60;
/// Its files: fewer than there are shards, and one of them is large.
const FILES: [usize; 7] = [20, 10, 8, 7, 6, 5, 4];

/// The block of the page under this name.
fn recipe(name: &str) -> String {
    let page = read("docs/cluster.md");
    let (_, rest) = page
        .split_once(&format!("<!-- recipe: {name} -->\n```sh\n"))
        .expect("the page has the recipe");
    rest.split_once("```\n").expect("a block ends").0.to_owned()
}

/// A crawl in several files, its plan, and one index of it all.
fn crawl() -> Case {
    let case = Case::new();
    let files = demo::generate(&case.path("made"), PAGES, 7).expect("the demo is written");
    std::fs::rename(files.topics, case.path("topics")).expect("it was written");
    std::fs::remove_dir_all(case.path("made")).expect("it was written");
    std::fs::create_dir(case.path("crawl")).expect("a folder");
    let mut pages = demo::pages(PAGES, 7);
    for (file, count) in FILES.into_iter().enumerate() {
        let mut writer =
            WarcWriter::create(case.path(format!("crawl/{file}.warc.gz"))).expect("a file");
        for page in pages.by_ref().take(count) {
            writer.page(&page.docno, &page.url, &page.date, page.html.as_bytes()).expect("a page");
        }
        writer.finish().expect("a file");
    }
    ran(&case, "tamis shard plan crawl/ --shards 8 --json > plan.json");
    ran(&case, "tamis index crawl/ --out whole --quiet");
    case
}

/// The exit status of a line, and what it printed.
fn run(case: &Case, line: &str) -> (i32, String) {
    let output = shell(case, line).output().expect("a shell");
    (
        output.status.code().expect("it ends by itself"),
        String::from_utf8(output.stdout).expect("UTF-8"),
    )
}

#[track_caller]
fn ran(case: &Case, line: &str) -> String {
    let (status, printed) = run(case, line);
    assert_eq!(status, 0, "{line}\n{printed}");
    printed
}

/// The shards together give what the one index gives, to the last byte.
fn equals_one_index(case: &Case) {
    let checked = ran(case, &recipe("check"));
    assert!(checked.contains(&format!("all shards: {PAGES} pages")), "{checked}");
    ran(case, "ls -d shards/* > list");
    for rule in
        ["", "--max-repeats 3", "--min-words 8 --rm3", "--model ql-dirichlet --min-density 6"]
    {
        ran(case, &format!("tamis search whole --topics topics {rule} > whole.run"));
        ran(case, &format!("tamis search --index @list --topics topics {rule} > shards.run"));
        let whole = case.read("whole.run");
        let shards = case.read("shards.run");
        assert!(whole.lines().count() > 100 && whole == shards, "{rule}");
    }
}

/// A program before `tamis` on the path, which can make a task fail.
fn shim(case: &Case, text: &str) {
    let tamis = env!("CARGO_BIN_EXE_tamis");
    case.file("bin/tamis", format!("#!/bin/sh\n{text}\nexec {tamis} \"$@\"\n"));
    ran(case, "chmod +x bin/tamis");
}

/// Whether a program can be called; says so if it cannot.
fn is_here(program: &str) -> bool {
    let found = run(&Case::new(), &format!("{program} --version")).0 == 0;
    if !found {
        eprintln!("skipped: there is no {program}");
    }
    found
}

/// Checks how many commands were started, and of which part, and forgets them.
fn assert_started(case: &Case, count: usize, which: &str) {
    let started = case.read("started");
    assert!(
        started.lines().count() == count && started.lines().all(|line| line.contains(which)),
        "{started}"
    );
    std::fs::remove_file(case.path("started")).expect("it was written");
}

#[test]
fn the_recipe_for_gnu_parallel_resumes_what_failed() {
    if !is_here("parallel") {
        return;
    }
    let case = crawl();
    // The file system of shard 2 takes no file of more than 8 blocks, until space is freed.
    shim(
        &case,
        "case \"$*\" in *' 2/8 '*) test -e freed || ulimit -f 8 ;; esac; echo \"$*\" >> started",
    );
    let recipe = format!("PATH=$PWD/bin:$PATH\n{}", recipe("parallel"));
    let (status, printed) = run(&case, &recipe);
    assert_eq!(status, 1, "one task fails: {printed}");
    let (status, printed) = run(&case, "tamis shard check shards/*");
    assert!(status == 1 && printed.contains("shards/2: holds no index"), "{status}: {printed}");
    assert_started(&case, 8, "/8 ");
    case.file("freed", "");
    ran(&case, &recipe);
    assert_started(&case, 1, " 2/8 ");
    // Nothing is left to do.
    ran(&case, &recipe);
    assert!(!case.path("started").exists());
    equals_one_index(&case);
}

fn run_task(case: &Case, number: usize) -> (i32, String) {
    let environment = "SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_MAX=3 SLURM_CPUS_PER_TASK=1";
    run(
        case,
        &format!("PATH=$PWD/bin:$PATH SLURM_ARRAY_TASK_ID={number} {environment} bash index.sh"),
    )
}

#[test]
fn the_script_for_slurm_gives_every_task_its_shards() {
    if !is_here("bash") {
        return;
    }
    let case = crawl();
    case.file("index.sh", recipe("slurm"));
    case.file("bin/scontrol", "#!/bin/sh\necho \"$*\" >> requeued\n");
    ran(&case, "chmod +x bin/scontrol");
    // Slurm's warning comes while task 2 works on its first shard, which ends by nothing else.
    let warn = "kill -TERM $PPID; exec sleep 600";
    shim(&case, &format!("test -e warned || {{ touch warned; {warn}; }}"));
    assert_eq!(run_task(&case, 2).0, 143);
    assert_eq!(case.read("requeued"), "requeue 7_2\n");
    // And before the shell knows the task, which it is told of behind the loop's first line.
    let script = recipe("slurm").replace("  task=$!\n", "  kill -TERM $$\n  task=$!\n");
    case.file("early.sh", script);
    std::fs::remove_file(case.path("warned")).expect("it was written");
    shim(&case, "test -e warned || { touch warned; exec sleep 600; }");
    let early = "PATH=$PWD/bin:$PATH SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=2 \
                 SLURM_ARRAY_TASK_MAX=3 SLURM_CPUS_PER_TASK=1 bash early.sh";
    assert_eq!(run(&case, early).0, 143);
    // That task may have ended before its first word.
    case.file("warned", "");
    for number in [1, 2, 3] {
        let (status, printed) = run_task(&case, number);
        assert_eq!(status, 0, "{printed}");
    }
    equals_one_index(&case);
}
