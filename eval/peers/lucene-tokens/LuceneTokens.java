// Lines of text in, one line of Lucene's tokens per line out: the yardstick of crates/index/src/analyze/.
//
// usage: java -cp CLASSES:ANSERINI_JAR LuceneTokens english|standard < TEXTS > TOKENS
// A line of TEXTS is one text in UTF-8 with \\ \n \r \t for the backslash and the breaks. Tokens are joined by blanks
// (no token of these analyzers holds one). Lucene is reached by reflection, so that an older compiler than the one
// that built Lucene will do.

import java.io.*;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

public class LuceneTokens {
    public static void main(String[] args) throws Exception {
        String name = switch (args.length == 1 ? args[0] : "") {
            case "english" -> "org.apache.lucene.analysis.en.EnglishAnalyzer";
            case "standard" -> "org.apache.lucene.analysis.standard.StandardAnalyzer";
            default -> throw new IllegalArgumentException("usage: LuceneTokens english|standard < TEXTS > TOKENS");
        };
        Object analyzer = Class.forName(name).getConstructor().newInstance();
        Method tokenStream = Class.forName("org.apache.lucene.analysis.Analyzer").getMethod("tokenStream", String.class, String.class);
        Class<?> stream = Class.forName("org.apache.lucene.analysis.TokenStream");
        Method reset = stream.getMethod("reset"), next = stream.getMethod("incrementToken");
        Method end = stream.getMethod("end"), close = stream.getMethod("close");
        Class<?> term = Class.forName("org.apache.lucene.analysis.tokenattributes.CharTermAttribute");
        Method attribute = Class.forName("org.apache.lucene.util.AttributeSource").getMethod("getAttribute", Class.class);

        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
        var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), 1 << 16));
        for (String line; (line = readLine(in)) != null; ) {
            Object tokens = tokenStream.invoke(analyzer, "text", unescape(line));
            Object text = attribute.invoke(tokens, term);
            reset.invoke(tokens);
            for (boolean first = true; (Boolean) next.invoke(tokens); first = false) {
                if (!first) out.print(' ');
                out.print(text);
            }
            end.invoke(tokens);
            close.invoke(tokens);
            out.print('\n');
        }
        out.flush();
    }

    /** Up to the next '\n' only: a text may hold other characters that BufferedReader.readLine takes for a line's end. */
    static String readLine(Reader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c; (c = in.read()) >= 0; line.append((char) c)) if (c == '\n') return line.toString();
        return line.isEmpty() ? null : line.toString();
    }

    static String unescape(String line) {
        StringBuilder text = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\') {
                c = line.charAt(++i);
                c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
            }
            text.append(c);
        }
        return text.toString();
    }
}
