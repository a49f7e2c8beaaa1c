/**
 * Letters whose ink is not where the measures of their font say: outlines far from their origin, larger or smaller than
 * their cells, whole lines in one glyph, blanks and points that are letters, fonts of viewers at widths of the file's own.
 * What somebody lays over the ink afterwards lies, by those measures, on nothing.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import { bytesOf, dict, stream } from '../support/notation.js'
import type { Revision } from '../support/revise.js'
import { charstringNumber } from '../support/small-fonts/charstrings.js'
import { writeCompact } from '../support/small-fonts/compact.js'
import { bigEndian, type SmallGlyph } from '../support/small-fonts/small-font.js'
import { writeTrueType } from '../support/small-fonts/true-type.js'
import { writeType1 } from '../support/small-fonts/type1.js'
import { type ClassAttack, hasKnownPlaces, SIGNABLE } from './class-attack.js'
import {
  APART,
  allOf,
  BASELINE,
  BELOW,
  compact,
  composite,
  described,
  descriptorOf,
  HERE,
  LINE,
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

const hex = (count: number) => `<${'0001'.repeat(count)}>`
const type1Number = (value: number) => charstringNumber(value)
const operators = (...codes: readonly number[]) => bigEndian(1, ...codes)
const pushed = (...values: readonly number[]) => bytesOf(...values.map(type1Number))

/** A Type 1 letter that stands elsewhere by its side bearing point. */
const sideBearing = (x: number, y: number): Uint8Array =>
  bytesOf(
    pushed(x, y, 500, 0),
    operators(12, 7),
    ...(
      [
        [60, 0],
        [300, 0],
      ] as const
    ).flatMap(([left, low], i) => [
      pushed(i === 0 ? left : left - 60, i === 0 ? low : low),
      operators(21),
      pushed(90),
      operators(6),
      pushed(700),
      operators(7),
      pushed(-90),
      operators(6),
      operators(9),
      pushed(0, -700),
      operators(21),
    ]),
    operators(14),
  )

/** A letter that is drawn by a subroutine, far away. */
const bySubroutine = (): Parameters<typeof writeCompact>[1] => {
  const two = (value: number) => charstringNumber(value, true)
  const stroke = bytesOf(two(90), operators(6), two(700), operators(7), two(-90), operators(6), operators(11))
  const call = bytesOf(two(-107), operators(10))
  return {
    subrs: [stroke],
    raw: {
      a: bytesOf(two(60), two(UP()), operators(21), call, two(200), two(-700), operators(21), call, operators(14)),
    },
  }
}

/** A TrueType glyph that is another one, moved. */
const moved = (glyph: number, x: number, y: number) =>
  bytesOf(bigEndian(2, -1, 0, 0, 600, 800), bigEndian(2, 3, glyph, x, y))

const FAR_TRUE_TYPE = trueType([letter(0, UP())])

const TEXTS: Readonly<Record<string, Prepared>> = {
  'TrueType outlines far above': { font: FAR_TRUE_TYPE, content: BELOW() },
  'Type 1 outlines far above': { font: type1([letter(0, UP())]), content: BELOW() },
  'compact outlines far above': { font: compact([letter(0, UP())]), content: BELOW() },
  'compact outlines by a subroutine, far above': {
    font: compact([letter(0, 0)], {}, bySubroutine()),
    content: BELOW(),
  },
  'outlines of a composite font far above': { font: composite([letter(0, UP())]), content: BELOW(hex(6)) },
  'outlines that a /CIDToGIDMap leads to': {
    font: (revision) => {
      const map = revision.add(stream(dict`<<>>`, bigEndian(2, 0, 2, 1)))
      return composite([letter(0, 0), letter(0, UP())], { entries: `/CIDToGIDMap ${map.num} 0 R` })(revision)
    },
    content: BELOW(hex(6)),
  },
  'a composed glyph whose part is moved up': {
    font: trueType([letter(0, 0), letter(0, 0)], {}, { raw: { 1: moved(2, 0, UP()) } }),
    content: BELOW(),
  },
  'a side bearing that moves the outline': {
    font: trueType([letter(0, 0, 1, { bearing: 20_000 })]),
    content: shown(-170, BASELINE, 'aaaaaa'),
  },
  'a side bearing point that moves the outline': {
    font: type1([letter(0, 0)], {}, { raw: { a: sideBearing(0, UP()) } }),
    content: BELOW(),
  },
  'outlines far larger than their font': { font: trueType([letter(0, 0, 12)]), content: HERE('a', 1) },
  'compact outlines far larger than their font': { font: compact([letter(0, 0, 12)]), content: HERE('a', 1) },
  'outlines far smaller than their cells': {
    font: trueType([letter(0, 0, 0.1)], { width: 10_000 }),
    content: shown(60, BASELINE, 'a', 120),
  },
  'Type 1 outlines far smaller than their cells': {
    font: type1([letter(0, 0, 0.1)], { width: 10_000 }),
    content: shown(60, BASELINE, 'a', 120),
  },
  'a font matrix of a hundredth': {
    font: type1([letter(0, 0, 0.1)], {}, { matrix: '0.01 0 0 0.01 0 0' }),
    content: HERE(),
  },
  'a font matrix of a tenth': {
    font: type1([letter(0, 0, 0.12)], {}, { matrix: '0.1 0 0 0.1 0 0' }),
    content: HERE('a', 1),
  },
  'a compact font matrix of a tenth': {
    font: compact([letter(0, 0, 0.12)], {}, { matrix: ['0.1', '0', '0', '0.1', '0', '0'] }),
    content: HERE('a', 1),
  },
  'units of an em that are few': {
    font: trueType([letter(0, 0, 0.3)], {}, { unitsPerEm: 16 }),
    content: HERE('a', 1),
  },
  'a line of letters in one glyph': { font: trueType([LINE]), content: HERE('a'), cover: [100, 650, 130, 670] },
  'a line of letters in one Type 1 glyph': { font: type1([LINE]), content: HERE('a'), cover: [100, 650, 130, 670] },
  'a line of letters in one compact glyph': { font: compact([LINE]), content: HERE('a'), cover: [100, 650, 130, 670] },
  'a line of letters in one wide glyph': {
    font: trueType([{ ...LINE, width: 12_000 }], { width: 12_000 }),
    content: HERE('a'),
    cover: [100, 650, 112, 670],
  },
  'vertical writing': {
    font: composite([letter(0, 0)], { codes: 'Identity-V', entries: '/DW2 [0 0]' }),
    content: shown(60, BASELINE, hex(1)),
  },
  'vertical writing with an origin far away': {
    font: composite([letter(0, 0)], { codes: 'Identity-V', entries: '/W2 [1 [-1000 -20833 0]]' }),
    content: shown(-190 + 60, BASELINE, hex(1)),
  },
  'outlines far above, at another scale': {
    font: FAR_TRUE_TYPE,
    content: `BT 50 Tz 3 Tc -130 Ts /T 12 Tf 60 ${BASELINE - 120} Td (aaaaaa) Tj ET`,
  },
  'outlines far above, turned': {
    font: FAR_TRUE_TYPE,
    content: `BT /T 12 Tf ${[...'aaaaa'].map((_, i) => `0 1 -1 0 ${350 + 12 * i} ${BASELINE} Tm (a) Tj`).join(' ')} ET`,
  },
  'glyphs of no character': { font: trueType([letter(0, 0)], {}, { maps: [] }), content: HERE() },
  'no glyph for any code, and ink where none is': {
    font: (revision) => {
      const file = revision.add(stream(dict`<<>>`, writeTrueType([letter(0, 0, 1, { name: '.notdef' }), NOTHING])))
      return simpleFont('TrueType', `/FontFile2 ${file.num} 0 R`, { entries: '/Encoding /WinAnsiEncoding' })
    },
    content: HERE('xyz'),
  },
  'no compact glyph for any code, and ink where none is': {
    font: (revision) => {
      const file = writeCompact([letter(0, 0, 1, { name: '.notdef' }), { ...NOTHING, name: 'na' }])
      const ref = revision.add(stream(dict`<</Subtype /Type1C>>`, file))
      return simpleFont('Type1', `/FontFile3 ${ref.num} 0 R`, { entries: '/Encoding /WinAnsiEncoding' })
    },
    content: HERE('xyz'),
  },
  'no Type 1 glyph for any code, and ink where none is': {
    font: (revision) => {
      const { bytes, lengths } = writeType1([letter(0, 0, 1, { name: '.notdef' }), { ...NOTHING, name: 'a' }])
      const [a, b, c] = lengths.map(String) as [string, string, string]
      const ref = revision.add(stream(dict`<</Length1 ${a} /Length2 ${b} /Length3 ${c}>>`, bytes))
      return simpleFont('Type1', `/FontFile ${ref.num} 0 R`, { entries: '/Encoding /WinAnsiEncoding' })
    },
    content: HERE('xyz'),
  },
  'no glyph for any code of a composite font': {
    font: (revision) => {
      const file = writeTrueType([letter(0, 0, 1, { name: '.notdef' }), NOTHING])
      const ref = revision.add(stream(dict`<<>>`, file))
      const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
      const descendant = `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Small ${system} /DW 500
        /FontDescriptor <<${descriptorOf(`/FontFile2 ${ref.num} 0 R`)}>>>>`
      return dict`<</Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /Identity-H /DescendantFonts [${descendant}]>>`
    },
    content: HERE('<000000000000>'),
  },
  ...Object.fromEntries(
    (['period', 'hyphen', 'underscore', 'space'] as const).flatMap((name) => {
      const sign = { period: '.', hyphen: '-', underscore: '_', space: ' ' }[name]
      const glyph = { ...letter(0, 0), name }
      const named = `/Encoding <</Differences [97 /${name}]>>`
      const flat = { ...letter(0, 0, 0.2), name }
      return [
        [`a Type 1 letter that is called ${name}`, { font: type1([glyph]), content: HERE(sign.repeat(6)) }],
        [`a compact letter that is called ${name}`, { font: compactNamed(glyph, sign), content: HERE(sign.repeat(6)) }],
        [
          `a TrueType letter that is called ${name}`,
          {
            font: trueType(
              [glyph],
              { entries: '/Encoding /WinAnsiEncoding' },
              { maps: [{ id: [3, 1], codes: { [sign.charCodeAt(0)]: 1 } }] },
            ),
            content: HERE(sign.repeat(6)),
          },
        ],
        [
          `small Type 1 letters of a large font that are called ${name}`,
          { font: type1([flat], { entries: named }), content: HERE('aaaa', 60) },
        ],
      ] as const
    }),
  ),
  'letters that one map of the font shows and another does not': {
    font: trueType(
      [NOTHING, letter(0, 0)],
      { entries: '/Encoding /WinAnsiEncoding' },
      {
        maps: [
          { id: [1, 0], codes: { 46: 2 } },
          { id: [3, 1], codes: { 46: 1 } },
        ],
      },
    ),
    content: HERE('......'),
  },
  'blanks that a symbol map shows': {
    font: trueType(
      [NOTHING, letter(0, 0)],
      { entries: '/Encoding /WinAnsiEncoding' },
      {
        maps: [
          { id: [3, 0], codes: { 61472: 2 } },
          { id: [3, 1], codes: { 32: 1 } },
        ],
      },
    ),
    content: HERE('      '),
  },
  'Helvetica without widths': { font: missing('Helvetica', allOf(0)), content: APART },
  'Helvetica with small widths': { font: missing('Helvetica', allOf(30)), content: APART },
  'Helvetica with wide widths': {
    font: missing('Helvetica', allOf(9000)),
    content: shown(60, BASELINE, '9'),
    cover: [58, 650, 70, 670],
  },
  'Helvetica with huge widths, in the middle': {
    font: missing('Helvetica', allOf(30_000)),
    content: shown(60, BASELINE, '9'),
    cover: [230, 650, 250, 670],
  },
  'a font of the viewer without widths': { font: missing('Garamond', allOf(0), described('')), content: APART },
  'a font of the viewer with small widths': { font: missing('Garamond', allOf(30), described('')), content: APART },
  'a font of the viewer with huge widths': {
    font: missing('Garamond', allOf(20_000), described('')),
    content: shown(60, BASELINE, '9'),
    cover: [58, 650, 70, 670],
  },
  'a font of the viewer that has no /Widths': {
    font: missing('Garamond', '', described('')),
    content: HERE('900 EUR in all'),
    cover: [64, 646, 200, 674],
  },
  'widths that end before /LastChar': {
    font: missing(
      'Garamond',
      '/FirstChar 32 /LastChar 40 /Widths [300 500 500 500 500 500 500 500 500]',
      described(''),
    ),
    content: HERE('900 EUR in all'),
    cover: [64, 646, 200, 674],
  },
  'widths that go on behind /LastChar': {
    font: missing('Garamond', '/FirstChar 32 /LastChar 40 '.concat(`/Widths [${'3000 '.repeat(95)}]`), described('')),
    content: HERE('900 EUR in all'),
    cover: [52, 646, 120, 674],
  },
  'a composite font of the viewer with huge widths': {
    font: () => {
      const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
      const descendant = dict`<</Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica ${system} /DW 20000>>`
      return dict`<</Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H /DescendantFonts [${descendant}]>>`
    },
    content: shown(60, BASELINE, '<0039>'),
    cover: [58, 650, 70, 670],
  },
}

/** A compact font whose one glyph has a standard name, by a string of the font's own. */
function compactNamed(glyph: SmallGlyph, sign: string) {
  return (revision: Revision): PdfObject => {
    const file = revision.add(stream(dict`<</Subtype /Type1C>>`, writeCompact([NOTHING, glyph])))
    const encoding = `/Encoding <</Differences [${sign.charCodeAt(0)} /${glyph.name}]>>`
    return simpleFont('Type1', `/FontFile3 ${file.num} 0 R`, { entries: encoding })
  }
}

const STRIPES = 4

/** In the left margin, far from the lines of all texts. */
const MARGIN = [8, 500, 38, 520] as const

/** The same pages with a mark in the margin, which hides nothing wherever the ink is. */
export const besideInk: readonly ClassAttack[] = Object.entries(TEXTS).map(([name, prepared]) => ({
  name: `a mark far from ${name}`,
  prepare: prepare(prepared),
  make: layWhite({ ...prepared, cover: MARGIN }, 1),
  profiles: ['P=3', 'countersigned'],
  fits: hasKnownPlaces,
}))

/** Covers on ink that stands elsewhere. */
export const misplacedInk: readonly ClassAttack[] = Object.entries(TEXTS).flatMap(([name, prepared]) =>
  [1, STRIPES].map((stripes) => ({
    name: `white${stripes === 1 ? '' : ' stripes'} on ${name}`,
    prepare: prepare(prepared),
    make: layWhite(prepared, stripes),
    profiles: [...SIGNABLE, 'P=3'] as const,
    fits: hasKnownPlaces,
  })),
)
