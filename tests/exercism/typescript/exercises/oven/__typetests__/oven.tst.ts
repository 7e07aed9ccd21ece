import { expect, test } from 'tstyche'
import { bake, type Cake } from '../oven.ts'

test('takes a name', () => {
  expect<Parameters<typeof bake>>().type.toBe<[string]>()
})

test('gives a cake', () => {
  expect(bake('bread')).type.toBe<Cake>()
})
