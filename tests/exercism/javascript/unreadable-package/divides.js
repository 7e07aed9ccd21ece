export const divides = (divisor, number) => number % divisor === 0;
