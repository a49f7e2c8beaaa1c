/**
 * Signed files whose structure readers follow in two ways, each beside an honest one.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfRef } from '../../../src/pdf/objects.js'
import { dict } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { makeHybrid } from '../support/structures.js'

/** The codes of all that speaks against the signatures of a file. */
async function reasonsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { signers } = await verifyDocument(bytes)
  return signers.flatMap(({ reasons }) => reasons.map(({ code }) => code))
}

describe('a hybrid file', () => {
  it('is in doubt when its table hides what a page needs', async () => {
    const hiding = makeHybrid({ inStream: '<</ExtGState <<>>>>', page: '/Resources 7 0 R' })
    expect(await reasonsOf(await sign(hiding))).toEqual(['object_ambiguous'])
  })

  it('is in no doubt when it hides what readers can do without', async () => {
    expect(await reasonsOf(await sign(makeHybrid()))).toEqual([])
  })

  it('is in no doubt when a later section shows what was hidden', async () => {
    const hiding = makeHybrid({ inStream: '<</ExtGState <<>>>>', page: '/Resources 7 0 R' })
    expect(await reasonsOf(await sign(revise(hiding, ({ put }) => put(new PdfRef(7), dict`<<>>`))))).toEqual([])
  })
})
