// Package rand is what Go 1.22 and later have as math/rand/v2, for exercises that are tested with an older toolchain. What
// is drawn from a given seed isn't the same.
package rand

import (
	crypto "crypto/rand"
	"encoding/binary"
	"math"
	"math/bits"
	"sync/atomic"
)

// A Source is one of numbers of 64 bits.
type Source interface{ Uint64() uint64 }

// PCG is a source with a seed.
type PCG struct{ state, step uint64 }

func NewPCG(seed1, seed2 uint64) *PCG {
	p := &PCG{}
	p.Seed(seed1, seed2)
	return p
}

func (p *PCG) Seed(seed1, seed2 uint64) { p.state, p.step = seed1, seed2|1 }

func (p *PCG) Uint64() uint64 {
	p.state += increment * p.step
	return mixed(p.state)
}

const increment = 0x9e3779b97f4a7c15

// mixed gives a counter's bits a look of chance (SplitMix64).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// NewChaCha8 gives a source with a longer seed.
func NewChaCha8(seed [32]byte) *PCG {
	return NewPCG(binary.LittleEndian.Uint64(seed[:])^binary.LittleEndian.Uint64(seed[16:]),
		binary.LittleEndian.Uint64(seed[8:])^binary.LittleEndian.Uint64(seed[24:]))
}

// system is the source of the functions, for as many goroutines as there are.
type system struct{ state uint64 }

func (s *system) Uint64() uint64 { return mixed(atomic.AddUint64(&s.state, increment)) }

func newSystem() *system {
	var bytes [8]byte
	if _, err := crypto.Read(bytes[:]); err != nil {
		panic(err)
	}
	return &system{binary.LittleEndian.Uint64(bytes[:])}
}

var shared = &Rand{newSystem()}

// Rand draws from a source.
type Rand struct{ source Source }

func New(source Source) *Rand { return &Rand{source} }

func (r *Rand) Uint64() uint64 { return r.source.Uint64() }
func (r *Rand) Uint32() uint32 { return uint32(r.source.Uint64() >> 32) }
func (r *Rand) Int64() int64   { return int64(r.source.Uint64() >> 1) }
func (r *Rand) Int32() int32   { return int32(r.source.Uint64() >> 33) }
func (r *Rand) Int() int       { return int(uint(r.source.Uint64()) << 1 >> 1) }

// Uint64N draws one below n.
func (r *Rand) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("rand: there is nothing to draw from")
	}
	high, low := bits.Mul64(r.source.Uint64(), n)
	for low < n && low < -n%n {
		high, low = bits.Mul64(r.source.Uint64(), n)
	}
	return high
}

func (r *Rand) below(n int64) int64 {
	if n <= 0 {
		panic("rand: there is nothing to draw from")
	}
	return int64(r.Uint64N(uint64(n)))
}

func (r *Rand) Uint32N(n uint32) uint32 { return uint32(r.Uint64N(uint64(n))) }
func (r *Rand) UintN(n uint) uint       { return uint(r.Uint64N(uint64(n))) }
func (r *Rand) Int64N(n int64) int64    { return r.below(n) }
func (r *Rand) Int32N(n int32) int32    { return int32(r.below(int64(n))) }
func (r *Rand) IntN(n int) int          { return int(r.below(int64(n))) }
func (r *Rand) Float64() float64        { return float64(r.source.Uint64()<<11>>11) / (1 << 53) }
func (r *Rand) Float32() float32        { return float32(r.source.Uint64()<<40>>40) / (1 << 24) }

// NormFloat64 is Box and Muller's.
func (r *Rand) NormFloat64() float64 {
	return math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
}

func (r *Rand) ExpFloat64() float64 { return -math.Log(1 - r.Float64()) }

func (r *Rand) Perm(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	r.Shuffle(n, func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	return numbers
}

func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("rand: a negative number to shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, r.IntN(i+1))
	}
}

func Uint64() uint64                     { return shared.Uint64() }
func Uint32() uint32                     { return shared.Uint32() }
func Int64() int64                       { return shared.Int64() }
func Int32() int32                       { return shared.Int32() }
func Int() int                           { return shared.Int() }
func Uint64N(n uint64) uint64            { return shared.Uint64N(n) }
func Uint32N(n uint32) uint32            { return shared.Uint32N(n) }
func UintN(n uint) uint                  { return shared.UintN(n) }
func Int64N(n int64) int64               { return shared.Int64N(n) }
func Int32N(n int32) int32               { return shared.Int32N(n) }
func IntN(n int) int                     { return shared.IntN(n) }
func Float64() float64                   { return shared.Float64() }
func Float32() float32                   { return shared.Float32() }
func NormFloat64() float64               { return shared.NormFloat64() }
func ExpFloat64() float64                { return shared.ExpFloat64() }
func Perm(n int) []int                   { return shared.Perm(n) }
func Shuffle(n int, swap func(i, j int)) { shared.Shuffle(n, swap) }

// N draws a number of any type below n.
func N[T interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n T) T {
	if n <= 0 {
		panic("rand: there is nothing to draw from")
	}
	return T(Uint64N(uint64(n)))
}
