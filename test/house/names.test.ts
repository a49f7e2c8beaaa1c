/**
 * One vocabulary: a name that modules export means one thing. Where a word belongs to two standards, or to the two models
 * between which something is converted, both keep it, and it stands in `SHARED` with the reason.
 *
 * @module
 */
import type ts from 'typescript'
import { expect, it } from 'vitest'
import { parse, parseSources } from './source-files.js'
import { isExported, namesOf, roomOf } from './structure.js'

/** Names that modules of several rooms export on purpose, by reason. Within one room, a name is exported once. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'what is read, what is written and what is laid out are models of their own, with the same parts': [
    'Block',
    'Box',
    'CellBox',
    'DocumentSettings',
    'Drawing',
    'GridCell',
    'GridRow',
    'InlineBuilder',
    'LinkTarget',
    'Numbering',
    'Paint',
    'ParagraphFormat',
    'ParagraphStyle',
    'RowBox',
    'Section',
    'Story',
    'StyleSheet',
    'TableGrid',
    'TextBox',
    'TextStyle',
    'balanceColumns',
    'layOutTable',
    'plainTable',
  ],
  'each file format has its own values of these kinds': [
    'CharacterMap',
    'Rgb',
    'childrenOf',
    'isBlank',
    'listOf',
    'meanColor',
    'readBoolean',
    'readInteger',
    'readLines',
    'readNumbers',
    'readTextColor',
    'readTransform',
    'textOf',
  ],
  'drawing is interpreted in one room and made in another': ['PathBuilder', 'isInvisible', 'paintOf', 'paintPath'],
  'command line and library each speak of their own': ['Setting', 'Settings', 'describeReport'],
  'rooms that do not see each other use the plain word': [
    'Evidence',
    'FetchFunction',
    'Place',
    'cellsOf',
    'describeCertificate',
    'digest',
    'digestOf',
    'formatNumber',

    'lengthOf',
    'readCertificates',
    'readInput',
  ],
}

const sources = parseSources()

/** Modules that stand in for others, under the same names: `src/platform/web` where there is no Node.js, and codecs there. */
const STAND_INS = /^src\/platform\/web\/|\/rare-parts-web\.ts$/

/** Exported names by the modules that declare them; a name that is only passed on counts where it is declared. */
function declaredNames(sources: ReadonlyMap<string, ts.SourceFile>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [path, source] of [...sources].filter(([path]) => !STAND_INS.test(path)))
    for (const name of new Set(source.statements.filter(isExported).flatMap(namesOf)))
      found.set(name, [...(found.get(name) ?? []), path])
  return found
}

function twice(sources: ReadonlyMap<string, ts.SourceFile>): string[] {
  return [...declaredNames(sources)].filter(([, paths]) => paths.length > 1).map(([name]) => name)
}

it('sees names that are exported twice', () => {
  const made = new Map([
    ['a.ts', parse('a.ts', 'export const one = 1, two = 2\nexport type Three = 3\nconst four = 4')],
    ['b.ts', parse('b.ts', 'export function two() {}\nexport interface Three {}\nexport const four = 4')],
    ['c.ts', parse('c.ts', "export { one } from './a.js'")],
  ])
  expect(twice(made)).toEqual(['two', 'Three'])
})

it('no name is exported with two meanings', () => {
  expect(sources.size).toBeGreaterThan(900)
  expect(twice(sources).sort()).toEqual(Object.values(SHARED).flat().sort())
})

it('no name is exported twice within a room', () => {
  const crowded = [...declaredNames(sources)].filter(([, paths]) => new Set(paths.map(roomOf)).size < paths.length)
  expect(crowded.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([])
})
