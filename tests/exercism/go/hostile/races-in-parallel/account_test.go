package account

import (
	"testing"
	"time"
)

func TestDeposits(t *testing.T) {
	account := &Account{}
	for _, name := range []string{"morning", "evening"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			time.Sleep(100 * time.Millisecond)
			account.Deposit(10)
			time.Sleep(100 * time.Millisecond)
		})
	}
}

func TestEmpty(t *testing.T) {
	if (&Account{}).balance != 0 {
		t.Error("not empty")
	}
}
