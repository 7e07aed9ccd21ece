export const first = () => 1;

export function second() {
  return new Promise((resolve) => setTimeout(resolve, 3_600_000, 2));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
