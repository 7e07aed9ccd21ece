// Required by each node that a script starts. One that `node --test` starts for a file notes that file down, and ends.
if (process.env.NODE_TEST_CONTEXT && process.env.PROCTOR_FILES) {
  const file = require('path').resolve(process.argv[1] ?? '');
  require('fs').appendFileSync(process.env.PROCTOR_FILES, `${JSON.stringify({ runner: process.ppid, file })}\n`);
  process.exit(0);
}
