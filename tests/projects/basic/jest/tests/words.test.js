const { count } = require('../src/words');

describe('count', () => {
  test('two words', () => {
    expect(count('hello world')).toBe(2);
  });

  describe('of white space', () => {
    test('is nothing', () => {
      expect(count('   ')).toBe(0);
    });

    test('knows tabs', () => {
      console.log('a tab between two words');
      expect(count('a\tb')).toBe(2);
    });
  });

  test.skip('other languages', () => {});
});

test('std::string is one word', () => {
  expect(count('std::string')).toBe(2);
});
