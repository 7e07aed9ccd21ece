package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"
)

func TestDownloadModules(t *testing.T) {
	proxy, list, prepared := t.TempDir(), t.TempDir(), t.TempDir()
	place := filepath.Join(proxy, "x.org", "y", "@v")
	if err := os.MkdirAll(place, 0o755); err != nil {
		t.Fatal(err)
	}
	archive, err := os.Create(filepath.Join(place, "v1.0.0.zip"))
	if err != nil {
		t.Fatal(err)
	}
	writer := zip.NewWriter(archive)
	for name, text := range map[string]string{"go.mod": "module x.org/y\n", "y.go": "package y\n"} {
		file, err := writer.Create("x.org/y@v1.0.0/" + name)
		if err == nil {
			_, err = file.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if writer.Close() != nil || archive.Close() != nil {
		t.Fatal("the archive wasn't written")
	}
	for path, text := range map[string]string{
		filepath.Join(place, "list"):        "v1.0.0\n",
		filepath.Join(place, "v1.0.0.info"): `{"Version": "v1.0.0"}`,
		filepath.Join(place, "v1.0.0.mod"):  "module x.org/y\n",
		filepath.Join(list, "go.mod"):       "module list\n\nrequire x.org/y v1.0.0\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOPROXY", "file://"+proxy)
	t.Setenv("GOSUMDB", "off")

	t.Setenv("PROCTOR_GO_MODULES", "")
	if err := downloadModules(t.TempDir(), prepared); err != nil || isDirectory(filepath.Join(prepared, "modules")) {
		t.Fatalf("without a list there is nothing to do: %v", err)
	}
	t.Setenv("PROCTOR_GO_MODULES", list)
	if err := downloadModules(t.TempDir(), prepared); err != nil {
		t.Fatal(err)
	}
	if !isDirectory(filepath.Join(prepared, "modules", "x.org", "y@v1.0.0")) {
		t.Error("the module isn't there")
	}
	t.Setenv("PROCTOR_GO_MODULES", filepath.Join(list, "missing"))
	if err := downloadModules(t.TempDir(), prepared); err == nil {
		t.Error("a list that isn't there is no error")
	}
}
