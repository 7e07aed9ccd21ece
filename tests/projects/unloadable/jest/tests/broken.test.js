const { nothing } = require('../src/missing');

test('never seen', () => {
  expect(nothing()).toBe(1);
});
