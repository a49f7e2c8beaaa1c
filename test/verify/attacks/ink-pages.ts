/**
 * Pages with small fonts of their own, signed, and covers that somebody lays over their ink.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import { type Base, PROFILES, unsignedBase } from '../bases/bases.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { writeCompact } from '../support/small-fonts/compact.js'
import { type Contour, rectangle, type SmallGlyph } from '../support/small-fonts/small-font.js'
import { type TrueTypeOptions, writeTrueType } from '../support/small-fonts/true-type.js'
import { type Type1Options, writeType1 } from '../support/small-fonts/type1.js'
import type { Maker } from './class-attack.js'
import { form } from './looks.js'

/** Where nothing else stands on the page. The ink of every text lies in it. */
export const FREE = [50, 645, 550, 675] as const
export const BASELINE = 655

/** A page before it is signed, and where its ink is covered. */
export interface Prepared {
  readonly font: (revision: Revision) => PdfObject
  readonly content: string
  readonly cover?: readonly [number, number, number, number]
}

/** Strokes of a letter, each a contour of its own, moved by so many units and enlarged. */
export function letterAt(x: number, y: number, scale = 1): readonly Contour[] {
  const strokes = [
    [60, 0, 90, 700],
    [400, 0, 90, 700],
    [150, 610, 250, 90],
    [150, 300, 250, 90],
  ] as const
  return strokes.map(([a, b, c, d]) => rectangle(x + a * scale, y + b * scale, c * scale, d * scale))
}

export const NOTHING: SmallGlyph = { name: '.notdef', width: 500, contours: [] }
export const letter = (x: number, y: number, scale = 1, more: Partial<SmallGlyph> = {}): SmallGlyph => ({
  name: 'a',
  width: 500,
  contours: letterAt(x, y, scale),
  ...more,
})
/** A line of letters in one glyph. */
export const LINE: SmallGlyph = {
  name: 'a',
  width: 500,
  contours: Array.from({ length: 20 }, (_, i) => letterAt(600 * i, 0)).flat(),
}

type Measures = { readonly width?: number; readonly entries?: string; readonly codes?: string }

export function descriptorOf(entries: string): string {
  return `/Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 -200 600 900] /ItalicAngle 0 /Ascent 800 /Descent -200
    /CapHeight 700 /StemV 80 ${entries}`
}

export function simpleFont(subtype: string, file: string, { width = 500, entries = '' }: Measures): PdfDict {
  return dict`<</Type /Font /Subtype /${subtype} /BaseFont /Small /FirstChar 32 /LastChar 126
    /Widths [${`${width} `.repeat(95)}] /FontDescriptor <<${descriptorOf(file)}>> ${entries}>>`
}

export const trueType =
  (glyphs: readonly SmallGlyph[], measures: Measures = {}, options: TrueTypeOptions = {}) =>
  (revision: Revision): PdfObject => {
    const file = revision.add(stream(dict`<<>>`, writeTrueType([NOTHING, ...glyphs], options)))
    return simpleFont('TrueType', `/FontFile2 ${file.num} 0 R`, measures)
  }

export const type1 =
  (glyphs: readonly SmallGlyph[], measures: Measures = {}, options: Type1Options = {}) =>
  (revision: Revision): PdfObject => {
    const { bytes, lengths } = writeType1([NOTHING, ...glyphs], options)
    const [a, b, c] = lengths
    const file = revision.add(
      stream(dict`<</Length1 ${String(a)} /Length2 ${String(b)} /Length3 ${String(c)}>>`, bytes),
    )
    return simpleFont('Type1', `/FontFile ${file.num} 0 R`, measures)
  }

export const compact =
  (glyphs: readonly SmallGlyph[], measures: Measures = {}, options: Parameters<typeof writeCompact>[1] = {}) =>
  (revision: Revision): PdfObject => {
    const named = glyphs.map((glyph) => ({ ...glyph, name: `n${glyph.name}` }))
    const raw = Object.fromEntries(Object.entries(options.raw ?? {}).map(([name, code]) => [`n${name}`, code]))
    const file = revision.add(
      stream(dict`<</Subtype /Type1C>>`, writeCompact([NOTHING, ...named], { ...options, raw })),
    )
    const encoding = `/Encoding <</Differences [97 ${named.map(({ name }) => `/${name}`).join(' ')}]>>`
    return simpleFont('Type1', `/FontFile3 ${file.num} 0 R`, { entries: encoding, ...measures })
  }

/** Glyphs of a TrueType font by numbers: code 0001 is the letter. */
export const composite =
  (glyphs: readonly SmallGlyph[], { width = 500, entries = '', codes = 'Identity-H' }: Measures = {}, more = '') =>
  (revision: Revision): PdfObject => {
    const file = revision.add(stream(dict`<<>>`, writeTrueType([NOTHING, ...glyphs])))
    const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
    const descendant = `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Small ${system} /DW ${width} ${entries}
      /FontDescriptor <<${descriptorOf(`/FontFile2 ${file.num} 0 R`)}>>>>`
    return dict`<</Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /${codes} /DescendantFonts [${descendant}] ${more}>>`
  }

export const shown = (x: number, y: number, text: string, size = 12, state = '') =>
  `BT ${state} /T ${size} Tf ${x} ${y} Td ${text.startsWith('<') ? text : `(${text})`} Tj ET`
export const HERE = (text = 'aaaaaa', size = 12, state = '') => shown(60, BASELINE, text, size, state)
/** In the lower part of the page, 250 points below the ink. */
export const BELOW = (text = 'aaaaaa', size = 12) => shown(60, BASELINE - 250, text, size)
export const UP = (size = 12) => Math.round((250 * 1000) / size)

/** A font that no file brings, so that each viewer takes one of its own. */
export const missing =
  (name: string, widths: string, more = '', subtype = 'Type1') =>
  (): PdfObject =>
    dict`<</Type /Font /Subtype /${subtype} /BaseFont /${name} /Encoding /WinAnsiEncoding ${widths} ${more}>>`
export const allOf = (width: number) => `/FirstChar 32 /LastChar 126 /Widths [${`${width} `.repeat(95)}]`
export const described = (entries: string) =>
  `/FontDescriptor <</Type /FontDescriptor /FontName /Garamond /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0
    /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 ${entries}>>`
/** Letters one by one, since the widths say that none takes room. */
export const APART = `BT /T 12 Tf ${[...'900 EUR'].map((sign, i) => `1 0 0 1 ${60 + 9 * i} ${BASELINE} Tm (${sign}) Tj`).join(' ')} ET`

/** Puts the text on the first page, and signs. */
export const prepare =
  ({ font, content }: Prepared) =>
  async (base: Base): Promise<Base> => {
    const original = await unsignedBase(base.writer)
    const { page, content: own } = base.parts
    const prepared = revise(original, (revision) => {
      const added = revision.add(stream(dict`<<>>`, `\nq 0 g ${content}\nQ\n`))
      revision.set(page, { Contents: [own, added], Resources: withFont(revision, page, revision.add(font(revision))) })
    })
    return { ...base, bytes: await PROFILES[base.profile](prepared) }
  }

/** Lays white over the ink: in an annotation where these are permitted, else in the drawing of a later signature. */
export const layWhite =
  ({ cover = FREE }: Prepared, stripes: number): Maker =>
  async ({ bytes: signed, parts: { page }, profile }) => {
    let bytes = signed
    for (let i = 0; i < stripes; i++)
      bytes = await layOver(bytes, page, stripeOf(cover, i, stripes), profile.startsWith('P=3'), i)
    return bytes
  }

function stripeOf([left, bottom, right, top]: typeof FREE | NonNullable<Prepared['cover']>, i: number, count: number) {
  const height = (top - bottom) / count
  return [left, bottom + i * height, right, bottom + (i + 1) * height] as const
}

async function layOver(
  bytes: Uint8Array,
  page: PdfRef,
  [left, bottom, right, top]: readonly [number, number, number, number],
  isAnnotated: boolean,
  number: number,
): Promise<Uint8Array> {
  const [width, height] = [right - left, top - bottom]
  const look = form(width, height, `1 g 0 0 ${width} ${height} re f\n`)
  const rectangleOfIt = [left, bottom, right, top]
  if (isAnnotated) {
    return revise(bytes, (revision) => {
      const AP = dict`<</N ${revision.add(look)}>>`
      addAnnotation(revision, page, annotation('Square', rectangleOfIt, { AP, C: pdf`[1 1 1]` }))
    })
  }
  const widget = (revision: Revision) => ({
    Rect: rectangleOfIt,
    F: 132,
    P: page,
    AP: dict`<</N ${revision.add(look)}>>`,
  })
  return signByHand(bytes, { fieldName: `Later${number}`, widget })
}

function withFont(revision: Revision, page: PdfRef, font: PdfRef): PdfDict {
  const asDict = (object: PdfObject): PdfDict => (object instanceof PdfDict ? object : new PdfDict())
  const resources = asDict(revision.document.resolve(revision.get(page).get('Resources')))
  const fonts = asDict(revision.document.resolve(resources.get('Font')))
  return resources.with({ Font: fonts.with({ T: font }) })
}
