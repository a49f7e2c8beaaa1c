/**
 * Small documents whose drawings ask for much work, by kind of work: each has a size that can be raised.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { PdfDict, PdfName, type PdfObject, type PdfStream } from '../../src/pdf/objects.js'
import { approved, certified3 } from '../verify/support/cases.js'
import { annotation } from '../verify/support/edits.js'
import { dict, pdf, stream } from '../verify/support/notation.js'
import { addAnnotation, type Revision, revise } from '../verify/support/revise.js'

/** What a drawing is made of: its operators, and its resources. */
export interface CostlyDrawing {
  readonly content: string
  readonly resources?: (revision: Revision) => Record<string, PdfObject>
}

/** Where a drawing stands in a document. */
export const DRAWING_PLACES = ['field', 'stamp'] as const
export type DrawingPlace = (typeof DRAWING_PLACES)[number]

/** A signed document to which the drawing was added. */
export async function documentWith(drawing: CostlyDrawing, place: DrawingPlace): Promise<Uint8Array> {
  const { bytes, refs } = place === 'field' ? await approved() : await certified3()
  return revise(bytes, (revision) => {
    const look = revision.add(formOf(drawing, revision))
    if (place === 'field') revision.set(refs.fieldName, { V: pdf`(Bob)`, AP: new PdfDict({ N: look }) })
    else {
      const entries = { AP: new PdfDict({ N: look }) }
      addAnnotation(revision, refs.page2, annotation('Stamp', [60, 100, 460, 400], entries))
    }
  })
}

/** A compressed stream. */
export function packed(dictionary: PdfDict, data: string | Uint8Array): PdfStream {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
  return stream(dictionary.with({ Filter: PdfName.of('FlateDecode') }), deflateSync(bytes))
}

function formOf({ content, resources }: CostlyDrawing, revision: Revision): PdfStream {
  const box = dict`<</Type /XObject /Subtype /Form /BBox [0 0 400 300]>>`
  return packed(box.with({ Resources: new PdfDict(resources?.(revision) ?? {}) }), content)
}

const repeat = (count: number, make: (i: number) => string): string =>
  Array.from({ length: Math.max(1, Math.round(count)) }, (_, i) => make(i)).join('')

type MakeFunction = (revision: Revision) => PdfObject

/** A shading of the place, whose colours a function computes. */
function shadingBy(make: MakeFunction, type = 1, more = ''): CostlyDrawing {
  const resources = (revision: Revision) => ({
    Shading: dict`<</S <</ShadingType ${String(type)} /ColorSpace /DeviceGray /Domain [${type === 1 ? '0 400 0 300' : '0 1'}] /Function ${make(revision)} ${more}>>>>`,
  })
  return { content: '/S sh\n', resources }
}

const program =
  (text: string, domain = '0 400 0 300'): MakeFunction =>
  (revision) =>
    revision.add(packed(dict`<</FunctionType 4 /Domain [${domain}] /Range [0 1]>>`, `{${text}}`))

const LINE = '/Coords [0 0 400 300] /Extend [true true]'
const CIRCLES = '/Coords [200 150 0 200 150 400] /Extend [true true]'

function stitched(parts: number, depth: number): MakeFunction {
  return (revision) => {
    let inner: PdfObject = dict`<</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>`
    for (let level = 0; level < depth; level++) {
      const functions = new Array<PdfObject>(parts).fill(revision.add(inner))
      const bounds = Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts)
      const encode = functions.flatMap(() => [0, 1])
      inner = dict`<</FunctionType 3 /Domain [0 1] /Functions ${functions} /Bounds ${bounds} /Encode ${encode}>>`
    }
    return revision.add(inner)
  }
}

function sampled(inputs: number, size: number, outputs = 1): MakeFunction {
  const domain = Array.from({ length: inputs }, () => '0 400').join(' ')
  const range = Array.from({ length: outputs }, () => '0 1').join(' ')
  const sizes = Array.from({ length: inputs }, () => size).join(' ')
  return (revision) =>
    revision.add(
      packed(
        dict`<</FunctionType 0 /Domain [${domain}] /Range [${range}] /Size [${sizes}] /BitsPerSample 8>>`,
        new Uint8Array(Math.min(size ** inputs * outputs, 4_000_000)).map((_, i) => i),
      ),
    )
}

/** A colour space of inks, whose function is asked for every colour. */
function inks(content: string, make: MakeFunction, count = 4): CostlyDrawing {
  const names = Array.from({ length: count }, (_, i) => PdfName.of(`Ink${i}`))
  const resources = (revision: Revision) => ({
    ColorSpace: dict`<</C [/DeviceN ${names} /DeviceGray ${make(revision)}]>>`,
  })
  return { content, resources }
}

function pattern(content: string, cell: string, step: number): CostlyDrawing {
  const tile = dict`<</Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${String(step)} ${String(step)}] /XStep ${String(step)} /YStep ${String(step)} /Resources <<>>>>`
  return { content, resources: (revision) => ({ Pattern: dict`<</P ${revision.add(packed(tile, cell))}>>` }) }
}

function image(width: number, height: number, space: string, more = ''): CostlyDrawing {
  const components = space === '/DeviceRGB' ? 3 : space === '/DeviceCMYK' ? 4 : 1
  const resources = (revision: Revision) => {
    const data = new Uint8Array(width * height * components)
    const entries = dict`<</Type /XObject /Subtype /Image /Width ${String(width)} /Height ${String(height)} /BitsPerComponent 8 /ColorSpace ${space} ${more}>>`
    return { XObject: dict`<</I ${revision.add(packed(entries, data))}>>` }
  }
  return { content: 'q 400 0 0 300 0 0 cm /I Do Q\n', resources }
}

const helvetica = (revision: Revision) => ({
  Font: dict`<</F ${revision.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`)}>>`,
})

/** By name; `size` 1 is about what a limit would let through before it was counted. */
export const DRAWING_COSTS: Readonly<Record<string, (size: number) => CostlyDrawing>> = {
  'a program of arithmetic': (n) => shadingBy(program('2 copy sin exch cos mul pop '.repeat(500 * n))),
  'a program that rolls a hundred operands': (n) =>
    shadingBy(program(`${'0 '.repeat(90)}${'90 1 roll '.repeat(500 * n)}`)),
  'a program that copies': (n) =>
    shadingBy(program(`${'0 '.repeat(40)}${`40 copy ${'pop '.repeat(40)}`.repeat(40 * n)}`)),
  'nested conditions': (n) =>
    shadingBy(program(`${'2 copy gt {'.repeat(30)}1 pop ${'} {0 pop} ifelse '.repeat(30)}`.repeat(20 * n))),
  'powers and logarithms': (n) => shadingBy(program('2 copy exp ln sqrt atan pop '.repeat(500 * n))),
  'a program along a line': (n) => shadingBy(program('dup sin pop '.repeat(1000 * n), '0 1'), 2, LINE),
  'a program between circles': (n) => shadingBy(program('dup sin pop '.repeat(1000 * n), '0 1'), 3, CIRCLES),
  'many shadings': (n) => {
    const { resources } = shadingBy(program('2 copy sin exch cos mul pop'))
    return { content: '/S sh\n'.repeat(500 * n), ...(resources && { resources }) }
  },
  'stitches in stitches': () => shadingBy(stitched(256, 4), 2, LINE),
  'a long stitched function': () => shadingBy(stitched(256, 1), 3, CIRCLES),
  'samples of six inputs': () => shadingBy(sampled(6, 8)),
  'samples of two inputs': () => shadingBy(sampled(2, 500, 16)),
  'samples of sixteen inputs': () => shadingBy(sampled(16, 2)),
  triangles: () => ({
    content: '/S sh\n',
    resources: () => ({ Shading: dict`<</S <</ShadingType 4 /ColorSpace /DeviceGray>>>>` }),
  }),
  'inks set again and again': (n) =>
    inks(
      repeat(20_000 * n, (i) => `/C cs ${(i % 97) / 97} ${(i % 89) / 89} 0 0 scn\n`),
      program(`pop pop add 2 div ${'dup pop '.repeat(250)}`, '0 1 0 1 0 1 0 1'),
    ),
  'one path of curves': (n) => ({
    content: `0 0 m\n${repeat(100_000 * n, () => '0 300 400 300 400 0 c\n')}S\n`,
  }),
  'one filled path of curves': (n) => ({
    content: `0 0 m\n${repeat(100_000 * n, () => '0 300 400 300 400 0 c\n')}f\n`,
  }),
  'one path of small curves': (n) => ({
    content: `0 0 m\n${repeat(100_000 * n, (i) => `${i % 9} 1 2 ${i % 7} 3 0 c\n`)}S\n`,
  }),
  'one path of lines': (n) => ({
    content: `0 0 m\n${repeat(200_000 * n, (i) => `${(i * 7) % 400} ${(i * 13) % 300} l\n`)}S\n`,
  }),
  'one filled path of lines': (n) => ({
    content: `0 0 m\n${repeat(200_000 * n, (i) => `${(i * 7) % 400} ${(i * 13) % 300} l\n`)}f\n`,
  }),
  'thousands of paths': (n) => ({ content: repeat(40_000 * n, () => '0 0 m 400 300 l 200 5 l f\n') }),
  'thousands of strokes': (n) => ({ content: repeat(40_000 * n, () => '0 0 m 400 300 l 200 5 l S\n') }),
  'pointed corners': (n) => ({
    content: `9 w 100 M ${repeat(50_000 * n, () => '0 0 m 90 9 l 0 18 l S\n')}`,
  }),
  dashes: (n) => ({ content: `[0.001 0.001] 0 d\n${repeat(n, () => '0 0 m 400 300 l S\n')}` }),
  'dashes with round ends': (n) => ({ content: `1 J [0 0.01] 0 d\n${repeat(20 * n, () => '0 0 m 400 300 l S\n')}` }),
  'a dash pattern of thousands': (n) => ({
    content: `[${'0.1 '.repeat(20_000)}] 0 d\n${repeat(3000 * n, () => '0 0 m 400 300 l S\n')}`,
  }),
  'clips in clips': (n) => ({ content: repeat(20_000 * n, () => '0 0 m 400 300 l 200 5 l W n\n') }),
  'a clip for each area': (n) => ({
    content: repeat(10_000 * n, (i) => `q 0 0 m 400 ${i % 300} l 200 5 l W n 0 0 400 300 re f Q\n`),
  }),
  'clips of letters': (n) => ({
    content: repeat(5000 * n, () => 'q BT /F 30 Tf 7 Tr 5 5 Td (Clipped) Tj ET 0 0 400 300 re f Q\n'),
    resources: helvetica,
  }),
  letters: (n) => ({
    content: `BT /F 9 Tf 5 5 Td\n${repeat(20_000 * n, () => '(Many letters) Tj\n')}ET\n`,
    resources: helvetica,
  }),
  'letters over each other': (n) => ({
    content: `${repeat(5000 * n, (i) => `BT /F 90 Tf 5 ${i % 99} Td (Letters) Tj ET 1 g 0 0 400 300 re f 0 g\n`)}`,
    resources: helvetica,
  }),
  'letters that are stroked': (n) => ({
    content: `BT 1 Tr /F 90 Tf 5 5 Td\n${repeat(5000 * n, () => '(S&@%8) Tj -100 0 Td\n')}ET\n`,
    resources: helvetica,
  }),
  'states that are saved': (n) => ({ content: 'q Q '.repeat(300_000 * n) }),
  'long arrays': (n) => ({ content: `${repeat(20 * n, () => `[${'0 '.repeat(40_000)}] TJ\n`)}` }),
  tiles: (n) => pattern(`/Pattern cs /P scn ${repeat(20 * n, () => '0 0 400 300 re f\n')}`, '0 0 3 3 re f', 18),
  'tiles of curves': (n) =>
    pattern(
      `/Pattern cs /P scn ${repeat(20 * n, () => '0 0 400 300 re f\n')}`,
      `0 0 m ${repeat(200, () => '0 9 9 9 9 0 c ')}f`,
      18,
    ),
  'tiny tiles': (n) =>
    pattern(`/Pattern cs /P scn ${repeat(9000 * n, () => '0 0 400 300 re f\n')}`, '0 0 3 3 re f', 0.001),
  'a large grey picture': (n) => image(4000 * Math.sqrt(n), 4000, '/DeviceGray'),
  'a large coloured picture': (n) => image(2500 * Math.sqrt(n), 2500, '/DeviceRGB'),
  'a picture of four inks': (n) => image(2000 * Math.sqrt(n), 2000, '/DeviceCMYK'),
  'a picture that is painted often': (n) => {
    const { content, resources } = image(600, 600, '/DeviceRGB')
    return { content: repeat(3000 * n, () => content), ...(resources && { resources }) }
  },
  'inline pictures': (n) => ({
    content: repeat(20_000 * n, () => 'q 400 0 0 300 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q\n'),
  }),
}
