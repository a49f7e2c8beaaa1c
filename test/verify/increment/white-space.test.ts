/**
 * White space in an increment that every reader passes over, and references to nothing that stood there before.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { makeContract } from '../support/contract.js'
import { appendByHand, type Spelling } from '../support/handwriting.js'
import { dict } from '../support/notation.js'
import { sign } from '../support/sign.js'

/** The codes of all that speaks against the signatures of a file. */
async function reasonsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { signers } = await verifyDocument(bytes)
  return signers.flatMap(({ reasons }) => reasons.map(({ code }) => code))
}

describe('white space in an increment', () => {
  const objects = [[900, dict`<<>>`]] as const
  const judge = async (spelling: Spelling, xref: 'table' | 'stream' = 'table') =>
    reasonsOf(appendByHand(await sign(makeContract({ xref }).bytes), { objects, spelling }))
  /** Lets the entries of all objects but that of the section lead some bytes further back. */
  const earlier = (count: number, gap: string): Spelling => ({
    object: (text) => gap + text,
    rows: (rows) => rows.map((row) => (row.num === 900 ? { ...row, a: row.a + gap.length - count } : row)),
  })

  it.each<[string, Spelling]>([
    ['a blank behind the numbers of a subsection', { table: (text) => text.replace(/^(\d+ \d+)\n/m, '$1 \n') }],
    ['a blank there, before two line ends', { table: (text) => text.replace(/^(\d+ \d+)\n/m, '$1 \r\n') }],
    ['a blank behind xref', { table: (text) => text.replace('xref\n', 'xref \n') }],
    ['an entry that leads to the line end before its object', earlier(1, '\n')],
    ['an entry that leads to two line ends before its object', earlier(4, '\r\n\r\n')],
  ])('is passed over: %s', async (_, spelling) => {
    expect(await judge(spelling)).toEqual([])
  })

  it('is passed over before an object of a file with cross-reference streams', async () => {
    expect(await judge(earlier(1, '\n'), 'stream')).toEqual([])
  })

  it.each<[string, Spelling]>([
    ['two blanks behind the numbers of a subsection', { table: (text) => text.replace(/^(\d+ \d+)\n/m, '$1  \n') }],
    ['a form feed there', { table: (text) => text.replace(/^(\d+ \d+)\n/m, '$1\f\n') }],
    ['two blanks behind xref', { table: (text) => text.replace('xref\n', 'xref  \n') }],
    ['an entry that leads to five blanks before its object', earlier(5, '\n\n\n\n\n')],
    ['an entry that leads to a comment before its object', earlier(3, '%x\n')],
  ])('is not passed over: %s', async (_, spelling) => {
    expect(await judge(spelling)).not.toEqual([])
  })
})

describe('an annotation that was deleted while its page goes on listing it', () => {
  /** A page that lists object 9, whose entry is free although it stands in the file. */
  function fileWith({ entry = '0000000000 00001 f', pages = '', annots = '[9 0 R]' } = {}): Uint8Array {
    const note = '<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/C[1 0 0]/F 4>>'
    const texts = [
      `1 0 obj\n<</Type/Catalog/Pages 2 0 R${pages}>>\nendobj\n`,
      '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
      `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<<>>/Annots ${annots}>>\nendobj\n`,
      `9 0 obj\n${note}\nendobj\n`,
    ]
    let file = '%PDF-1.7\n'
    const rows = texts.map((text) => {
      const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
      file += text
      return row
    })
    const first = file.length
    file += `xref\n0 4\n0000000000 65535 f \n${rows.slice(0, 3).join('')}9 1\n${rows[3]}`
    file += `trailer\n<</Size 10/Root 1 0 R>>\nstartxref\n${first}\n%%EOF\n`
    const second = file.length
    file += `xref\n0 1\n0000000009 65535 f \n9 1\n${entry} \n`
    return latin1Bytes(`${file}trailer\n<</Size 10/Root 1 0 R/Prev ${first}>>\nstartxref\n${second}\n%%EOF\n`)
  }

  it.each(['0000000000 00001 f', '0000000230 00001 f', '0000000000 65535 f'])(
    'does not come back when the page is written again: %s',
    async (entry) => {
      const first = await sign(fileWith({ entry }))
      const page = dict`<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<<>>/Annots [9 0 R]>>`
      expect(await reasonsOf(appendByHand(first, { objects: [[3, page]] }))).not.toContain('hidden_object_revived')
      expect(await reasonsOf(await sign(first))).toEqual([])
    },
  )

  it('comes back when the increment refers to it in another place, or where nothing led before', async () => {
    const elsewhere = await sign(fileWith())
    const moved = dict`<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<<>>/B [9 0 R]>>`
    expect(await reasonsOf(appendByHand(elsewhere, { objects: [[3, moved]] }))).toContain('hidden_object_revived')
    const unlisted = await sign(fileWith({ annots: '[]' }))
    const page = dict`<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<<>>/Annots [9 0 R]>>`
    expect(await reasonsOf(appendByHand(unlisted, { objects: [[3, page]] }))).toContain('hidden_object_revived')
  })
})
