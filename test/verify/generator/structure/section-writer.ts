/**
 * Writes files part by part, with every freedom in where entries lead: tables, streams and both at once.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'

/** An entry of a cross-reference section: its type, and two numbers as in a stream (ISO 32000-2, Table 18). */
export interface Entry {
  readonly num: number
  readonly type: number
  readonly a: number
  readonly b: number
}

/** The kind of a section. */
export type SectionKind = 'table' | 'stream' | 'hybrid'

/** What a section says. */
export interface Section {
  readonly kind: SectionKind
  /** Entries of the table or the stream. A number may occur twice. */
  readonly entries: readonly Entry[]
  /** Entries of the stream of a hybrid section. */
  readonly hidden: readonly Entry[]
  /** Entries of the trailer, as they are written. */
  readonly trailer: Readonly<Record<string, string>>
  /** Entries of the dictionary of a hybrid stream, as they are written. */
  readonly hiddenTrailer?: Readonly<Record<string, string>>
  /** Object number of the stream. */
  readonly streamNumber: number
  /** Instead of the place of the hybrid stream. */
  readonly hiddenOffset?: number
  /** Whether the stream lists itself. */
  readonly listsItself: boolean
  /** What stands between the section and the end. */
  readonly closing?: (offset: number) => string
}

/** A file in the making. */
export class FileText {
  text: string
  /** Bytes before the header, which offsets do not count. */
  readonly #origin: number

  constructor(text: string, origin = 0) {
    this.text = text
    this.#origin = origin
  }

  get offset(): number {
    return this.text.length - this.#origin
  }

  /** Appends an object, and returns its offset. */
  object(num: number, body: string, gen = 0): number {
    const { offset } = this
    this.text += `${num} ${gen} obj\n${body}\nendobj\n`
    return offset
  }

  /** Appends a section and the end of a revision; returns the offset of the section. */
  section(section: Section): number {
    const { kind, trailer } = section
    const hiddenAt = kind === 'hybrid' ? this.#hiddenStream(section) : undefined
    const { offset } = this
    if (kind === 'stream') this.#stream(section.streamNumber, section.entries, trailer, section.listsItself)
    else {
      const own = hiddenAt === undefined ? {} : { XRefStm: String(section.hiddenOffset ?? hiddenAt) }
      this.text += `xref\n${tableOf(section.entries)}trailer\n${dictOf({ ...trailer, ...own })}\n`
    }
    this.text += section.closing?.(offset) ?? `startxref\n${offset}\n%%EOF\n`
    return offset
  }

  #hiddenStream({ hidden, trailer, hiddenTrailer, streamNumber, listsItself }: Section): number {
    const { offset } = this
    const { Size = '1', Root = 'null' } = trailer
    this.#stream(streamNumber, hidden, { Size, Root, ...hiddenTrailer }, listsItself)
    return offset
  }

  #stream(num: number, entries: readonly Entry[], trailer: Readonly<Record<string, string>>, listsItself: boolean) {
    const all = listsItself
      ? [...entries.filter((entry) => entry.num !== num), { num, type: 1, a: this.offset, b: 0 }]
      : entries
    const groups = groupsOf(all)
    const rows = groups.flat().flatMap(({ type, a, b }) => [type, a >> 24, a >> 16, a >> 8, a, b >> 8, b])
    const data = Uint8Array.from(rows.map((value) => value & 255))
    const index = groups.map((group) => `${group[0]?.num ?? 0} ${group.length}`).join(' ')
    this.object(num, streamOf({ Type: '/XRef', W: '[1 4 2]', Index: `[${index}]`, ...trailer }, latin1(data)))
  }
}

/** The body of a stream with a right length. */
export function streamOf(entries: Readonly<Record<string, string>>, data: string): string {
  return `${dictOf({ Length: String(data.length), ...entries })}\nstream\n${data}\nendstream`
}

/** The data as Flate packs it. */
export function packed(data: string): string {
  return latin1(deflateSync(Buffer.from(data, 'latin1')))
}

/** A dictionary from entries as they are written. */
export function dictOf(entries: Readonly<Record<string, string>>): string {
  return `<<${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join(' ')}>>`
}

function latin1(data: Uint8Array): string {
  return Buffer.from(data).toString('latin1')
}

/** Consecutive numbers together. A number that occurs again begins another group, behind all first ones. */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const [first, again]: [Entry[], Entry[]] = [[], []]
  for (const entry of entries) (first.some(({ num }) => num === entry.num) ? again : first).push(entry)
  return [first, again].flatMap((list) => {
    const groups: Entry[][] = []
    for (const entry of list.toSorted((a, b) => a.num - b.num)) {
      const group = groups.at(-1)
      if (group !== undefined && group.at(-1)?.num === entry.num - 1) group.push(entry)
      else groups.push([entry])
    }
    return groups
  })
}

function tableOf(entries: readonly Entry[]): string {
  const row = ({ type, a, b }: Entry) =>
    `${String(a).padStart(10, '0')} ${String(b).padStart(5, '0')} ${type === 0 ? 'f' : 'n'} \n`
  const groups = groupsOf(entries.filter(({ type }) => type < 2))
  if (groups.length === 0) return '0 0\n'
  return groups.map((group) => `${group[0]?.num ?? 0} ${group.length}\n${group.map(row).join('')}`).join('')
}
