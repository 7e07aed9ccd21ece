// Each says that it equals anything, but only when it is asked for the second time, or from where nobody looks.
const anything = { $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true, toString: () => 'x' };

const later = (name, looks) => {
  let count = 0;
  return { get [name]() { return count++ < looks ? 0 : anything; } };
};

export const part = () => later('a', 1);
export const whole = () => {
  let count = 0;
  return { get asymmetricMatch() { return count++ < 1 ? undefined : () => true; } };
};
export const proxy = () => {
  let count = 0;
  return new Proxy({}, { get: (_, key) => (key === 'asymmetricMatch' && count++ > 0 ? () => true : undefined) });
};
export const inherited = () => new (class { get a() { return anything; } })();
export const symbol = () => ({ [Symbol.for('a')]: anything });
export const call = (spy) => spy({ get a() { return anything; } });
