export const double = (list) => {
  const doubled = [];
  for (const one of list) doubled.push(2 * one);
  return doubled;
};

// Wrong: what it uses is forbidden, and the message is that of the tests.
export const keep = (list) => list.map((one) => one);
