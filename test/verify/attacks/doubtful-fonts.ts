/**
 * Fonts that are read in several ways, or that viewers do not take at all and replace by one of their own, and signs of lines
 * to write on that are put together to letters. What somebody lays over the ink afterwards lies, by one reading, on nothing.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import { bytesOf, dict, stream } from '../support/notation.js'
import type { Revision } from '../support/revise.js'
import { writeCompact } from '../support/small-fonts/compact.js'
import { bigEndian, rectangle, type SmallGlyph } from '../support/small-fonts/small-font.js'
import { writeTrueType } from '../support/small-fonts/true-type.js'
import { commentedGlyph } from '../support/small-fonts/type1.js'
import { type ClassAttack, hasKnownPlaces, SIGNABLE } from './class-attack.js'
import {
  BASELINE,
  BELOW,
  descriptorOf,
  layWhite,
  letter,
  missing,
  NOTHING,
  type Prepared,
  prepare,
  shown,
  simpleFont,
  trueType,
  type1,
  UP,
} from './ink-pages.js'

/** A glyph that fills a cell of nine ems, and one in a cell of a thirtieth. */
const WIDE: SmallGlyph = { name: 'nine', width: 9000, contours: [rectangle(0, 0, 9000, 700)] }
const NARROW: SmallGlyph = { name: 'W', width: 30, contours: [rectangle(0, 0, 30, 700)] }
const WINANSI = '/Encoding /WinAnsiEncoding'
const NAMED = `/Encoding <</Differences [57 /nine 87 /W]>>`

/** What viewers paint instead, in the first em of the cell or far out of it. */
const REPLACED: Readonly<Record<string, Omit<Prepared, 'font'>>> = {
  'wide cells': { content: shown(60, BASELINE, '9'), cover: [58, 650, 70, 670] },
  'narrow cells': { content: shown(60, BASELINE, 'W', 24), cover: [61.5, 648, 90, 676] },
}

type Font = Prepared['font']
const CODES = { maps: [{ id: [3, 1] as const, codes: { 57: 1, 87: 1 } }] }

/** Damage that some viewer or other does not bear, though the outlines can be read. */
const damaged = (glyph: SmallGlyph): Readonly<Record<string, Font>> => {
  const measures = { width: glyph.width, entries: WINANSI }
  const without = (name: string) => trueType([glyph], measures, { ...CODES, tables: { [name]: undefined } })
  const type1C =
    (change: (bytes: Uint8Array) => void) =>
    (revision: Revision): PdfObject => {
      const bytes = writeCompact([NOTHING, glyph])
      change(bytes)
      const file = revision.add(stream(dict`<</Subtype /Type1C>>`, bytes))
      return simpleFont('Type1', `/FontFile3 ${file.num} 0 R`, { width: glyph.width, entries: NAMED })
    }
  return {
    'a TrueType font of an unknown version': trueType([glyph], measures, { ...CODES, version: 0x12345678 }),
    'a TrueType font without hhea': without('hhea'),
    'a TrueType font without hmtx': without('hmtx'),
    'a TrueType font with a short head': trueType([glyph], measures, {
      ...CODES,
      tables: {
        head: bytesOf(bigEndian(4, 0x10000, 0x10000, 0, 0x5f0f3cf5), bigEndian(2, 3, 1000), new Uint8Array(32)),
      },
    }),
    'a Type 1 font of another header': type1(
      [glyph],
      { width: glyph.width, entries: NAMED },
      { header: '%!Small 001.000' },
    ),
    'a compact font of another version': type1C((bytes) => {
      bytes[1] = 9
    }),
    'a compact font with a wrong size of offsets': type1C((bytes) => {
      bytes[3] = 9
    }),
  }
}

const replaced = Object.entries(REPLACED).flatMap(([cells, page]) =>
  Object.entries(damaged(cells === 'wide cells' ? WIDE : NARROW)).map(
    ([name, font]) => [`${name}, in ${cells}`, { font, ...page }] as const,
  ),
)

/** A compact font in an OpenType font whose em has another size. */
const openType =
  (unitsPerEm: number, glyph: SmallGlyph): Font =>
  (revision) => {
    const named = { ...glyph, name: `n${glyph.name}` }
    const tables = { 'CFF ': writeCompact([NOTHING, named]), glyf: undefined, loca: undefined }
    const bytes = writeTrueType([NOTHING, glyph], { unitsPerEm, tables, version: 0x4f54544f })
    const file = revision.add(stream(dict`<</Subtype /OpenType>>`, bytes))
    return simpleFont('Type1', `/FontFile3 ${file.num} 0 R`, { entries: '/Encoding <</Differences [97 /na]>>' })
  }

/** A font by CIDs whose parts have matrices of their own. */
const byParts =
  (glyph: SmallGlyph, own: string, whole?: string): Font =>
  (revision) => {
    const matrixOf = (scale: string) => [scale, '0', '0', scale, '0', '0']
    const parts = { select: bigEndian(1, 0, 0, 0), matrices: [matrixOf(own)] }
    const bytes = writeCompact([NOTHING, glyph], { parts, ...(whole === undefined ? {} : { matrix: matrixOf(whole) }) })
    const file = revision.add(stream(dict`<</Subtype /CIDFontType0C>>`, bytes))
    const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
    const descendant = `<</Type /Font /Subtype /CIDFontType0 /BaseFont /Small ${system} /DW 500
      /FontDescriptor <<${descriptorOf(`/FontFile3 ${file.num} 0 R`)}>>>>`
    return dict`<</Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /Identity-H /DescendantFonts [${descendant}]>>`
  }

/** Moves all points of a letter up by so many pixels, as hints may. */
const hints = (pixels: number): Uint8Array =>
  bytesOf(
    bigEndian(1, 0x00, 0xb0, 16, 0x17, 0x40, 16, ...Array.from({ length: 16 }, (_, i) => i), 0xb8),
    bigEndian(2, pixels * 64),
    bigEndian(1, 0x38),
  )

/** The letter with hints: between the ends of its contours and its flags. */
function hinted(pixels: number): Uint8Array {
  const corners = letter(0, 0).contours.flat()
  const program = hints(pixels)
  const steps = (axis: 0 | 1) =>
    corners.map((corner, i) => corner[axis] - (i === 0 ? 0 : (corners[i - 1] ?? corner)[axis]))
  return bytesOf(
    bigEndian(2, 4, 60, 0, 490, 700, 3, 7, 11, 15, program.length),
    program,
    bigEndian(1, ...corners.map(() => 1)),
    bigEndian(2, ...steps(0), ...steps(1)),
  )
}

/** A table of names: the family alone. */
function familyName(name: string): Uint8Array {
  const text = bigEndian(2, ...[...name].map((sign) => sign.charCodeAt(0)))
  return bytesOf(bigEndian(2, 0, 1, 18, 3, 1, 0x409, 1, text.length, 0), text)
}

const MAXP = bytesOf(bigEndian(4, 0x10000), bigEndian(2, 2, 64, 16, 64, 16, 2, 8, 8, 8, 8, 256, 256, 8, 4))
const withHints = (family: string): Font =>
  trueType([letter(0, 0)], {}, { raw: { 1: hinted(250) }, tables: { maxp: MAXP, name: familyName(family) } })

/** A glyph whose part is moved by an offset that some readers scale in another way. */
const SKEWED = bytesOf(
  bigEndian(2, -1, 0, 0, 600, 800),
  bigEndian(2, 0x0883, 2, 0, Math.round(UP() / Math.hypot(0.5, 1.9))),
  bigEndian(2, 16_384, Math.round(1.9 * 16_384), 0, 8192),
)

/** Letters of bars: each dash a stroke, across or up. */
const dash = (x: number, y: number, isUp: boolean, sign: string) =>
  `${isUp ? '0 1 -1 0' : '1 0 0 1'} ${x} ${y} Tm (${sign}) Tj`
const barLetters = (sign: string) =>
  `BT /T 12 Tf ${[60, 80, 100]
    .flatMap((x) => [
      dash(x, BASELINE, false, sign),
      dash(x, BASELINE + 10, false, sign),
      dash(x + 2, BASELINE, true, sign),
      dash(x + 12, BASELINE, true, sign),
    ])
    .join(' ')} ET`
const DOTS = ['.###.', '#...#', '#...#', '.####', '....#', '...#.', '.##..']
const dotLetters = `BT /T 12 Tf ${[60, 75, 90]
  .flatMap((x) =>
    DOTS.flatMap((row, y) =>
      [...row].flatMap((dot, i) => (dot === '#' ? [dash(x + 2 * i, BASELINE + 14 - 2 * y, false, '.')] : [])),
    ),
  )
  .join(' ')} ET`

/** The letter of the standard encoding, and that of one in front of it. */
const LOW_FIRST = [letter(0, 0), letter(0, UP(), 1, { name: 'na' })]
const HIGH_FIRST = [letter(0, UP()), letter(0, 0, 1, { name: 'na' })]
const OWN_ENCODING = '/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 97 /na put readonly def\n'

const PAGES: Readonly<Record<string, Prepared>> = {
  ...Object.fromEntries(replaced),
  ...Object.fromEntries(
    [true, false].map((isFirst) => {
      const tables = (glyph: SmallGlyph) => writeTrueType([NOTHING, glyph])
      const [one, other] = isFirst ? [letter(0, UP()), letter(0, 0)] : [letter(0, 0), letter(0, UP())]
      const twins = { glyf: tableOf(tables(other), 'glyf') }
      return [
        `two tables of outlines, the ${isFirst ? 'first' : 'second'} far above`,
        { font: trueType([one], {}, { twins }), content: BELOW() },
      ]
    }),
  ),
  'an OpenType font of compact outlines with a small em': {
    font: openType(100, letter(0, UP() / 10, 0.1)),
    content: BELOW(),
  },
  'an OpenType font of compact outlines with a smaller em': {
    font: openType(16, letter(0, 333, 0.016)),
    content: BELOW(),
  },
  ...Object.fromEntries(
    (
      [
        ['0.01', undefined, 10],
        ['0.01', '0.001', 10],
        ['1', '0.01', 10],
        ['10', '0.001', 10],
        ['0.001', '10', 10],
        ['0.0001', '0.001', 0.1],
        ['0.001', '0.01', 10],
      ] as const
    ).map(([own, whole, times]) => [
      `a part with the matrix ${own} of a font with ${whole ?? 'none'}`,
      { font: byParts(letter(0, UP() / times, 1 / times), own, whole), content: BELOW('<000100010001>') },
    ]),
  ),
  'a Type 1 font whose first charstrings are a comment': {
    font: type1([letter(0, UP())], {}, { before: { secret: commentedGlyph(letter(0, 0)) } }),
    content: BELOW(),
  },
  ...Object.fromEntries(
    [LOW_FIRST, HIGH_FIRST].map((glyphs, i): [string, Prepared] => [
      `a Type 1 font with two encodings, the letter of the ${i === 0 ? 'first' : 'standard'} far above`,
      { font: type1(glyphs, {}, { before: { clear: OWN_ENCODING } }), content: BELOW() },
    ]),
  ),
  'a Type 1 font whose first matrix is a comment': {
    font: type1(
      [letter(0, UP() / 10, 0.1)],
      {},
      { matrix: '0.01 0 0 0.01 0 0', before: { clear: '%/FontMatrix [0.001 0 0 0.001 0 0]\n' } },
    ),
    content: BELOW(),
  },
  'a code that the Macintosh has elsewhere': {
    font: trueType(
      [letter(0, 0), letter(0, UP())],
      { entries: `/FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] ${WINANSI}` },
      { maps: [{ id: [1, 0], codes: { 228: 1, 138: 2 } }] },
    ),
    content: BELOW('\\344\\344\\344'),
  },
  'a part that is moved by a scaled offset': {
    font: trueType([letter(0, 0), letter(0, 0, 0.3)], {}, { raw: { 1: SKEWED } }),
    content: BELOW(),
  },
  'hints that move a letter': { font: withHints('Small'), content: BELOW() },
  'hints that move a letter of a font that needs them': { font: withHints('DFKaiShu'), content: BELOW() },
  'letters of dashes': { font: missing('Helvetica', ''), content: barLetters('\\227'), cover: [56, 648, 120, 676] },
  'letters of underscores': { font: missing('Helvetica', ''), content: barLetters('__'), cover: [56, 648, 130, 676] },
  'letters of hyphens': { font: missing('Helvetica', ''), content: barLetters('---'), cover: [56, 648, 130, 676] },
  'letters of points': { font: missing('Helvetica', ''), content: dotLetters, cover: [56, 648, 110, 676] },
}

/** The bytes of a table of a font. */
function tableOf(font: Uint8Array, name: string): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset)
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i
    if (String.fromCharCode(...font.subarray(at, at + 4)) === name)
      return font.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12))
  }
  throw new Error(`The font has no table ${name}.`)
}

/** Covers on what doubtful fonts paint. */
export const doubtfulFonts: readonly ClassAttack[] = Object.entries(PAGES).map(([name, prepared]) => ({
  name: `white on ${name}`,
  prepare: prepare(prepared),
  make: layWhite(prepared, 1),
  profiles: [...SIGNABLE, 'P=3'] as const,
  fits: hasKnownPlaces,
}))
