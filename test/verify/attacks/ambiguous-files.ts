/**
 * Files that two readers read differently: the structure itself is the attack.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { approved, attacksOn, forgeriesOf, handSigned, once, signed } from '../support/cases.js'
import { type Contract, makeContract, textContent } from '../support/contract.js'
import { bytesOf, dict, notation, overwrite, stream } from '../support/notation.js'
import { appendRaw, extentOf } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'

const FORGED = stream(dict`<<>>`, textContent('The price is 900 EUR.'))
const signedStream = signed({ xref: 'stream' })

/** An increment with a cross-reference stream, its rows written by hand. */
function appendStreamSection(
  bytes: Uint8Array,
  objects: readonly (readonly [num: number, body: string])[],
  rows: (
    offsets: ReadonlyMap<number, number>,
  ) => readonly (readonly [num: number, type: number, a: number, b: number])[],
): Uint8Array {
  const document = PdfDocument.open(bytes)
  const offsets = new Map<number, number>()
  let text = ''
  for (const [num, body] of objects) {
    offsets.set(num, bytes.length + text.length)
    text += `${num} 0 obj\n${body}\nendobj\n`
  }
  const own = document.nextObjectNumber + 50
  const at = bytes.length + text.length
  const all = [...rows(offsets), [own, 1, at, 0] as const].sort(([a], [b]) => a - b)
  const data = Uint8Array.from(all.flatMap(([, type, a, b]) => [type, a >> 24, a >> 16, a >> 8, a, b >> 8, b]))
  const section = dict`<</Type /XRef /W [1 4 2] /Index ${all.flatMap(([num]) => [num, 1])}
    /Size ${String(own + 1)} /Root ${document.catalogRef} /Info ${document.trailer.get('Info') ?? null}
    /ID ${document.trailer.get('ID') ?? null} /Prev ${document.sections[0]?.offset ?? 0}>>`
  text += `${own} 0 obj\n`
  return bytesOf(bytes, text, notation(stream(section, data)), `\nendobj\nstartxref\n${at}\n%%EOF\n`)
}

/** The body of an object stream with one object. */
function objectStream(num: number, body: string): string {
  const head = `${num} 0 `
  return notation(stream(dict`<</Type /ObjStm /N 1 /First ${String(head.length)}>>`, head + body))
}

/** A page moves into an object stream, and shows the content of another there. */
function overridePage({ bytes, refs }: Contract): Uint8Array {
  const { page1, pages, content3 } = refs
  const page = `<</Type /Page /Parent ${notation(pages)} /Contents ${notation(content3)}>>`
  return appendStreamSection(bytes, [[9000, objectStream(page1.num, page)]], (offsets) => [
    [page1.num, 2, 9000, 0],
    [9000, 1, offsets.get(9000) ?? 0, 0],
  ])
}

export const ambiguousFiles = [
  ...attacksOn(approved, {
    'a hybrid section hides its changes in the stream': ({ bytes, refs }) => {
      const forged = bytesOf(bytes, `${refs.content1.num} 0 obj\n${notation(FORGED)}\nendobj\n`)
      const rows = Uint8Array.of(1, bytes.length >> 16, bytes.length >> 8, bytes.length)
      const own = PdfDocument.open(bytes).nextObjectNumber
      const section = dict`<</Type /XRef /W [1 3 0] /Index [${String(refs.content1.num)} 1] /Size ${String(own + 1)}>>`
      const withStream = bytesOf(forged, `${own} 0 obj\n${notation(stream(section, rows))}\nendobj\n`)
      return appendSection(withStream, bytes, { XRefStm: forged.length, Size: own + 1 })
    },
    'a hybrid section names a stream of the signed bytes': ({ bytes }) =>
      appendSection(bytes, bytes, { XRefStm: PdfDocument.open(bytes).sections[0]?.offset ?? 0 }),
    'the new section is its own predecessor': ({ bytes, refs }) => {
      const at = bytes.length + `${refs.content1.num} 0 obj\n${notation(FORGED)}\nendobj\n`.length
      return appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], trailer: { Prev: at } })
    },
    'the new section skips the one that was signed': ({ bytes, refs }) =>
      appendRaw(bytes, {
        objects: [[refs.content1.num, FORGED]],
        trailer: { Prev: PdfDocument.open(bytes).sections[1]?.offset ?? 0 },
      }),
    'the predecessor of the new section is no section': ({ bytes, refs }) =>
      appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], trailer: { Prev: 20 } }),
    'the predecessor is given as a real': ({ bytes, refs }) =>
      appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], trailer: { Prev: dict`<<>>` } }),
    'the cross-reference leads to an object with another number': ({ bytes, refs }) =>
      appendRaw(bytes, { entries: { [refs.content1.num]: extentOf(bytes, refs.content3)[0] } }),
    'the cross-reference leads into the middle of an object': ({ bytes, refs }) =>
      appendRaw(bytes, { entries: { [refs.content1.num]: extentOf(bytes, refs.content1)[0] + 2 } }),
    // Readers that find another number there search the whole file for objects, and find the forged one.
    'the cross-reference leads to a new object that bears another number': ({ bytes, refs }) =>
      disguise(bytes, refs.content1.num, refs.info.num),
    'the cross-reference lists a new object as number 0': ({ bytes, refs }) => disguise(bytes, refs.content1.num, 0),
    'the cross-reference lists a new object under a number that nothing has': ({ bytes, refs }) =>
      disguise(bytes, refs.content1.num, 5000),
    'a new object bears another generation than its entry': ({ bytes, refs }) => {
      const text = `${refs.content1.num} 7 obj\n${notation(FORGED)}\nendobj\n`
      return appendRaw(bytesOf(bytes, text), { entries: { [refs.content1.num]: bytes.length } })
    },
    'the trailer names two catalogs': ({ bytes, refs }) =>
      appendRaw(bytes, { rewriteTrailer: (text) => text.replace('<<', `<</Root ${notation(refs.pages)} `) }),
    'the trailer names two catalogs, the true one first': ({ bytes, refs }) =>
      appendRaw(bytes, { rewriteTrailer: (text) => text.replace(/>>$/, `/Root ${notation(refs.pages)}>>`) }),
    'the trailer names two predecessors': ({ bytes }) =>
      appendRaw(bytes, { rewriteTrailer: (text) => text.replace('<<', '<</Prev 20 ') }),
    'the trailer holds a string that is none': ({ bytes }) =>
      appendRaw(bytes, { rewriteTrailer: (text) => text.replace('<0011', '<00 /Root 9 0 R 11') }),
    'the trailer is not closed': ({ bytes }) => appendRaw(bytes, { rewriteTrailer: (text) => text.replace(/>>$/, '') }),
    'the cross-reference leads behind the file': ({ bytes, refs }) =>
      appendRaw(bytes, { entries: { [refs.content1.num]: 99_999_999 } }),
    'an object stands twice in the new revision': ({ bytes, refs }) =>
      appendRaw(bytes, {
        objects: [
          [refs.content1.num, FORGED],
          [refs.content1.num, notation(FORGED)],
        ],
      }),
    'an object is moved into an object stream': overridePage,
    'object numbers beyond /Size are used': ({ bytes, refs }) =>
      appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], trailer: { Size: 1 } }),
    'a generation is raised': ({ bytes, refs }) =>
      overwrite(
        appendRaw(bytes, { objects: [[refs.content1.num, FORGED]] }),
        ' 00000 n \ntrailer',
        ' 00001 n \ntrailer',
      ),
  }),
  ...attacksOn(signedStream, {
    'an object stream overrides a page': overridePage,
    'a cross-reference stream replaces the content': ({ bytes, refs }) =>
      appendStreamSection(bytes, [[refs.content1.num, notation(FORGED)]], (offsets) => [
        [refs.content1.num, 1, offsets.get(refs.content1.num) ?? 0, 0],
      ]),
    'a cross-reference stream has entries of an unknown type': ({ bytes, refs }) =>
      appendStreamSection(bytes, [], () => [[refs.content1.num, 7, 0, 0]]),
    'a table follows a stream': ({ bytes, refs }) => appendRaw(bytes, { objects: [[refs.content1.num, FORGED]] }),
  }),
  ...forgeriesOf(approved, {
    'the signed cross-reference is damaged': ({ bytes }) =>
      overwrite(bytes, `startxref\n${PdfDocument.open(bytes).sections[0]?.offset}`, 'startxref\n7'),
    'the header is gone': ({ bytes }) => overwrite(bytes, '%PDF-1.7', '%XXX-1.7'),
    'the file is cut off': ({ bytes }) => bytes.slice(0, -200),
    'the file is empty behind its header': ({ bytes }) => bytes.slice(0, 9),
  }),
  ...attacksOn(
    once(async () => {
      const { bytes, refs } = await approved()
      return { bytes: await sign(bytes), refs }
    }),
    {
      'the later of two signatures is cut off and something else appended': async ({ bytes, refs }) => {
        const first = (await approved()).bytes.length
        return appendRaw(bytes.slice(0, first), { objects: [[refs.content1.num, FORGED]] })
      },
    },
  ),
]

/** A forged object under its own number, which the cross-reference lists under another only. */
function disguise(bytes: Uint8Array, num: number, listedAs: number): Uint8Array {
  const file = bytesOf(bytes, `${num} 0 obj\n${notation(FORGED)}\nendobj\n`)
  return appendRaw(file, { entries: { [listedAs]: bytes.length } })
}

/** A table without entries, with the trailer of a document and more. */
function appendSection(file: Uint8Array, original: Uint8Array, trailer: Record<string, number>): Uint8Array {
  const document = PdfDocument.open(original)
  const merged = document.trailer.with({ Prev: document.sections[0]?.offset, ...trailer })
  return bytesOf(file, `xref\n0 0\ntrailer\n${notation(merged)}\nstartxref\n${file.length}\n%%EOF\n`)
}

/** Keys of the signature dictionary that stand in it twice: one for each of two readers. */
export const duplicateKeys = attacksOn(
  handSigned(),
  Object.fromEntries(
    Object.entries({
      '/Type twice': '/Type /DocTimeStamp',
      '/Filter twice': '/Filter /Other',
      '/M twice': '/M (D:20200101000000Z)',
      '/Reference twice': '/Reference [] /Reference [<</TransformMethod /DocMDP>>]',
      '/ByteRange a second time, escaped': '/Byte#52ange [0 1 2 3]',
    }).map(([what, text]) => [
      `the signature dictionary has ${what}`,
      () => signByHand(makeContract().bytes, { dictionary: (whole) => whole.replace(/>>$/, ` ${text}>>`) }),
    ]),
  ),
)
