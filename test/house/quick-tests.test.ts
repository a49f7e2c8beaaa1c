/**
 * `npm test` stays quick: what it runs fits into its budget, waits for nothing but what happens, and gives a busy machine
 * the time that it needs. Which files it runs follows from their measured durations (`test/runner`).
 *
 * @module
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { BUDGET_SECONDS, QUICK_SECONDS, readDurations, secondsOf, slowFiles } from '../runner/durations.js'
import { filesOfOwnProcess, needsOwnProcess } from '../runner/own-process.js'
import { parse } from './source-files.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MIN_TIMEOUT_MS = 60_000

const durations = readDurations()
const files = readdirSync(`${ROOT}test`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
const quickFiles = files.filter((path) => secondsOf(durations, path) <= QUICK_SECONDS)

describe('npm test', () => {
  it('runs what takes a few seconds, and leaves the rest to test:all', () => {
    const measured = { 'test/a.test.ts': QUICK_SECONDS, 'test/b.test.ts': QUICK_SECONDS + 1 }
    expect(slowFiles(measured)).toEqual(['test/b.test.ts'])
    expect(quickFiles.length).toBeGreaterThan(0.8 * files.length)
  })

  it('fits into its budget', () => {
    const total = quickFiles.reduce((sum, path) => sum + secondsOf(durations, path), 0)
    const unmeasured = quickFiles.filter((path) => durations[path] === undefined)
    const todo =
      unmeasured.length === 0
        ? 'Make tests shorter'
        : `Files that are not measured count as long. Run npm run test:measure -- ${unmeasured.join(' ')}`
    expect(total, todo).toBeLessThan(BUDGET_SECONDS)
  })

  it('shares processes between files, but for those that replace modules or say that they must not', () => {
    expect(needsOwnProcess("vi.mock('./clock.js')")).toBe(true)
    expect(needsOwnProcess('/**\n * A file.\n * Needs a process of its own: it counts threads.\n */')).toBe(true)
    expect(needsOwnProcess('// vi.fn() is no module\nconst told = vi.fn()')).toBe(false)
    expect(filesOfOwnProcess()).toContain('test/sign/certificate-scripts.test.ts')
  })

  it('knows durations of files that are there', () => {
    expect(Object.keys(durations).filter((path) => !existsSync(ROOT + path))).toEqual([])
  })
})

describe('a test file of npm test', () => {
  const parsed = quickFiles.map((path) => [path, parse(path, readFileSync(ROOT + path, 'utf8'))] as const)
  const all = (find: (source: ts.SourceFile) => string[]) =>
    parsed.flatMap(([path, source]) => find(source).map((text) => `${path}: ${text}`))

  it('does not sleep: it waits until something has happened, by events, test/support/wait.ts or a clock of its own', () => {
    expect(pausesIn(parse('a.ts', 'await new Promise((resolve) => setTimeout(resolve, 20))'))).toHaveLength(1)
    expect(pausesIn(parse('a.ts', "import { setTimeout } from 'node:timers/promises'"))).toHaveLength(1)
    expect(pausesIn(parse('a.ts', 'setTimeout(() => controller.abort(), 5)'))).toEqual([])
    expect(all(pausesIn)).toEqual([])
  })

  it('sets no time limit under a minute, which a busy machine would not keep', () => {
    expect(shortLimitsIn(parse('a.ts', "it('is', () => {}, 30_000)"))).toEqual(["it('is', () => {}, 30_000)"])
    expect(shortLimitsIn(parse('a.ts', "it.each([1])('is', { timeout: 5_000 }, f)"))).toHaveLength(1)
    expect(shortLimitsIn(parse('a.ts', 'expect.poll(f, { timeout: 20_000 })'))).toHaveLength(1)
    expect(shortLimitsIn(parse('a.ts', "it('is', () => {}, 60_000); call({ timeout: 5 })"))).toEqual([])
    expect(all(shortLimitsIn)).toEqual([])
  })
})

/** Promises that a timer resolves, and timers that are promises. */
function pausesIn(source: ts.SourceFile): string[] {
  return nodesOf(source).flatMap((node) => {
    const text = node.getText(source)
    if (ts.isImportDeclaration(node) && /setTimeout.*timers\/promises/s.test(text)) return [text]
    if (!ts.isNewExpression(node) || node.expression.getText(source) !== 'Promise') return []
    const parameter = /^new Promise(?:<[^>]*>)?\(\(?(\w+)\)? =>/.exec(text)?.[1]
    return parameter !== undefined && text.includes(`setTimeout(${parameter},`) ? [text] : []
  })
}

const LIMITED =
  /^(?:(?:it|test|describe)(?:$|[.(])|(?:beforeAll|beforeEach|afterAll|afterEach|expect\.poll|vi\.waitFor|vi\.waitUntil)$)/

function shortLimitsIn(source: ts.SourceFile): string[] {
  return nodesOf(source)
    .filter(ts.isCallExpression)
    .filter((call) => LIMITED.test(call.expression.getText(source)))
    .filter((call) => call.arguments.some((argument) => isShort(argument, source)))
    .map((call) => call.getText(source))
}

function isShort(argument: ts.Expression, source: ts.SourceFile): boolean {
  if (ts.isNumericLiteral(argument)) return Number(argument.text) < MIN_TIMEOUT_MS
  if (!ts.isObjectLiteralExpression(argument)) return false
  return argument.properties.some(
    (member) =>
      ts.isPropertyAssignment(member) &&
      member.name.getText(source) === 'timeout' &&
      ts.isNumericLiteral(member.initializer) &&
      Number(member.initializer.text) < MIN_TIMEOUT_MS,
  )
}

function nodesOf(source: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return nodes
}
