package ownfailure

import "testing"

func TestEnter(t *testing.T) {
	if Enter() != 1 {
		t.Error("Enter")
	}
}

func TestLeave(t *testing.T) {
	if Leave() != 2 {
		t.Error("Leave")
	}
}

func TestCrowd(t *testing.T) {
	Crowd()
}
