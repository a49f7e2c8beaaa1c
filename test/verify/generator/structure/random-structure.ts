/**
 * Files whose structure is chosen by chance: sections of all kinds, object streams, objects that stand twice, and entries,
 * lengths and trees that do not fit.
 *
 * @module
 */

import type { Random } from '../../../support/mutate.js'
import { contentOf, MARK_BOX, MARKS } from './marks.js'
import { oddContent, oddPage, oddTree } from './odd-bodies.js'
import type { Bodies, OddMaker } from './odd-maker.js'
import { oddEntries, oddHidden, oddTrailer } from './odd-sections.js'
import { type Entry, FileText, packed, type SectionKind, streamOf } from './section-writer.js'

const CATALOG = 1
const PAGES = 2
const FORM = 3
const FIRST_PAGE = 4

/** Digits for a signature. */
const CONTENT_ROOM = 8000
/** Marks of the places that are filled in when the file is signed. */
export const RANGE_MARK = `[0 ${'@'.repeat(32)}]`
export const CONTENTS_MARK = `<${'@'.repeat(CONTENT_ROOM)}>`

/** A file in the making, revision by revision. */
export class RandomStructure implements OddMaker {
  readonly random: Random
  readonly file: FileText
  /** What is odd about it. */
  readonly notes: string[] = []
  readonly places = new Map<number, number[]>()
  readonly entries = new Map<number, Entry>()
  readonly streams: number[] = []
  readonly sections: number[] = []
  readonly #oddness: number
  readonly #only: RegExp
  readonly #kinds: readonly SectionKind[]
  next = FIRST_PAGE
  #marks = 0

  /**
   * @param oddness One in so many choices is an odd one.
   * @param only What may be odd, by the notes.
   */
  constructor(random: Random, oddness: number, only: RegExp = /./) {
    this.random = random
    this.#oddness = oddness
    this.#only = only
    this.#kinds = [['table'], ['stream'], ['hybrid'], ['hybrid', 'table'], ['table', 'stream', 'hybrid']][
      random(5)
    ] as SectionKind[]
    const junk = this.odd(3, 'bytes before the header') ? 'junk\n'.repeat(1 + random(3)) : ''
    const version = ['1.4', '1.5', '1.7', '2.0'][random(4)] ?? '1.7'
    this.file = new FileText(`${junk}%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, random(2) === 0 ? junk.length : 0)
  }

  odd(weight: number, note: string): boolean {
    const isOdd = this.random(this.#oddness * weight) === 0 && this.#only.test(note)
    if (isOdd) this.notes.push(note)
    return isOdd
  }

  content(): string {
    return contentOf(1 + (this.#marks++ % (MARKS - 1)))
  }

  add(): number {
    return this.next++
  }

  /** The first revision: a catalog, a form and some pages. */
  begin(): Bodies {
    const bodies: Bodies = new Map()
    const pages = Array.from({ length: 2 + this.random(2) }, () => this.add())
    for (const page of pages) {
      const content = this.add()
      bodies.set(content, this.contentStream(bodies))
      bodies.set(page, this.pageOf(content, bodies))
    }
    bodies.set(PAGES, oddTree(this, pages, bodies))
    bodies.set(CATALOG, `<</Type /Catalog /Pages ${PAGES} 0 R /AcroForm ${FORM} 0 R>>`)
    bodies.set(FORM, '<</Fields [] /SigFlags 3>>')
    return bodies
  }

  /** A later revision: some objects in other forms. */
  change(known: Bodies): Bodies {
    const bodies: Bodies = new Map()
    for (const [num, body] of known) {
      if (num <= FORM || this.random(4) > 0) continue
      if (body.includes('stream')) bodies.set(num, this.contentStream(bodies))
    }
    if (bodies.size === 0) bodies.set(this.add(), '<</Note (new)>>')
    return bodies
  }

  /** A field with a signature whose ranges and value are filled in afterwards. */
  signature(): Bodies {
    const [signature, field] = [this.add(), this.add()]
    return new Map([
      [
        signature,
        `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${RANGE_MARK} /Contents ${CONTENTS_MARK}>>`,
      ],
      [field, `<</FT /Sig /T (Sig) /V ${signature} 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /F 132>>`],
      [FORM, `<</Fields [${field} 0 R] /SigFlags 3>>`],
    ])
  }

  contentStream(bodies: Bodies): string {
    return oddContent(this, bodies)
  }

  pageOf(content: number, bodies: Bodies): string {
    const entries = { Type: '/Page', Parent: `${PAGES} 0 R`, MediaBox: MARK_BOX, Resources: '<<>>' }
    return oddPage(this, content, entries, bodies)
  }

  /** Writes a revision. */
  write(bodies: Bodies): void {
    const kind = this.#kinds[this.random(this.#kinds.length)] ?? 'table'
    const entries: Entry[] = this.sections.length === 0 ? [{ num: 0, type: 0, a: 0, b: 65_535 }] : []
    const hidden: Entry[] = []
    const compressed: Bodies = new Map()
    for (const [num, body] of bodies) {
      const fits = kind !== 'table' && !body.includes('stream') && !body.includes(CONTENTS_MARK)
      if (fits && this.random(2) === 0) compressed.set(num, body)
      else entries.push(this.#plain(num, body))
    }
    if (compressed.size > 0) (kind === 'hybrid' ? hidden : entries).push(...this.#pack(compressed, entries))
    if (kind === 'hybrid' && this.random(2) === 0)
      for (const { num } of hidden) entries.push({ num, type: 0, a: 0, b: this.random(2) === 0 ? 0 : 65_535 })
    const streamNumber = kind === 'table' ? 0 : this.add()
    oddEntries(this, entries)
    if (kind === 'hybrid') oddHidden(this, entries, hidden)
    const size = Math.max(this.next, ...entries.map(({ num }) => num + 1))
    const prev = this.sections.at(-1)
    const trailer = {
      Size: String(size),
      Root: `${CATALOG} 0 R`,
      ...(prev === undefined ? {} : { Prev: String(prev) }),
    }
    for (const entry of [...entries, ...hidden]) this.entries.set(entry.num, entry)
    this.sections.push(
      this.file.section({
        kind,
        entries,
        hidden,
        streamNumber,
        listsItself: this.random(4) > 0,
        trailer,
        ...oddTrailer(this, trailer, kind),
      }),
    )
  }

  #plain(num: number, body: string): Entry {
    const decoys = () => {
      if (!this.odd(3, 'an object stands twice') || body.includes(CONTENTS_MARK)) return
      this.place(num, this.file.object(num, body.includes('stream') ? streamOf({}, this.content()) : body))
    }
    decoys()
    const a = this.file.object(num, body)
    decoys()
    this.place(num, a)
    return { num, type: 1, a, b: 0 }
  }

  place(num: number, offset: number): void {
    const known = this.places.get(num)
    if (known === undefined) this.places.set(num, [offset])
    else known.push(offset)
  }

  /** Puts objects into an object stream, and returns their entries; that of the stream itself is added to `plain`. */
  #pack(bodies: Bodies, plain: Entry[]): Entry[] {
    const num = this.add()
    const members = [...bodies]
    if (this.odd(3, 'an object stream has an object twice')) {
      const [first] = members
      if (first !== undefined) members.splice(this.random(2) * members.length, 0, [first[0], '<</Type /Other>>'])
    }
    if (this.odd(3, 'an object stream has an object that no entry names')) members.push([this.add(), '<<>>'])
    let data = ''
    const index = members.map(([member, body]) => {
      const pair = `${member} ${data.length}`
      data += `${body}\n`
      return pair
    })
    const head = `${index.join(' ')} `
    const shift = this.odd(4, 'entries name other indices than the object stream has') ? 1 : 0
    const count = members.length + (this.odd(4, 'an object stream counts one too few') ? -1 : 0)
    const isPacked = this.random(2) === 0
    const all = head + data
    const extended = this.streams.length > 0 && this.random(3) === 0 ? { Extends: `${this.streams.at(-1)} 0 R` } : {}
    const dictionary = { Type: '/ObjStm', N: String(count), First: String(head.length), ...extended }
    const body = isPacked
      ? streamOf(
          { ...dictionary, Filter: this.odd(4, 'an object stream with a short filter') ? '/Fl' : '/FlateDecode' },
          packed(all),
        )
      : streamOf(dictionary, all)
    plain.push(this.#plainContainer(num, body))
    this.streams.push(num)
    return [...bodies.keys()].map((member) => ({
      num: member,
      type: 2,
      a: num,
      b: members.findIndex(([other]) => other === member) + shift,
    }))
  }

  #plainContainer(num: number, body: string): Entry {
    const a = this.file.object(num, body)
    this.place(num, a)
    return { num, type: 1, a, b: 0 }
  }
}
