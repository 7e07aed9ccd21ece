// What tests in Go do: goroutines on all processors, a server on loopback, a Unix socket, a child, files.
package hello

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestGoroutines(t *testing.T) {
	var wait sync.WaitGroup
	var lock sync.Mutex
	sum := 0
	for i := 0; i < 1000; i++ {
		wait.Add(1)
		go func(n int) {
			defer wait.Done()
			runtime.Gosched()
			lock.Lock()
			sum += n
			lock.Unlock()
		}(i)
	}
	wait.Wait()
	if sum != 499500 {
		t.Fatal(sum)
	}
}

func TestServerOnLoopback(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }))
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	if string(body) != "hello" {
		t.Fatal(string(body))
	}
}

func TestUnixSocket(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		peer, err := net.Dial("unix", listener.Addr().String())
		if err == nil {
			peer.Close()
		}
	}()
	if _, err := listener.Accept(); err != nil {
		t.Fatal(err)
	}
}

func TestInterfaces(t *testing.T) {
	if _, err := net.Interfaces(); err != nil {
		t.Fatal(err)
	}
}

func TestChild(t *testing.T) {
	out, err := exec.Command("sh", "-c", "echo $((6 * 7))").Output()
	if err != nil || strings.TrimSpace(string(out)) != "42" {
		t.Fatal(string(out), err)
	}
}

func TestTimer(t *testing.T) {
	select {
	case <-time.After(20 * time.Millisecond):
	case <-time.After(10 * time.Second):
		t.Fatal("late")
	}
}

func TestSkipped(t *testing.T) { t.Skip("on purpose") }

func TestFailsWhenAsked(t *testing.T) {
	if os.Getenv("HELLO_FAIL") != "" {
		t.Fatal("as asked")
	}
}
