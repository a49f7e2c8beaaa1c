/**
 * Limits stand beside their one user with a reason, in the `…-limits.ts` of their room, or, where rooms share them, in
 * `src/limits.ts`, which lists the others.
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

/** Limits of a module that nothing in it uses: what only other modules use belongs there, or to a table of limits. */
function strayLimits(source: ts.SourceFile, others: readonly ts.SourceFile[]): string[] {
  const own = source.statements.filter(ts.isVariableStatement).flatMap(limitsOf)
  const mentions = (text: string, name: string) => text.split(new RegExp(`\\b${name}\\b`)).length - 1
  return own.filter((name) => {
    if (mentions(source.text, name) > 1) return false
    // What two modules of one rule must agree on stands with the one that explains it.
    return others.filter((other) => other !== source && mentions(other.text, name) > 0).length < 2
  })
}

const TABLE_FILE = /(^|[-/])limits\.ts$/
const all = [...parseSources()]
const sources = all.filter(([path]) => path !== 'src/limits.ts')

/** A table of limits, such as `PDF_LIMITS`, with the names of its members. */
interface Table {
  readonly name: string
  readonly members: readonly string[]
}

function tablesOf(source: ts.SourceFile): Table[] {
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => one.declarationList.declarations)
  return declarations.flatMap(({ name, initializer }) => {
    const value = initializer !== undefined && ts.isAsExpression(initializer) ? initializer.expression : initializer
    if (!name.getText(source).endsWith('_LIMITS') || value === undefined || !ts.isObjectLiteralExpression(value))
      return []
    return [
      { name: name.getText(source), members: value.properties.map((member) => member.name?.getText(source) ?? '') },
    ]
  })
}

/** Members of a table that nothing uses in its folder or where the table is known, and tables that one module alone knows. */
function idleLimits(
  path: string,
  source: ts.SourceFile,
  modules: readonly (readonly [string, ts.SourceFile])[],
): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const others = modules.filter(([other]) => other !== path)
  return tablesOf(source).flatMap(({ name, members }) => {
    const knowing = others.filter(([, { text }]) => text.includes(name))
    const users = others.filter(([other, { text }]) => text.includes(name) || other.startsWith(folder))
    const idle = members.filter((member) => !users.some(([, { text }]) => new RegExp(`\\b${member}\\b`).test(text)))
    return [
      ...(knowing.length === 1 ? [`${name} has one user`] : []),
      ...idle.map((member) => `${name}.${member} has no user`),
    ]
  })
}

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
  const modules = sources.map(([, source]) => source)
  expect(sources.flatMap(([path, source]) => strayLimits(source, modules).map((name) => `${path}: ${name}`))).toEqual(
    [],
  )
})

it('every member of a table of limits is used, and no table has one user', () => {
  const table = parse('src/a/a-limits.ts', 'export const A_LIMITS = { maxOne: 1, maxTwo: 2 } as const')
  const user = ['src/b.ts', parse('src/b.ts', 'if (x > A_LIMITS.maxOne) y()')] as const
  expect(idleLimits('src/a/a-limits.ts', table, [user])).toEqual([
    'A_LIMITS has one user',
    'A_LIMITS.maxTwo has no user',
  ])
  const other = ['src/c.ts', parse('src/c.ts', 'const { maxTwo } = A_LIMITS')] as const
  expect(idleLimits('src/a/a-limits.ts', table, [user, other])).toEqual([])
  const tables = all.filter(([path]) => TABLE_FILE.test(path))
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.flatMap(([path, source]) => idleLimits(path, source, all))).toEqual([])
})

it('limits.ts lists all files of limits', () => {
  const listed = all.find(([path]) => path === 'src/limits.ts')?.[1].text.match(/^ \* - `(.+?)`/gm) ?? []
  const files = all.filter(
    ([path]) => path.startsWith('src/') && path.endsWith('-limits.ts') && path !== 'src/limits.ts',
  )
  const withTables = files.filter(([, source]) => tablesOf(source).length > 0)
  expect(listed).toEqual(withTables.map(([path]) => ` * - \`${path.slice('src/'.length)}\``).sort())
})
