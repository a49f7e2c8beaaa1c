/**
 * Signed files whose structure readers follow in two ways, each beside an honest one.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfRef } from '../../../src/pdf/objects.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { makeContract, textContent } from '../support/contract.js'
import { dict, stream } from '../support/notation.js'
import { appendRaw, revise } from '../support/revise.js'
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

describe('a page that was freed before signing, and that readers find when they search', () => {
  const { bytes, refs } = makeContract()
  const other = stream(dict`<<>>`, textContent('The price is 900 EUR.'))
  const freed = () => sign(appendRaw(bytes, { free: [refs.page2.num] }))

  it('may not be given another content', async () => {
    const forged = revise(await freed(), ({ put }) => put(refs.content2, other))
    expect(await reasonsOf(forged)).toContain('hidden_object_revived')
  })

  it('may not be given a content through an object that another one leads to', async () => {
    const prepared = revise(bytes, ({ set, add }) => set(refs.page2, { Contents: add([refs.content2]) }))
    const signed = await sign(appendRaw(prepared, { free: [refs.page2.num] }))
    expect(await reasonsOf(revise(signed, ({ put }) => put(refs.content2, other)))).toContain('hidden_object_revived')
  })

  it('keeps nobody from adding other objects, or from signing again', async () => {
    const signed = await freed()
    expect(await reasonsOf(revise(signed, ({ add }) => void add(other)))).toEqual([])
    expect(await reasonsOf(await sign(signed))).toEqual([])
  })

  it('is of no consequence when nothing leads to it', async () => {
    const { bytes } = makeContract({ prepare: (file) => void file.add(dict`<</Note (alone)>>`) })
    const alone = Number(/(\d+) 0 obj\s*<<\/Note \(alone\)/.exec(latin1Text(bytes))?.[1])
    const signed = await sign(appendRaw(bytes, { free: [alone] }))
    expect(await reasonsOf(revise(signed, ({ put }) => put(new PdfRef(alone, 1), dict`<<>>`)))).toEqual([])
  })
})
