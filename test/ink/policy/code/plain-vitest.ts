/**
 * What the tests of ink use of vitest, for a program that runs them a thousand times in one process.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'

/** A test with what came before it. */
export interface PlainTest {
  readonly name: string
  readonly run: () => unknown
}

/** All tests that the modules have declared, in their order. */
export const tests: PlainTest[] = []

const names: string[] = []
let setUps: (() => unknown)[] = []

export function describe(name: string, body: () => void): void {
  names.push(name)
  const outer = setUps
  setUps = [...outer]
  body()
  setUps = outer
  names.pop()
}

/** Is called before each test of its group: nothing that is set up may depend on what a fault does. */
export function beforeEach(action: () => unknown): void {
  setUps.push(action)
}

export function it(name: string, body: () => unknown): void {
  const before = setUps
  const run = () => {
    for (const action of before) action()
    return body()
  }
  tests.push({ name: [...names, name].join(' > '), run })
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

class Failure extends Error {}

export function expect(actual: unknown) {
  return { ...matchers(actual, true), not: matchers(actual, false) }
}

function matchers(actual: unknown, wanted: boolean) {
  const check = (holds: boolean) => {
    if (holds !== wanted) throw new Failure()
  }
  const number = actual as number
  return {
    toBe: (value: unknown) => check(Object.is(actual, value)),
    toEqual: (value: unknown) => check(isDeepStrictEqual(plain(actual), plain(value))),
    toBeUndefined: () => check(actual === undefined),
    toBeDefined: () => check(actual !== undefined),
    toBeCloseTo: (value: number, digits = 2) => check(Math.abs(number - value) < 10 ** -digits / 2),
    toBeGreaterThan: (value: number) => check(number > value),
    toBeGreaterThanOrEqual: (value: number) => check(number >= value),
    toBeLessThan: (value: number) => check(number < value),
    toBeLessThanOrEqual: (value: number) => check(number <= value),
    toContain: (value: unknown) => check((actual as readonly unknown[]).includes(value)),
    toHaveLength: (length: number) => check((actual as readonly unknown[]).length === length),
    toMatch: (pattern: RegExp | string) =>
      check(typeof pattern === 'string' ? (actual as string).includes(pattern) : pattern.test(actual as string)),
  }
}

/** Without members that are undefined, which `toEqual` does not count. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, plain(member)]])),
  )
}
