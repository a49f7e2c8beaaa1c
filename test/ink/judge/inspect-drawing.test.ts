/**
 * What is told of a drawing as a whole.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { FileDrawings } from '../../../src/ink/annotations/file-drawings.js'
import { inspectDrawing } from '../../../src/ink/judge/inspect-drawing.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { readOrNull } from '../../../src/pdf/syntax/lenient-lookup.js'
import { appendRevision, streamText } from '../../pdf/make-pdf.js'
import { sheetFile } from '../content/draw.js'
import { effectsOf, findingsOf, type NewDrawing, statesOf } from '../policy/drawn-page.js'
import { BLUE, rect, text } from '../policy/operators.js'

const WORD = text('nnnn', 50, 100, 20)
const unknown = (page: string, drawing: NewDrawing, resources = '') =>
  effectsOf({ page, resources, drawn: [drawing] })[0]?.unknown

describe('a drawing', () => {
  it('that paints nothing does nothing', () => {
    expect(findingsOf({ page: WORD, drawn: [{ content: '' }] })).toEqual([])
    expect(findingsOf({ page: WORD, drawn: [{ content: rect(300, 300, 20, 20) }] })).toEqual([])
  })

  it.each([
    [50, 150],
    [50, 50],
    [150, 95],
    [10, 95],
  ])('is looked at where all of it is, also from %s, %s on', (x, y) => {
    const content = `${rect(x, y, 5, 5, '1 0 0 rg')} ${rect(50, 95, 44, 20, '1 0 0 rg')}`
    expect(findingsOf({ page: WORD, drawn: [{ content }] })).toContain('hidesTooMuch')
  })

  it('beyond the page does nothing', () => {
    const drawn: NewDrawing[] = [{ box: [300, 300, 400, 400], content: rect(310, 310, 20, 20) }]
    expect(findingsOf({ page: WORD, drawn })).toEqual([])
  })

  it('is looked at in all of its appearances', () => {
    const bytes = sheetFile({ content: WORD })
    const box = '/BBox [0 0 200 200]'
    const newer = appendRevision(bytes, {
      100: '<</Type /Annot /Subtype /Stamp /Rect [0 0 200 200] /AP <</N 101 0 R /D 102 0 R>>>>',
      101: streamText(box, rect(10, 10, 5, 5)),
      102: streamText(box, rect(50, 95, 44, 20)),
    })
    const [old, now] = [PdfDocument.open(bytes), PdfDocument.open(newer)]
    const pair = statesOf(old, old, now, new FileDrawings(newer.length))
    const dict = readOrNull(now, 100)
    if (!(dict instanceof PdfDict)) throw new Error('there is no annotation')
    const mayHide = { characters: 1, image: 0.3, isMeant: false, isHeldAgainstText: true }
    expect(inspectDrawing(pair, { dict, num: 100 }, 3, mayHide).hidesTooMuch).toBe(true)
    expect(inspectDrawing(pair, { dict, num: 100 }, 77, mayHide).unknown).toBe('the page cannot be read')
    const used = statesOf(old, old, now, new FileDrawings(newer.length))
    used.drawings.budget.cells = -1
    expect(inspectDrawing(used, { dict, num: 100 }, 3, mayHide).unknown).toBe('there is too much to draw')
    const counted = statesOf(old, old, now, new FileDrawings(newer.length))
    while (counted.drawings.inspections.take());
    expect(inspectDrawing(counted, { dict, num: 100 }, 3, mayHide).unknown).toBe('there is too much to draw')
    const small = statesOf(old, old, now, new FileDrawings(newer.length))
    small.drawings.budget.cells = 20_000
    expect(inspectDrawing(small, { dict, num: 100 }, 3, mayHide).unknown).toBe('there is too much to draw')
  })

  it('with unknown operators cannot be told', () => {
    expect(unknown(WORD, { content: `${rect(10, 10, 5, 5)} 1 2 nonsense` })).toMatch('nonsense')
  })

  it('on a part of a page that cannot be read cannot be told', () => {
    const missing = 'BT /Missing 20 Tf 50 100 Td (nnnn) Tj ET'
    expect(unknown(missing, { content: rect(50, 95, 44, 20) })).toBeDefined()
    expect(unknown(`${WORD} 1 2 nonsense`, { content: rect(10, 10, 5, 5) })).toMatch('nonsense')
  })

  it('elsewhere than the part of a page that cannot be read can be told', () => {
    const missing = 'BT /Missing 20 Tf 50 100 Td (nnnn) Tj ET'
    expect(unknown(missing, { content: rect(20, 20, 5, 5) })).toEqual(
      unknown(missing, { content: rect(50, 95, 44, 20) }),
    )
  })

  it('reaches as far as the lines around its letters', () => {
    const drawn: NewDrawing[] = [{ content: '1 Tr 1 j 8 w BT 0 0 1 RG /F1 20 Tf 54 70 Td (nn) Tj ET' }]
    expect(findingsOf({ page: text('....', 50, 90, 10), drawn })).toEqual([])
    expect(findingsOf({ page: text('nnnn', 50, 88, 4), drawn })).toContain('hidesTooMuch')
  })

  it('on a page whose colours are not known may be told', () => {
    expect(unknown(`/Nothing cs 0.5 scn 20 20 10 10 re f ${WORD}`, { content: rect(150, 10, 5, 5) })).toBeUndefined()
  })

  it('among too many others about one place cannot be told', () => {
    const drawn = Array.from({ length: 98 }, () => ({ content: rect(10, 10, 5, 5) }))
    const effects = effectsOf({ page: WORD, drawn })
    expect(effects[96]?.unknown).toBeUndefined()
    expect(effects[97]?.unknown).toBe('too many drawings stand about one place')
  })

  it('is seen together with others at most 100 points off', () => {
    // Two halves of a sign, which are one only together.
    const letter = text('n', 100, 100, 10)
    const apart = (gap: number) =>
      findingsOf({
        page: letter,
        drawn: [
          { content: rect(108, 100, 3, 5, BLUE) },
          { content: `${rect(113, 100, 3, 5)} ${rect(113 + gap, 100, 3, 5)}` },
        ],
      })
    expect(apart(5)).toEqual(['marksText'])
    const far = findingsOf({
      page: letter,
      drawn: [{ content: `${rect(143, 100, 3, 5)} ${rect(148, 100, 3, 5)}` }, { content: rect(112, 100, 3, 5) }],
    })
    expect(far).toEqual(['marksText'])
  })
})

describe('a signature', () => {
  const had = (box: readonly [number, number, number, number], value = '/V <</Type /Sig>>') => [
    {
      box,
      content: rect(box[0], box[1], box[2] - box[0], box[3] - box[1]),
      subtype: 'Widget',
      entries: `/FT /Sig ${value}`,
    },
  ]
  const over = (share: number, box: readonly [number, number, number, number]): NewDrawing => ({
    as: 'signature',
    box,
    content: rect(box[0], box[1], share * (box[2] - box[0]), box[3] - box[1], '1 0 0 rg'),
  })

  it('may lie on another in the same place, which is told', () => {
    const place = [20, 20, 120, 60] as const
    expect(findingsOf({ page: '', had: had(place), drawn: [over(0.6, place)] })).toEqual(['coversSignature'])
    expect(findingsOf({ page: '', had: had(place), drawn: [over(0.4, place)] })).toEqual([])
    expect(findingsOf({ page: '', had: had(place), drawn: [over(0.6, [21.4, 18.6, 121.4, 61.4])] })).toEqual([
      'coversSignature',
    ])
  })

  it('may not lie on another in another place', () => {
    expect(findingsOf({ page: '', had: had([20, 20, 120, 60]), drawn: [over(0.6, [23, 20, 123, 60])] })).toEqual([
      'hidesTooMuch',
    ])
    expect(findingsOf({ page: '', had: had([20, 20, 120, 60]), drawn: [over(0.4, [23, 20, 123, 60])] })).toEqual([])
  })

  it('may lie on one that is not signed', () => {
    const place = [20, 20, 120, 60] as const
    expect(findingsOf({ page: '', had: had(place, ''), drawn: [over(1, place)] })).toEqual([])
  })

  it('is not covered by itself', () => {
    const place = [20, 20, 120, 60] as const
    expect(findingsOf({ page: '', had: had(place), drawn: [{ ...over(1, place), num: 10 }] })).toEqual([])
  })

  it('is not in its place where a stamp lies on it', () => {
    const place = [20, 20, 120, 60] as const
    const stamp: NewDrawing = { box: place, content: rect(20, 20, 40, 40, '1 0 0 rg') }
    expect(findingsOf({ page: '', had: had(place), drawn: [stamp] })).toEqual(['hidesTooMuch'])
  })
})
