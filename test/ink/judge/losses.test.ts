/**
 * What all drawings together hide of a page.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createContentBudget, Quota } from '../../../src/ink/content/content-budget.js'
import { type Allowance, type Author, type LostLetter, PageLosses } from '../../../src/ink/judge/losses.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { draw } from '../content/draw.js'

const STAMP: Allowance = { characters: 1, image: 0.3, isMeant: false, isHeldAgainstText: true }
const ICON: Allowance = { ...STAMP, characters: 4 }
const MEANT: Allowance = { ...STAMP, characters: 24, isMeant: true }
const [FIRST, SECOND] = [{}, {}]
const by = (num: number | undefined, revision = FIRST): Author => ({ num, revision })

/** A lost letter of six by ten points. */
const letter = (x: number, y = 100, weight = 1): LostLetter => ({ box: [x, y, x + 6, y + 10], weight })
const losses = () => new PageLosses(new Quota(10))

describe('lost letters', () => {
  it('are too many when one drawing hides more than it may', () => {
    expect(losses().hideLetters([letter(10)], STAMP, by(1))).toBe(false)
    expect(losses().hideLetters([letter(10), letter(100)], STAMP, by(1))).toBe(true)
    expect(losses().hideLetters([], STAMP, by(1))).toBe(false)
  })

  it('are counted together where they stand together', () => {
    const page = losses()
    expect(page.hideLetters([letter(10)], STAMP, by(1))).toBe(false)
    expect(page.hideLetters([letter(20)], STAMP, by(2))).toBe(true)
  })

  it('are counted with those that stand with these in turn', () => {
    const page = losses()
    const half = (x: number) => letter(x, 100, 0.4)
    expect(page.hideLetters([half(10)], STAMP, by(1))).toBe(false)
    expect(page.hideLetters([half(60)], STAMP, by(2))).toBe(false)
    expect(page.hideLetters([half(35)], STAMP, by(3))).toBe(true)
  })

  it('are counted apart where they stand apart, up to a limit for the page', () => {
    const page = losses()
    expect([10, 60, 110, 160].map((x, i) => page.hideLetters([letter(x)], STAMP, by(i)))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('are shares of what each drawing may hide', () => {
    const page = losses()
    expect(page.hideLetters([letter(10), letter(16), letter(22)], ICON, by(1))).toBe(false)
    expect(page.hideLetters([letter(28)], ICON, by(2))).toBe(false)
    expect(page.hideLetters([letter(34)], ICON, by(3))).toBe(true)
  })

  it('are lost once, however many drawings hide them', () => {
    const page = losses()
    for (let i = 0; i < 5; i++) expect(page.hideLetters([letter(10)], STAMP, by(i))).toBe(false)
    expect(page.hideLetters([letter(60)], STAMP, by(6))).toBe(false)
  })

  it('count by the drawing that may hide least', () => {
    const page = losses()
    expect(page.hideLetters([letter(10)], ICON, by(1))).toBe(false)
    expect(page.hideLetters([letter(10)], STAMP, by(2))).toBe(false)
    expect(page.hideLetters([letter(10)], ICON, by(3))).toBe(false)
    expect(page.hideLetters([letter(16)], ICON, by(4))).toBe(true)
  })

  it('stand together up to four heights across and about half a height up, by the lower of them', () => {
    const together = (x: number, y: number, height = 10) => {
      const page = losses()
      page.hideLetters([letter(50)], STAMP, by(1))
      return page.hideLetters([{ box: [x, y, x + 6, y + height], weight: 1 }], STAMP, by(2))
    }
    expect([95, 97].map((x) => together(x, 100))).toEqual([true, false])
    expect([5, 3].map((x) => together(x, 100))).toEqual([true, false])
    expect([114, 116].map((y) => together(50, y))).toEqual([true, false])
    expect([86, 84].map((y) => together(50, y))).toEqual([true, false])
    expect([75, 77].map((x) => together(x, 100, 5))).toEqual([true, false])
  })

  it('are forgotten where there are hundreds, which are too many anyway', () => {
    const page = losses()
    const many = Array.from({ length: 500 }, (_, i) => letter(100 * i, 100, 0.001))
    for (const one of many) expect(page.hideLetters([one], STAMP, by(1))).toBe(false)
  })

  it('are not lost any more when the annotation gets another look', () => {
    const page = losses()
    expect(page.hideLetters([letter(10)], STAMP, by(1, FIRST))).toBe(false)
    expect(page.hideLetters([letter(20)], STAMP, by(1, SECOND))).toBe(false)
    expect(page.hideLetters([letter(10)], STAMP, by(2, SECOND))).toBe(true)
  })

  it('of a place that is meant to be written over count for no other drawing', () => {
    const page = losses()
    const prompt = Array.from({ length: 24 }, (_, i) => letter(10 + 6 * i))
    expect(page.hideLetters(prompt, MEANT, by(1))).toBe(false)
    expect(page.hideLetters([...prompt, letter(160)], MEANT, by(1))).toBe(true)
    expect(page.hideLetters([letter(10)], STAMP, by(2))).toBe(false)
  })

  it('are the same only in the same place', () => {
    const four = (places: readonly Box[]) => {
      const page = losses()
      return places.map((box, i) => page.hideLetters([{ box, weight: 1 }], ICON, by(i)))
    }
    const around: Box = [10, 100, 16, 110]
    expect(four([around, around, around, around, around])).toEqual([false, false, false, false, false])
    for (const other of [
      [13.5, 100, 19.5, 110],
      [6, 100, 12, 110],
      [10, 106, 16, 116],
      [10, 94, 16, 104],
    ] as const) {
      const page = losses()
      expect(page.hideLetters([{ box: around, weight: 4 }], ICON, by(1))).toBe(false)
      // The middle of a letter that is shifted by more than half of it lies in no other.
      expect(page.hideLetters([{ box: other as unknown as Box, weight: 1 }], ICON, by(2))).toBe(
        !isMiddleIn(other as unknown as Box, around) && !isMiddleIn(around, other as unknown as Box),
      )
    }
  })
})

function isMiddleIn(one: Box, other: Box): boolean {
  const [x, y] = [(one[0] + one[2]) / 2, (one[1] + one[3]) / 2]
  return x >= other[0] && x <= other[2] && y >= other[1] && y <= other[3]
}

describe('pictures', () => {
  const PICTURE = 'q 100 0 0 100 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 80> EI Q'
  const { drawing } = draw(PICTURE)
  const budget = createContentBudget()
  const over = (content: string) => draw(content).drawing

  it('are hidden by all drawings together', () => {
    const page = losses()
    expect(page.hidePictures(drawing.areas, over('0 g 50 50 20 100 re f'), budget)).toBeCloseTo(0.2, 1)
    expect(page.hidePictures(drawing.areas, over('0 g 70 50 20 100 re f'), budget)).toBeCloseTo(0.4, 1)
    expect(page.hidePictures([], over('0 g 50 50 20 100 re f'), budget)).toBe(0)
  })

  it('count by the one that is hidden most', () => {
    const two = draw(`${PICTURE} q 40 0 0 40 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 80> EI Q`).drawing
    expect(losses().hidePictures(two.areas, over('0 g 50 50 50 100 re f'), budget)).toBeCloseTo(0.5, 1)
  })

  it('are hidden by letters in part', () => {
    const share = losses().hidePictures(drawing.areas, over('BT /F1 20 Tf 50 95 Td (WWWWWW) Tj ET'), budget)
    expect(share).toBeGreaterThan(0.05)
    expect(share).toBeLessThan(0.1)
  })

  it('are taken for hidden when there are too many in a file', () => {
    const page = new PageLosses(new Quota(0))
    expect(page.hidePictures(drawing.areas, over('0 g 0 0 1 1 re f'), budget)).toBe(1)
  })

  it('are remembered however many there are', () => {
    const page = new PageLosses(new Quota(1))
    expect(page.hidePictures(drawing.areas, over('0 g 0 0 1 1 re f'), budget)).toBe(0)
    expect(page.hidePictures(drawing.areas, over('0 g 0 0 1 1 re f'), budget)).toBe(0)
  })
})

describe('signatures', () => {
  const budget = createContentBudget()
  const box: Box = [20, 20, 120, 60]
  const signature = (num: number, content: string) => ({ num, box, areas: () => draw(content).drawing.areas })
  const over = (content: string) => draw(content).drawing

  it('are hidden by the share of what they draw', () => {
    const { signatures } = losses()
    const one = signature(5, '0 0 1 rg 20 20 50 40 re f')
    expect(signatures.hide([one], over('1 0 0 rg 20 20 25 40 re f'), budget)).toBeCloseTo(0.5, 1)
    expect(signatures.hide([one], over('1 0 0 rg 70 20 50 40 re f'), budget)).toBeCloseTo(0.5, 1)
    expect(signatures.hide([one], over('1 0 0 rg 45 20 25 40 re f'), budget)).toBeCloseTo(1, 1)
  })

  it('have a ground that does not count', () => {
    const one = signature(5, '1 g 20 20 100 40 re f 0 0 1 rg 20 20 50 40 re f')
    expect(losses().signatures.hide([one], over('1 0 0 rg 70 20 50 40 re f'), budget)).toBeCloseTo(0, 1)
  })

  it('that draw nothing cannot be hidden', () => {
    const one = signature(5, '')
    expect(losses().signatures.hide([one], over('1 0 0 rg 20 20 100 40 re f'), budget)).toBe(0)
  })

  it('are taken for hidden when there are too many on a page', () => {
    const { signatures } = losses()
    const many = Array.from({ length: 64 }, (_, num) => signature(num, ''))
    expect(signatures.hide(many, over(''), budget)).toBe(0)
    expect(signatures.hide([signature(64, '')], over(''), budget)).toBe(1)
    expect(signatures.hide([signature(7, '')], over(''), budget)).toBe(0)
  })
})
