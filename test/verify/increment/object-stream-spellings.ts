/**
 * Spellings of object streams (ISO 32000-2, 7.5.7).
 *
 * @module
 */

import { type Draft, ref } from './draft.js'
import { ownObject, type Spelling, type Spellings } from './spelling.js'

/** An object stream with one new object, and its entry. */
function pack(
  draft: Draft,
  { entries = '', index, text = '<</Note (new)>>', n = 1, first, rows, head }: Packing = {},
): void {
  const member = draft.num + 2
  const list = (index ?? 'M 0 ').replaceAll('M', String(member)).replaceAll('C', String(draft.content))
  const data = list + text
  const dict = `<</Type /ObjStm /N ${n} /First ${first ?? list.length} /Length ${data.length} ${entries}>>`
  ownObject(draft, (_, num) => `${head?.(num) ?? `${num} 0 obj`}\n${dict}\nstream\n${data}\nendstream\nendobj\n`)
  draft.sections.push({ first: member, rows: (rows ?? [0]).map((b) => ({ type: 2, a: draft.num, b })) })
  draft.trailer['Size'] = String(member + Math.max(1, rows?.length ?? 1))
}

interface Packing {
  readonly entries?: string
  /** `M` is the number of the new object, `C` that of the content. */
  readonly index?: string
  readonly text?: string
  readonly n?: number | string
  readonly first?: number | string
  readonly rows?: readonly number[]
  readonly head?: (num: number) => string
}

const packed =
  (packing: Packing): Spelling =>
  (draft) =>
    pack(draft, packing)

/** Object streams, only for documents whose newest section is a stream. */
export const OBJECT_STREAMS: Spellings = {
  'a number twice': packed({ index: 'M 0 M 16 ', text: '<</Note (new)>>\n<</Note (old)>>', n: 2 }),
  'the content as well': packed({ index: 'M 0 C 16 ', text: '<</Note (new)>>\n<</Note (old)>>', n: 2 }),
  'the content first': packed({ index: 'C 0 M 16 ', text: '<</Note (new)>>\n<</Note (old)>>', n: 2, rows: [1] }),
  'offsets that descend': packed({ index: `M 16 C 0 `, text: '<</Note (new)>>\n<</Note (old)>>', n: 2 }),
  'offsets that overlap': packed({ index: 'M 0 C 0 ', n: 2 }),
  'an offset behind the end': packed({ index: 'M 999 ' }),
  'an offset into the object': packed({ index: 'M 2 ' }),
  'a signed offset': packed({ index: 'M +0 ' }),
  'a real offset': packed({ index: 'M 0.0 ' }),
  'a negative number': packed({ index: '-M 0 ' }),
  'a comment in the index': packed({ index: '%x\nM 0 ' }),
  'a number too few': packed({ n: 0 }),
  'a number too many': packed({ n: 2 }),
  '/N as a real': packed({ n: '1.0' }),
  '/N as a string': packed({ n: '(1)' }),
  '/N as null': packed({ n: 'null' }),
  '/N as a reference': packed({ n: ref(1) }),
  '/First too small': packed({ first: 2 }),
  '/First too large': packed({ first: 7 }),
  '/First as a real': packed({ first: '5.0' }),
  '/First behind the end': packed({ first: 9999 }),
  '/Extends': packed({ entries: `/Extends ${ref(1)}` }),
  '/Type twice': packed({ entries: '/Type /XRef' }),
  'an index that is not there': packed({ rows: [1] }),
  'an entry for an object that is not listed': packed({ rows: [0, 1] }),
  'two entries for one index': packed({ rows: [0, 0] }),
  'garbage behind the object': packed({ text: '<</Note (new)>> x' }),
  'a stream in the stream': packed({ text: '<</Length 1>>\nstream\nx\nendstream' }),
  'a header in the stream': packed({ text: '1 0 obj <<>> endobj' }),
  'a key twice': packed({ text: '<</A 1 /A 2>>' }),
  'an object that is not closed': packed({ text: '<</A 1' }),
  'an object stream of generation 1': packed({ head: (num) => `${num} 1 obj` }),
  'an object stream that is none': (draft) => {
    pack(draft)
    ownObject(draft, (text) => text.replace('/Type /ObjStm', '/Typ /ObjStm'))
  },
  'the content in an object stream of another increment': ({ sections, content, num }) =>
    void sections.unshift({ first: content, rows: [{ type: 2, a: num, b: 0 }] }),
}
