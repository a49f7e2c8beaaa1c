/**
 * The shape of the sources: few doors, few crowded folders, no long functions. Each figure has a ceiling, which is lowered
 * where the figure fell and never raised. Doors are also held by the dependency rules.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { ENTRIES } from '../../build/entries.js'
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
const MAX_SLIGHT = 110

const sources = parseSources()
const links = linksOf(sources)

it.each(['cms', 'keys', 'pdf', 'trust', 'typeset', 'convert', 'ink', 'net', 'ooxml', 'report', 'texts'])(
  'others import at most ten modules of src/%s',
  (room) => {
    const doors = doorsOf(`src/${room}`, links)
    expect(doors.length, `Others import:\n${doors.join('\n')}\n`).toBeLessThanOrEqual(MAX_DOORS)
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

it(`no module has over ${MAX_LINES} lines, and no more functions over ${MAX_FUNCTION_LINES}`, () => {
  expect(longModules(sources, MAX_LINES)).toEqual([])
  expect(longFunctions(sources, MAX_FUNCTION_LINES)).toEqual([
    'src/typeset/fonts/font-library.ts: createFontLibrary',
    'src/typeset/text/fill-line.ts: fillLine',
  ])
})

it('no more modules are slight', () => {
  const slight = slightModules(sources, links, SLIGHT_LINES)
  const todo = `These modules have under ${SLIGHT_LINES} lines and one importer each. Move yours into its importer:`
  expect(slight.length, `${todo}\n${slight.join('\n')}\n`).toBeLessThanOrEqual(MAX_SLIGHT)
})

it('no more types are exported that neither another module nor a host imports: keep yours private, or name its entry', () => {
  expect(unusedTypes(sources, links, Object.values(ENTRIES))).toEqual([
    'adapters/identities/service-client.ts: FetchFunction',
    'src/audit/record.ts: AuditRecordInput',
    'src/http/fairness/owner-ledger.ts: OwnerUsage',
    'src/http/routes/ready-route.ts: ReadinessReport',
    'src/ink/ink-policy.ts: PolicyName',
    'src/ink/judge/continues.ts: LetterCell',
    'src/ink/judge/hides.ts: Taken',
    'src/ink/judge/inspect-drawing.ts: DrawingEffect',
    'src/ink/judge/tiles.ts: Place',
    'src/ink/raster/sheet.ts: SheetOptions',
    'src/pdf/filter/filters.ts: FilterParams',
    'src/pdf/filter/filters.ts: DecodeOptions',
    'src/trust/over-time/timestamps.ts: TimestampTrustOptions',
    'src/typeset/flow/paginate.ts: Pagination',
    'src/typeset/text/prepare-paragraph.ts: PreparationOptions',
    'src/verify/signature/signer-names.ts: NameSources',
    'src/work/job.ts: JobKind',
  ])
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
    expect(unusedTypes(made, linksOf(made), [])).toEqual(['src/a/one.ts: One'])
    expect(unusedTypes(made, linksOf(made), ['src/a/one.ts'])).toEqual([])
  })
})
