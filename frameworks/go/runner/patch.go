package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"time"
)

// The tests are reported from inside package testing: a changed copy of it takes the place of the toolchain's by
// `go build -overlay`. All changes stay on their own line, so that line numbers in traces remain true. No file is added:
// vet, which `go test` runs, doesn't know overlays in all toolchains and reads the files that are there.

// change is a text put into a source file, or in the place of a part of it.
type change struct {
	begin, end int
	text       string
}

// source is a file of package testing while it is changed.
type source struct {
	name    string
	text    []byte
	files   *token.FileSet
	tree    *ast.File
	changes []change
	missing []string
}

func openSource(path string) (*source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &source{name: filepath.Base(path), text: text, files: files, tree: tree}, nil
}

func (s *source) offset(pos token.Pos) int { return s.files.Position(pos).Offset }

func (s *source) insert(pos token.Pos, text string) {
	s.changes = append(s.changes, change{s.offset(pos), s.offset(pos), text})
}

func (s *source) append(text string) {
	s.changes = append(s.changes, change{len(s.text), len(s.text), text})
}

// function finds a function, or a method by "Type.name".
func (s *source) function(name string) *ast.FuncDecl {
	for _, declaration := range s.tree.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		full := function.Name.Name
		if function.Recv != nil {
			receiver := function.Recv.List[0].Type
			if pointer, ok := receiver.(*ast.StarExpr); ok {
				receiver = pointer.X
			}
			full = s.code(receiver) + "." + full
		}
		if full == name {
			return function
		}
	}
	return nil
}

func (s *source) code(node ast.Node) string {
	return string(s.text[s.offset(node.Pos()):s.offset(node.End())])
}

// atStart puts a statement before all others of a function.
func (s *source) atStart(function, statement string) {
	if found := s.function(function); found != nil {
		s.insert(found.Body.Lbrace+1, " "+statement+";")
		return
	}
	s.miss(function)
}

func (s *source) atEnd(function, statement string) {
	if found := s.function(function); found != nil {
		s.insert(found.Body.Rbrace, statement)
		return
	}
	s.miss(function)
}

// where calls change with the first node within the function that fits.
func (s *source) where(function, what string, fits func(ast.Node) bool, change func(ast.Node)) {
	done := false
	if found := s.function(function); found != nil {
		ast.Inspect(found.Body, func(node ast.Node) bool {
			if !done && node != nil && fits(node) {
				done = true
				change(node)
			}
			return !done
		})
	}
	if !done {
		s.miss(function + ": " + what)
	}
}

func (s *source) miss(what string) { s.missing = append(s.missing, s.name+": "+what) }

// ifWith fits an if statement whose condition holds the text.
func (s *source) ifWith(text string) func(ast.Node) bool {
	return func(node ast.Node) bool {
		statement, ok := node.(*ast.IfStmt)
		return ok && bytes.Contains([]byte(s.code(statement.Cond)), []byte(text))
	}
}

// exactly fits a statement or expression that reads so.
func (s *source) exactly(text string) func(ast.Node) bool {
	return func(node ast.Node) bool {
		switch node.(type) {
		case ast.Stmt, ast.Expr:
			return s.code(node) == text
		}
		return false
	}
}

func (s *source) result() ([]byte, error) {
	if len(s.missing) > 0 {
		return nil, fmt.Errorf("package testing of this Go toolchain isn't known here: no %s", s.missing[0])
	}
	sort.SliceStable(s.changes, func(i, j int) bool { return s.changes[i].begin < s.changes[j].begin })
	var result []byte
	last := 0
	for _, change := range s.changes {
		result = append(append(result, s.text[last:change.begin]...), change.text...)
		last = change.end
	}
	return append(result, s.text[last:]...), nil
}

// patchTesting fills directory with the changed files and gives the overlay's entries for them.
func patchTesting(goroot, folder, directory string, exercise bool) (map[string]string, error) {
	package_ := filepath.Join(goroot, "src", "testing")
	overlay := map[string]string{}
	write := func(name string, text []byte) error {
		original, changed := filepath.Join(package_, name), filepath.Join(directory, name)
		overlay[original] = changed
		if err := os.WriteFile(changed, text, 0o644); err != nil {
			return err
		}
		// go looks at the time: what is that new it doesn't index, and images keep whole seconds only.
		status, err := os.Stat(original)
		if err != nil {
			return err
		}
		return os.Chtimes(changed, status.ModTime().Truncate(time.Second), status.ModTime().Truncate(time.Second))
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return nil, err
	}
	benchmark, err := openSource(filepath.Join(package_, "benchmark.go"))
	if err != nil {
		return nil, err
	}
	hasLoop := benchmark.function("B.Loop") != nil
	for name, patch := range map[string]func(*source){
		"testing.go": patchTests, "fuzz.go": patchFuzz, "example.go": patchExamples,
	} {
		file, err := openSource(filepath.Join(package_, name))
		if err != nil {
			return nil, err
		}
		patch(file)
		if name == "testing.go" {
			if err := addReporter(file, folder); err != nil {
				return nil, err
			}
			file.append(fmt.Sprintf("\nconst proctorOfExercise = %t\n", exercise))
			if exercise && !hasLoop {
				// Exercises are written for newer toolchains. Their benchmarks must compile; they are never run.
				file.append("\nfunc (b *B) Loop() bool { return false }\n")
			}
		}
		text, err := file.result()
		if err != nil {
			return nil, err
		}
		if err := write(name, text); err != nil {
			return nil, err
		}
	}
	return overlay, nil
}

// addReporter puts the reporter's own files behind the last line of a file of the package.
func addReporter(s *source, folder string) error {
	known := map[string]bool{}
	for _, imported := range s.tree.Imports {
		known[imported.Path.Value] = true
	}
	for _, name := range []string{"reporter.go", "channel.go"} {
		file, err := openSource(filepath.Join(folder, "testing", name))
		if err != nil {
			return err
		}
		for _, imported := range file.tree.Imports {
			if path := imported.Path.Value; !known[path] {
				known[path] = true
				s.insert(s.tree.Name.End(), "; import "+path)
			}
		}
		s.append("\n" + string(file.text[file.offset(file.tree.Imports[len(file.tree.Imports)-1].End())+len("\n)\n"):]))
	}
	return nil
}

func patchTests(s *source) {
	common := false
	for _, declaration := range s.tree.Decls {
		ast.Inspect(declaration, func(node ast.Node) bool {
			if spec, ok := node.(*ast.TypeSpec); ok && spec.Name.Name == "common" {
				if structure, ok := spec.Type.(*ast.StructType); ok {
					common = true
					s.insert(structure.Fields.Opening+1, " proctor proctorNote;")
				}
			}
			return !common
		})
	}
	if !common {
		s.miss("type common struct")
	}
	s.atStart("tRunner", "if !proctorStart(&t.common, reflect.ValueOf(fn).Pointer()) { fn = func(*T) {} }")
	s.where("tRunner", "if isFuzzing", s.ifWith("isFuzzing"), func(node ast.Node) {
		s.insert(node.Pos(), "err = proctorPanicked(&t.common, err); ")
	})
	s.atStart("T.report", "if proctorReport(&t.common) { return }")
	s.atStart("T.Deadline", "if proctorRun.exercise { return proctorDeadline, true }")
	s.atStart("common.Fail", "proctorFailed(c)")
	s.where("T.Parallel", "if barrier", s.ifWith("barrier == nil"), func(node ast.Node) {
		s.insert(node.Pos(), "if proctorSerial(&t.isParallel) { return }; ")
	})
	s.atEnd("T.Parallel", "proctorResumed(&t.common)")
	s.atStart("M.Run", "proctorArguments(); proctorTakeTests(m)")
	// The code under test could start tests of the same names with these.
	s.atStart("MainStart", "proctorOnlyMain(); proctorKeepTests(tests)")
	s.atStart("RunTests", "proctorOnlyMain()")
	s.where("M.Run", "m.before()", s.exactly("m.before()"), func(node ast.Node) {
		s.insert(node.End(), "; proctorPlan(m.tests, m.fuzzTargets, m.examples)")
	})
	s.where("M.Run", "m.stopAlarm()", s.exactly("m.stopAlarm()"), func(node ast.Node) {
		s.insert(node.End(), "; proctorFinished()")
	})
}

func patchFuzz(s *source) {
	s.atStart("fRunner", "if !proctorStart(&f.common, reflect.ValueOf(fn).Pointer()) { fn = func(f *F) { f.SkipNow() } }")
	s.where("fRunner", "didPanic", s.exactly("didPanic := false"), func(node ast.Node) {
		s.insert(node.Pos(), "err = proctorPanicked(&f.common, err); ")
	})
	s.atStart("F.report", "if proctorReport(&f.common) { return }")
}

func patchExamples(s *source) {
	s.atStart("RunExamples", "proctorOnlyMain()")
	replace := func(text string) func(ast.Node) {
		return func(node ast.Node) {
			s.changes = append(s.changes, change{s.offset(node.Pos()), s.offset(node.End()), text})
		}
	}
	s.where("runExamples", "runExample(eg)", s.exactly("runExample(eg)"), replace("proctorExample(eg)"))
	s.where("InternalExample.processRunResult", `if fail != ""`, s.ifWith(`fail != ""`), func(node ast.Node) {
		ast.Inspect(node, func(inner ast.Node) bool {
			if call, ok := inner.(*ast.CallExpr); ok && s.code(call.Fun) == "fmt.Printf" {
				replace("proctorExamplePrint")(call.Fun)
			}
			return true
		})
	})
}
