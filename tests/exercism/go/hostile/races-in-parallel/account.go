package account

type Account struct {
	balance int
}

// Deposit needs a lock.
func (a *Account) Deposit(amount int) {
	a.balance += amount
}
