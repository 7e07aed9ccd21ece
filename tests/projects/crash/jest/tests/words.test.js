const { count } = require('../src/words');

test('before', () => {
  expect(count('one')).toBe(1);
});

test('crashes', () => {
  process.kill(process.pid, 'SIGSEGV');
  for (;;);
});

test('after', () => {
  expect(count('a b')).toBe(2);
});
