package testing
type T struct{}
func (*T) Errorf(string, ...any) {}
