// Names that were never declared, and that jest has as well.
export const pairs = (items) => {
  result = [];
  for (it of items) {
    test = items.indexOf(it);
    [expect, ...describe] = items.slice(test + 1);
    if (expect !== undefined) result.push([it, expect]);
  }
  return result;
};
