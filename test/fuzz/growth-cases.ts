/**
 * Documents in which one part of a real one stands many times: an element, a rule, a line, an entry, an object. What costs more
 * than its size shows when the number of repeats grows.
 *
 * @module
 */

import { ZipReader } from '../../src/ooxml/package/zip-reader.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { readOrNull } from '../../src/pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { makeZip } from '../support/make-docx.js'
import { type Revision, revise } from '../verify/support/revise.js'
import type { CostlyCall } from './cost-child.js'

/** A document with one part that can be repeated. */
export interface GrowthCase {
  /** What is repeated; cases of the same name need not be tried twice. */
  readonly name: string
  readonly calls: readonly CostlyCall[]
  build(times: number): Uint8Array
}

/** Longest text of a part: a larger one is long enough by itself. */
const MAX_PART = 4000
const VOID_ELEMENT = /^(?:area|base|br|col|hr|img|input|link|meta|source|wbr)$/
const TAG = /<(\/?)([A-Za-z][\w:.-]*)(?:"[^"]*"|'[^']*'|[^'">])*?(\/?)>/g

/** All cases of a document, by the extension of its name. */
export function growthCases(extension: string, bytes: Uint8Array): Iterable<GrowthCase> {
  const text = () => new TextDecoder().decode(bytes)
  switch (extension) {
    case 'docx':
      return docxCases(bytes)
    case 'html':
      return htmlCases(text())
    case 'md':
      return markdownCases(text())
    case 'pdf':
      return pdfCases(bytes)
    default:
      return []
  }
}

/** A part of a text, from an index to before another. */
interface Part {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The first element of each name in each kind of parent. */
function elementsOf(markup: string): Part[] {
  const parts = new Map<string, Part>()
  const open: { readonly name: string; readonly from: number }[] = []
  const add = (name: string, from: number, to: number) => {
    const parent = open.at(-1)
    const key = `<${parent?.name}> <${name}>`
    if (parent !== undefined && to - from <= MAX_PART && !parts.has(key)) parts.set(key, { name: key, from, to })
  }
  for (const { 0: tag, 1: slash, 2: name = '', 3: isClosed, index } of markup.matchAll(TAG)) {
    const end = index + tag.length
    if (slash === '' && (isClosed !== '' || VOID_ELEMENT.test(name))) add(name, index, end)
    else if (slash === '') open.push({ name, from: index })
    else if (open.some((each) => each.name === name)) {
      while (open.at(-1)?.name !== name) open.pop()
      const { from = 0 } = open.pop() ?? {}
      add(name, from, end)
    }
  }
  return [...parts.values()]
}

/** What a pattern finds, named by its beginning. */
function matchesOf(text: string, pattern: RegExp): Part[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const name = found
      .replace(/[\p{L}\d]+/gu, 'a')
      .replace(/\s+/g, ' ')
      .slice(0, 40)
    return { name, from: index, to: index + found.length }
  })
}

/** A case for a part of a text, whose copies are separated. */
function textCase(calls: readonly CostlyCall[], text: string, { name, from, to }: Part, separator = ''): GrowthCase {
  const part = text.slice(from, to) + separator
  return {
    name: `${name}${JSON.stringify(separator)}`,
    calls,
    build: (times) => new TextEncoder().encode(text.slice(0, from) + part.repeat(times) + text.slice(to)),
  }
}

function* docxCases(bytes: Uint8Array): Generator<GrowthCase> {
  const zip = new ZipReader(bytes)
  const files = Object.fromEntries([...zip.names].map((name) => [name, zip.read(name) ?? new Uint8Array()]))
  for (const [file, data] of Object.entries(files)) {
    if (!/\.(?:xml|rels)$/.test(file)) continue
    const xml = new TextDecoder().decode(data)
    for (const part of elementsOf(xml)) {
      const { name, build } = textCase([], xml, part)
      const kind = file.replace(/^.*\/|\d+/g, '')
      yield { name: `${kind} ${name}`, calls: ['docx'], build: (times) => makeZip({ ...files, [file]: build(times) }) }
    }
  }
}

/** Rules, declarations and values of style sheets. */
const RULE = /[^{}<>;]+\{[^{}]*\}/g
const DECLARATION = /[\w-]+\s*:\s*[^;{}"<>]+;/g
const VALUE = /(?<=[\w-]:\s*)[^\s;{}"<>][^;{}"<>]*(?=;)/g

function* htmlCases(text: string): Generator<GrowthCase> {
  const calls: readonly CostlyCall[] = ['html', 'html to docx']
  for (const part of elementsOf(text)) {
    yield textCase(calls, text, part)
    const tag = new RegExp(TAG.source).exec(text.slice(part.from, part.to))?.[0] ?? ''
    yield textCase(calls, text, { ...part, name: `open ${part.name}`, to: part.from + tag.length })
  }
  for (const part of [...matchesOf(text, RULE), ...matchesOf(text, DECLARATION)]) yield textCase(calls, text, part)
  for (const part of matchesOf(text, VALUE)) {
    yield textCase(calls, text, part, ' ')
    yield textCase(calls, text, part, ',')
  }
}

/** Paragraphs and the like, lines, and words with a mark. */
const BLOCK = /(?:[^\n]+\n)+\n*/g
const LINE = /[^\n]+/g
const MARKED_WORD = /\S*[^\p{L}\d\s]\S*/gu

function* markdownCases(text: string): Generator<GrowthCase> {
  const calls: readonly CostlyCall[] = ['md', 'md to docx']
  for (const part of matchesOf(text, BLOCK)) if (part.to - part.from <= MAX_PART) yield textCase(calls, text, part)
  for (const part of matchesOf(text, LINE)) {
    yield textCase(calls, text, part, '\n')
    yield textCase(calls, text, part)
  }
  for (const part of matchesOf(text, MARKED_WORD)) {
    yield textCase(calls, text, part, ' ')
    yield textCase(calls, text, part)
  }
}

/** Deepest place in an object whose entries are repeated. */
const MAX_DEPTH = 4

/** A PDF with one more revision, in which an array or a dictionary has more of what it has. */
function* pdfCases(bytes: Uint8Array): Generator<GrowthCase> {
  const document = PdfDocument.open(bytes)
  for (const num of document.xref.inUse().numbers) {
    const ref = new PdfRef(num, document.xref.generationOf(num) ?? 0)
    const object = readOrNull(document, num)
    const dict = object instanceof PdfStream ? object.dict : object
    const type = dict instanceof PdfDict ? `${nameOf(dict, 'Type')} ${nameOf(dict, 'Subtype')}` : ''
    const put = (revision: Revision, value: PdfObject) =>
      revision.put(ref, object instanceof PdfStream ? new PdfStream(value as PdfDict, object.data) : value)
    for (const { place, grow } of growingPlaces(dict)) {
      const build = (times: number) => revise(bytes, (revision) => put(revision, grow(times, revision)))
      yield { name: `${type} ${place}`, calls: ['verify', 'sign'], build }
    }
  }
}

function nameOf(dict: PdfDict, key: string): string {
  const value = dict.get(key)
  return value !== null && typeof value === 'object' && 'value' in value ? `/${value.value}` : ''
}

/** A place in an object, and the object with more at that place. */
interface GrowingPlace {
  readonly place: string
  grow(times: number, revision: Revision): PdfObject
}

function* growingPlaces(value: PdfObject, place = '', depth = 0): Generator<GrowingPlace> {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value) && value.length > 0) {
    yield { place: `${place}[...]`, grow: (times) => Array.from({ length: times }, () => value).flat() }
    const [first] = value
    if (first instanceof PdfRef)
      yield { place: `${place}[copies]`, grow: (times, revision) => copies(first, times, revision) }
    else yield* within(first ?? null, `${place}[]`, depth, (item) => [item, ...value.slice(1)])
  }
  if (!(value instanceof PdfDict)) return
  const [last] = [...value.entries.values()].slice(-1)
  const many = (times: number) =>
    Object.fromEntries(Array.from({ length: times }, (_, i) => [`More${i}`, last ?? null]))
  yield { place: `${place}<<...>>`, grow: (times) => value.with(many(times)) }
  for (const [key, item] of value.entries) {
    yield* within(item, `${place}/${key}`, depth, (changed) => value.with({ [key]: changed }))
  }
}

function* within(
  item: PdfObject,
  place: string,
  depth: number,
  put: (item: PdfObject) => PdfObject,
): Generator<GrowingPlace> {
  for (const inner of growingPlaces(item, place, depth + 1)) {
    yield { place: inner.place, grow: (times, revision) => put(inner.grow(times, revision)) }
  }
}

/** References to new objects that are all the same. */
function copies(ref: PdfRef, times: number, revision: Revision): PdfObject[] {
  const object = revision.increment.resolve(ref)
  return Array.from({ length: times }, () => revision.add(object))
}
