/**
 * Classes of changes that the generator of increments found: viewers showed what the report did not say.
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import {
  annotate,
  change,
  codesOf,
  createDocument,
  dict,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
} from './changed-documents.js'

let commentable: Uint8Array
beforeAll(async () => {
  commentable = await sign(createDocument(), { certify: 3 })
})

const note = (rectangle: readonly number[], subtype = 'Text', entries: Record<string, PdfObject> = {}) =>
  dict({ Type: name('Annot'), Subtype: name(subtype), Rect: [...rectangle], F: 4, ...entries })

describe('the list of annotations of a page', () => {
  it('may not name one again: it is painted over those that stand between', async () => {
    for (const certify of [undefined, 1, 2, 3] as const) {
      const signed = await sign(createDocument(), certify === undefined ? {} : { certify })
      const doubled = change(signed, (changing) => annotate(changing, REFS.total))
      expect(codesOf(judgeFirst(doubled)), `P=${certify}`).toContain('annotations_reordered')
    }
  })

  it('may not name a new one twice: what lets the page shine through once does not do so twice', () => {
    const doubled = change(commentable, (changing) => {
      const ref = changing.increment.add(note([200, 20, 220, 40]))
      annotate(changing, ref, ref)
    })
    expect(codesOf(judgeFirst(doubled))).toContain('annotations_reordered')
  })

  it('may name new ones', () => {
    const noted = change(commentable, (changing) => {
      annotate(changing, changing.increment.add(note([200, 20, 220, 40])), note([230, 20, 250, 40]))
    })
    expect(codesOf(judgeFirst(noted))).toEqual([])
  })
})

describe('a note without an appearance', () => {
  it('may not stand on the text with its middle, where MuPDF puts the icon', async () => {
    const small = 'BT /F1 5 Tf 60 251 Td (The buyer pays 100 euros to the seller, and not more.) Tj ET'
    const printed = createDocument({
      page: { Contents: new PdfRef(16) },
      extend: (file) => void file.add(stream(small)),
    })
    const signed = await sign(printed, { certify: 3 })
    const codesWith = (rectangle: readonly number[]) =>
      codesOf(judgeFirst(change(signed, (changing) => annotate(changing, changing.increment.add(note(rectangle))))))
    expect(codesWith([100, 210, 130, 296])).toContain('content_covered')
    expect(codesWith([100, 150, 130, 236])).toEqual([])
  })
})
