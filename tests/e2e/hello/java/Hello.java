// What tests in Java do: thread pools, a server on loopback, a child, files, the garbage collector.
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Hello {
  interface Test { void run() throws Exception; }

  static int failed = 0;

  static void test(String name, Test test) {
    try {
      test.run();
      System.out.println("test " + name + ": pass");
    } catch (Throwable problem) {
      ++failed;
      System.out.println("test " + name + ": fail " + problem);
    }
  }

  public static void main(String[] arguments) throws Exception {
    test("assertions are on", () -> {
      boolean on = false;
      assert on = true;
      if (!on) throw new Exception("off");
    });
    test("threads", () -> {
      ExecutorService pool = Executors.newFixedThreadPool(8);
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 100; ++i) {
        final int n = i;
        all.add(pool.submit(() -> n * n));
      }
      int sum = 0;
      for (Future<Integer> one : all) sum += one.get();
      pool.shutdown();
      assert sum == 328350;
    });
    test("parallel streams", () -> { assert IntStream.range(0, 1000).parallel().sum() == 499500; });
    test("a server on loopback", () -> {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
           Socket client = new Socket(server.getInetAddress(), server.getLocalPort()); Socket peer = server.accept()) {
        client.getOutputStream().write(42);
        assert peer.getInputStream().read() == 42;
      }
    });
    test("a child", () -> {
      Process child = new ProcessBuilder("sh", "-c", "exit 7").start();
      assert child.waitFor() == 7;
    });
    test("files", () -> {
      Path file = Files.createTempFile("hello", "");
      Files.writeString(file, "hello");
      assert Files.readString(file).equals("hello");
      Files.delete(file);
    });
    test("garbage", () -> {
      for (int i = 0; i < 2000; ++i) {
        byte[] piece = new byte[1 << 16];
        piece[i % piece.length] = 1;
      }
      System.gc();
    });
    test("fails when asked", () -> { assert System.getenv("HELLO_FAIL") == null; });
    System.exit(failed == 0 ? 0 : 1);
  }
}
