export const CASES = [[1, 1], [2, 2]];
