import { Buffer } from 'buffer';

// Typed arrays with methods of their own, which are called as those that they have anyway.
const flags = (size) => {
  const bytes = new Uint8Array(size);
  bytes.set = (from, step) => {
    for (let i = from; i < size; i += step) bytes[i] = 1;
  };
  return bytes;
};

export const primes = (limit) => {
  const composite = flags(limit + 1);
  const found = [];
  for (let n = 2; n <= limit; ++n) {
    if (composite[n] === 1) continue;
    found.push(n);
    composite.set(2 * n, n);
  }
  return found;
};

export const shown = (limit) => {
  const line = Buffer.from(primes(limit).join(' '));
  line.toString = () => `${String.fromCharCode(...line)}.`;
  return `${line}`;
};
