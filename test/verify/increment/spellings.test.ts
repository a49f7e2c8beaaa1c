/**
 * Increments in every spelling: those that are accepted look the same in every viewer.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { XrefSection } from '../../../src/pdf/xref/xref-section.js'
import { hasTool } from '../../support/tools.js'
import { verdictOf } from '../support/verdict.js'
import { differencesOf } from '../viewers/differences.js'
import { hasPdfium } from '../viewers/pdfium-process.js'
import { drawEach, VIEWERS, Viewers } from '../viewers/viewers.js'
import { BASES } from './bases.js'
import { COMMON } from './common-spellings.js'
import { assemble, type Draft, draftFor } from './draft.js'
import { OBJECT_STREAMS } from './object-stream-spellings.js'
import type { Spellings } from './spelling.js'
import { CROSS_REFERENCE_STREAMS } from './stream-spellings.js'
import { TABLES } from './table-spellings.js'

/** What the standard permits, or a known writer does, after all: no viewer may see anything in it. */
const HARMLESS: ReadonlySet<string> = new Set([
  '/Prev has a sign',
  // A line end stands before the section, as @signpdf counts.
  'startxref off by -1',
  // Blanks before an object or a section, as old versions of DSS count, and before a line end, as annotators write.
  'a header "\\nN 0 obj\\n"',
  'the entry leads one byte ahead',
  'the keyword "xref \\n"',
  'the keyword " xref\\n"',
  'a subsection head "F C \\n"',
  // The line end before endstream may count as data (7.3.8.1).
  'a stream "<</Length 6>>\\nstream\\nhello\\nendstream"',
  // A blank line before the trailer, as OpenPDF leaves.
  'a row "O G K \\n\\n"',
  '/XRefStm "null"',
  '/Type "/#58Ref"',
  '/DecodeParms "[null]"',
])

const SHARE = 5

/** One document with a table and one with a stream are tried in all spellings, the others in a share of them. */
const CASES = BASES.map((base, i) => {
  const isFull = base.name.endsWith(', signed') && base.name.startsWith('this package')
  return { ...base, share: (_: unknown, index: number) => isFull || index % SHARE === i % SHARE }
})

function spellingsFor({ document }: Draft): Spellings {
  const isStream = (document.sections[0] as XrefSection).kind === 'stream'
  if (!isStream) return { ...COMMON, ...TABLES }
  const packed = Object.entries(OBJECT_STREAMS).map(([name, spelling]) => [`an object stream with ${name}`, spelling])
  return { ...COMMON, ...CROSS_REFERENCE_STREAMS, ...Object.fromEntries(packed) }
}

let viewers: Viewers
beforeAll(() => {
  viewers = new Viewers()
})
afterAll(() => viewers.close())

describe.skipIf(!hasTool('qpdf') || !hasTool('pdftoppm') || !hasTool('mutool')).each(CASES)(
  'an increment to a document by $name',
  ({ make, share }) => {
    it('is accepted when it is spelled as it should be', async () => {
      const { bytes, content } = await make()
      expect(await verdictOf(bytes)).toMatchObject({ valid: true })
      expect(await verdictOf(assemble(draftFor(bytes, content)))).toMatchObject({ valid: true })
    })

    it('is accepted in no other spelling that a viewer could take for another document', async () => {
      const { bytes, content } = await make()
      const spellings = Object.entries(spellingsFor(draftFor(bytes, content))).filter(share)
      const accepted: string[] = []
      for (const [name, spell] of spellings) {
        const draft = draftFor(bytes, content)
        spell(draft)
        if ((await verdictOf(assemble(draft))).valid) accepted.push(name)
      }
      expect(spellings.length).toBeGreaterThan(80)
      expect(accepted.filter((name) => !HARMLESS.has(name))).toEqual([])
    })

    it('shows the same page in every viewer, in all spellings that are accepted', async () => {
      const { bytes, content } = await make()
      const before = await viewers.draw(bytes)
      const harmless = Object.entries(spellingsFor(draftFor(bytes, content))).filter(([name]) => HARMLESS.has(name))
      for (const [name, spell] of harmless.filter(share)) {
        const draft = draftFor(bytes, content)
        spell(draft)
        const differences = differencesOf(before, await viewers.draw(assemble(draft)))
        expect({ name, differences }).toEqual({ name, differences: [] })
      }
    }, 120_000)
  },
)

describe.skipIf(!hasTool('pdftoppm') || !hasTool('mutool') || !hasPdfium())('the bases', () => {
  it('hold a page that viewers show when they are made to search the file', async () => {
    const { bytes, content } = await (BASES[0] as (typeof BASES)[0]).make()
    const draft = draftFor(bytes, content)
    draft.startxref = () => 'startxref\n20\n'
    const [before, after] = await drawEach(bytes, assemble(draft))
    const differing = new Set(differencesOf(before, after).map(({ viewer }) => viewer))
    for (const viewer of VIEWERS) {
      expect(after.pages[viewer]).not.toEqual([])
      expect(differing).toContain(viewer)
    }
  })
})
