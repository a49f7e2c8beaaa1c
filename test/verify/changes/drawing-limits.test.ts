/**
 * A limit on painting that is reached while a drawing is held against its page makes the change one that cannot be judged,
 * wherever in that work it is reached: earlier revisions may have used up all but as much as suits a forger.
 *
 * @module
 */
import { afterEach, describe, expect, it } from 'vitest'
import { CONTENT_LIMITS } from '../../../src/ink/content/content-limits.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { joinedPrints } from '../attacks/joined-prints.js'
import { form } from '../attacks/looks.js'
import { baseOf } from '../bases/bases.js'
import { pageAt } from '../support/revise.js'
import { scanPage } from '../support/scanned-page.js'
import { sign, signByHand } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

const limits: { -readonly [Key in 'maxCells' | 'maxSegments']: number } = CONTENT_LIMITS
const { maxCells, maxSegments } = limits

afterEach(() => {
  Object.assign(limits, { maxCells, maxSegments })
})

/** A signature in a white frame over a sentence of a page that was scanned. */
async function hideScannedText(): Promise<Uint8Array> {
  const page = scanPage('grey', { resolution: 150 })
  const [left, bottom, right, top] = page.places.text
  const look = `1 g 0 0 ${right - left} ${top - bottom} re f 0 g BT /F 9 Tf 5 20 Td (Bob Builder) Tj ET\n`
  return await signByHand(await sign(page.bytes), {
    widget: (revision) => ({
      Rect: [left, bottom, right, top],
      F: 132,
      P: pageAt(revision.document, 0).ref,
      AP: new PdfDict({ N: revision.add(form(right - left, top - bottom, look)) }),
    }),
  })
}

/** The limits under which a document counts as valid, each a third above the one before. */
async function validLimits(bytes: Uint8Array, limit: keyof typeof limits, below: number): Promise<number[]> {
  const valid: number[] = []
  for (let most = 10; most < below; most = Math.ceil(most * 1.33)) {
    limits[limit] = most
    if ((await verdictOf(bytes)).valid) valid.push(most)
  }
  return valid
}

describe('with whatever is left to paint with', () => {
  it.each([
    ['maxCells', 3_000_000],
    ['maxSegments', 20_000],
  ] as const)('print of a scanned page may not be hidden: %s', async (limit, below) => {
    expect(await validLimits(await hideScannedText(), limit, below)).toEqual([])
  })

  it.each(joinedPrints.slice(0, 2).map(({ name, make }) => ({ name, make })))(
    'print of a scanned page may not be added to: $name',
    async ({ make }) => {
      expect(await validLimits(await make(await baseOf('pdf-lib', 'plain')), 'maxCells', 3_000_000)).toEqual([])
    },
  )
})
