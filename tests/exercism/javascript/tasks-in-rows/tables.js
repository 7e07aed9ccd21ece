export const times = (a, b) => (a > 3 ? 0 : a * b);
