export const cases = [
  ['ab', 'ba'],
  ['abc', 'cba'],
];
export const check = (one, other) => one === other;
