/**
 * Limits stand in `src/limits.ts`, or beside their one user with a reason.
 *
 * @module
 */

import ts from 'typescript'
import { expect, it } from 'vitest'
import { parse, parseSources } from './source-files.js'

const LIMIT = /^MAX_/

/** Those of a module whose declaration has no comment of its own, neither above nor at the end of the line. */
function bareLimits(source: ts.SourceFile): string[] {
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const text = source.text.slice(statement.pos, statement.end)
    const rest = source.text.slice(statement.end).split('\n', 1)[0] ?? ''
    const hasReason =
      /\/\*\*[\s\S]*\*\/\s*(?:export )?const |^\s*\/\/.*\n(?:export )?const /m.test(text) || rest.includes('//')
    return hasReason ? [] : limitsOf(statement)
  })
}

function limitsOf(statement: ts.VariableStatement): string[] {
  return statement.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name) && LIMIT.test(name.text) ? [name.text] : [],
  )
}

/** Limits of a module that nothing in it uses: what only other modules use belongs there, or to `src/limits.ts`. */
function strayLimits(source: ts.SourceFile, others: readonly ts.SourceFile[]): string[] {
  const own = source.statements.filter(ts.isVariableStatement).flatMap(limitsOf)
  const mentions = (text: string, name: string) => text.split(new RegExp(`\\b${name}\\b`)).length - 1
  return own.filter((name) => {
    if (mentions(source.text, name) > 1) return false
    // What two modules of one rule must agree on stands with the one that explains it.
    return others.filter((other) => other !== source && mentions(other.text, name) > 0).length < 2
  })
}

const sources = [...parseSources()].filter(([path]) => path !== 'src/limits.ts')

it.each([
  ['/** Why. */\nconst MAX_A = 1', []],
  ['// Why.\nexport const MAX_A = 1', []],
  ['const MAX_A = 1 // why', []],
  ['/** Why. */\nconst MAX_A = 1\nconst MAX_B = 2', ['MAX_B']],
  ['const MIN_A = 1', []],
])('sees limits without a reason in %j', (text, names) => {
  expect(bareLimits(parse('a.ts', text))).toEqual(names)
})

it('every limit says why it is what it is', () => {
  const limits = sources.flatMap(([, source]) => source.statements.filter(ts.isVariableStatement).flatMap(limitsOf))
  expect(limits.length).toBeGreaterThan(250)
  expect(sources.flatMap(([path, source]) => bareLimits(source).map((name) => `${path}: ${name}`))).toEqual([])
})

it('every limit has its user beside it', () => {
  const lone = parse('a.ts', 'export const MAX_A = 1')
  const user = parse('b.ts', "import { MAX_A } from './a.js'\nif (x > MAX_A) y()")
  expect(strayLimits(lone, [lone, user])).toEqual(['MAX_A'])
  expect(strayLimits(lone, [lone, user, parse('c.ts', user.text)])).toEqual([])
  const all = sources.map(([, source]) => source)
  expect(sources.flatMap(([path, source]) => strayLimits(source, all).map((name) => `${path}: ${name}`))).toEqual([])
})
