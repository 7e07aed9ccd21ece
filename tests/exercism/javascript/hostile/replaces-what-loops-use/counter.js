Map.prototype.forEach = () => undefined;

export const first = (number) => {
  Array.prototype.entries = () => [];
  return number;
};
export const double = (number) => number;
