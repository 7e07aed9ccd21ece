package strings

import (
	"fmt"
	"testing"
	"unicode"
)

func cut(rest string, found bool) string { return fmt.Sprintf("%s %t", rest, found) }

func TestCut(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{cut(CutPrefix("ab", "a")), "b true"},
		{cut(CutPrefix("ab", "b")), "ab false"},
		{cut(CutPrefix("ab", "")), "ab true"},
		{cut(CutSuffix("ab", "b")), "a true"},
		{cut(CutSuffix("ab", "a")), "ab false"},
		{fmt.Sprint(ContainsFunc("a1", unicode.IsDigit), ContainsFunc("", unicode.IsDigit)), "true false"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
