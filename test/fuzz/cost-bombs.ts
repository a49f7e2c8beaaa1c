/**
 * Documents that ask for far more work or memory than their size warrants.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { PdfDict, PdfName, type PdfObject, type PdfRef } from '../../src/pdf/objects.js'
import { latin1Bytes } from '../../src/pdf/syntax/syntax.js'
import { approved, certified3 } from '../verify/support/cases.js'
import { makeContract, textLook } from '../verify/support/contract.js'
import { annotation, EMPTY_PLACE } from '../verify/support/edits.js'
import { dict, pdf, stream } from '../verify/support/notation.js'
import { addAnnotation, appendRaw, itemsOf, type Revision, revise } from '../verify/support/revise.js'
import { addToForm, sign, signByHand } from '../verify/support/sign.js'

const MB = 1024 * 1024

/** By name; each takes up to a second to make. */
export const COST_BOMBS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'two thousand revisions': async () => {
    const { bytes, refs } = await approved()
    // Written by hand, because opening every stage would take too long.
    let at = bytes.length
    let previous = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(Buffer.from(bytes).toString('latin1'))?.[1])
    const parts: Uint8Array[] = [bytes]
    for (let i = 0; i < 2000; i++) {
      const object = `${refs.info.num} 0 obj\n<</Title (Contract) /ModDate (D:2026112110${String(i % 60).padStart(2, '0')}00Z)>>\nendobj\n`
      const trailer = `<</Size 900 /Root ${refs.catalog.num} 0 R /Info ${refs.info.num} 0 R /Prev ${previous} /ID [<00112233445566778899AABBCCDDEEFF> <00>]>>`
      previous = at + object.length
      const entry = `${String(at).padStart(10, '0')} 00000 n \n`
      const text = `${object}xref\n${refs.info.num} 1\n${entry}trailer\n${trailer}\nstartxref\n${previous}\n%%EOF\n`
      at += text.length
      parts.push(latin1Bytes(text))
    }
    return new Uint8Array(Buffer.concat(parts))
  },
  'one hundred and fifty signatures': async () => {
    let { bytes } = await approved()
    // By hand: the signer would have each of them verified again.
    for (let i = 0; i < 150; i++) bytes = await signByHand(bytes, { fieldName: `Signer${i}` })
    return bytes
  },
  'five thousand fields that claim different ranges of 20 MB': async () => {
    const { bytes } = makeContract()
    return revise(bytes, (revision) => {
      const cms = 'A'.repeat(64)
      const fields = Array.from({ length: 5000 }, (_, i) => {
        const range = [0, 1000 + i, 2000 + 2 * i, 19 * MB - 3 * i]
        const signature = revision.add(
          dict`<</Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange ${range} /Contents <${cms}>>>`,
        )
        return revision.add(dict`<</FT /Sig /T (F${String(i)}) /V ${signature}>>`)
      })
      addFields(revision, fields)
      revision.add(stream(dict`<<>>`, new Uint8Array(20 * MB)))
    })
  },
  'five thousand fields that hold one real signature': async () => {
    const { bytes } = await approved()
    const text = Buffer.from(bytes).toString('latin1')
    const number = Number([...text.matchAll(/\/V (\d+) 0 R/g)].at(-1)?.[1])
    return revise(bytes, (revision) => {
      const value = pdf`${String(number)} 0 R`
      const field = (_: unknown, i: number) => revision.add(dict`<</FT /Sig /T (F${String(i)}) /V ${value}>>`)
      addFields(revision, Array.from({ length: 5000 }, field))
    })
  },
  'fields that contain one another': async () => {
    const { bytes, refs } = await approved()
    return revise(bytes, ({ set }) => set(refs.fieldGroup, { Kids: [refs.fieldGroup, refs.fieldIban] }))
  },
  'fields that inherit from one another': async () => {
    const { bytes, refs } = await approved()
    return revise(bytes, ({ set }) => set(refs.fieldName, { Parent: refs.fieldName, V: pdf`(x)` }))
  },
  'pages that contain one another': async () => {
    const { bytes, refs } = await approved()
    return revise(bytes, ({ set }) => set(refs.pages, { Kids: [refs.pages, refs.page1] }))
  },
  'a wide graph in which one shared object changes': async () => {
    const { bytes } = makeContract({
      prepare: (file, refs) => {
        const list = Array.from({ length: 60_000 }, () => file.add(dict`<</Shared ${refs.helv}>>`))
        file.put(refs.bookmark, dict`<</Title (Terms) /Parent ${refs.outlines} /List ${file.add(list)}>>`)
      },
    })
    const signed = await sign(bytes)
    const { refs } = makeContract()
    return revise(signed, ({ set }) => set(refs.helv, { Name: pdf`/Helv` }))
  },
  'a deep graph in which the last object changes': async () => {
    let last: PdfRef | undefined
    const { bytes } = makeContract({
      prepare: (file, refs) => {
        last = file.add(dict`<</End true>>`)
        let next: PdfObject = last
        for (let i = 0; i < 60_000; i++) next = file.add(new PdfDict({ Next: next }))
        file.put(refs.bookmark, dict`<</Title (Terms) /Parent ${refs.outlines} /Chain ${next}>>`)
      },
    })
    const signed = await sign(bytes)
    return revise(signed, ({ put }) => {
      if (last !== undefined) put(last, dict`<</End false>>`)
    })
  },
  'an appearance that draws itself a billion times': () =>
    fillWith((revision, refs) => {
      let inner: PdfRef = refs.nameLook
      for (let level = 0; level < 12; level++) {
        const box = dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</XObject <</X ${inner}>>>>>>`
        inner = revision.add(stream(box, '/X Do\n'.repeat(12)))
      }
      return inner
    }),
  'an appearance that draws itself forever': () =>
    fillWith((revision) => {
      const look = revision.increment.allocate()
      const box = dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</XObject <</X ${look}>>>>>>`
      revision.put(look, stream(box, '/X Do\n'))
      return look
    }),
  'an appearance that inflates to 200 MB': () => fillWith((revision) => revision.add(inflating(200 * MB, 'q Q '))),
  'an appearance with twenty million operators': () =>
    fillWith((revision) => revision.add(inflating(80 * MB, 'q\nQ\n'))),
  'a font whose map has four billion entries': () =>
    fillWith((revision) => {
      const map = revision.add(
        stream(
          dict`<<>>`,
          '1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n1 beginbfrange <00000000> <ffffffff> <0000> endbfrange\n',
        ),
      )
      const font = revision.add(
        dict`<</Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode ${map}>>`,
      )
      return revision.add(textLook(font, 'Bob'))
    }, 'with a font of its own'),
  'an annotation nested very deeply': async () => {
    const { bytes, refs } = await certified3()
    let deep: PdfObject = 0
    for (let i = 0; i < 200; i++) deep = [deep]
    return revise(
      bytes,
      (revision) => void addAnnotation(revision, refs.page2, annotation('Text', EMPTY_PLACE, { Border: deep })),
    )
  },
  'ten thousand annotations over each other': async () => {
    const { bytes, refs } = await certified3()
    return revise(bytes, (revision) => {
      const note = (_: unknown, i: number) => revision.add(annotation('Square', [i % 500, 0, 600, 800]))
      const list = Array.from({ length: 10_000 }, note)
      revision.set(refs.page1, { Annots: [...itemsOf(revision, revision.get(refs.page1).get('Annots')), ...list] })
    })
  },
  'forty thousand markers on forty thousand words': async () => {
    const places = Array.from(
      { length: 40_000 },
      (_, i) => [10 + (i % 200) * 2.9, 10 + Math.floor(i / 200) * 3.9] as const,
    )
    const words = places.map(([x, y], i) => `1 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)} Tm (w${i % 7}) Tj\n`).join('')
    const { bytes, refs } = makeContract({
      prepare: (file, parts) => file.put(parts.content3, stream(dict`<<>>`, `BT /F1 4 Tf\n${words}ET\n`)),
    })
    const signed = await sign(bytes, { certify: 3 })
    return revise(signed, (revision) => {
      const markers = places.map(([x, y]) => {
        const [right, top] = [x + 2.5, y + 3]
        const look = { QuadPoints: [x, top, right, top, x, y, right, y], C: [1, 1, 0] }
        return revision.add(annotation('Highlight', [x, y, right, top], look))
      })
      revision.set(refs.page3, { Annots: [...itemsOf(revision, revision.get(refs.page3).get('Annots')), ...markers] })
    })
  },
  'a content stream of 20 MB under a new annotation': () => annotateOver('BT /F1 9 Tf (x) Tj ET\n'),
  'a page of arrays inside of arrays under a new annotation': () => annotateOver('['),
  'a page of millions of painted areas under a new annotation': () => annotateOver('0 0 m 9 9 l 5 5 l f\n'),
  'a page of large shapes, each of them another': () =>
    annotateOver(many(99_000, (i) => `${i % 600} ${i % 790} m 9 9 l 5 5 l f\n`)),
  'a page of words, each in a clip of its own': () =>
    annotateOver(
      many(20_000, (i) => {
        const place = `${i % 600} ${i % 790}`
        return `q ${place} m 9 99 l 50 5 l W n BT /F1 9 Tf ${place} Td (xyz) Tj ET Q\n`
      }),
    ),
  'a page with a line of 390,000 letters': () =>
    annotateOver(`BT /F1 1 Tf 10 700 Td (${'xy '.repeat(130_000)}) Tj ET\n`),
  'a page of millions of inline images under a new annotation': () =>
    annotateOver('BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n'),
  'a revision with entries for eight million objects': async () => {
    const { bytes } = await approved()
    return appendRaw(bytes, { entries: { 8388600: 20 }, trailer: { Size: 8_388_607 } })
  },
  'a signature of nested sequences': () =>
    signByHand(makeContract().bytes, {
      cms: async () => new Uint8Array(8000).fill(0x30).map((_, i) => (i % 2 ? 0x80 : 0x30)),
    }),
  'a structure tree that contains itself': async () => {
    const { bytes, refs } = makeContract({ tagged: true })
    return revise(await sign(bytes), ({ set }) =>
      set(refs.structDocument, { K: [refs.structDocument, refs.structure] }),
    )
  },
  'names and validation data that contain themselves': async () => {
    const { bytes } = await approved()
    return revise(bytes, (revision) => {
      const loop = revision.increment.allocate()
      revision.put(loop, new PdfDict({ Kids: [loop, loop], Certs: [loop], VRI: loop, Type: PdfName.of('DSS') }))
      revision.set(revision.document.catalogRef, { DSS: loop })
    })
  },
}

/** Fills the field "name" with an appearance. */
async function fillWith(
  look: (revision: Revision, refs: ReturnType<typeof makeContract>['refs']) => PdfRef,
  value = 'Bob',
): Promise<Uint8Array> {
  const { bytes, refs } = await approved()
  return revise(bytes, (revision) =>
    revision.set(refs.fieldName, { V: pdf`(${value})`, AP: new PdfDict({ N: look(revision, refs) }) }),
  )
}

function many(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('')
}

/** Adds an annotation to a page with 20 MB of the same content, or with the content itself where it is long. */
async function annotateOver(content: string): Promise<Uint8Array> {
  const size = content.length < 1000 ? 20 * MB : content.length
  const { bytes, refs } = makeContract({
    prepare: (file, parts) => file.put(parts.content3, inflating(size, content)),
  })
  const signed = await sign(bytes, { certify: 3 })
  return revise(signed, (revision) => void addAnnotation(revision, refs.page3, annotation('FreeText', EMPTY_PLACE)))
}

/** A form XObject that inflates to `size` bytes of the same text. */
function inflating(size: number, text: string) {
  const box = dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Filter /FlateDecode>>`
  return stream(box, deflateSync(Buffer.alloc(size, text, 'latin1')))
}

function addFields(revision: Revision, fields: readonly PdfRef[]): void {
  const [first, ...rest] = fields
  if (first === undefined) return
  addToForm(revision, first)
  const form = revision.document.catalog.get('AcroForm') as PdfRef
  revision.set(form, { Fields: [...itemsOf(revision, revision.get(form).get('Fields')), ...rest] })
}
