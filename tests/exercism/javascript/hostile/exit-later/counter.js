export const first = () => 1;

export function second() {
  setTimeout(() => process.exit(0), 0);
  return new Promise((resolve) => setTimeout(resolve, 200, 2));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
