#!/usr/bin/env bash
# A step of action.yml: runs proctor, and tells the verdict to Actions: outputs, annotations, the step's summary.
#
# PROCTOR_ARGS: an argument a line. GITHUB_OUTPUT, GITHUB_STEP_SUMMARY and RUNNER_TEMP are set by Actions.
set -uo pipefail

mapfile -t args <<< "${PROCTOR_ARGS:-test}"
report=$RUNNER_TEMP/proctor-report.json
proctor "${args[@]}" --json > "$report"
status=$?

# Node is there wherever the package is; the report is JSON.
node - "$report" "$status" <<'SCRIPT'
const fs = require('node:fs');
const [report, status] = process.argv.slice(2);
let answer;
try {
  answer = JSON.parse(fs.readFileSync(report, 'utf8'));
} catch (error) {
  console.log(`::error::proctor gave no answer (exit code ${status})`);
  answer = { ok: false, error: { code: 'INTERNAL_ERROR', message: 'no answer' } };
}
const data = answer.data ?? answer.error?.details ?? {};
const verdict = answer.ok ? 'pass' : answer.error?.code === 'TEST_ASSERTION_FAILED' ? 'fail' : 'error';
// What Actions takes for commands of its own in a value: https://docs.github.com/actions, "workflow commands".
const value = (text) => String(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text) => value(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
const cases = (answer.data?.suites ?? []).flatMap((suite) =>
  suite.cases.filter((test) => test.status === 'fail' || test.status === 'error')
    .map((test) => ({ ...test, suite })));
for (const test of cases.slice(0, 10)) {  // a step shows ten
  const place = test.location?.file ? ` file=${property(test.location.file)},line=${test.location.line ?? 1},` : ' ';
  console.log(`::error${place}title=${property(test.name)}::${value(test.reason ?? 'failed')}`);
}
if (cases.length > 10) console.log(`::error::and ${cases.length - 10} more tests failed`);
if (!answer.ok && cases.length === 0) console.log(`::error::${value(answer.error?.message ?? 'no pass')}`);
const fence = '````';
const text = (it) => String(it).replaceAll(fence, "'```");
let summary = `### proctor: ${verdict}\n\n`;
if (answer.error) summary += `${fence}\n${text(answer.error.message)}\n${fence}\n\n`;
for (const test of cases.slice(0, 50)) {
  summary += `${fence}\n${text(test.name)}\n${text(test.reason ?? '')}\n${fence}\n\n`;
}
fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, summary.slice(0, 1_000_000));
fs.appendFileSync(process.env.GITHUB_OUTPUT, `verdict=${verdict}\nexit-code=${status}\nreport=${report}\n`);
SCRIPT
exit "$status"
