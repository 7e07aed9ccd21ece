package proctor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** What a test has thrown, as people see it. */
final class Failure {
    private static final int MOST_FRAMES = 40; // a stack that overflowed says the same again and again
    private static final String[] NOT_THEIRS = {
        "org.junit.", "org.assertj.", "org.opentest4j.", "jdk.internal.reflect.", "java.lang.reflect.", "proctor."};

    private Failure() {}

    /** As the track shows it: the message, and the exception with its stack. */
    static String text(Throwable thrown) {
        Throwable own = thrown instanceof Gate.Wrapped ? thrown.getCause() : thrown;
        StringWriter stack = new StringWriter();
        String message;
        try {
            prune(own, Collections.newSetFromMap(new IdentityHashMap<>()));
            message = own.getMessage();
            own.printStackTrace(new PrintWriter(stack, true));
        } catch (Throwable worse) { // an exception of the solution's may throw when it is asked
            message = "(" + own.getClass().getName() + " can't be shown: " + worse.getClass().getName() + ")";
        }
        return ("Message: " + message + "\nException: " + stack).stripTrailing();
    }

    /** The line in the file of the test's class that it came from; null if there is none. */
    static Integer line(Throwable thrown, String topClass) {
        Throwable own = thrown instanceof Gate.Wrapped ? thrown.getCause() : thrown;
        for (StackTraceElement frame : own.getStackTrace()) {
            String name = frame.getClassName();
            if ((name.equals(topClass) || name.startsWith(topClass + "$")) && frame.getLineNumber() > 0) return frame.getLineNumber();
        }
        return null;
    }

    // Leaves out the frames of those who call tests, and what called them.
    private static void prune(Throwable thrown, Set<Throwable> seen) {
        if (thrown == null || !seen.add(thrown)) return;
        StackTraceElement[] frames = Arrays.stream(thrown.getStackTrace())
            .filter(frame -> Arrays.stream(NOT_THEIRS).noneMatch(frame.getClassName()::startsWith))
            .toArray(StackTraceElement[]::new);
        int end = frames.length;
        while (end > 0 && frames[end - 1].getModuleName() != null) end--;
        thrown.setStackTrace(Arrays.copyOf(frames, Math.min(end == 0 ? frames.length : end, MOST_FRAMES)));
        prune(thrown.getCause(), seen);
        for (Throwable suppressed : thrown.getSuppressed()) prune(suppressed, seen);
    }
}
