/**
 * Functions stay short, and take few parameters. Those that are longer stand here by name: one that became short is taken
 * off the list, and none is added without a reason that a reader accepts.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { parse, parseSources } from './source-files.js'

const MAX_LINES = 40
const MAX_PARAMETERS = 5

interface Known {
  /** `path: name` of functions over MAX_LINES. */
  readonly long: readonly string[]
  /** `path: name` of functions over MAX_PARAMETERS. */
  readonly wide: readonly string[]
}

const KNOWN: Known = JSON.parse(readFileSync(new URL('known-sizes.json', import.meta.url), 'utf8'))

const sources = parseSources()

/** Functions with a body that are over a limit. */
function measure(sources: ReadonlyMap<string, ts.SourceFile>): Known {
  const long: string[] = []
  const wide: string[] = []
  for (const [path, source] of sources) {
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
        const name = `${path}: ${node.name === undefined ? 'a function without a name' : node.name.getText(source)}`
        if (lineOf(node.end) - lineOf(node.getStart(source)) >= MAX_LINES) long.push(name)
        if (node.parameters.length > MAX_PARAMETERS) wide.push(name)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { long: [...new Set(long)].sort(), wide: [...new Set(wide)].sort() }
}

it('measures functions', () => {
  const text = `function long() {${'\n'.repeat(MAX_LINES)}}\nfunction short() {${'\n'.repeat(MAX_LINES - 1)}}\nconst f = { wide(a, b, c, d, e, g) {} }`
  expect(measure(new Map([['a.ts', parse('a.ts', text)]]))).toEqual({ long: ['a.ts: long'], wide: ['a.ts: wide'] })
})

it('no function is longer or wider than the limits but those that are known', () => {
  const { long, wide } = measure(sources)
  expect(long.length).toBeGreaterThan(0)
  expect(long.filter((name) => !KNOWN.long.includes(name))).toEqual([])
  expect(wide.filter((name) => !KNOWN.wide.includes(name))).toEqual([])
})
