/**
 * What the tests of ink use of vitest, for a program that runs them a thousand times in one process.
 *
 * @module
 */

/** Vitest's own matchers, which the program that runs the tests brings. */
declare const __expect: Chai.ExpectStatic
export const expect = __expect

/** What several tests need. */
export interface SharedSetUp {
  readonly run: () => unknown
}

/** A test with what came before it. */
export interface PlainTest {
  readonly name: string
  /** Has run before it, once for all tests. */
  readonly shared: readonly SharedSetUp[]
  readonly run: () => unknown
}

/** All tests that the modules have declared, in their order. */
export const tests: PlainTest[] = []

const names: string[] = []
let shared: readonly SharedSetUp[] = []
let setUps: readonly (() => unknown)[] = []

export function describe(name: string, body: () => void): void {
  names.push(name)
  const outer = [shared, setUps] as const
  body()
  ;[shared, setUps] = outer
  names.pop()
}

export function beforeAll(run: () => unknown): void {
  shared = [...shared, { run }]
}

/** Is called before each test of its group: nothing that is set up may depend on what a fault does. */
export function beforeEach(action: () => unknown): void {
  setUps = [...setUps, action]
}

/** What the tests leave behind goes with the process. */
export function afterAll(_action: () => unknown): void {}

/** Ends a file of tests: what it sets up for all of its own is not for the next one. */
export function endFile(): void {
  shared = []
  setUps = []
}

export function it(name: string, body: () => unknown): void {
  const before = setUps
  const run = () => {
    for (const action of before) action()
    return body()
  }
  tests.push({ name: [...names, name].join(' > '), shared, run })
}

type Row = readonly unknown[]

/** `declare.each`: declares once for each row. */
function eachOf<Result>(declare: (name: string, body: () => Result) => void) {
  return (rows: readonly unknown[]) => (name: string, body: (...values: never[]) => Result) => {
    for (const row of rows) {
      const values = (Array.isArray(row) ? row : [row]) as Row
      declare(nameOf(name, values), () => body(...(values as never[])))
    }
  }
}
describe.each = eachOf(describe)
it.each = eachOf(it)

function nameOf(name: string, values: Row): string {
  let next = 0
  return name.replace(/%[sdij]/g, () => String(values[next++]))
}
