/**
 * Signed files whose structure readers follow in two ways, each beside an honest one.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { type ContractRefs, makeContract, textContent } from '../support/contract.js'
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

describe('an object that was freed before signing, and that readers find when they search', () => {
  const other = stream(dict`<<>>`, textContent('The price is 900 EUR.'))

  /** The second page leads to its content by way of an object that is free. */
  async function withFreedList() {
    const { bytes, refs } = makeContract()
    let list = new PdfRef(0)
    const prepared = revise(bytes, ({ set, add }) => {
      list = add([refs.content2])
      set(refs.page2, { Contents: list })
    })
    return { bytes: await sign(appendRaw(prepared, { free: [list.num] })), refs }
  }

  it('keeps what it leads to from being changed', async () => {
    const { bytes, refs } = await withFreedList()
    const forged = revise(bytes, ({ put }) => put(refs.content2, other))
    expect(await reasonsOf(forged)).toContain('hidden_object_revived')
  })

  it('keeps nobody from adding other objects, or from signing again', async () => {
    const { bytes } = await withFreedList()
    expect(await reasonsOf(revise(bytes, ({ add }) => void add(other)))).toEqual([])
    expect(await reasonsOf(await sign(bytes))).toEqual([])
  })

  it('is of no consequence when nothing leads to it', async () => {
    const { bytes } = makeContract({ prepare: (file) => void file.add(dict`<</Note (alone)>>`) })
    const alone = Number(/(\d+) 0 obj\s*<<\/Note \(alone\)/.exec(latin1Text(bytes))?.[1])
    const signed = await sign(appendRaw(bytes, { free: [alone] }))
    expect(await reasonsOf(revise(signed, ({ put }) => put(new PdfRef(alone, 1), dict`<<>>`)))).toEqual([])
  })
})

describe('a page tree', () => {
  const following = async (kids: (refs: ContractRefs) => PdfObject[]) => {
    const { bytes, refs } = makeContract()
    const signed = await sign(revise(bytes, ({ set }) => set(refs.pages, { Kids: kids(refs) })))
    return reasonsOf(revise(signed, ({ add }) => void add(dict`<</Note (new)>>`)))
  }

  it.each<[string, PdfObject]>([
    ['a number without an object', new PdfRef(8000)],
    ['nothing', null],
    ['a page that is no object of its own', dict`<</Type /Page /MediaBox [0 0 9 9]>>`],
  ])('is in doubt when it lists %s', async (_, kid) => {
    expect(await following(({ page1, page2, page3 }) => [page1, kid, page2, page3])).toEqual(['page_tree_ambiguous'])
  })

  it('is in no doubt when it lists pages', async () => {
    expect(await following(({ page1, page2, page3 }) => [page3, page1, page2])).toEqual([])
  })
})
