import io.anserini.search.ScoredDoc;
import io.anserini.search.SimpleSearcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Times single queries of an Anserini index in a warm virtual machine, through its SimpleSearcher, from the words to docnos
 * and scores. BM25 with k1 = 0.9 and b = 0.4.
 *
 * <p>usage: Latency INDEX QUERIES ROUNDS HITS... (prints the lines that latency.rs describes)
 */
class Latency {
    public static void main(String[] args) throws Exception {
        List<String> queries = Files.readAllLines(Path.of(args[1]));
        int rounds = Integer.parseInt(args[2]);
        StringBuilder lines = new StringBuilder();
        try (SimpleSearcher searcher = new SimpleSearcher(args[0])) {
            searcher.set_bm25(0.9f, 0.4f);
            for (int i = 3; i < args.length; i++) {
                int hits = Integer.parseInt(args[i]);
                for (int round = 0; round < 2 * rounds; round++) {
                    for (String query : queries) {
                        long start = System.nanoTime();
                        ScoredDoc[] found = searcher.search(query, hits);
                        double milliseconds = (System.nanoTime() - start) / 1e6;
                        if (round >= rounds) {
                            lines.append(String.format("%d\t%.4f\t%d\n", hits, milliseconds, found.length));
                        }
                    }
                }
            }
        }
        System.out.print(lines);
    }
}
