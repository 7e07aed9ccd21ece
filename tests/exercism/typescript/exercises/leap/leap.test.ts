import { describe, it, expect, xit } from '@jest/globals'
import { isLeap } from './leap.ts'

describe('A leap year', () => {
  it('year not divisible by 4: common year', () => {
    expect(isLeap(2015)).toBe(false)
  })

  xit('year divisible by 4, not divisible by 100: leap year', () => {
    const expected: boolean = true
    // Nothing else.
    expect(isLeap(1996)).toBe(expected)
  })

  xit('year divisible by 100, not divisible by 400: common year', () => {
    expect(isLeap(2100)).toBe(false)
  })
})
