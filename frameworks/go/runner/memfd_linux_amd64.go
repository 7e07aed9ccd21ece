package main

// Package syscall is frozen and lacks it.
const memfdCreate = 319
