import { first, second, third, fourth } from './counter'

describe('Counter', () => {
  it('first', () => {
    expect(first()).toBe(1)
  })

  it('second', () => {
    expect(second()).toBe(2)
  })

  it('third', () => {
    expect(third()).toBe(3)
  })

  it('fourth', () => {
    expect(fourth()).toBe(4)
  })
})
