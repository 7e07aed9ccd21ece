Promise.reject(new Error('no file to read from'));

export const double = (n) => 2 * n;
