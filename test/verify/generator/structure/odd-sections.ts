/**
 * Cross-reference sections in odd forms.
 *
 * @module
 */

import type { OddMaker } from './odd-maker.js'
import type { Entry, Section, SectionKind } from './section-writer.js'

/** Changes entries of a section. */
export function oddEntries(maker: OddMaker, entries: Entry[]): void {
  const choose = () => maker.random(Math.max(1, entries.length))
  const replace = (at: number, changes: Partial<Entry>) => {
    const entry = entries[at]
    if (entry !== undefined && entry.num > 0) entries[at] = { ...entry, ...changes }
  }
  const old = () => {
    const numbers = [...maker.places].filter(([, places]) => places.length > 1)
    const found = numbers[maker.random(Math.max(1, numbers.length))]
    return found && { num: found[0], places: found[1] }
  }
  if (maker.odd(3, 'an entry twice')) {
    const found = old()
    if (found !== undefined)
      entries.splice(maker.random(2) * entries.length, 0, {
        num: found.num,
        type: 1,
        a: found.places[maker.random(found.places.length)] ?? 0,
        b: 0,
      })
  }
  if (maker.odd(3, 'an entry leads to a decoy')) {
    const found = old()
    const at = entries.findIndex(({ num }) => num === found?.num)
    if (found !== undefined) replace(at, { a: found.places[maker.random(found.places.length)] ?? 0 })
  }
  if (maker.odd(8, 'an entry of another generation')) replace(choose(), { b: 1 })
  if (maker.odd(8, 'an entry that leads nowhere')) replace(choose(), { a: 17 })
  if (maker.odd(8, 'an entry that leads to 0')) replace(choose(), { a: 0 })
  if (maker.odd(8, 'an entry of an unknown type')) replace(choose(), { type: 3 })
  if (maker.odd(6, 'an entry that leads near its object')) {
    const at = choose()
    replace(at, { a: (entries[at]?.a ?? 1) + (maker.random(2) === 0 ? -1 : 1) })
  }
  if (maker.odd(4, 'an entry is left out')) entries.splice(1 + choose(), 1)
  if (maker.odd(4, 'an older object becomes free')) {
    const numbers = [...maker.entries.keys()].filter((num) => num > 3 && !entries.some((entry) => entry.num === num))
    const num = numbers[maker.random(Math.max(1, numbers.length))]
    if (num !== undefined) entries.push({ num, type: 0, a: 0, b: maker.random(2) })
  }
  if (maker.odd(3, 'an older entry again')) {
    const known = [...maker.entries.values()].filter(({ num }) => !entries.some((entry) => entry.num === num))
    const entry = known[maker.random(Math.max(1, known.length))]
    if (entry !== undefined) entries.push(entry)
  }
  if (maker.odd(6, 'an entry for a number beyond all')) entries.push({ num: maker.next + 5, type: 0, a: 0, b: 0 })
}

/** Changes entries of the stream of a hybrid section. */
export function oddHidden(maker: OddMaker, entries: Entry[], hidden: Entry[]): void {
  const known = [...maker.places].flatMap(([num, places]) => places.map((a) => ({ num, type: 1, a, b: 0 })))
  const entry = known[maker.random(Math.max(1, known.length))]
  if (entry === undefined) return
  if (maker.odd(2, 'a hidden entry that the table has too')) hidden.push(entry)
  if (maker.odd(2, 'a hidden entry of a free number')) {
    hidden.push(entry)
    const at = entries.findIndex(({ num }) => num === entry.num)
    if (at >= 0) entries.splice(at, 1)
    entries.push({ num: entry.num, type: 0, a: 0, b: maker.random(2) })
  }
  if (maker.odd(3, 'a number that is free in the stream')) hidden.push({ num: entry.num, type: 0, a: 0, b: 0 })
}

/** Changes of the trailer and of what stands behind it. */
export function oddTrailer(
  maker: OddMaker,
  trailer: Readonly<Record<string, string>>,
  kind: SectionKind,
): Partial<Section> {
  const changes: Record<string, string> = {}
  const older = maker.sections[maker.random(Math.max(1, maker.sections.length))]
  if (maker.odd(6, 'a size that is too small'))
    changes.Size = String(Math.max(1, Number(trailer.Size) - 1 - maker.random(8)))
  if (maker.odd(6, 'a size that is too large')) changes.Size = String(Number(trailer.Size) + 5)
  if (maker.odd(6, 'a /Prev that leaves out a section') && older !== undefined) changes.Prev = String(older)
  if (maker.odd(8, 'a /Prev with a point') && trailer.Prev !== undefined) changes.Prev = `${trailer.Prev}.0`
  if (maker.odd(8, 'a /Prev of 0') && trailer.Prev === undefined) changes.Prev = '0'
  if (maker.odd(8, 'a stream that names another stream') && older !== undefined && kind === 'stream')
    changes.XRefStm = String(older)
  const hiddenTrailer =
    maker.odd(4, 'a hidden stream that has a /Prev') && older !== undefined ? { Prev: String(older) } : {}
  const hidden =
    maker.odd(6, 'a hidden stream of an older section') && older !== undefined ? { hiddenOffset: older } : {}
  return { trailer: { ...trailer, ...changes }, hiddenTrailer, ...hidden, ...closing(maker) }
}

function closing(maker: OddMaker): Partial<Section> {
  const older = maker.sections.at(-1) ?? 0
  if (maker.odd(8, 'startxref twice'))
    return { closing: (at) => `startxref\n${older}\n%%EOF\nstartxref\n${at}\n%%EOF\n` }
  if (maker.odd(8, 'startxref before the section')) return { closing: (at) => `startxref\n${at - 1}\n%%EOF\n` }
  if (maker.odd(8, 'a comment behind the section'))
    return { closing: (at) => `%startxref ${older}\nstartxref\n${at}\n%%EOF\n` }
  if (maker.odd(8, 'bytes behind the end')) return { closing: (at) => `startxref\n${at}\n%%EOF\n\n\n  \n` }
  if (maker.odd(4, 'more bytes behind the end than readers look at'))
    return { closing: (at) => `startxref\n${at}\n%%EOF\n${' '.repeat(1500 + maker.random(4000))}\n` }
  if (maker.odd(8, 'no line end at the end')) return { closing: (at) => `startxref\n${at}\n%%EOF` }
  return {}
}
