package proctor;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Asks and tells proctor over the run's channel (docs/adding-a-framework.md). If the channel is lost, the process ends with 70. */
final class Client {
    private static final int LONGEST_TEXT = 200_000; // of a longer one the beginning and the end stay

    private final SocketChannel socket;
    private final String nonce;
    private final long pid = ProcessHandle.current().pid();

    /** @param channel what PROCTOR_CHANNEL held: the nonce, a space, the path of a socket. Without it nobody listens. */
    Client(String channel) throws IOException {
        int space = channel == null ? -1 : channel.indexOf(' ');
        if (space < 0) {
            nonce = null;
            socket = null;
            return;
        }
        nonce = channel.substring(0, space);
        socket = SocketChannel.open(StandardProtocolFamily.UNIX);
        socket.connect(UnixDomainSocketAddress.of(channel.substring(space + 1)));
    }

    /** Tells of an event, and returns proctor's answer. Fields are names and values in turn; those that are null are left out. */
    synchronized String tell(String event, Object... fields) {
        if (socket == null) return "run";
        StringBuilder line = new StringBuilder("{\"nonce\":");
        put(line, nonce);
        line.append(",\"pid\":").append(pid).append(",\"event\":");
        put(line, event);
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i + 1] == null) continue;
            line.append(',');
            put(line, fields[i]);
            line.append(':');
            put(line, fields[i + 1]);
        }
        ByteBuffer bytes = ByteBuffer.wrap(line.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
        // What interrupts this thread would close the socket: it is interrupted again when the answer is there.
        boolean interrupted = Thread.interrupted();
        try {
            while (bytes.hasRemaining()) socket.write(bytes);
            return answer();
        } catch (IOException lost) {
            Runtime.getRuntime().halt(70);
            throw new AssertionError(lost);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private String answer() throws IOException {
        StringBuilder answer = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (socket.read(one) > 0) {
            if (one.get(0) == '\n') return answer.toString();
            answer.append((char) one.get(0));
            one.clear();
        }
        throw new IOException("the channel was closed");
    }

    private static void put(StringBuilder line, Object value) {
        if (value instanceof List<?> list) {
            String before = "[";
            for (Object element : list) {
                line.append(before);
                put(line, element);
                before = ",";
            }
            line.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                line.append(before);
                put(line, entry.getKey());
                line.append(':');
                put(line, entry.getValue());
                before = ",";
            }
            line.append('}');
        } else if (value instanceof String text) {
            putText(line, bounded(text));
        } else {
            line.append(value);
        }
    }

    private static void putText(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') line.append('\\').append(c);
            else if (c < ' ') line.append(String.format("\\u%04x", (int) c));
            else line.append(c);
        }
        line.append('"');
    }

    private static String bounded(String text) {
        if (text.length() <= LONGEST_TEXT) return text;
        int half = LONGEST_TEXT / 2;
        return text.substring(0, half) + "\n[… " + (text.length() - LONGEST_TEXT) + " characters left out …]\n"
            + text.substring(text.length() - half);
    }
}
