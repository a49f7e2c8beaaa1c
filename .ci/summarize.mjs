// Reads the reports of the test runner and prints "N passed, N failed" as the last line; the exit code is 0 only when all
// passed. With --unfinished it prints instead the test files that were not run to their end: a process that dies (a
// crash in native code, a signal) takes the rest of its file along, and the runner counts those tests nowhere.
//
//   node .ci/summarize.mjs --unfinished REPORT
//   node .ci/summarize.mjs --quick REPORT        the files that took less than 3 seconds
//   node .ci/summarize.mjs FAILED_STEPS passed|failed REPORT [REPORT_OF_UNFINISHED_FILES]
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const QUICK_MS = 3_000

const isUnfinished = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending')
const isUnloadable = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed')

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults
  } catch {
    return undefined
  }
}

function count(testResults, status) {
  return testResults.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
}

function summarize(failedSteps, status, report, secondReport) {
  const first = readReport(report)
  if (first === undefined) {
    console.log('The tests left no report.')
    return { passed: 0, failed: failedSteps + 1 }
  }
  const unfinished = first.filter(isUnfinished)
  for (const { name, assertionResults } of unfinished) {
    const at = assertionResults.find(({ status }) => status === 'pending')?.fullName
    console.log(`The process of ${relative('.', name)} died near "${at}".`)
  }
  // A file that died counts as its second run went; without one, or when that died too, every test left is a failure.
  const again = unfinished.length === 0 ? [] : ((secondReport && readReport(secondReport)) ?? unfinished)
  const results = [...first.filter((file) => !isUnfinished(file)), ...again]
  const passed = count(results, 'passed')
  const failed = count(results, 'failed') + count(results, 'pending') + results.filter(isUnloadable).length
  // The runner also ends badly for errors outside of tests, such as a rejection that nobody handled.
  const isUncounted = failed === 0 && (passed === 0 || status !== 'passed')
  return { passed, failed: failedSteps + failed + (isUncounted ? 1 : 0) }
}

const [first, ...files] = process.argv.slice(2)
if (first === '--unfinished') {
  for (const { name } of (readReport(files[0]) ?? []).filter(isUnfinished)) console.log(relative('.', name))
} else if (first === '--quick') {
  const isQuick = ({ startTime, endTime }) => endTime - startTime < QUICK_MS
  for (const { name } of (readReport(files[0]) ?? []).filter(isQuick)) console.log(relative('.', name))
} else {
  const { passed, failed } = summarize(Number(first), ...files)
  process.exitCode = failed === 0 ? 0 : 1
  console.log(`${passed} passed, ${failed} failed`)
}
