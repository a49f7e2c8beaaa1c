/**
 * The grammar of increments.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../src/pdf/document.js'
import { type PdfObject, PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { readRevisionViews } from '../../../src/verify/revision-views.js'
import { hasTool } from '../../support/tools.js'
import { makeContract, textContent } from '../support/contract.js'
import { bytesOf, dict, notation, overwrite, stream } from '../support/notation.js'
import { appendRaw, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { makeHybrid, rewriteWithQpdf } from '../support/structures.js'
import { verdictOf } from '../support/verdict.js'
import { assemble, type Draft, draftFor } from './draft.js'

/** Codes of the faults that the newest revision has. */
function faultsOf(bytes: Uint8Array): readonly string[] {
  const chain = readRevisionViews(PdfDocument.open(bytes))
  if ('code' in chain) return [chain.code]
  return chain.views.at(-1)?.faults.map(({ code }) => code) ?? []
}

/** An object of which nothing but the text counts. */
const verbatim = (text: string): PdfObject => new PdfVerbatim(latin1Bytes(text))

/** An increment drafted for a document, changed. */
function drafted(bytes: Uint8Array, change: (draft: Draft) => void, content = 1): Uint8Array {
  const draft = draftFor(bytes, content)
  change(draft)
  return assemble(draft)
}

describe('an increment', () => {
  it.skipIf(!hasTool('qpdf'))('may not redefine or free the object stream that older objects stand in', async () => {
    const packed = await rewriteWithQpdf(makeContract().bytes, '--object-streams=generate')
    const { xref } = PdfDocument.open(packed)
    const member = [...xref.numbers()].map((num) => xref.get(num)).find((entry) => entry?.type === 'compressed')
    const container = member?.type === 'compressed' ? member.stream : 0
    const redefined = revise(packed, ({ put }) =>
      put(new PdfRef(container), stream(dict`<</Type /ObjStm /N 0 /First 0>>`, '')),
    )
    expect(faultsOf(redefined)).toContain('entry_malformed')
    const freed = drafted(packed, ({ sections }) => {
      sections.unshift({ first: container, rows: [{ type: 0, a: 0, b: 1 }] })
    })
    expect(faultsOf(freed)).toContain('entry_malformed')
  })

  it('may not change a number that a stream takes for its length', () => {
    const { bytes, refs } = makeContract({ prepare: (file) => file.add(dict`<<>>`) })
    const withLength = revise(bytes, ({ add, put }) => {
      const text = textContent('The price is 100 EUR.')
      put(refs.nameLook, verbatim(`<</Length ${notation(add(text.length))}>>\nstream\n${text}\nendstream`))
    })
    const length = new PdfRef(PdfDocument.open(withLength).nextObjectNumber - 1)
    expect(faultsOf(revise(withLength, ({ put }) => put(length, 5)))).toEqual(['number_changed'])
    expect(faultsOf(appendRaw(withLength, { free: [length.num] }))).toContain('number_changed')
  })

  it('may not refer to a generation that an object does not have, unless it said so before', () => {
    const { bytes, refs } = makeContract()
    const wrong = new PdfRef(refs.page1.num, 2)
    const once = revise(bytes, ({ set }) => set(refs.info, { Odd: wrong }))
    expect(faultsOf(once)).toEqual(['reference_generation'])
    expect(faultsOf(revise(once, ({ set }) => set(refs.info, { More: [1] })))).toEqual([])
    const elsewhere = revise(once, ({ set }) => set(refs.page1, { Odd: wrong }))
    expect(faultsOf(elsewhere)).toEqual(['reference_generation'])
  })

  it('may say again what was said before', () => {
    const { bytes, refs } = makeContract()
    const { xref } = PdfDocument.open(bytes)
    const entries = Object.fromEntries(
      [...xref.numbers()].map((num) => [num, (xref.get(num) as { offset: number }).offset]),
    )
    expect(faultsOf(appendRaw(bytes, { objects: [[9000, '<<>>']], entries }))).toEqual([])
    expect(faultsOf(appendRaw(bytes, { entries: { [refs.page1.num]: 15 } }))).toContain('entry_outside_revision')
  })

  it('has one cross-reference section', async () => {
    const { bytes } = makeContract()
    const once = appendRaw(bytes, { objects: [[9000, '<<>>']] })
    // The newest section stands before the one that it follows.
    const [start, at] = [bytes.length, PdfDocument.open(once).sections[0]?.offset ?? 0]
    const swapped = overwrite(bytesOf(once.slice(0, -1), `\n`), `startxref\n${at}`, `startxref\n${start}`)
    expect((await verdictOf(swapped)).valid).toBe(false)
  })

  it('follows a stream with a table where no search would find anything else', () => {
    const { bytes, refs } = makeContract({ xref: 'stream' })
    const append = (file: Uint8Array) => appendRaw(file, { objects: [[9000, '<<>>']] })
    expect(faultsOf(append(bytes))).toEqual([])
    const hidden = stream(dict`<</Type /EmbeddedFile>>`, `${refs.content1.num} 0 obj\n<<>>\nendobj\n`)
    const attached = makeContract({ xref: 'stream', prepare: (file) => void file.add(hidden) }).bytes
    expect(faultsOf(append(attached))).toEqual(['hidden_object_revived'])
  })
})

describe('/Size of the revision before', () => {
  it('is refused, though it was there: PDFium leaves out the objects of the increment', async () => {
    const appended = drafted(await sign(makeContract().bytes), (draft) => {
      draft.trailer['Size'] = String(draft.document.trailer.get('Size'))
    })
    expect(faultsOf(appended)).toContain('trailer_malformed')
    expect(await verdictOf(appended)).toMatchObject({ valid: false })
  })
})

describe('/Size of an increment', () => {
  it('may be too small, as long as it counts the objects of the increment', () => {
    const { bytes, refs } = makeContract()
    const withSize = (Size: number) =>
      faultsOf(appendRaw(bytes, { objects: [[refs.info.num, '<<>>']], trailer: { Size } }))
    const { nextObjectNumber } = PdfDocument.open(bytes)
    expect(withSize(nextObjectNumber - 1)).toEqual([])
    expect(withSize(refs.info.num + 1)).toEqual([])
    expect(withSize(refs.info.num)).toEqual(['trailer_malformed'])
    expect(withSize(nextObjectNumber + 5)).toEqual(['trailer_malformed'])
  })
})

describe('habits of known writers', () => {
  const signedContract = () => sign(makeContract().bytes)
  const honest: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
    'iText: its version before startxref': (bytes) =>
      drafted(bytes, (draft) => {
        draft.end = '%iText-Core-8.0.5\n'
      }),
    'PDFBox: CR and LF everywhere': (bytes) => drafted(bytes, useCrLf),
    'PDFBox: a stream that says what the table says': (bytes) => drafted(bytes, repeatAsStream),
    'LibreOffice: private entries of the trailer': (bytes) =>
      drafted(bytes, ({ trailer }) => {
        trailer['DocChecksum'] = '/46F53E6E6E50DDBE489B0FBBA7AFA474'
        trailer['AdditionalStreams'] = '[/application#2Fvnd#2Eoasis#2Eopendocument#2Etext 4 0 R\n]'
      }),
    '@signpdf: startxref leads to the line end before the table': (bytes) =>
      drafted(bytes, (draft) => {
        draft.startxref = (at) => `startxref\n${at - 1}\n`
      }),
    '@signpdf: one number too many': (bytes) =>
      drafted(bytes, (draft) => {
        draft.trailer['Size'] = String(draft.num + 2)
      }),
    'OpenPDF: a blank line before the trailer': (bytes) =>
      drafted(bytes, ({ table }) => {
        table.trailer = '\ntrailer\n'
      }),
    'Acrobat: carriage returns': (bytes) =>
      drafted(bytes, (draft) => {
        for (const object of draft.objects) object.text = object.text.replaceAll('\n', '\r')
        draft.table.keyword = 'xref\r'
        draft.table.head = (first, count) => `${first} ${count}\r`
        draft.table.trailer = 'trailer\r'
      }),
  }

  it.each(Object.entries(honest))('%s', async (_, append) => {
    const appended = append(await signedContract())
    expect(faultsOf(appended)).toEqual([])
    expect(await verdictOf(appended)).toMatchObject({ valid: true })
  })

  it('iText: a cross-reference stream that is free in itself', async () => {
    const bytes = await sign(makeContract({ xref: 'stream' }).bytes)
    const appended = drafted(bytes, ({ sections, stream: { num } }) => {
      sections.push({ first: num, rows: [{ type: 0, a: 0, b: 65_535 }] })
    })
    expect(faultsOf(appended)).toEqual([])
  })

  it('PDFBox: not a stream that says something else than the table', async () => {
    const appended = drafted(await signedContract(), (draft) => {
      repeatAsStream(draft)
      for (const object of draft.objects) object.text = object.text.replace('/Index [0 1', '/Index [3 1')
    })
    expect(faultsOf(appended)).toContain('section_unused')
  })

  it('versions of Acrobat Reader: the stream of the revision before, as it was', async () => {
    const bytes = await sign(makeContract({ xref: 'stream' }).bytes)
    const { sections } = PdfDocument.open(bytes)
    const [last, first] = [sections.at(0), sections.at(-1)]
    const repeated = (section: typeof last, change: (text: string) => string = (text) => text) => {
      const { offset = 0, end = 0, streamNumber: num = 0 } = section ?? {}
      const text = change(Buffer.from(bytes.subarray(offset, end)).toString('latin1'))
      return drafted(bytes, (draft) => {
        draft.objects.push({ num, text: `${text.trim()}\n` })
        draft.sections.unshift({ first: num, rows: [{ num }] })
      })
    }
    expect(await verdictOf(repeated(last))).toMatchObject({ valid: true })
    expect(faultsOf(repeated(first))).toEqual([])
    // Another document, other places, and the stream of another revision under this number.
    expect(faultsOf(repeated(last, (text) => text.replace(/\/Root \d+/, '/Root 3')))).toContain('section_unused')
    const moved = (text: string) => text.replace('stream\n\u0001', 'stream\n\u0000')
    expect(faultsOf(repeated(last, moved))).toContain('section_unused')
    const swapped = (text: string) => text.replace(/^\d+/, String(last?.streamNumber))
    expect(faultsOf(repeated({ ...first, streamNumber: last?.streamNumber } as typeof last, swapped))).toContain(
      'section_unused',
    )
  })

  it('converters: properties of the document in the trailer itself, as they were', () => {
    const append = (bytes: Uint8Array, Info: PdfObject) =>
      appendRaw(bytes, { objects: [[9000, '<<>>']], trailer: { Info } })
    const direct = append(makeContract().bytes, dict`<</Producer (A converter)>>`)
    expect(faultsOf(direct)).toEqual(['trailer_malformed'])
    expect(faultsOf(append(direct, dict`<</Producer (A converter)>>`))).toEqual([])
    expect(faultsOf(append(direct, dict`<</Producer (another)>>`))).toEqual(['trailer_malformed'])
    expect(faultsOf(append(direct, 5))).toEqual(['trailer_malformed'])
  })

  it('OpenPDF: the stream of a hybrid file again, with older forms of some objects', () => {
    const bytes = makeHybridOfWord()
    const XRefStm = PdfDocument.open(bytes).trailer.get('XRefStm') ?? null
    expect(faultsOf(appendRaw(bytes, { objects: [[7, '<</Producer (new)>>']], trailer: { XRefStm } }))).toEqual([])
    // The third revision would have the older form again.
    const renewed = appendRaw(bytes, { objects: [[7, '<</Producer (new)>>']], trailer: { XRefStm: undefined } })
    expect(faultsOf(appendRaw(renewed, { objects: [[8, '<<>>']], trailer: { XRefStm } }))).toContain(
      'entry_outside_revision',
    )
  })
})

/** As Word writes hybrid files: a table for old readers, then an empty one with the stream. */
function makeHybridOfWord(): Uint8Array {
  const hybrid = makeHybrid()
  const { trailer, sections } = PdfDocument.open(hybrid)
  const [XRefStm, Prev] = [trailer.get('XRefStm') ?? null, sections[0]?.offset ?? 0]
  const plain = overwrite(hybrid, `/XRefStm ${XRefStm}`, '')
  return appendRaw(plain, { trailer: { XRefStm, Prev } })
}

describe('a hybrid section', () => {
  const hiding = (bytes: Uint8Array, free: boolean) => {
    const { trailer, nextObjectNumber: num } = PdfDocument.open(bytes)
    const object = `${num} 0 obj\n<<>>\nendobj\n`
    const at = bytes.length + object.length
    const rows = Uint8Array.of(1, bytes.length >> 16, bytes.length >> 8, bytes.length)
    const entries = `/Type /XRef /W [1 3 0] /Index [${num} 1] /Size ${num + 2} /Length 4`
    const section = bytesOf(
      `${num + 1} 0 obj\n<<${entries} /Root ${notation(trailer.get('Root') ?? null)} /Prev 1>>\nstream\n`,
      rows,
    )
    const whole = bytesOf(bytes, object, section, '\nendstream\nendobj\n')
    const table = free ? `xref\n${num} 1\n0000000000 00000 f \n` : 'xref\n0 0\n'
    const { sections } = PdfDocument.open(bytes)
    const text = notation(trailer.with({ Size: num + 2, Prev: sections[0]?.offset ?? 0, XRefStm: at }))
    return bytesOf(whole, `${table}trailer\n${text}\nstartxref\n${whole.length}\n%%EOF\n`)
  }

  it('may have a stream of its own', () => {
    expect(faultsOf(hiding(makeContract().bytes, false))).toEqual([])
  })

  it('may not hide from readers of tables what it shows to others', () => {
    expect(faultsOf(hiding(makeContract().bytes, true))).toContain('object_defined_twice')
  })

  it('may not bring to light what an older one hides', () => {
    const hybrid = makeHybrid()
    const XRefStm = PdfDocument.open(hybrid).trailer.get('XRefStm') ?? null
    expect(faultsOf(appendRaw(hybrid, { objects: [[8, '<<>>']], trailer: { XRefStm } }))).toContain('entry_malformed')
    expect(faultsOf(appendRaw(hybrid, { objects: [[8, '<<>>']], trailer: { XRefStm: undefined } }))).toEqual([])
  })
})

function useCrLf(draft: Draft): void {
  for (const object of draft.objects) object.text = object.text.replaceAll('\n', '\r\n')
  draft.table.keyword = 'xref\r\n'
  draft.table.head = (first, count) => `${first} ${count}\r\n`
  draft.table.row = (offset, gen, kind) =>
    `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${kind}\r\n`
  draft.table.trailer = 'trailer\r\n'
  draft.table.dict = (entries) => `<<\r\n${entries}\r\n>>\r\n`
  draft.startxref = (at) => `startxref\r\n${at}\r\n`
  draft.eof = '%%EOF\r\n'
}

/** A cross-reference stream with one free entry, which nothing leads to. */
function repeatAsStream(draft: Draft): void {
  const num = draft.num + 1
  const entries = `/Type /XRef /Size ${num + 1} /Index [0 1] /W [1 2 1] /Length 4 /Root ${draft.trailer['Root']}`
  draft.objects.push({ num, text: `${num} 0 obj\n<<${entries}>>\nstream\n\0\0\0\0\nendstream\nendobj\n` })
  draft.sections.unshift({ first: 0, rows: [{ type: 0, a: 0, b: 65_535 }] })
  draft.sections.push({ first: num, rows: [{ num }] })
  draft.trailer['Size'] = String(num + 1)
}
