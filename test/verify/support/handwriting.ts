/**
 * Increments written by hand: every part of the cross-reference section can be spelled in another way.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { bytesOf, notation } from './notation.js'

/** A row as a cross-reference stream has it (ISO 32000-2, Table 18): type 0 is free, 1 in use, 2 in an object stream. */
export interface Row {
  readonly num: number
  readonly type: number
  readonly a: number
  readonly b: number
}

/** What a section is made of before it is written. */
export interface SectionFacts {
  /** Offset of the section that comes before. */
  readonly prev: number
  /** One more than the highest number. */
  readonly size: number
  /** Number of the cross-reference stream. */
  readonly own: number
  /** Where the section begins. */
  readonly at: number
  /** Length of the file before the increment. */
  readonly start: number
}

/** Departures from the proper form. What is left out is written as the standard says. */
export interface Spelling {
  readonly rows?: (rows: readonly Row[], facts: SectionFacts) => readonly Row[]
  /** Values of the trailer or of the stream's dictionary, as they are written; `undefined` leaves a key out. */
  readonly keys?: (facts: SectionFacts) => Readonly<Record<string, string | undefined>>
  /** Rewrites the text of the table, from `xref` to the line before `trailer`. */
  readonly table?: (text: string, facts: SectionFacts) => string
  /** Rewrites the text from `trailer` to the end of its dictionary. */
  readonly trailer?: (text: string, facts: SectionFacts) => string
  readonly widths?: readonly [number, number, number]
  /** Rewrites the rows of the stream. */
  readonly data?: (rows: Uint8Array) => Uint8Array
  /** Rewrites the stream object, from its number to `endobj`. */
  readonly stream?: (text: string, facts: SectionFacts) => string
  /** Everything behind the section. */
  readonly tail?: (facts: SectionFacts) => string
  /** Rewrites an object before it is placed. */
  readonly object?: (text: string, num: number) => string
  /** What stands between the objects and the section. */
  readonly gap?: string
}

/** An increment to be written. */
export interface Handwriting {
  readonly objects: readonly (readonly [num: number, body: string | PdfObject])[]
  /** Default: as the newest section of the file. */
  readonly kind?: 'table' | 'stream'
  readonly spelling?: Spelling
}

/** Which kind of section the newest one of a file is. */
export function sectionKind(bytes: Uint8Array): 'table' | 'stream' {
  return PdfDocument.open(bytes).sections[0]?.kind === 'stream' ? 'stream' : 'table'
}

/** Appends an increment. */
export function appendByHand(bytes: Uint8Array, { objects, kind, spelling = {} }: Handwriting): Uint8Array {
  const document = PdfDocument.open(bytes)
  const rows: Row[] = []
  const last = bytes.at(-1)
  let text = last === 0x0a || last === 0x0d ? '' : '\n'
  for (const [num, body] of objects) {
    rows.push({ num, type: 1, a: bytes.length + text.length, b: 0 })
    const written = `${num} 0 obj\n${notation(body)}\nendobj\n`
    text += spelling.object?.(written, num) ?? written
  }
  text += spelling.gap ?? ''
  const own = Math.max(document.nextObjectNumber, ...objects.map(([num]) => num + 1))
  const asStream = (kind ?? sectionKind(bytes)) === 'stream'
  const facts: SectionFacts = {
    prev: document.sections[0]?.offset ?? 0,
    size: asStream ? own + 1 : own,
    own,
    at: bytes.length + text.length,
    start: bytes.length,
  }
  const trailer = (key: string) => {
    const value = document.trailer.get(key)
    return value === undefined ? undefined : notation(value)
  }
  const keys = {
    Size: String(facts.size),
    Root: trailer('Root'),
    Info: trailer('Info'),
    ID: trailer('ID'),
    Encrypt: trailer('Encrypt'),
    Prev: String(facts.prev),
  }
  const section = asStream ? writeStream(rows, keys, facts, spelling) : writeTable(rows, keys, facts, spelling)
  const tail = spelling.tail?.(facts) ?? `startxref\n${facts.at}\n%%EOF\n`
  return bytesOf(bytes, text, section, tail)
}

type Keys = Readonly<Record<string, string | undefined>>

function writeTable(rows: readonly Row[], keys: Keys, facts: SectionFacts, spelling: Spelling): string {
  const sorted = sortRows(spelling.rows?.(rows, facts) ?? rows)
  const table = `xref\n${sorted.length === 0 ? '0 0\n' : ''}${subsections(sorted)
    .map((group) => `${group[0]?.num ?? 0} ${group.length}\n${group.map(entryOf).join('')}`)
    .join('')}`
  const trailer = `trailer\n${dictionaryOf({ ...keys, ...spelling.keys?.(facts) })}\n`
  return (spelling.table?.(table, facts) ?? table) + (spelling.trailer?.(trailer, facts) ?? trailer)
}

/** A line of a table, 20 bytes (7.5.4). */
export function entryOf({ type, a, b }: Row): string {
  return `${String(a).padStart(10, '0')} ${String(b).padStart(5, '0')} ${type === 0 ? 'f' : 'n'} \n`
}

function writeStream(rows: readonly Row[], keys: Keys, facts: SectionFacts, spelling: Spelling): string {
  const own: Row = { num: facts.own, type: 1, a: facts.at, b: 0 }
  const sorted = sortRows(spelling.rows?.([...rows, own], facts) ?? [...rows, own])
  const widths = spelling.widths ?? [1, 4, 2]
  const index = subsections(sorted).map((group) => `${group[0]?.num ?? 0} ${group.length}`)
  const plain = Uint8Array.from(
    sorted.flatMap(({ type, a, b }) => [type, a, b].flatMap((n, i) => bigEndian(n, widths[i] ?? 0))),
  )
  const data = spelling.data?.(plain) ?? plain
  const dictionary = dictionaryOf({
    Type: '/XRef',
    W: `[${widths.join(' ')}]`,
    Index: `[${index.join(' ')}]`,
    ...keys,
    Length: String(data.length),
    ...spelling.keys?.(facts),
  })
  const text = `${facts.own} 0 obj\n${dictionary}\nstream\n${latin1(data)}\nendstream\nendobj\n`
  return spelling.stream?.(text, facts) ?? text
}

function sortRows(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((a, b) => a.num - b.num)
}

function subsections(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group !== undefined && group.at(-1)?.num === row.num - 1) group.push(row)
    else groups.push([row])
  }
  return groups
}

function dictionaryOf(keys: Keys): string {
  const entries = Object.entries(keys).filter(([, value]) => value !== undefined)
  return `<<${entries.map(([key, value]) => `/${key} ${value}`).join('\n')}>>`
}

function bigEndian(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** (width - 1 - i)) % 256)
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
