/**
 * The shape of the sources: few doors, few crowded folders, no long functions. Each figure has a ceiling, which is lowered
 * where the figure fell and never raised. Doors are also held by the dependency rules.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { parse, parseSources } from './source-files.js'
import {
  crowdedFolders,
  doorsOf,
  linesOf,
  linksOf,
  longFunctions,
  longModules,
  slightModules,
  unusedTypes,
} from './structure.js'

const MAX_DOORS = 10

/** Folders with more modules than these are crowded. */
const MANY_MODULES = 30

const MAX_LINES = 400
const MAX_FUNCTION_LINES = 60
const SLIGHT_LINES = 60

const sources = parseSources()
const links = linksOf(sources)

it.each(['cms', 'keys', 'pdf', 'trust', 'typeset', 'convert', 'ink', 'net', 'ooxml', 'report', 'texts'])(
  'others import at most ten modules of src/%s',
  (room) => {
    expect(doorsOf(`src/${room}`, links).length).toBeLessThanOrEqual(MAX_DOORS)
  },
)

it.each(['cms', 'keys', 'pdf', 'trust'])('the modules at the top of src/%s are its doors', (room) => {
  const top = [...sources.keys()].filter((path) => new RegExp(`^src/${room}/[^/]+$`).test(path))
  expect(doorsOf(`src/${room}`, links)).toEqual(top.sort())
})

it('few folders are crowded', () => {
  expect(crowdedFolders(sources, MANY_MODULES)).toEqual([
    'src/typeset/flow',
    'src/typeset/text',
    'src/verify/changes/rules',
  ])
})

it('no more modules or functions are long, and no more modules slight', () => {
  expect(longModules(sources, MAX_LINES).length).toBeLessThanOrEqual(2)
  expect(longFunctions(sources, MAX_FUNCTION_LINES).length).toBeLessThanOrEqual(2)
  expect(slightModules(sources, links, SLIGHT_LINES).length).toBeLessThanOrEqual(110)
})

it('no more types are exported that nobody takes', () => {
  expect(unusedTypes(sources, links).length).toBeLessThanOrEqual(39)
})

describe('the figures', () => {
  const made = new Map(
    Object.entries({
      'src/a/one.ts': "import { two } from './below/two.js'\nexport type One = 1\nexport const one = two\n",
      'src/a/below/two.ts': 'export const two = 2\nexport interface Two {}\n',
      'src/b/three.ts':
        "import { one } from '../a/one.js'\nexport type { Four } from './four.js'\nimport('./five.js')\n",
      'src/b/four.ts': 'export interface Four {}\n',
      'src/b/five.ts': "type A = import('../a/below/two.js').Two\n",
      'src/index.ts': "export { two } from './a/below/two.js'\n",
    }).map(([path, text]) => [path, parse(path, text)]),
  )

  it('see imports of every form', () => {
    expect(linksOf(made).map(({ from, to }) => `${from} ${to}`)).toEqual([
      'src/a/one.ts src/a/below/two.ts',
      'src/b/three.ts src/a/one.ts',
      'src/b/three.ts src/b/four.ts',
      'src/b/three.ts src/b/five.ts',
      'src/b/five.ts src/a/below/two.ts',
      'src/index.ts src/a/below/two.ts',
    ])
  })

  it('count what other folders import as doors, apart from lists for callers', () => {
    expect(doorsOf('src/a', linksOf(made))).toEqual(['src/a/below/two.ts', 'src/a/one.ts'])
    expect(doorsOf('src/b', linksOf(made))).toEqual([])
  })

  it('count modules, lines and types', () => {
    expect(crowdedFolders(made, 2)).toEqual(['src/b'])
    expect(linesOf(parse('a.ts', 'a\nb\n'))).toBe(2)
    expect(longModules(made, 2)).toEqual(['src/a/one.ts', 'src/b/three.ts'])
    expect(longFunctions(new Map([['a.ts', parse('a.ts', 'function a() {\n}\nfunction b() {\n\n}')]]), 2)).toEqual([
      'a.ts: b',
    ])
    expect(slightModules(made, linksOf(made), 2)).toEqual(['src/b/five.ts'])
    expect(unusedTypes(made, linksOf(made))).toEqual(['src/a/one.ts: One'])
  })
})
