package proctor;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests of compiled classes by the JUnit platform, and tells proctor of them: Reporter CLASSES [--exercise].
 * The first line of standard input is what PROCTOR_CHANNEL held: Java can't take a variable out of its environment.
 */
public final class Reporter implements TestExecutionListener {
    private enum State { NEW, OPEN, LEFT_OUT, DONE }

    /** A test, or a whole with parts: a method that runs once for each of its rows. */
    private static final class Item {
        String id, name, test, file, topClass;
        boolean whole, hasParts;
        State state = State.NEW;
    }

    // The kinds of JUnit's own ids.
    private static final Set<String> WHOLES = Set.of("test-template", "test-factory", "dynamic-container");

    static Reporter current;

    private final Client client;
    private final boolean exercise;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Map<String, Item> items = new LinkedHashMap<>(); // by JUnit's own ids
    private final Map<String, Integer> ids = new HashMap<>();      // how often each came
    private final Map<String, String> loads = new HashMap<>();     // of classes: what proctor said
    private TestPlan plan;
    private Item last; // that finished
    private boolean stopped;
    private boolean failed;

    private Reporter(Client client, boolean exercise) {
        this.client = client;
        this.exercise = exercise;
    }

    /** Ends with 0 if all tests passed. */
    public static void main(String[] arguments) throws Exception {
        String channel = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        Client client = new Client(channel);
        client.tell("hello", "can", List.of("skip", "stop"));
        current = new Reporter(client, List.of(arguments).contains("--exercise"));
        current.run(Path.of(arguments[0]));
        System.exit(current.failed ? 1 : 0);
    }

    private void run(Path classes) {
        try {
            Launcher launcher = LauncherFactory.create();
            launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(classes)))
                    .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                    .configurationParameter("junit.jupiter.params.displayname.default", "{displayName} - {argumentsWithNames}")
                    .build(),
                this);
        } catch (Throwable thrown) {
            failed = true;
            Item open = items.values().stream().filter(item -> item.state == State.OPEN).reduce((a, b) -> b).orElse(null);
            if (open != null) {
                client.tell("failed", "id", open.id, "message", Failure.text(thrown));
                return; // without an end: this test has brought the run to one
            }
            client.tell("error", "message", Failure.text(thrown));
        }
        flush();
        client.tell("end");
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
        List<Map<String, Object>> tests = new ArrayList<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier identifier : plan.getDescendants(root)) {
                if (!isItem(identifier)) continue;
                Item item = add(identifier);
                Map<String, Object> test = new LinkedHashMap<>();
                test.put("id", item.id);
                test.put("name", item.name);
                if (item.test != null) test.put("test", item.test);
                if (item.file != null) test.put("file", item.file);
                tests.add(test);
            }
        }
        if (!tests.isEmpty()) client.tell("plan", "tests", tests);
    }

    @Override
    public void dynamicTestRegistered(TestIdentifier identifier) {
        if (isItem(identifier)) add(identifier);
    }

    /** Whether the class or the test of that id of JUnit's is to run. */
    boolean runs(String uniqueId) {
        Item item = items.get(uniqueId);
        if (item != null) return begin(item);
        UniqueId id = UniqueId.parse(uniqueId);
        String kind = id.getLastSegment().getType();
        if (!kind.equals("class")) return true;
        if (stopped) return false;
        flush();
        String name = id.getLastSegment().getValue();
        String answer = client.tell("load", "id", name.substring(name.lastIndexOf('.') + 1));
        stopped = answer.equals("stop");
        loads.put(uniqueId, answer);
        return answer.equals("run");
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        Item item = items.get(identifier.getUniqueId());
        if (item != null) begin(item); // those of other engines, and dynamic tests: they can't be left out
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        if (stopped || !loads.getOrDefault(identifier.getUniqueId(), "run").equals("run")) return;
        for (Item item : below(identifier)) {
            if (item.state != State.DONE && begin(item)) finish(item, "skip", reason, null);
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        Item item = items.get(identifier.getUniqueId());
        if (item == null) {
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL && thrown != null) containerFailed(identifier, thrown, result);
            return;
        }
        if (item.state != State.OPEN) return;
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (!item.whole) finish(item, "pass", null, null);
                else if (item.hasParts) finish(item, "group", null, null);
                else finish(item, "skip", "It has no rows.", null);
            }
            case ABORTED -> finish(item, exercise ? "error" : "skip", thrown == null ? "It was aborted." : Failure.text(thrown), thrown);
            case FAILED -> finish(item, "fail", thrown == null ? "It failed." : Failure.text(thrown), thrown);
        }
    }

    // What stands around tests: @BeforeAll, @AfterAll, the class itself. Those that didn't run have failed by it.
    private void containerFailed(TestIdentifier identifier, Throwable thrown, TestExecutionResult result) {
        String message = Failure.text(thrown);
        boolean aborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
        boolean told = false;
        for (Item item : below(identifier)) {
            if (item.state != State.NEW || !begin(item)) continue;
            finish(item, aborted && !exercise ? "skip" : "error", message, thrown);
            told = true;
        }
        if (told || aborted) return;
        failed = true;
        if (last == null) client.tell("error", "message", message);
        else client.tell("late", "id", last.id, "message", message);
    }

    private List<Item> below(TestIdentifier identifier) {
        List<Item> found = new ArrayList<>();
        if (items.containsKey(identifier.getUniqueId())) found.add(items.get(identifier.getUniqueId()));
        for (TestIdentifier descendant : plan.getDescendants(identifier)) {
            Item item = items.get(descendant.getUniqueId());
            if (item != null) found.add(item);
        }
        return found;
    }

    private boolean begin(Item item) {
        if (item.state == State.OPEN) return true;
        if (item.state != State.NEW) return false;
        String answer = "stop";
        if (!stopped) {
            flush();
            answer = client.tell("ask", "id", item.id, "name", item.name, "test", item.test, "file", item.file);
        }
        stopped = answer.equals("stop");
        item.state = answer.equals("run") ? State.OPEN : State.LEFT_OUT;
        return item.state == State.OPEN;
    }

    private void finish(Item item, String status, String message, Throwable thrown) {
        flush();
        item.state = State.DONE;
        if (!status.equals("group")) last = item;
        failed |= status.equals("fail") || status.equals("error");
        client.tell("finish", "id", item.id, "status", status, "message", message,
            "line", thrown == null ? null : Failure.line(thrown, item.topClass));
    }

    private static boolean isItem(TestIdentifier identifier) {
        return identifier.isTest() || WHOLES.contains(UniqueId.parse(identifier.getUniqueId()).getLastSegment().getType());
    }

    private Item add(TestIdentifier identifier) {
        Item item = new Item();
        String parent = identifier.getParentId().orElse("");
        Item whole = items.get(parent);
        item.name = identifier.getDisplayName();
        item.whole = !identifier.isTest();
        TestSource source = identifier.getSource().orElse(null);
        if (whole != null) { // a row of it
            whole.hasParts = true;
            item.topClass = whole.topClass;
            item.file = whole.file;
            item.test = whole.test == null ? whole.id : whole.test;
            item.id = whole.id + "::" + UniqueId.parse(identifier.getUniqueId()).getLastSegment().getValue();
        } else if (source instanceof MethodSource method) {
            item.topClass = topClass(method.getClassName());
            item.file = fileOf(item.topClass);
            item.id = place(method.getClassName()) + "::" + method.getMethodName();
            Method of = method.getJavaMethod();
            String declared = place(of.getDeclaringClass().getName()) + "::" + of.getName();
            if (!declared.equals(item.id)) item.test = declared;
        } else { // of another engine
            item.topClass = source instanceof ClassSource of ? topClass(of.getClassName()) : "";
            item.file = fileOf(item.topClass);
            item.id = (source instanceof ClassSource of ? place(of.getClassName()) + "::" : "") + item.name;
        }
        int count = ids.merge(item.id, 1, Integer::sum);
        if (count > 1) { // methods of one name
            if (item.test == null) item.test = item.id;
            item.id += "#" + count;
        }
        items.put(identifier.getUniqueId(), item);
        return item;
    }

    private static String topClass(String name) {
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    // Its classes, as they stand in the source.
    private static String place(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replace("$", "::");
    }

    private static String fileOf(String topClass) {
        String file = "src/test/java/" + topClass.replace('.', '/') + ".java";
        return Files.exists(Path.of(file)) ? file : null;
    }

    // What was printed is out before proctor looks: the streams' own buffers, and those of streams put in their place.
    private void flush() {
        for (PrintStream stream : new PrintStream[] {System.out, System.err, out, err}) {
            if (stream != null) stream.flush();
        }
    }
}
