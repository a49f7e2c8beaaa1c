/**
 * Rebuilds damaged cross-reference data by searching the bytes for objects, of which later ones override earlier ones. Only
 * the signing side may do this. All searches are native, and the time is linear in the size of the file.
 *
 * @module
 */

import { nameOf, PdfDict, type PdfObject, PdfRef } from '../objects.js'
import { ObjectParser } from '../syntax/object-parser.js'
import type { ObjectStream } from '../syntax/object-stream.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { CHAR_CLASS, endsToken, isDigit, viewOf, WHITE_SPACE } from '../syntax/syntax.js'
import { damaged, ENTRY_COMPRESSED, ENTRY_IN_USE, tooManyEntries, type XrefSection } from './xref-section.js'
import type { XrefTable } from './xref-table.js'

interface FoundObject {
  readonly num: number
  readonly gen: number
  readonly offset: number
  /** Position after the keyword `obj`. */
  readonly content: number
}

/** Methods of the document that a rebuild needs. */
interface RebuildingDocument {
  readonly trailer: PdfDict
  readonly xref: XrefTable
  resolve(object: PdfObject | undefined): PdfObject
  objectStream(num: number): ObjectStream | undefined
}

/** A section that describes every object found. */
interface RebuiltXref {
  readonly section: XrefSection
  /** True when some trailers have encryption and others do not, as in concatenated files. */
  readonly mixedEncryption: boolean
}

const NO_ENTRY = 255

/**
 * Makes one section that describes every object of the file.
 *
 * @param document The file opened with the section of a first call, through which object streams are decoded; without
 * it only the objects outside of object streams are listed.
 */
export function rebuildXref(body: Uint8Array, document?: RebuildingDocument): RebuiltXref {
  const objects = findObjects(body)
  const containers = document === undefined ? [] : findObjectStreams(body, objects)
  let size = 0
  for (const { num } of objects) size = Math.max(size, num + 1)

  // Contents of object streams are ordered by the position of their container.
  const contents = new Map<FoundObject, Uint32Array>()
  let entries = objects.length
  for (const container of containers) {
    const numbers = listObjectStream(document as RebuildingDocument, container)
    entries += numbers.length
    if (entries > PDF_LIMITS.maxXrefEntries) throw tooManyEntries()
    contents.set(container, numbers)
    for (const num of numbers) size = Math.max(size, num + 1)
  }

  const types = new Uint8Array(size).fill(NO_ENTRY)
  const positions = new Uint32Array(size)
  const indices = new Uint32Array(size)
  for (const object of objects) {
    types[object.num] = ENTRY_IN_USE
    positions[object.num] = object.offset
    indices[object.num] = object.gen
    contents.get(object)?.forEach((num, index) => {
      if (num === 0) return
      types[num] = ENTRY_COMPRESSED
      positions[num] = object.num
      indices[num] = index
    })
  }
  const { trailer, mixedEncryption } =
    document === undefined ? findTrailer(body, objects) : { trailer: document.trailer, mixedEncryption: false }
  const kind = types.includes(ENTRY_COMPRESSED) ? 'stream' : 'table'
  const subsections = [{ first: 0, types, positions, indices }]
  const place = { offset: body.length, end: body.length, streamNumber: undefined }
  return { section: { kind, ...place, trailer, subsections, hiddenSubsections: [] }, mixedEncryption }
}

/** Every `num gen obj` outside of stream data, in file order. */
function findObjects(body: Uint8Array): FoundObject[] {
  const view = viewOf(body)
  const objects: FoundObject[] = []
  let nextStream = view.indexOf('stream', 0, 'latin1')
  let nextEnd = view.indexOf('endobj', 0, 'latin1')
  let lastClose = 0
  for (let hit = view.indexOf('obj', 0, 'latin1'); hit >= 0; ) {
    const object = readObjectHeader(body, hit)
    let resume = hit + 3
    if (object !== undefined) {
      objects.push(object)
      while (nextStream >= 0 && nextStream < resume) nextStream = view.indexOf('stream', nextStream + 6, 'latin1')
      while (nextEnd >= 0 && nextEnd < resume) nextEnd = view.indexOf('endobj', nextEnd + 6, 'latin1')
      // Data of a stream may look like objects, for example an embedded PDF.
      if (nextStream >= 0 && (nextEnd < 0 || nextStream < nextEnd) && opensStream(body, nextStream)) {
        // After the last one, it is not searched for again.
        if (lastClose >= 0) lastClose = view.indexOf('endstream', nextStream + 6, 'latin1')
        if (lastClose >= 0) resume = lastClose + 9
      }
    }
    hit = view.indexOf('obj', resume, 'latin1')
  }
  return objects
}

/** Reads backwards from the keyword `obj` at `hit`. */
function readObjectHeader(body: Uint8Array, hit: number): FoundObject | undefined {
  if (!endsToken(body[hit + 3]) && !isDigit(body[hit + 3])) return undefined
  const gen = readNumberBefore(body, hit)
  if (gen === undefined || gen.value > 65_535) return undefined
  const num = readNumberBefore(body, gen.start)
  if (num === undefined || num.end === gen.start || num.value === 0) return undefined
  if (num.value > PDF_LIMITS.maxObjectNumber) return undefined
  return { num: num.value, gen: gen.value, offset: num.start, content: hit + 3 }
}

function readNumberBefore(body: Uint8Array, before: number): { value: number; start: number; end: number } | undefined {
  let end = before
  while (end > 0 && before - end < 16 && CHAR_CLASS[body[end - 1] ?? -1] === WHITE_SPACE) end--
  let start = end
  let value = 0
  for (let scale = 1; start > 0 && end - start < 10 && isDigit(body[start - 1]); scale *= 10) {
    start--
    value += ((body[start] ?? 0) - 0x30) * scale
  }
  return start === end ? undefined : { value, start, end }
}

/** True for the keyword `stream` after a dictionary, false for these letters elsewhere. */
function opensStream(body: Uint8Array, at: number): boolean {
  let pos = at - 1
  while (pos >= 0 && at - pos < 16 && CHAR_CLASS[body[pos] ?? -1] === WHITE_SPACE) pos--
  return body[pos] === 0x3e && body[pos - 1] === 0x3e
}

function findObjectStreams(body: Uint8Array, objects: readonly FoundObject[]): FoundObject[] {
  const view = viewOf(body)
  const found = new Set<FoundObject>()
  let index = 0
  for (let hit = view.indexOf('/ObjStm', 0, 'latin1'); hit >= 0; hit = view.indexOf('/ObjStm', hit + 7, 'latin1')) {
    while (index + 1 < objects.length && (objects[index + 1] as FoundObject).offset < hit) index++
    const object = objects[index]
    if (object !== undefined && object.offset < hit) found.add(object)
  }
  return [...found]
}

/** Numbers of the objects in an object stream, by index. */
function listObjectStream(document: RebuildingDocument, container: FoundObject): Uint32Array {
  const entry = document.xref.get(container.num)
  // No reader can reach an older object stream whose number was used again.
  if (entry?.type !== 'in-use' || entry.offset !== container.offset) return new Uint32Array(0)
  if (container.gen !== 0) throw damaged(`object stream ${container.num} is not of generation 0`)
  // An object stream that cannot be decoded may hide anything, so its error ends the rebuild.
  const numbers = document.objectStream(container.num)?.numbers ?? new Uint32Array(0)
  return numbers.map((num) => (num <= PDF_LIMITS.maxObjectNumber ? num : 0))
}

/**
 * Merges the trailers and cross-reference streams of the file, where newer entries win. Without /Root, a catalog outside of
 * object streams takes its place.
 */
function findTrailer(
  body: Uint8Array,
  objects: readonly FoundObject[],
): { trailer: PdfDict; mixedEncryption: boolean } {
  const view = viewOf(body)
  const reader = new BudgetedReader(body)
  const entries = new Map<string, PdfObject>()
  let mixedEncryption = false
  for (let hit = view.lastIndexOf('trailer', undefined, 'latin1'); hit >= 0; ) {
    const dict = reader.parseDict(hit + 7, body.length)
    if (entries.size > 0 && dict !== undefined && dict.has('Encrypt') !== entries.has('Encrypt')) mixedEncryption = true
    takeTrailerKeys(entries, dict)
    hit = hit === 0 ? -1 : view.lastIndexOf('trailer', hit - 1, 'latin1')
  }
  let catalog: PdfRef | undefined
  for (let i = objects.length - 1; i >= 0; i--) {
    const { num, gen, content } = objects[i] as FoundObject
    const end = Math.min(objects[i + 1]?.offset ?? body.length, content + HEAD_BYTES)
    const head = view.subarray(content, end)
    const isXref = head.indexOf('/XRef', 0, 'latin1') >= 0
    if (!isXref && (catalog !== undefined || head.indexOf('/Catalog', 0, 'latin1') < 0)) continue
    const dict = reader.parseDict(content, content + HEAD_BYTES)
    const type = nameOf(dict?.get('Type'))
    if (type === 'XRef') takeTrailerKeys(entries, dict)
    else if (type === 'Catalog') catalog ??= new PdfRef(num, gen)
  }
  if (!entries.has('Root') && catalog !== undefined) entries.set('Root', catalog)
  return { trailer: new PdfDict(entries), mixedEncryption }
}

const TRAILER_KEYS = ['Root', 'Info', 'ID', 'Encrypt', 'Size'] as const

function takeTrailerKeys(entries: Map<string, PdfObject>, dict: PdfDict | undefined): void {
  for (const key of TRAILER_KEYS) {
    const value = dict?.get(key)
    if (value !== undefined && !entries.has(key)) entries.set(key, value)
  }
}

/**
 * The trailer of a rebuilt document, with a /Root that is a catalog: the one it names, or the first one in an object stream.
 *
 * @throws SealwrightError `invalid_document` when there is none.
 */
export function completeTrailer(document: RebuildingDocument): PdfDict {
  const { trailer } = document
  if (document.resolve(trailer.get('Root')) instanceof PdfDict) return trailer
  let examined = 0
  for (const num of document.xref.numbers()) {
    const entry = document.xref.get(num)
    if (entry?.type !== 'compressed') continue
    if (++examined > MAX_CATALOG_CANDIDATES) break
    const stream = document.objectStream(entry.stream)
    const offset = stream?.offsets[entry.index]
    if (stream === undefined || offset === undefined) continue
    const dict = new BudgetedReader(stream.data).parseDict(offset, offset + HEAD_BYTES)
    if (nameOf(dict?.get('Type')) === 'Catalog') return trailer.with({ Root: new PdfRef(num) })
  }
  throw damaged('no catalog can be found in it')
}

/** Number of bytes of an object in which its type is searched, to recognise catalogs and cross-reference streams. */
const HEAD_BYTES = 8192

/** Most objects that are parsed to find a catalog. A file may consist of nothing else. */
const MAX_CATALOG_CANDIDATES = 20_000

/** Parses at uncertain positions, and gives up when hostile bytes would make it read the file repeatedly. */
class BudgetedReader {
  readonly #bytes: Uint8Array
  #budget: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#budget = 4 * bytes.length + 1024 * 1024
  }

  parseDict(offset: number, end: number): PdfDict | undefined {
    if (this.#budget <= 0) return undefined
    const parser = new ObjectParser(this.#bytes, offset, end)
    try {
      const object = parser.parseObject()
      this.#budget -= parser.pos - offset
      return object instanceof PdfDict ? object : undefined
    } catch {
      // An unclosed string was read to the end.
      this.#budget -= parser.end - offset
      return undefined
    }
  }
}
