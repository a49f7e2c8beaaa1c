/**
 * Fonts that were prepared before a page was signed: maps of characters of which each viewer takes another, letters that are put
 * together of others, programs with operators that few fonts have, matrices that move, procedures within procedures. The ink
 * is elsewhere than a reader of the font may think, and somebody lays white over it.
 *
 * @module
 */

import { bytesOf, dict, stream } from '../support/notation.js'
import { charstringNumber } from '../support/small-fonts/charstrings.js'
import { bigEndian } from '../support/small-fonts/small-font.js'
import { type ClassAttack, hasKnownPlaces, SIGNABLE } from './class-attack.js'
import {
  BELOW,
  compact,
  HERE,
  layWhite,
  letter,
  type Prepared,
  prepare,
  type simpleFont,
  trueType,
  type1,
  UP,
} from './ink-pages.js'

type Font = Prepared['font']
type Maps = NonNullable<NonNullable<Parameters<typeof trueType>[2]>['maps']>

/** The letter of the code by one map stands here, and by another far above. */
const [LOW, HIGH] = [letter(0, 0), letter(0, UP(), 1, { name: 'b' })]
const MAC = [1, 0] as const
const SYMBOL = [3, 0] as const
const UNICODE = [3, 1] as const
const OLD_UNICODE = [0, 3] as const
const mapped = (
  ...entries: readonly (readonly [readonly [number, number], Readonly<Record<number, number>>])[]
): Maps => entries.map(([id, codes]) => ({ id, codes }))

const CODE_MAPS: Readonly<Record<string, (one: number, other: number) => Maps>> = {
  'one for the Macintosh and one of Unicode': (one, other) => mapped([MAC, { 97: one }], [UNICODE, { 97: other }]),
  'one for the Macintosh and one of symbols': (one, other) => mapped([MAC, { 97: one }], [SYMBOL, { 61537: other }]),
  'one of symbols with two ranges': (one, other) => mapped([SYMBOL, { 97: one, 61537: other }]),
  'one of symbols with another range': (one, other) => mapped([SYMBOL, { 97: one, 61793: other }]),
  'one of symbols and one of Unicode': (one, other) => mapped([SYMBOL, { 61537: one }], [UNICODE, { 97: other }]),
  'one of Unicode and an old one': (one, other) => mapped([OLD_UNICODE, { 97: one }], [UNICODE, { 97: other }]),
  'two for the Macintosh': (one, other) => mapped([MAC, { 97: one }], [MAC, { 97: other }]),
  'an unknown one and one of Unicode': (one, other) => mapped([[2, 1], { 97: one }], [UNICODE, { 97: other }]),
  'many unknown ones': (one, other) =>
    mapped(...Array.from({ length: 9 }, (_, i) => [[2, i], { 97: one }] as const), [SYMBOL, { 61537: other }]),
}
const ENCODINGS: Readonly<Record<string, string>> = {
  'no encoding': '',
  'an encoding': '/Encoding /WinAnsiEncoding',
  'an encoding of the Macintosh': '/Encoding /MacRomanEncoding',
  'differences by name': '/Encoding <</Differences [97 /a]>>',
  'differences by another name': '/Encoding <</BaseEncoding /WinAnsiEncoding /Differences [97 /b]>>',
  'differences by number': '/Encoding <</Differences [97 /g1]>>',
}
const FLAGS = { 'said to be of symbols': 4, 'said to be of letters': 32, 'said to be both': 36 } as const

/** The same font with other flags in its descriptor. */
const flagged =
  (font: Font, flags: number): Font =>
  (revision) => {
    const made = font(revision)
    const text = 'entries' in (made as object) ? (made as ReturnType<typeof simpleFont>) : undefined
    const descriptor = text?.get('FontDescriptor') as ReturnType<typeof simpleFont>
    return text === undefined ? made : text.with({ FontDescriptor: descriptor.with({ Flags: flags }) })
  }

const byMaps = Object.entries(CODE_MAPS).flatMap(([maps, make], m) =>
  Object.entries(ENCODINGS).flatMap(([encoding, entries], e) => {
    const [kind, flags] = Object.entries(FLAGS)[(m + e) % 3] as [string, number]
    return [true, false].map((isFirst): [string, Prepared] => [
      `a font ${kind} with ${maps}, ${encoding}, the ${isFirst ? 'first' : 'second'} far above`,
      {
        font: flagged(trueType([LOW, HIGH], { entries }, { maps: make(isFirst ? 2 : 1, isFirst ? 1 : 2) }), flags),
        content: BELOW(),
      },
    ])
  }),
)

const put = (...numbers: readonly number[]) => bytesOf(...numbers.map((number) => charstringNumber(number)))
const put2 = (...numbers: readonly number[]) => bytesOf(...numbers.map((number) => charstringNumber(number, true)))
const op = (...codes: readonly number[]) => bigEndian(1, ...codes)
/** A stroke of a letter from where the pen is. */
const stroke = bytesOf(put(90), op(6), put(700), op(7), put(-90), op(6), op(9))
const stroke2 = bytesOf(put2(90), op(6), put2(700), op(7), put2(-90), op(6))
const three = (gap: Uint8Array) => bytesOf(stroke, gap, stroke, gap, stroke)
const NEXT = bytesOf(put(150, -700), op(21))
const start = bytesOf(put(0, 500), op(13))
const end = op(14)
const program = (...parts: readonly Uint8Array[]) => ({ raw: { a: bytesOf(start, ...parts, end) } })
const upBy = (up: number) => bytesOf(put(60, up), op(21))

const TYPE1_PROGRAMS: Readonly<Record<string, Parameters<typeof type1>[2]>> = {
  'numbers that are divided': program(
    bytesOf(put(120, 2), op(12, 12), put(UP() * 3, 3), op(12, 12), op(21)),
    three(NEXT),
  ),
  'a division by nothing': program(bytesOf(put(60, UP(), 0), op(12, 12), op(21)), three(NEXT)),
  'a current point that is set': program(upBy(0), bytesOf(put(60, UP()), op(12, 33)), three(NEXT)),
  'a procedure that few know': program(
    bytesOf(put(60, UP(), 2, 99), op(12, 16), op(12, 17), op(12, 17), op(21)),
    three(NEXT),
  ),
  'a procedure that gives back in another order': program(
    bytesOf(put(UP(), 60, 2, 3), op(12, 16), op(12, 17), op(12, 17), op(21)),
    three(NEXT),
  ),
  'a procedure for several masters': program(
    bytesOf(put(0, UP(), 2, 14), op(12, 16), op(12, 17), put(60), op(21)),
    three(NEXT),
  ),
  'an operator that does not exist': program(upBy(UP()), op(15), three(NEXT)),
  'an operator of two bytes that does not exist': program(upBy(UP()), op(12, 5), three(NEXT)),
  'more numbers than an operator takes': program(bytesOf(put(9, 9, 60, UP()), op(21)), three(NEXT)),
  'fewer numbers than an operator takes': program(bytesOf(put(UP()), op(21)), three(NEXT)),
  'no width': { raw: { a: bytesOf(upBy(UP()), three(NEXT), end) } },
  'a width in the middle': program(upBy(UP()), stroke, bytesOf(put(0, 500), op(13)), NEXT, three(NEXT)),
  'no end': { raw: { a: bytesOf(start, upBy(UP()), three(NEXT)) } },
  'an end in the middle': program(upBy(UP()), stroke, end, NEXT, three(NEXT)),
}

const accent = (adx: number, ady: number, asb = 0) =>
  bytesOf(put(0, 500), op(13), put(asb, adx, ady, 65, 66), op(12, 6))
const TYPE1: Readonly<Record<string, Font>> = {
  'an accent far above': type1(
    [letter(0, 0), letter(0, 0, 1, { name: 'A', contours: [] }), letter(0, 0, 1, { name: 'B' })],
    {},
    { raw: { a: accent(0, UP()) } },
  ),
  'an accent that another bearing moves': type1(
    [letter(0, 0), letter(0, 0, 1, { name: 'A', contours: [] }), letter(0, UP(), 1, { name: 'B' })],
    {},
    { raw: { a: accent(20_000, 0, 20_000) } },
  ),
  'an accent that is missing': type1(
    [letter(0, 0), letter(0, UP(), 1, { name: 'A' })],
    {},
    { raw: { a: accent(0, 0) } },
  ),
  'a matrix that moves': type1([letter(0, 0)], {}, { matrix: `0.001 0 0 0.001 0 ${UP() / 1000}` }),
  'a matrix that moves by units': type1([letter(0, 0)], {}, { matrix: `0.001 0 0 0.001 0 ${UP()}` }),
  'a matrix that turns upside down': type1([letter(0, -UP() - 700)], {}, { matrix: '0.001 0 0 -0.001 0 0' }),
  'a matrix that slants': type1([letter(0, UP())], {}, { matrix: '0.001 0 0.0001 0.001 0 0' }),
}

const TYPE2_PROGRAMS: Readonly<Record<string, Uint8Array>> = {
  'numbers that are put together': bytesOf(
    put2(60, UP() - 100, 100),
    op(12, 10),
    op(21),
    stroke2,
    put2(150, -700),
    op(21),
    stroke2,
    end,
  ),
  'numbers that are kept': bytesOf(
    bytesOf(put2(UP(), 0), op(12, 20), put2(60, 0), op(12, 21), op(21)),
    stroke2,
    put2(150, -700),
    op(21),
    stroke2,
    end,
  ),
  'a random number': bytesOf(
    put2(60, UP()),
    op(12, 23),
    op(12, 18),
    op(21),
    stroke2,
    put2(150, -700),
    op(21),
    stroke2,
    end,
  ),
  'numbers that change places': bytesOf(
    put2(UP(), 60),
    op(12, 28),
    op(21),
    stroke2,
    put2(150, -700),
    op(21),
    stroke2,
    end,
  ),
  'a choice': bytesOf(put2(60, UP(), 0, 1, 2), op(12, 22), op(21), stroke2, put2(150, -700), op(21), stroke2, end),
  'a width in front': bytesOf(put2(-90, 60, UP()), op(21), stroke2, put2(150, -700), op(21), stroke2, end),
  'hints in front': bytesOf(
    put2(0, 20, 30, 20),
    op(18),
    put2(0, 20),
    op(19, 0xe0),
    put2(60, UP()),
    op(21),
    stroke2,
    put2(150, -700),
    op(21),
    stroke2,
    end,
  ),
  'an accent': bytesOf(put2(0, UP(), 65, 66), end),
  'no end': bytesOf(put2(60, UP()), op(21), stroke2, put2(150, -700), op(21), stroke2),
}

/** A glyph of parts: the flags of each, its number and what else it says. */
const parts = (...words: readonly number[]) => bytesOf(bigEndian(2, -1, 0, 0, 600, 800), bigEndian(2, ...words))
const COMPOSED: Readonly<Record<string, Uint8Array>> = {
  'moved by an offset that is scaled': parts(0x080b, 2, 0, UP() * 2, 8192),
  'moved by an offset that is not scaled': parts(0x100b, 2, 0, UP(), 8192),
  'moved by an offset that is said to be both': parts(0x180b, 2, 0, UP() * 2, 8192),
  'moved with two scales': parts(0x0843, 2, 0, UP() * 2, 16_384, 8192),
  'moved with a scale below 0': parts(0x000b, 2, 0, UP(), -16_384),
  'put point on point': parts(0x0021, 2, 0, 0, 0x0001, 2, 5, 3),
  'whose parts are itself': parts(0x0023, 2, 0, UP(), 0x0003, 1, 0, 0),
  'with instructions': bytesOf(parts(0x0103, 2, 0, UP()), bigEndian(2, 1), bigEndian(1, 0x4b)),
  'with the metrics of its part': parts(0x0203, 2, 0, UP()),
}

const procedures =
  (inner: string, outer: string, matrix = '[.001 0 0 .001 0 0]'): Font =>
  (revision) => {
    const first = revision.add(stream(dict`<<>>`, inner))
    const nested = dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [.001 0 0 .001 0 0] /CharProcs <</a ${first}>>
      /Encoding <</Differences [97 /a]>> /FirstChar 97 /LastChar 97 /Widths [500] /Resources <<>>>>`
    const second = revision.add(stream(dict`<<>>`, outer))
    return dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix ${matrix} /CharProcs <</a ${second}>>
      /Encoding <</Differences [97 /a]>> /FirstChar 97 /LastChar 97 /Widths [${matrix.startsWith('[1 ') ? '.5' : '500'}] /Resources <</Font <</N ${nested}>>>>>>`
  }
const strokes = (up: number) => `60 ${up} 90 700 re 400 ${up} 90 700 re 150 ${up + 300} 250 90 re f`
const PROCEDURES: Readonly<Record<string, Font>> = {
  'procedures within procedures': procedures(`500 0 d0 ${strokes(UP())}`, '500 0 d0 BT /N 1000 Tf (a) Tj ET'),
  'procedures within procedures of a set width': procedures(
    `500 0 0 0 500 700 d1 ${strokes(UP())}`,
    '500 0 0 0 500 700 d1 BT /N 1000 Tf (a) Tj ET',
  ),
  'procedures within procedures that move': procedures(
    `500 0 d0 ${strokes(0)}`,
    `500 0 d0 BT /N 1000 Tf 0 ${UP()} Td (a) Tj ET`,
  ),
  'procedures with a matrix that moves': procedures('', `500 0 d0 ${strokes(0)}`, `[.001 0 0 .001 0 ${UP() / 1000}]`),
  'procedures with a matrix of ones': procedures(
    '',
    `.5 0 d0 q .001 0 0 .001 0 0 cm ${strokes(UP())} Q`,
    '[1 0 0 1 0 0]',
  ),
  'procedures with a state left open': procedures('', `500 0 d0 q 1 0 0 1 0 ${UP()} cm ${strokes(0)}`),
}

/** Tables of a font with axes, whose letters are moved along one. */
const VARIATIONS: Readonly<Record<string, Uint8Array>> = {
  fvar: bytesOf(
    bigEndian(2, 1, 0, 16, 2, 1, 20, 0, 8),
    new TextEncoder().encode('wght'),
    bigEndian(4, 100 << 16, 900 << 16, 900 << 16),
    bigEndian(2, 0, 256),
  ),
  avar: bytesOf(bigEndian(2, 1, 0, 0, 1, 3), bigEndian(2, -16_384, -16_384, 0, 16_384, 16_384, 16_384)),
}

const FONTS: Readonly<Record<string, Prepared>> = {
  ...Object.fromEntries(byMaps),
  ...Object.fromEntries(
    Object.entries(TYPE1_PROGRAMS).map(([name, options]) => [
      `a Type 1 program with ${name}`,
      { font: type1([letter(0, 0)], {}, options), content: BELOW() },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(TYPE1).map(([name, font]) => [`a Type 1 font with ${name}`, { font, content: BELOW() }]),
  ),
  ...Object.fromEntries(
    Object.entries(TYPE2_PROGRAMS).map(([name, code]) => [
      `a compact program with ${name}`,
      { font: compact([letter(0, 0)], {}, { raw: { a: code } }), content: BELOW() },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(COMPOSED).map(([name, glyph]) => [
      `a glyph ${name}`,
      { font: trueType([letter(0, 0), letter(0, 0)], {}, { raw: { 1: glyph } }), content: BELOW() },
    ]),
  ),
  ...Object.fromEntries(Object.entries(PROCEDURES).map(([name, font]) => [name, { font, content: BELOW() }])),
  'a font with axes': { font: trueType([letter(0, 0)], {}, { tables: VARIATIONS }), content: HERE() },
  'a font with axes whose letters are far above': {
    font: trueType([letter(0, UP())], {}, { tables: VARIATIONS }),
    content: BELOW(),
  },
}

/** Covers on what prepared fonts paint. */
export const lyingFonts: readonly ClassAttack[] = Object.entries(FONTS).map(([name, prepared]) => ({
  name: `white on ${name}`,
  prepare: prepare(prepared),
  make: layWhite(prepared, 1),
  profiles: [...SIGNABLE, 'P=3'] as const,
  fits: hasKnownPlaces,
}))
