// Reads the reports of the test runner and prints "N passed, N failed" as the last line; the exit code is 0 only when all
// passed. Before it stand the names of the tests that failed, with what they said.
//
// With --again it prints instead the test files that need a second run, alone: those with a failed test, and those that
// were not run to their end, because a process that dies (a crash in native code, a signal) takes the rest of its file
// along, and the runner counts those tests nowhere. The second run counts. A test that fails beside others and passes
// alone is a defect of the test or a race of the product: it is named in the output of each gate until it is mended.
//
//   node .ci/summarize.mjs --again REPORT
//   node .ci/summarize.mjs FAILED_STEPS passed|failed REPORT REPORT_OF_SECOND_RUN [REPORT_OF_A_STEP]
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const isUnfinished = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending')
const isFailed = ({ status }) => status === 'failed'
const isUnloadable = ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed)
const needsSecondRun = (file) => isUnfinished(file) || isFailed(file) || file.assertionResults.some(isFailed)

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults
  } catch {
    return undefined
  }
}

const messageOf = ({ failureMessages = [] }) => failureMessages.join('\n').split('\n').slice(0, 3).join('\n  ')

function nameFailures(title, results) {
  for (const file of results) {
    const path = relative('.', file.name)
    if (isUnloadable(file)) console.log(`${title}: ${path} could not be loaded\n  ${file.message ?? ''}`)
    for (const test of file.assertionResults.filter(isFailed)) {
      console.log(`${title}: ${path} > ${test.fullName}\n  ${messageOf(test)}`)
    }
    const died = file.assertionResults.find(({ status }) => status === 'pending')
    if (died !== undefined) console.log(`${title}: the process of ${path} died near "${died.fullName}"`)
  }
}

function count(results, status) {
  return results.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
}

function summarize(failedSteps, status, report, secondReport, stepReport) {
  const first = readReport(report)
  if (first === undefined) {
    console.log('The tests left no report.')
    return { passed: 0, failed: failedSteps + 1 }
  }
  const refused = first.filter(needsSecondRun)
  nameFailures('FAILED IN THE FIRST RUN', refused)
  // A file counts as its second run went; a file that has none counts as the first.
  const second = new Map(((secondReport && readReport(secondReport)) ?? []).map((file) => [file.name, file]))
  const results = first.map((file) => (needsSecondRun(file) ? (second.get(file.name) ?? file) : file))
  nameFailures('FAILED', results.filter(needsSecondRun))
  // What fails there makes its step fail, which is counted already.
  const ofStep = (stepReport && readReport(stepReport)) ?? []
  nameFailures('FAILED', ofStep.filter(needsSecondRun))
  const passed = count(results, 'passed') + count(ofStep, 'passed')
  const failed = count(results, 'failed') + count(results, 'pending') + results.filter(isUnloadable).length
  // The runner also ends badly for errors outside of tests, such as a rejection that nobody handled.
  const isUncounted = failed === 0 && (passed === 0 || status !== 'passed')
  return { passed, failed: failedSteps + failed + (isUncounted ? 1 : 0) }
}

const [first, ...files] = process.argv.slice(2)
if (first === '--again') {
  for (const { name } of (readReport(files[0]) ?? []).filter(needsSecondRun)) console.log(relative('.', name))
} else {
  const { passed, failed } = summarize(Number(first), ...files)
  process.exitCode = failed === 0 ? 0 : 1
  console.log(`${passed} passed, ${failed} failed`)
}
