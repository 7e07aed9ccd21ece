// Every answer is wrong: none of this may reach the tests' own functions.
const says = () => new Proxy(() => undefined, { get: () => says() });

expect = says;
[it, test] = [says, says];
for (describe of [says]);

export const count = () => {
  expect = says;
  try {
    (0, eval)('expect = () => ({ toBe: () => undefined })');
  } catch {
    // They are locked.
  }
  return 5;
};
