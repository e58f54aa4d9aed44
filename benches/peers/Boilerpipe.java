// boilerpipe's extraction of every page of an archive: CPU seconds of one thread of a warm JVM.
//
// usage: java -cp CLASSES:boilerpipe.jar:nekohtml.jar:xercesImpl.jar Boilerpipe ROUNDS ARCHIVE
// A pass over the whole archive warms the JVM before the rounds that count. Pages reach boilerpipe as text: reading and
// decoding are not counted, nor is what the collector and the compiler do on threads of their own. Per extractor one line
// of TSV: the least CPU seconds of all rounds, the median, pages, bytes of HTML.

import de.l3s.boilerpipe.BoilerpipeExtractor;
import de.l3s.boilerpipe.extractors.ArticleExtractor;
import de.l3s.boilerpipe.extractors.ArticleSentencesExtractor;
import de.l3s.boilerpipe.extractors.CanolaExtractor;
import de.l3s.boilerpipe.extractors.DefaultExtractor;
import de.l3s.boilerpipe.extractors.KeepEverythingExtractor;
import de.l3s.boilerpipe.extractors.KeepEverythingWithMinKWordsExtractor;
import de.l3s.boilerpipe.extractors.LargestContentExtractor;
import de.l3s.boilerpipe.extractors.NumWordsRulesExtractor;
import java.io.*;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.zip.GZIPInputStream;

public class Boilerpipe {
    /** Bytes of pages that are read before the clock starts. */
    static final long BATCH = 64 << 20;
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /** Whether the six others are measured as well (-Dall=true): `run.sh` names the two that its table shows. */
    final boolean all = Boolean.getBoolean("all");
    long pages, bytes, kept, failed;
    final Map<String, Long> nanos = new LinkedHashMap<>();

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        new Boilerpipe().pass(args[1]);
        Map<String, List<Long>> times = new LinkedHashMap<>();
        Boilerpipe last = null;
        for (int round = 0; round < rounds; round++) {
            last = new Boilerpipe();
            last.pass(args[1]);
            last.nanos.forEach((name, time) -> times.computeIfAbsent(name, n -> new ArrayList<>()).add(time));
        }
        for (var entry : times.entrySet()) {
            List<Long> sorted = entry.getValue();
            Collections.sort(sorted);
            System.out.printf(Locale.ROOT, "%s\t%.3f\t%.3f\t%d\t%d%n", entry.getKey(), sorted.get(0) / 1e9,
                    sorted.get(rounds / 2) / 1e9, last.pages, last.bytes);
        }
        System.err.printf("%d characters kept, %d extractions failed%n", last.kept, last.failed);
    }

    void pass(String archive) throws IOException {
        try (var in = new BufferedInputStream(new GZIPInputStream(new FileInputStream(archive), 1 << 16), 1 << 16)) {
            List<String> batch = new ArrayList<>();
            long size = 0;
            for (byte[] html; (html = page(in)) != null; ) {
                batch.add(new String(html, StandardCharsets.UTF_8));
                pages++;
                bytes += html.length;
                size += html.length;
                if (size >= BATCH) {
                    extract(batch);
                    batch.clear();
                    size = 0;
                }
            }
            extract(batch);
        }
    }

    void extract(List<String> batch) {
        extract("boilerpipe-default", DefaultExtractor.INSTANCE, batch);
        extract("boilerpipe-article", ArticleExtractor.INSTANCE, batch);
        if (!all) return;
        extract("boilerpipe-article-sentences", ArticleSentencesExtractor.INSTANCE, batch);
        extract("boilerpipe-largest-content", LargestContentExtractor.INSTANCE, batch);
        extract("boilerpipe-canola", CanolaExtractor.INSTANCE, batch);
        extract("boilerpipe-keep-everything", KeepEverythingExtractor.INSTANCE, batch);
        extract("boilerpipe-keep-min-words:10", new KeepEverythingWithMinKWordsExtractor(10), batch);
        extract("boilerpipe-num-words", NumWordsRulesExtractor.INSTANCE, batch);
    }

    void extract(String name, BoilerpipeExtractor extractor, List<String> batch) {
        long start = CLOCK.getCurrentThreadCpuTime();
        for (String html : batch) {
            try {
                kept += extractor.getText(html).length();
            } catch (Exception | StackOverflowError e) {
                failed++;
            }
        }
        nanos.merge(name, CLOCK.getCurrentThreadCpuTime() - start, Long::sum);
    }

    /** The body of the next response; null at the end. Every record of the benchmark archives is a good response. */
    static byte[] page(InputStream in) throws IOException {
        String line = line(in);
        while (line != null && line.isEmpty()) line = line(in);
        if (line == null) return null;
        int length = -1;
        for (; !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
            }
        }
        byte[] block = in.readNBytes(length);
        int body = 0;
        while (!(block[body] == '\r' && block[body + 1] == '\n' && block[body + 2] == '\r' && block[body + 3] == '\n')) {
            body++;
        }
        return Arrays.copyOfRange(block, body + 4, block.length);
    }

    static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b; (b = in.read()) >= 0; line.write(b)) {
            if (b == '\n') return line.toString(StandardCharsets.ISO_8859_1).trim();
        }
        return line.size() == 0 ? null : line.toString(StandardCharsets.ISO_8859_1).trim();
    }
}
