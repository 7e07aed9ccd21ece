const ring = new Error('in a ring');
ring.cause = new RangeError('of a ring', { cause: ring });

let deep = new Error('the deepest');
for (let i = 0; i < 1000; i += 1) deep = new Error(`level ${i}`, { cause: deep });

const causes = [new Error('one'), 'two'];

export const first = () => {
  throw ring;
};
export const second = () => {
  throw new AggregateError(causes, 'several', { cause: new RangeError('the root') });
};
export const third = () => {
  throw deep;
};