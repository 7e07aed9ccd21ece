export const first = () => 1;

export function second() {
  Promise.reject(new Error('nobody listens'));
  return new Promise((resolve) => setTimeout(resolve, 50, 2));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
