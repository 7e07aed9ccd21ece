export const area = (a) => 2 * a;
