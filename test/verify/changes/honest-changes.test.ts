/**
 * Changes that a signature permits.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { type PdfDict, PdfReal, type PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import {
  annotate,
  change,
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
} from './changed-documents.js'

let signed: Uint8Array
let commentable: Uint8Array

beforeAll(async () => {
  signed = await sign(createDocument())
  commentable = await sign(createDocument(), { certify: 3 })
})

describe('a document that is only signed', () => {
  it('has no changes', () => {
    expect(judgeFirst(signed)).toEqual({ status: 'valid', findings: [], warnings: [], level: 'none', changes: [] })
  })
})

describe('counter-signatures', () => {
  it('may be added in a new field', async () => {
    const [first, second] = judge(await sign(signed))
    expect(first).toMatchObject({ status: 'valid', level: 'form-filling' })
    expect(first?.changes.map(({ description }) => description)).toContain('Signature "Signature2" added')
    expect(second).toMatchObject({ status: 'valid', level: 'none' })
  })

  it('may be added to a file with a cross-reference stream', async () => {
    const bytes = await sign(await sign(createDocument({ xref: 'stream' })))
    expect(judgeFirst(bytes)).toMatchObject({ status: 'valid', level: 'form-filling' })
  })

  it('may be added to a file whose only page is where its tree of pages should begin', async () => {
    const objects = ['1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj', '2 0 obj <</MediaBox [0 0 200 200]>> endobj']
    const file = `%PDF-1.4\n${objects.join('\n')}\ntrailer <</Root 1 0 R>>\n`
    const [first, second] = judge(await sign(await sign(new TextEncoder().encode(file))))
    expect(first).toMatchObject({ status: 'valid', level: 'form-filling' })
    expect(second).toMatchObject({ status: 'valid', level: 'none' })
  })

  it('may be put into an existing field, with its drawing', async () => {
    const report = judgeFirst(await sign(signed, { field: 'Approval' }))
    expect(report.status).toBe('valid')
    expect(report.changes.map(({ description }) => description)).toContain('Signature field "Approval" signed')
  })

  it('may be drawn where the page is empty', async () => {
    const report = judgeFirst(await sign(signed, { appearance: { rectangle: [20, 20, 140, 60] } }))
    expect(report).toMatchObject({ status: 'valid', level: 'form-filling' })
  })

  it('may follow a certification that permits signing', async () => {
    const certified = await sign(createDocument(), { certify: 2 })
    expect(judgeFirst(await sign(certified)).status).toBe('valid')
  })

  it('may form a long chain, each judged once', async () => {
    let bytes = signed
    for (let i = 0; i < 11; i++) bytes = await sign(bytes)
    const reports = judge(bytes)
    expect(reports).toHaveLength(12)
    expect(reports.every(({ status }) => status === 'valid')).toBe(true)
    expect(reports[0]?.changes).toHaveLength(11)
  })

  it('may come with arrays of fields and annotations that are objects of their own', async () => {
    const fields = 16
    const bytes = createDocument({
      extend: (file) => {
        const annots = file.add([REFS.total, REFS.agree, REFS.approval])
        const list = file.add([REFS.total, REFS.agree, REFS.approval])
        expect(annots.num).toBe(fields)
        file.put(REFS.form, dict({ Fields: list }))
        const page = { Type: name('Page'), Parent: REFS.pages, MediaBox: [0, 0, 300, 300], Contents: REFS.content }
        file.put(REFS.page, dict({ ...page, Annots: annots }))
      },
    })
    expect(judgeFirst(await sign(await sign(bytes))).status).toBe('valid')
  })
})

describe('filling in', () => {
  it('may change a text field and its appearance', () => {
    const report = judgeFirst(
      change(signed, ({ increment, update }) => {
        update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('900')) }) })
      }),
    )
    expect(report).toMatchObject({ status: 'valid', level: 'form-filling' })
    expect(report.changes[0]?.description).toBe('Field "Total" changed from "100" to "900"')
  })

  it('may overwrite the appearance stream in place', () => {
    const bytes = change(signed, ({ increment, update }) => {
      update(REFS.total, { V: textString('900') })
      increment.put(REFS.totalAppearance, fieldText('900'))
    })
    expect(judgeFirst(bytes).status).toBe('valid')
  })

  it('may leave the drawing to the reader', () => {
    const bytes = change(signed, ({ update }) => {
      update(REFS.total, { V: textString('900') })
      update(REFS.form, { NeedAppearances: true })
    })
    expect(judgeFirst(bytes).status).toBe('valid')
    const without = change(signed, ({ update }) => {
      update(REFS.total, { V: textString('900'), AP: undefined })
      update(REFS.form, { NeedAppearances: true })
    })
    expect(judgeFirst(without).status).toBe('valid')
  })

  it('may break a text into lines, and draw ligatures', () => {
    const bytes = change(signed, ({ increment, update }) => {
      update(REFS.total, {
        V: textString('office\n1234.50'),
        AP: dict({ N: increment.add(fieldText('office 1234.50')) }),
      })
    })
    expect(judgeFirst(bytes).status).toBe('valid')
  })

  it('may tick a box', () => {
    const bytes = change(signed, ({ update }) => update(REFS.agree, { V: name('Yes'), AS: name('Yes') }))
    expect(judgeFirst(bytes).changes[0]?.description).toBe('Field "Agree" changed from Off to Yes')
    expect(judgeFirst(bytes).status).toBe('valid')
  })

  it('may add the font that a field needs to the form', () => {
    const bytes = change(signed, ({ increment, update }) => {
      const font = increment.add(dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Courier') }))
      update(REFS.form, { DR: dict({ Font: dict({ Cour: font }) }) })
      update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('900')) }) })
    })
    expect(judgeFirst(bytes).status).toBe('valid')
  })
})

describe('validation data', () => {
  const addStore = (bytes: Uint8Array) =>
    change(bytes, ({ increment, update }) => {
      const certificate = increment.add(stream('certificate'))
      const entry = increment.add(dict({ Cert: [certificate] }))
      const vri = dict({ ['A'.repeat(40)]: entry })
      update(REFS.catalog, { DSS: increment.add(dict({ Certs: [certificate], VRI: vri })) })
    })

  it('may be added, even where nothing else may change', async () => {
    const certified = await sign(createDocument(), { certify: 1 })
    const report = judgeFirst(addStore(certified))
    expect(report).toMatchObject({ status: 'valid', level: 'validation-data' })
    expect(report.changes.map(({ description }) => description)).toEqual(['Validation data added'])
  })

  it('may grow, and be listed in another order', () => {
    const bytes = change(addStore(signed), ({ document, increment, update }) => {
      const ref = document.catalog.get('DSS') as PdfRef
      const store = document.resolve(ref) as PdfDict
      const certificates = document.lookupArray(store, 'Certs') ?? []
      increment.put(ref, store.with({ Certs: [increment.add(stream('another')), ...certificates] }))
      update(REFS.info, { ModDate: textString('D:20260201000000Z') })
    })
    expect(judgeFirst(bytes)).toMatchObject({ status: 'valid', level: 'validation-data' })
  })
})

describe('what says nothing', () => {
  it.each<[string, Parameters<typeof change>[1]]>([
    ['the same objects again', ({ increment, dict: read }) => increment.put(REFS.page, read(REFS.page))],
    [
      'integers as reals',
      ({ update }) => update(REFS.page, { MediaBox: [0, 0, new PdfReal(300, '300.0'), new PdfReal(300, '300.')] }),
    ],
    ['objects that nothing uses', ({ increment }) => increment.add(stream('unused'))],
    [
      'a direct object made indirect',
      ({ increment, update, dict: read }) =>
        update(REFS.page, { Resources: increment.add(read(REFS.page).get('Resources') ?? null) }),
    ],
    ['document properties', ({ update }) => update(REFS.info, { Producer: textString('Other') })],
    [
      'XMP metadata',
      ({ increment, update }) => {
        const packet = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>'
        const metadata = increment.add(stream(packet, { Type: name('Metadata'), Subtype: name('XML') }))
        update(REFS.catalog, { Metadata: metadata })
      },
    ],
    [
      'developer extensions and a later version',
      ({ update }) =>
        update(REFS.catalog, {
          Version: name('2.0'),
          Extensions: dict({ ESIC: dict({ BaseVersion: name('1.7'), ExtensionLevel: 5 }) }),
        }),
    ],
  ])('%s may be written', (_, edit) => {
    expect(judgeFirst(change(signed, edit))).toMatchObject({ status: 'valid', findings: [] })
  })
})

describe('annotations where the certification permits them', () => {
  const comment = { Type: name('Annot'), Subtype: name('Text'), Rect: [250, 20, 270, 40] }

  it('may be added, changed and removed', () => {
    const added = change(commentable, (changing) => {
      annotate(changing, changing.increment.add(dict({ ...comment, Contents: textString('Looks good') })))
    })
    expect(judgeFirst(added)).toMatchObject({ status: 'valid', level: 'annotations' })
    const changed = change(commentable, ({ update }) => update(REFS.note, { Contents: textString('Other') }))
    expect(judgeFirst(changed)).toMatchObject({ status: 'valid', level: 'annotations' })
    const removed = change(commentable, ({ dict: read, update }) => {
      const annotations = read(REFS.page).get('Annots') as PdfRef[]
      update(REFS.page, { Annots: annotations.filter(({ num }) => num !== REFS.note.num) })
    })
    expect(judgeFirst(removed)).toMatchObject({ status: 'valid', level: 'annotations' })
  })

  it('may highlight text without hiding it', () => {
    const bytes = change(commentable, (changing) => {
      const state = dict({ GS: dict({ BM: name('Multiply') }) })
      const drawing = changing.increment.add(form('/GS gs 1 1 0 rg 0 0 100 20 re f', 100, 20, { ExtGState: state }))
      const highlight = { Type: name('Annot'), Subtype: name('Highlight'), Rect: [20, 245, 120, 265] }
      annotate(changing, changing.increment.add(dict({ ...highlight, AP: dict({ N: drawing }) })))
    })
    expect(judgeFirst(bytes)).toMatchObject({ status: 'valid', level: 'annotations' })
  })
})

describe('tagged documents', () => {
  const tagged = () =>
    createDocument({
      catalog: { MarkInfo: dict({ Marked: true }) },
      extend: (file) => {
        const root = file.allocate()
        const part = file.allocate()
        file.put(root, dict({ Type: name('StructTreeRoot'), K: [part], ParentTree: dict({ Nums: [] }) }))
        file.put(part, dict({ Type: name('StructElem'), S: name('Document'), P: root, K: [] }))
        const catalog = { Type: name('Catalog'), Pages: REFS.pages, AcroForm: REFS.form, StructTreeRoot: root }
        file.put(REFS.catalog, dict(catalog))
      },
    })

  it('may gain an element for a new annotation, and only for that', async () => {
    const bytes = await sign(tagged(), { certify: 3 })
    const edit = (target: 'annotation' | 'page', replacement: Record<string, ReturnType<typeof textString>> = {}) =>
      change(bytes, (changing) => {
        const { increment, document, update } = changing
        const note = dict({ Type: name('Annot'), Subtype: name('Text'), Rect: [250, 20, 270, 40], StructParent: 0 })
        const annotation = increment.add(note)
        annotate(changing, annotation)
        const root = document.catalog.get('StructTreeRoot') as PdfRef
        const [part] = document.lookupArray(changing.dict(root), 'K') as PdfRef[]
        const content = target === 'annotation' ? dict({ Type: name('OBJR'), Obj: annotation }) : 0
        const element = { Type: name('StructElem'), S: name('Annot'), P: part as PdfRef, K: content, ...replacement }
        const ref = increment.add(dict(element))
        update(part as PdfRef, { K: [ref] })
        update(root, { ParentTree: dict({ Nums: [0, ref] }), ParentTreeNextKey: 1 })
      })
    expect(judgeFirst(edit('annotation')).findings).toEqual([])
    expect(judgeFirst(edit('page')).status).toBe('invalid')
    expect(judgeFirst(edit('annotation', { ActualText: textString('900') })).status).toBe('invalid')
  })
})
