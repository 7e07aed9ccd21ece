package steps
func init() { for i := range rows { rows[i].want = 5 } }
