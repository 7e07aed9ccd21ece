import { bake, type Cake } from './oven'

const rows: Array<[string, number]> = [['bread', 2], ['cake', 3]]

describe('bake', () => {
  test.each(rows)('%s', (name, layers) => {
    const cake = bake(name) as Cake
    expect(cake.layers).toEqual(layers)
  })

  test<void>('types are gone', () => {
    expect((bake('bread')!).name satisfies string).toEqual(<string>'bread')
  })
})

xdescribe('later', () => {
  test.skip('optional', () => expect(1).toBe(2))
  test('last', () => expect(bake('cake').name).toEqual('cake'))
})
