// A bit of everything, so that what students' programs need is in the packs.
export class Stack {
  #items = [];
  static empty = new Stack();
  get size() {
    return this.#items.length;
  }
  push(...items) {
    this.#items.push(...items);
    return this;
  }
  *[Symbol.iterator]() {
    yield* this.#items;
  }
  toObject({ prefix = 'item', ...rest } = {}) {
    return Object.fromEntries(this.#items.map((item, index) => [`${prefix}${index}`, item ?? rest]));
  }
}

export const later = async (value) => {
  await null;
  for await (const each of [value]) return each?.toString().replaceAll(/(?<digit>\d)/g, '$<digit>');
  return undefined;
};

export default function broken() {
  console.log('about to fail', { a: [1, 2, { b: 3 }] }, new Map([[1, 2]]));
  console.error(new Error('shown'));
  throw new TypeError('not today');
}
