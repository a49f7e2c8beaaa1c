/**
 * Writes cross-reference sections as a table (ISO 32000-2, 7.5.4) or a stream (7.5.8).
 *
 * @module
 */
import { isTurnOver, type Steps } from '../../pace/turns.js'
import { deflateSync } from '../../platform/deflation.js'
import { PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream } from '../objects.js'
import type { ByteWriter } from '../syntax/byte-writer.js'
import { writeIndirectObject, writeObject } from '../syntax/serialize.js'

/** The cross-reference entry of one object. */
export type XrefWriteEntry =
  | { readonly type: 'free'; readonly next: number; readonly gen: number }
  | { readonly type: 'in-use'; readonly offset: number; readonly gen: number }
  | { readonly type: 'compressed'; readonly stream: number; readonly index: number }

type XrefWriteEntries = ReadonlyMap<number, XrefWriteEntry>

/** Writes a table, trailer, startxref and %%EOF. `base` is added to offsets in `out` to get offsets in the file. */
export function writeXrefTable(out: ByteWriter, entries: XrefWriteEntries, trailer: PdfDict, base: number): void {
  const start = base + out.length
  out.text('xref\n')
  for (const run of groupRuns(entries)) {
    out.text(`${run[0]} ${run.length}\n`)
    for (const num of run) {
      const entry = entries.get(num) as XrefWriteEntry
      if (entry.type === 'compressed') throw new TypeError('a table cannot describe a compressed object')
      const position = entry.type === 'free' ? entry.next : entry.offset
      const kind = entry.type === 'free' ? 'f' : 'n'
      out.text(`${String(position).padStart(10, '0')} ${String(entry.gen).padStart(5, '0')} ${kind} \n`)
    }
  }
  out.text('trailer\n')
  writeObject(out, trailer)
  out.text(`\nstartxref\n${start}\n%%EOF\n`)
}

/** Writes a cross-reference stream with the number `ref`, which gets its own entry, and startxref and %%EOF. */
export function* writeXrefStream(
  out: ByteWriter,
  ref: PdfRef,
  entries: XrefWriteEntries,
  trailer: PdfDict,
  base: number,
): Steps<void> {
  const start = base + out.length
  const all = new Map(entries).set(ref.num, { type: 'in-use', offset: start, gen: 0 })
  const runs = groupRuns(all)
  const rows = new Uint8Array(all.size * ROW_BYTES)
  const view = new DataView(rows.buffer)
  let at = 0
  for (const run of runs) {
    for (const num of run) {
      // Reading the clock takes longer than writing an entry.
      if ((at / ROW_BYTES) % ROWS_BETWEEN_STOPS === 0 && isTurnOver()) yield
      const entry = all.get(num) as XrefWriteEntry
      const [type, second, third] = rowOf(entry)
      view.setUint8(at, type)
      view.setUint32(at + 1, second)
      view.setUint32(at + 5, third)
      at += ROW_BYTES
    }
  }
  if (isTurnOver()) yield
  const index: PdfObject[] = runs.flatMap((run) => [run[0] ?? 0, run.length])
  const filter = rows.length > 256 ? { Filter: PdfName.of('FlateDecode') } : {}
  const dict = new PdfDict({
    Type: PdfName.of('XRef'),
    ...Object.fromEntries(trailer.entries),
    W: [1, 4, 4],
    Index: index,
    ...filter,
  })
  const data = rows.length > 256 ? deflateSync(rows) : rows
  if (isTurnOver()) yield
  writeIndirectObject(out, ref, new PdfStream(dict, data))
  out.text(`startxref\n${start}\n%%EOF\n`)
}

const ROW_BYTES = 9
const ROWS_BETWEEN_STOPS = 4096

function rowOf(entry: XrefWriteEntry): [number, number, number] {
  switch (entry.type) {
    case 'free':
      return [0, entry.next, entry.gen]
    case 'in-use':
      return [1, entry.offset, entry.gen]
    case 'compressed':
      return [2, entry.stream, entry.index]
  }
}

/** Object numbers in ascending runs without gaps. */
function groupRuns(entries: XrefWriteEntries): number[][] {
  const runs: number[][] = []
  for (const num of [...entries.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1) === num - 1) run.push(num)
    else runs.push([num])
  }
  return runs
}
