/**
 * An increment in its parts, each of which a case may spell in another way before the whole is put together.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { XrefSection } from '../../../src/pdf/xref/xref-section.js'
import { bytesOf, notation } from '../support/notation.js'

/** A row of a cross-reference section: where an object of the draft stands, or what is given. */
export type Row =
  | { readonly num: number; readonly shift?: number; readonly gen?: number }
  | { readonly type: number; readonly a: number; readonly b: number }

/** Consecutive rows. */
export interface Rows {
  first: number
  rows: Row[]
}

/** All parts of an increment; an honest one defines one new object that nothing refers to. */
export interface Draft {
  readonly document: PdfDocument
  /** Number of the new object. */
  readonly num: number
  /** Object that draws the first page; a forged form of it lies hidden in what was signed. */
  readonly content: number
  /** Stands before the first object. */
  lead: string
  /** Objects as they stand in the file. */
  readonly objects: { num: number; text: string }[]
  /** Stands between the last object and the section. */
  gap: string
  readonly sections: Rows[]
  readonly trailer: Record<string, string>
  /** Between the section and `startxref`. */
  end: string
  startxref: (at: number) => string
  eof: string
  /** Only for a table. */
  readonly table: {
    keyword: string
    head: (first: number, count: number) => string
    row: (offset: number, gen: number, kind: 'n' | 'f') => string
    trailer: string
    /** The dictionary, from its entries. */
    dict: (text: string) => string
  }
  /** Only for a cross-reference stream. */
  readonly stream: {
    num: number
    header: string
    widths: readonly number[]
    /** Instead of what follows from the rows. */
    data: ((rows: Uint8Array) => Uint8Array) | undefined
    tail: string
  }
}

const STREAM_ROW = [1, 4, 2]

/** An honest draft for a document. */
export function draftFor(bytes: Uint8Array, content: number): Draft {
  const document = PdfDocument.open(bytes)
  const num = document.nextObjectNumber
  const isStream = (document.sections[0] as XrefSection).kind === 'stream'
  const text = (object: PdfObject | undefined) => notation(object ?? null)
  const { trailer } = document
  return {
    document,
    num,
    content,
    lead: '',
    objects: [{ num, text: `${num} 0 obj\n<</Note (new)>>\nendobj\n` }],
    gap: '',
    sections: [{ first: num, rows: [{ num }] }],
    trailer: {
      Size: String(num + (isStream ? 2 : 1)),
      Prev: text(document.sections[0]?.offset),
      Root: text(trailer.get('Root')),
      ...(trailer.has('Info') ? { Info: text(trailer.get('Info')) } : {}),
      ...(trailer.has('ID') ? { ID: text(trailer.get('ID')) } : {}),
    },
    end: '',
    startxref: (at) => `startxref\n${at}\n`,
    eof: '%%EOF\n',
    table: {
      keyword: 'xref\n',
      head: (first, count) => `${first} ${count}\n`,
      row: (offset, gen, kind) => `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${kind} \n`,
      trailer: 'trailer\n',
      dict: (entries) => `<<${entries}>>\n`,
    },
    stream: {
      num: num + 1,
      header: `${num + 1} 0 obj\n`,
      widths: STREAM_ROW,
      data: undefined,
      tail: '\nendstream\nendobj\n',
    },
  }
}

/** Puts a draft together behind the document that it was made for. */
export function assemble(draft: Draft): Uint8Array {
  const { document } = draft
  const base = document.bytes.length - document.origin
  const offsets = new Map<number, number>()
  let text = draft.lead
  for (const { num, text: object } of draft.objects) {
    offsets.set(num, base + Buffer.byteLength(text, 'latin1'))
    text += object
  }
  text += draft.gap
  const at = base + Buffer.byteLength(text, 'latin1')
  const isStream = (document.sections[0] as XrefSection).kind === 'stream'
  const section = isStream ? streamSection(draft, offsets, at) : tableSection(draft, offsets)
  return bytesOf(document.bytes, text, section, draft.end, draft.startxref(at), draft.eof)
}

function entriesOf(trailer: Record<string, string>): string {
  return Object.entries(trailer)
    .map(([key, value]) => `/${key} ${value}`)
    .join('\n')
}

function tableSection({ table, sections, trailer }: Draft, offsets: ReadonlyMap<number, number>): string {
  const parts = sections.map(({ first, rows }) => {
    const lines = rows.map((row) =>
      'num' in row
        ? table.row((offsets.get(row.num) ?? 0) + (row.shift ?? 0), row.gen ?? 0, 'n')
        : table.row(row.a, row.b, row.type === 0 ? 'f' : 'n'),
    )
    return table.head(first, rows.length) + lines.join('')
  })
  return table.keyword + parts.join('') + table.trailer + table.dict(entriesOf(trailer))
}

function streamSection(
  { stream, sections, trailer }: Draft,
  offsets: ReadonlyMap<number, number>,
  at: number,
): Uint8Array {
  const own = { first: stream.num, rows: [{ type: 1, a: at, b: 0 }] }
  const all = sections.some(({ first, rows }) => first <= stream.num && stream.num < first + rows.length)
    ? sections
    : [...sections, own]
  const rows = all.flatMap((section) =>
    section.rows.flatMap((row) =>
      'num' in row
        ? packRow(stream.widths, [1, (offsets.get(row.num) ?? 0) + (row.shift ?? 0), row.gen ?? 0])
        : packRow(stream.widths, [row.type, row.a, row.b]),
    ),
  )
  const data = stream.data?.(Uint8Array.from(rows)) ?? Uint8Array.from(rows)
  const entries: Record<string, string> = {
    Type: '/XRef',
    W: `[${stream.widths.join(' ')}]`,
    Index: `[${all.flatMap(({ first, rows }) => [first, rows.length]).join(' ')}]`,
    Length: String(data.length),
    ...trailer,
  }
  return bytesOf(stream.header, `<<${entriesOf(entries)}>>\nstream\n`, data, stream.tail)
}

function packRow(widths: readonly number[], values: readonly number[]): number[] {
  return widths.flatMap((width, i) =>
    Array.from({ length: width }, (_, byte) => Math.floor((values[i] ?? 0) / 256 ** (width - 1 - byte)) & 255),
  )
}

/** A reference in the notation of a file. */
export function ref(num: number): string {
  return notation(new PdfRef(num))
}
