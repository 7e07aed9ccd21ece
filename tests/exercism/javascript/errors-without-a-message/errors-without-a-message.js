export class ValueError extends Error {}

export const half = (number) => {
  if (number % 2 !== 0) throw new ValueError();
  return number / 2;
};

export const double = () => {
  throw new Error();
};
