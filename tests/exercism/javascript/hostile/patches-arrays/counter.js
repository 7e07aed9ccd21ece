export const first = () => 1;

export function second() {
  Array.prototype.extra = 'enumerable';
  Object.prototype.more = 'enumerable too';
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
