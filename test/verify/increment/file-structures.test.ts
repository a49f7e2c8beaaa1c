/**
 * Signed files whose structure readers follow in two ways, each beside an honest one.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { type ContractRefs, makeContract, textContent } from '../support/contract.js'
import { bytesOf, dict, notation, stream } from '../support/notation.js'
import { appendRaw, extentOf, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
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

describe('a file whose sections are tables and streams', () => {
  const { bytes, refs } = makeContract({ xref: 'stream' })
  const content = (price: number) => notation(stream(dict`<<>>`, textContent(`The price is ${price} EUR.`)))
  const form = (price: number) => `${refs.content1.num} 0 obj\n${content(price)}\nendobj\n`

  /** A table after the streams, with another form of the first page's content before or behind it. */
  const withTable = (before: string, behind: string) => {
    const file = bytesOf(bytes, before)
    const at = file.length
    const body = bytesOf(file, form(100), behind)
    const table = `xref\n${refs.content1.num} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    const { trailer, sections } = PdfDocument.open(bytes)
    const entries = { Size: trailer.get('Size') ?? 0, Root: refs.catalog, Prev: sections[0]?.offset ?? 0 }
    return bytesOf(body, `${table}trailer\n${notation(new PdfDict(entries))}\nstartxref\n${body.length}\n%%EOF\n`)
  }

  it('is in doubt when an object stands behind its place again', async () => {
    expect(await reasonsOf(await signByHand(withTable('', form(900))))).toEqual(['object_ambiguous'])
  })

  it('is in no doubt when the last form is the one that counts', async () => {
    expect(await reasonsOf(await signByHand(withTable(form(900), '')))).toEqual([])
  })

  it('may have the same in tables alone, which all readers follow', async () => {
    const { bytes, refs } = makeContract()
    const [start] = extentOf(bytes, refs.content1)
    const twice = bytesOf(bytes, `${refs.content1.num} 0 obj\n${content(900)}\nendobj\n`)
    const prepared = appendRaw(twice, { entries: { [refs.content1.num]: start } })
    expect(await reasonsOf(await signByHand(prepared))).toEqual([])
  })
})
