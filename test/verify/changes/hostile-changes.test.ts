/**
 * Changes that no signature permits.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { type PdfDict, type PdfObject, PdfReal, PdfRef } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import {
  annotate,
  type Changing,
  change,
  codesOf,
  createDocument,
  dict,
  fieldText,
  form,
  judge,
  judgeFirst,
  name,
  REFS,
  sign,
  stream,
  text,
} from './changed-documents.js'

let signed: Uint8Array
let commentable: Uint8Array

beforeAll(async () => {
  signed = await sign(createDocument())
  commentable = await sign(createDocument(), { certify: 3 })
})

const codesAfter = (bytes: Uint8Array, edit: (changing: Changing) => void) => codesOf(judgeFirst(change(bytes, edit)))

const WIDGET = { Type: name('Annot'), Subtype: name('Widget'), FT: name('Sig'), F: 4, P: REFS.page }
/** A white ground with a text on it, as wide as the line of the page that it covers. */
const cover = (content: string) => form(`1 g 0 0 260 20 re f 0 g BT /Helv 12 Tf 2 5 Td (${content}) Tj ET`, 260, 20)
const OVER_THE_TEXT = [15, 244, 285, 266]

/** Adds a field to the form and to the first page. */
function addField(changing: Changing, entries: Record<string, PdfObject>): PdfRef {
  const ref = changing.increment.add(dict({ ...WIDGET, T: textString('Seal'), Rect: [20, 20, 140, 60], ...entries }))
  const fields = changing.dict(REFS.form).get('Fields')
  changing.update(REFS.form, { Fields: [...(Array.isArray(fields) ? fields : []), ref] })
  annotate(changing, ref)
  return ref
}

describe('the content of pages', () => {
  it.each<[string, string, (changing: Changing) => void]>([
    [
      'another content stream',
      'page_changed',
      ({ increment, update }) => update(REFS.page, { Contents: increment.add(stream('')) }),
    ],
    [
      'a content stream overwritten',
      'unexplained_change',
      ({ increment }) => increment.put(REFS.content, stream('BT ET')),
    ],
    ['a font overwritten', 'unexplained_change', ({ update }) => update(REFS.font, { BaseFont: name('Symbol') })],
    ['a crop box', 'page_changed', ({ update }) => update(REFS.page, { CropBox: [0, 0, 10, 10] })],
    ['a page removed', 'page_removed', ({ update }) => update(REFS.pages, { Kids: [REFS.page], Count: 1 })],
    [
      'pages in another order',
      'pages_reordered',
      ({ update }) => update(REFS.pages, { Kids: [REFS.secondPage, REFS.page] }),
    ],
    ['inherited attributes', 'page_tree_changed', ({ update }) => update(REFS.pages, { Resources: dict({}) })],
    [
      'another page tree',
      'catalog_entry_changed',
      ({ increment, update, dict: read }) =>
        update(REFS.catalog, { Pages: increment.add(read(REFS.pages).with({ Count: 1 })) }),
    ],
  ])('must not get %s', (_, code, edit) => {
    expect(codesAfter(signed, edit)).toContain(code)
  })

  it('must not gain pages', () => {
    const report = judgeFirst(
      change(signed, ({ increment, update, dict: read }) => {
        const page = increment.add(read(REFS.page).with({ Annots: undefined }))
        update(REFS.pages, { Kids: [REFS.page, REFS.secondPage, page], Count: 3 })
      }),
    )
    expect(report.status).toBe('invalid')
    expect(report.changes.map(({ description }) => description)).toContain('Page 3 added')
  })

  it('must not get what was prepared as a missing object', async () => {
    const prepared = await sign(createDocument({ page: { Contents: [REFS.content, new PdfRef(900)] } }))
    const bytes = change(prepared, ({ increment }) => increment.put(new PdfRef(900), stream('BT ET')))
    expect(codesOf(judgeFirst(bytes))).toEqual(['unexplained_change'])
  })

  it('must not lose objects', () => {
    const start = signed.length
    const xref = `xref\n5 1\n0000000000 00001 f \ntrailer\n<< /Size 40 /Root 1 0 R /Prev ${startOfXref(signed)} >>\n`
    const tail = latin1Bytes(`${xref}startxref\n${start}\n%%EOF\n`)
    const bytes = new Uint8Array(start + tail.length)
    bytes.set(signed)
    bytes.set(tail, start)
    const message = 'Object 5 (a stream), used by page 2 at /Contents, was removed (revision 3).'
    expect(judgeFirst(bytes).findings).toEqual([{ code: 'unexplained_change', message }])
  })
})

function startOfXref(bytes: Uint8Array): number {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(-40))
  return Number(/startxref\s+(\d+)/.exec(tail)?.[1])
}

describe('the catalog', () => {
  it.each<[string, PdfObject]>([
    ['OpenAction', [REFS.page, name('Fit')]],
    ['AA', dict({})],
    ['Names', dict({ JavaScript: dict({ Names: [] }) })],
    ['OCProperties', dict({ OCGs: [], D: dict({}) })],
    ['Outlines', dict({ Type: name('Outlines') })],
    ['Perms', dict({})],
    ['AF', []],
    ['Unheard', 1],
  ])('must not gain /%s', (key, value) => {
    expect(codesAfter(signed, ({ update }) => update(REFS.catalog, { [key]: value }))).toEqual([
      'catalog_entry_changed',
    ])
  })

  it('must not gain an extension that brings another object', () => {
    const codes = codesAfter(signed, ({ increment, update }) => {
      const ADBE = dict({
        BaseVersion: name('1.7'),
        ExtensionLevel: 8,
        URL: increment.add(stream('The price is 900.')),
      })
      update(REFS.catalog, { Extensions: dict({ ADBE }) })
    })
    expect(codes).toEqual(['extensions_malformed'])
  })

  it('must not gain a script that runs by itself, for two reasons', () => {
    const OpenAction = dict({ S: name('JavaScript'), JS: text('app.alert(1)') })
    const codes = codesAfter(signed, ({ update }) => update(REFS.catalog, { OpenAction }))
    expect(codes.sort()).toEqual(['action_added', 'catalog_entry_changed'])
  })

  it('may be written anew as another object, and must be the same then', () => {
    const moveTo = (entries: Record<string, PdfObject>) =>
      change(signed, ({ increment, document }) => {
        document.trailer.entries.set('Root', increment.add(document.catalog.with(entries)))
      })
    expect(judgeFirst(moveTo({}))).toMatchObject({ status: 'valid', level: 'none' })
    expect(codesOf(judgeFirst(moveTo({ OpenAction: dict({ S: name('JavaScript') }) })))).toContain(
      'catalog_entry_changed',
    )
  })

  it('may lose validation data, which is remarked', () => {
    const stored = change(signed, ({ increment, update }) => {
      update(REFS.catalog, { DSS: dict({ Certs: [increment.add(stream('one'))] }) })
    })
    for (const DSS of [dict({ Certs: [] }), undefined]) {
      const report = judgeFirst(change(stored, ({ update }) => update(REFS.catalog, { DSS })))
      expect(report).toMatchObject({ status: 'valid', level: 'validation-data' })
      expect(report.warnings.map(({ code }) => code)).toEqual(['validation_data_lost'])
    }
  })

  it('must not share an object between a part that may change and one that may not', async () => {
    const shared = await sign(
      createDocument({
        extend: (file) => {
          const extensions = file.add(dict({}))
          const catalog = { Type: name('Catalog'), Pages: REFS.pages, AcroForm: REFS.form }
          file.put(REFS.catalog, dict({ ...catalog, Extensions: extensions, Custom: extensions }))
        },
      }),
    )
    const bytes = change(shared, ({ increment }) =>
      increment.put(new PdfRef(16), dict({ ESIC: dict({ ExtensionLevel: 1 }) })),
    )
    expect(codesOf(judgeFirst(bytes))).toEqual(['unexplained_change'])
  })
})

describe('form fields', () => {
  it.each<[string, string, (changing: Changing) => void]>([
    [
      'show another text than their value',
      'appearance_mismatch',
      ({ increment, update }) =>
        update(REFS.total, { V: textString('100'), AP: dict({ N: increment.add(fieldText('900')) }) }),
    ],
    [
      'change their value behind an old appearance',
      'appearance_mismatch',
      ({ update }) => update(REFS.total, { V: textString('900') }),
    ],
    [
      'have their appearance overwritten',
      'appearance_mismatch',
      ({ increment }) => increment.put(REFS.totalAppearance, fieldText('900')),
    ],
    [
      'hide their text',
      'appearance_hidden',
      ({ increment, update }) =>
        update(REFS.total, {
          V: textString('900'),
          AP: dict({ N: increment.add(form('BT 3 Tr /Helv 12 Tf 2 5 Td (900) Tj ET')) }),
        }),
    ],
    [
      'show an image',
      'appearance_unlike_field',
      ({ increment, update }) =>
        update(REFS.total, {
          V: textString('900'),
          AP: dict({ N: increment.add(form('BT /Helv 12 Tf 2 5 Td (900) Tj ET BI /W 1 /H 1 /BPC 8 /CS /G ID x EI')) }),
        }),
    ],
    [
      'be drawn as outlines',
      'appearance_unlike_field',
      ({ increment, update }) =>
        update(REFS.total, {
          V: textString('900'),
          AP: dict({ N: increment.add(form(`${'0 0 m 9 9 l S '.repeat(200)} BT /Helv 12 Tf 2 5 Td (900) Tj ET`)) }),
        }),
    ],
    ['move', 'field_changed', ({ update }) => update(REFS.total, { Rect: [20, 240, 280, 270] })],
    ['be hidden', 'field_changed', ({ update }) => update(REFS.total, { F: 6 })],
    ['get actions', 'field_changed', ({ update }) => update(REFS.total, { AA: dict({}) })],
    ['get another name', 'field_changed', ({ update }) => update(REFS.total, { T: textString('Sum') })],
    [
      'get another style without another value',
      'field_changed',
      ({ update }) => update(REFS.total, { DA: textString('1 g /Helv 1 Tf') }),
    ],
    [
      'show a state that is not their value',
      'appearance_mismatch',
      ({ update }) => update(REFS.agree, { AS: name('Yes') }),
    ],
    [
      'swap the drawings of their states',
      'appearance_replaced',
      ({ update }) => update(REFS.agree, { AP: dict({ N: dict({ Yes: REFS.agreeOff, Off: REFS.agreeYes }) }) }),
    ],
    [
      'be removed',
      'field_removed',
      ({ update, dict: read }) =>
        update(REFS.form, { Fields: (read(REFS.form).get('Fields') as PdfObject[]).slice(1) }),
    ],
    ['be added', 'field_added', (changing) => addField(changing, { FT: name('Tx') })],
  ])('must not %s', (_, code, edit) => {
    expect(codesAfter(signed, edit)).toContain(code)
  })

  it('must not be drawn anew with values that were not shown', async () => {
    const prepared = await sign(createDocument({ extend: (file) => file.put(REFS.totalAppearance, fieldText('1')) }))
    expect(codesAfter(prepared, ({ update }) => update(REFS.form, { NeedAppearances: true }))).toEqual([
      'appearance_mismatch',
    ])
    expect(codesAfter(prepared, ({ update }) => update(REFS.total, { AP: undefined }))).toEqual(['appearance_removed'])
  })

  it('must not change page content through a shared appearance', async () => {
    const prepared = await sign(
      createDocument({ page: { Resources: dict({ XObject: dict({ X: REFS.totalAppearance }) }) } }),
    )
    const overwritten = change(prepared, ({ increment, update }) => {
      update(REFS.total, { V: textString('900') })
      increment.put(REFS.totalAppearance, fieldText('900'))
    })
    expect(codesOf(judgeFirst(overwritten))).toEqual(['unexplained_change'])
  })

  it('must not be filled in where a signature forbids it', async () => {
    const fill = ({ increment, update }: Changing) =>
      update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('900')) }) })
    const certified = await sign(createDocument(), { certify: 1 })
    expect(codesAfter(certified, fill)).toEqual(['change_not_permitted'])
    const lock = (entries: Record<string, PdfObject>) => ({ Lock: dict({ Type: name('SigFieldLock'), ...entries }) })
    const locked = createDocument({ approval: lock({ Action: name('Include'), Fields: [textString('Total')] }) })
    expect(codesAfter(await sign(locked, { field: 'Approval' }), fill)).toEqual(['locked_field_changed'])
    const other = createDocument({ approval: lock({ Action: name('Include'), Fields: [textString('Agree')] }) })
    expect(codesAfter(await sign(other, { field: 'Approval' }), fill)).toEqual([])
    const permits = (P: PdfObject) => createDocument({ approval: lock({ Action: name('Include'), Fields: [], P }) })
    for (const none of [1, new PdfReal(1, '1.0'), name('None')]) {
      expect(codesAfter(await sign(permits(none), { field: 'Approval' }), fill)).toEqual(['change_not_permitted'])
    }
    expect(codesAfter(await sign(permits(new PdfReal(2, '2.0')), { field: 'Approval' }), fill)).toEqual([])
    const all = createDocument({ approval: lock({ Action: name('All') }) })
    expect(codesAfter(await sign(all, { field: 'Approval' }), fill)).toEqual(['locked_field_changed'])
  })
})

describe('signature fields', () => {
  it.each<[string, string, (changing: Changing) => void]>([
    [
      'be drawn without a signature',
      'empty_signature_drawn',
      (changing) => addField(changing, { AP: dict({ N: changing.increment.add(fieldText('Signed by Bob')) }) }),
    ],
    [
      'hold a value that is no signature',
      'signature_value_malformed',
      (changing) => addField(changing, { V: changing.increment.add(dict({ Type: name('Sig') })) }),
    ],
    [
      'hold a signature of another revision',
      'signature_value_malformed',
      (changing) =>
        addField(changing, { V: changing.increment.add(dict({ Contents: text('x'), ByteRange: [0, 10, 20, 30] })) }),
    ],
    [
      'take the name of another field',
      'field_name_taken',
      (changing) => addField(changing, { T: textString('Signature1') }),
    ],
    ['run actions', 'signature_field_active', (changing) => addField(changing, { AA: dict({}) })],
    [
      'be made of what existed',
      'signature_field_changed',
      ({ update }) => update(REFS.approval, { Rect: [0, 0, 300, 300] }),
    ],
  ])('must not %s', (_, code, edit) => {
    expect(codesAfter(signed, edit)).toContain(code)
  })

  it('must not be added to a page outside the form', () => {
    const edit = (changing: Changing) =>
      annotate(changing, changing.increment.add(dict({ ...WIDGET, Rect: [0, 0, 9, 9] })))
    expect(codesAfter(commentable, edit)).toEqual(['widget_added'])
  })

  it('must not change once they are signed', async () => {
    const approved = await sign(createDocument(), { field: 'Approval' })
    const appearance = ({ increment, update }: Changing) =>
      update(REFS.approval, { AP: dict({ N: increment.add(fieldText('Bob')) }) })
    expect(codesAfter(approved, appearance)).toContain('signed_field_changed')
    const twice = await sign(signed, { field: 'Approval' })
    expect(codesAfter(twice, ({ update }) => update(REFS.approval, { V: undefined }))).toContain('signed_field_changed')
    expect(codesAfter(approved, ({ update }) => update(REFS.approval, { Rect: [0, 0, 10, 10] }))).toContain(
      'signed_field_changed',
    )
    const overwrite = ({ increment, document, dict: read }: Changing) => {
      const value = read(REFS.approval).get('V') as PdfRef
      increment.put(value, (document.resolve(value) as PdfDict).with({ Name: textString('Bob') }))
    }
    expect(codesAfter(approved, overwrite)).toContain('signed_field_changed')
  })

  it('must be neither hidden nor shown once they are signed, also where the place is an object of its own', async () => {
    const place = async (flags: number) => {
      let widget = REFS.approval
      const plain = change(createDocument(), ({ increment, update, dict: read }) => {
        const field = read(REFS.approval)
        const own = ['Type', 'Subtype', 'Rect', 'P', 'F'] as const
        const entries = Object.fromEntries(own.map((key) => [key, field.get(key) ?? null]))
        widget = increment.add(dict({ ...entries, F: flags, Parent: REFS.approval }))
        update(REFS.approval, { ...Object.fromEntries(own.map((key) => [key, undefined])), Kids: [widget] })
        update(REFS.page, { Annots: [REFS.total, REFS.agree, widget] })
      })
      return { widget, signed: await sign(plain, { field: 'Approval' }) }
    }
    const shown = await place(4)
    const hidden = await place(6)
    const codesOfFlags = ({ widget, signed: bytes }: typeof shown, flags: number) =>
      codesAfter(bytes, ({ update }) => update(widget, { F: flags }))
    for (const flags of [0, 6, 36, 260])
      expect(codesOfFlags(shown, flags), `${flags}`).toEqual(['signed_field_changed'])
    expect(codesOfFlags(hidden, 4)).toEqual(['signed_field_changed'])
    expect(codesOfFlags(shown, 132)).toEqual([])
  })

  it('must not appear in a certified document, or over its content', async () => {
    const certified = await sign(createDocument(), { certify: 2 })
    expect(codesAfter(certified, (changing) => addField(changing, {}))).toEqual(['change_not_permitted'])
    const covering = (changing: Changing) =>
      addField(changing, { Rect: OVER_THE_TEXT, AP: dict({ N: changing.increment.add(cover('900 euros')) }) })
    expect(codesAfter(signed, covering)).toContain('content_covered')
  })
})

describe('annotations', () => {
  const add = (entries: Record<string, PdfObject>, drawing?: PdfObject) => (changing: Changing) => {
    const appearance = drawing === undefined ? {} : { AP: dict({ N: changing.increment.add(drawing) }) }
    annotate(
      changing,
      changing.increment.add(dict({ Type: name('Annot'), Rect: OVER_THE_TEXT, F: 4, ...entries, ...appearance })),
    )
  }

  it('need a permission', () => {
    const harmless = add({ Subtype: name('Text'), Rect: [250, 20, 270, 40] })
    expect(codesAfter(signed, harmless)).toEqual(['change_not_permitted'])
    expect(codesAfter(commentable, harmless)).toEqual([])
  })

  it.each<[string, string, Record<string, PdfObject>, PdfObject | undefined]>([
    ['a stamp on a white ground', 'content_covered', { Subtype: name('Stamp') }, cover('The buyer pays 900 euros')],
    ['a free text on a white ground', 'content_covered', { Subtype: name('FreeText') }, cover('900')],
    [
      'a free text without drawing',
      'content_covered',
      { Subtype: name('FreeText'), DA: textString('/Helv 12 Tf') },
      undefined,
    ],
    ['a filled square without drawing', 'content_covered', { Subtype: name('Square'), IC: [1, 1, 1] }, undefined],
    ['an opaque highlight', 'content_covered', { Subtype: name('Highlight') }, form('1 g 0 0 260 20 re f', 260, 20)],
    [
      'a text between the lines',
      'content_imitated',
      { Subtype: name('FreeText') },
      form('BT /Helv 12 Tf 2 5 Td (not) Tj ET', 260, 20),
    ],
    ['a redaction', 'annotation_added', { Subtype: name('Redact') }, undefined],
    ['a watermark', 'annotation_added', { Subtype: name('Watermark') }, cover('900')],
    [
      'a script',
      'annotation_active',
      { Subtype: name('Link'), A: dict({ S: name('JavaScript'), JS: text('1') }) },
      undefined,
    ],
    [
      'an address under a strike-out',
      'annotation_active',
      { Subtype: name('StrikeOut'), A: dict({ S: name('URI'), URI: text('https://example.com') }) },
      undefined,
    ],
  ])('must not be %s even where they are permitted', (_, code, entries, drawing) => {
    expect(codesAfter(commentable, add(entries, drawing))).toContain(code)
  })

  it('must not remove form fields', () => {
    const removal = ({ dict: read, update }: Changing) =>
      update(REFS.page, { Annots: (read(REFS.page).get('Annots') as PdfObject[]).slice(1) })
    expect(codesAfter(commentable, removal)).toEqual(['annotation_removed'])
  })
})

describe('a chain of revisions', () => {
  it('is judged step by step, so that a change that is taken back counts', () => {
    const changed = change(signed, ({ increment }) => increment.put(REFS.content, stream('BT ET')))
    const original = stream('BT /F1 12 Tf 20 250 Td (The buyer pays 100 euros to the seller.) Tj ET')
    const restored = change(changed, ({ increment }) => increment.put(REFS.content, original))
    expect(judgeFirst(restored).status).toBe('invalid')
    expect(judgeFirst(restored).changes.map(({ revision }) => revision)).toEqual([3, 4])
  })

  it('blames only the signatures before the change', async () => {
    const changed = change(signed, ({ update }) => update(REFS.page, { Rotate: 90 }))
    expect(judge(await sign(changed)).map(({ status }) => status)).toEqual(['invalid', 'valid'])
  })
})
