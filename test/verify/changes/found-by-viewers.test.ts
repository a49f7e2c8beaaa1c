/**
 * Classes of changes that the generator of increments found: viewers showed what the report did not say.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import {
  annotate,
  change,
  codesOf,
  createDocument,
  dict,
  form,
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
    // PDFium puts it upon the lower edge, however low the rectangle is.
    expect(codesWith([100, 240, 130, 241])).toContain('content_covered')
    expect(codesWith([100, 258, 130, 300])).toEqual([])
  })
})

describe('a link with an appearance', () => {
  it('may not stand on the text with its border, which poppler draws all the same', () => {
    const codesWith = (rectangle: readonly number[], entries: Record<string, PdfObject>) =>
      codesOf(
        judgeFirst(
          change(commentable, (changing) => {
            const AP = dict({ N: changing.increment.add(form('')) })
            annotate(changing, changing.increment.add(note(rectangle, 'Link', { AP, C: [1], ...entries })))
          }),
        ),
      )
    for (const entries of [{ BS: dict({ W: 80 }) }, { Border: [0, 0, 80] }, { BS: dict({ W: 80, S: name('U') }) }]) {
      expect(codesWith([10, 215, 290, 220], entries)).toContain('content_covered')
    }
    expect(codesWith([10, 240, 290, 270], { BS: dict({ W: 0 }) })).toEqual([])
    expect(codesWith([200, 20, 290, 60], { BS: dict({ W: 8 }) })).toEqual([])
  })
})

describe('a marking without a place', () => {
  it('may not lie on the text by its points: readers draw it wherever /Rect is', () => {
    const codesWith = (
      colour: readonly number[],
      [left, bottom, right, top]: readonly [number, number, number, number],
    ) =>
      codesOf(
        judgeFirst(
          change(commentable, (changing) => {
            const points = [left, top, right, top, left, bottom, right, bottom]
            const entries = { QuadPoints: points, C: [...colour] }
            annotate(changing, changing.increment.add(note([0, 0, 0, 0], 'Highlight', entries)))
          }),
        ),
      )
    expect(codesWith([0], [10, 240, 290, 270])).not.toEqual([])
    expect(codesWith([1, 1, 0], [10, 240, 290, 270])).toEqual([])
    expect(codesWith([0], [200, 20, 220, 30])).toEqual([])
    // Its end is round, and reaches beyond its points.
    expect(codesWith([0], [240, 150, 260, 350])).not.toEqual([])
  })
})

describe('an empty signature field', () => {
  it('may not stand on the text, where readers write a prompt into it', () => {
    const codesWith = (rectangle: readonly number[]) =>
      codesOf(
        judgeFirst(
          change(commentable, (changing) => {
            const entries = { FT: name('Sig'), T: textString('Seal'), Rect: [...rectangle], P: REFS.page, F: 4 }
            const ref = changing.increment.add(dict({ Type: name('Annot'), Subtype: name('Widget'), ...entries }))
            const fields = changing.dict(REFS.form).get('Fields')
            changing.update(REFS.form, { Fields: [...(Array.isArray(fields) ? fields : []), ref] })
            annotate(changing, ref)
          }),
        ),
      )
    expect(codesWith([10, 240, 290, 270])).toContain('content_covered')
    expect(codesWith([200, 20, 290, 60])).toEqual([])
  })
})

describe('a text field', () => {
  it('may not take a name for its value, which poppler does not show', () => {
    const named = change(commentable, ({ update }) => update(REFS.total, { V: name('Yes') }))
    expect(codesOf(judgeFirst(named))).toContain('field_value_malformed')
  })

  // A Cyrillic letter has the same byte in UTF-16.
  it.each([
    ['100\u001b000', true],
    ['\u00fe\u00ff\u0000\u0031\u0000\u001b\u0000\u0030', true],
    ['\u00fe\u00ff\u0004\u001b', false],
    ['100', false],
  ])('may not have an escape sequence in its value, which PDF.js leaves out: %j %s', (value, isRefused) => {
    const bytes = Uint8Array.from(value, (char) => char.charCodeAt(0))
    const filled = change(commentable, ({ update }) => update(REFS.total, { V: new PdfString(bytes) }))
    expect(codesOf(judgeFirst(filled)).includes('field_value_malformed')).toBe(isRefused)
  })
})
