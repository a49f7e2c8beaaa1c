/**
 * Content of any kind ends in bounded time and without an exception.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { OBJECT_OPERATORS } from '../../../src/ink/content/operators/object-operators.js'
import { COLOUR_OPERATORS, PATH_OPERATORS } from '../../../src/ink/content/operators/painting-operators.js'
import { STATE_OPERATORS } from '../../../src/ink/content/operators/state-operators.js'
import { TEXT_OPERATORS } from '../../../src/ink/content/operators/text-operators.js'
import { streamText } from '../../pdf/make-pdf.js'
import { cover, draw, PAGE, type Sheet } from './draw.js'

const OPERATORS = [
  ...STATE_OPERATORS,
  ...PATH_OPERATORS,
  ...COLOUR_OPERATORS,
  ...TEXT_OPERATORS,
  ...OBJECT_OPERATORS,
].map(({ name }) => name)

const number = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map(String),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }).map((value) => value.toFixed(4)),
  fc.constantFrom('0', '1', '-1', '1e9', '.', '--5', '99999999999999999999', `1${'0'.repeat(310)}`, '.00000000000001'),
)
const name = fc.constantFrom(
  '/F1',
  '/F',
  '/I',
  '/Fm',
  '/G',
  '/P',
  '/T',
  '/S',
  '/Sh',
  '/OC',
  '/L',
  '/Missing',
  '/Pattern',
)
const string = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => `(${text.replace(/[()\\]/g, '')})`),
  fc.constantFrom('(A', '<41 42>', '<0', '(\\)'),
)
const operand = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 2, arbitrary: name },
  { weight: 2, arbitrary: string },
  {
    weight: 1,
    arbitrary: fc.constantFrom('[', ']', '<<', '>>', 'true', 'null', '<</MCID 1>>', '[(A) -5 (B)]', '[3 2]', '}', '%'),
  },
)
const statement = fc
  .tuple(
    fc.array(operand, { maxLength: 7 }),
    fc.oneof(fc.constantFrom(...OPERATORS), fc.constantFrom('ID', 'EI', 'foo')),
  )
  .map(([operands, operator]) => [...operands, operator].join(' '))

/** Calls with the operands that they take, so that the drawing gets somewhere. */
const soundStatement = fc
  .tuple(fc.array(number, { minLength: 6, maxLength: 6 }), name, string)
  .map(([n, key, text]) =>
    [
      `q ${n.join(' ')} cm`,
      `${n.slice(0, 4).join(' ')} re`,
      `${n.slice(0, 2).join(' ')} m ${n.join(' ')} c`,
      'W n',
      'f* ',
      `${n[0]} w S`,
      `BT /F1 ${n[1]} Tf ${n.join(' ')} Tm ${text} Tj`,
      'ET Q',
      `${key} gs`,
      `${key} Do`,
      `/Pattern cs ${key} scn`,
      `[${n[2]} ${n[3]}] ${n[4]} d`,
      `BT /F ${n[5]} Tf (AAA) Tj ET`,
      `${key} sh`,
    ].join('\n'),
  )

function sheet(content: string): Sheet {
  return {
    content,
    resources: `/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> /F <</Type /Font /Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 /Widths [50] /CharProcs <</g 11 0 R>> /Encoding <</Differences [65 /g]>>>>>>
      /XObject <</I 10 0 R /Fm 12 0 R>> /ExtGState <</G <</ca .5 /BM /Multiply /D [[3] 0]>>>> /Pattern <</P 13 0 R /T <</PatternType 2>>>> /Shading <</Sh <</ShadingType 2>>>>`,
    objects: {
      10: streamText('/Subtype /Image /Width 4 /Height 2 /BitsPerComponent 1 /ImageMask true', '\xa0\x50'),
      11: streamText('', '50 0 0 0 50 70 d1 0 0 40 60 re f /F 1 Tf BT (A) Tj ET'),
      12: streamText('/Subtype /Form /BBox [0 0 50 50] /Group <</S /Transparency>>', content.slice(0, 300)),
      13: streamText('/PatternType 1 /PaintType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9', '0 0 4 4 re f /Fm Do'),
    },
  }
}

const SMALL = { operators: 20_000, bytes: 200_000, glyphs: 5000, segments: 50_000, cells: 5_000_000 }

describe('hostile content', () => {
  it('is drawn without an exception and within its budget', () => {
    const contents = fc.array(fc.oneof(statement, soundStatement), { maxLength: 60 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(contents, (content) => {
        const drawn = draw({ ...sheet(content), budget: { ...createContentBudget(), ...SMALL } })
        const { mean } = cover(drawn).coverageOf(PAGE)
        expect(mean).toBeGreaterThanOrEqual(0)
        expect(mean).toBeLessThanOrEqual(1.000001)
        expect(drawn.drawing.unknown.length).toBeLessThanOrEqual(100)
        for (const { box } of drawn.drawing.areas) expect(box.every(Number.isFinite)).toBe(true)
        for (const { box } of drawn.drawing.glyphs) expect(box.every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  it('is drawn without an exception whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const content = String.fromCharCode(...bytes)
        if (content.includes('endstream')) return
        expect(Array.isArray(draw({ content, budget: { ...createContentBudget(), ...SMALL } }).unknown)).toBe(true)
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it('does not count the cells of a pattern that lies farther away than integers reach', () => {
    const far = (matrix: string): Sheet => ({
      content: '/Pattern cs /P scn 0 0 200 200 re f',
      resources: '/Pattern <</P 13 0 R>>',
      objects: {
        13: streamText(
          `/PatternType 1 /PaintType 1 /BBox [0 0 900 900] /XStep 900 /YStep 900 /Matrix [${matrix}]`,
          '1 0 0 rg 0 0 900 900 re f',
        ),
      },
    })
    expect(draw(far('1 0 0 1 0 0')).drawing.unknown).toEqual([])
    expect(draw(far('1 0 0 1 -100000000000000000000 0')).unknown).toContain('unread')
    expect(draw(far('1 0 0 1 0 100000000000000000000')).unknown).toContain('unread')
  })

  it.each([
    ['a stroke with a million dashes', '[.0001] 0 d 5 w 0 0 m 200 200 l S'],
    ['a pattern of a million cells', '/Pattern cs /P scn 0 0 200 200 re f'],
    ['a font as large as a country', 'BT /F1 1000000 Tf (AAAA) Tj ET'],
    ['a thousand clips', `${'0 0 m 200 0 l 0 200 l h W n '.repeat(1000)}0 0 200 200 re f`],
    ['a path that winds', `0 0 m ${'200 0 l 0 200 l 200 200 l 0 0 l '.repeat(5000)} f`],
    [
      'a star of long edges',
      `${Array.from({ length: 5000 }, (_, i) => `${i % 200} 0 m ${(i * 7) % 200} 200 l`).join(' ')} f*`,
    ],
    ['a matrix that grows', `${'1000 0 0 1000 0 0 cm '.repeat(200)} 0 0 1 1 re f`],
    ['states that are never restored', `${'q '.repeat(50_000)} 0 0 5 5 re f`],
    ['marks that never end', `${'/P BMC '.repeat(50_000)} 0 0 5 5 re f`],
    ['glyphs that draw themselves', 'BT /F 10 Tf (AAAAAAAAAA) Tj ET'],
  ])('ends soon: %s', (_, content) => {
    const drawn = draw({ ...sheet(content), budget: { ...createContentBudget(), ...SMALL } })
    expect(cover(drawn).coverageOf(PAGE).mean).toBeLessThanOrEqual(1.000001)
  })
})
