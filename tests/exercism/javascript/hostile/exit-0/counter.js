export const first = () => 1;

export function second() {
  process.exit(0);
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
