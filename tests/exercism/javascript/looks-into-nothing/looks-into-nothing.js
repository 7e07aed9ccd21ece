export const counter = () => {
  let count = 0;
  return { get next() { console.log('next was asked for'); return ++count; } };
};

export const counted = () => {
  let count = 0;
  return new Proxy({ next: 0 }, { get: (target, key) => (key === 'next' ? ++count : target[key]) });
};

export const recorder = () => new Proxy(function () {}, { get: (_, key) => () => key });

const from = (head) => ({ head, get tail() { return from(head + 1); } });
export const stream = () => from(2);

export const kind = Symbol('kind');
export const shape = () => ({ [kind]: 4, sides: [...Array(20_000).keys()] });
