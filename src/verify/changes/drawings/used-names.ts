/**
 * Names that stand in content streams: what they can ask their resources for (ISO 32000-2, 7.8.3).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../pdf/objects.js'
import { CHAR_CLASS, REGULAR } from '../../../pdf/syntax.js'
import { resolveOrNull } from '../equality.js'
import type { RevisionPair } from '../revision-pair.js'

const SLASH = 0x2f
const NUMBER_SIGN = 0x23
/** Decoded content that is searched for one revision; no honest page comes near. */
const MAX_BYTES = 32 * 1024 * 1024
/** Bytes that cost as much as a step of comparison. */
const BYTES_PER_STEP = 256
/** Streams that draw with the resources of one page. */
const MAX_STREAMS = 4096

/**
 * The first of some names that a page or a form asks its resources for; `undefined` when it asks for none of them.
 * What cannot be read asks for anything.
 *
 * Every slash is taken for the beginning of a name, in strings and in the data of images too: rather one name too many.
 *
 * @param holder A page, or the stream of a form, whose resources are meant.
 */
export function findUsedName(
  pair: RevisionPair,
  holder: PdfObject,
  resources: PdfDict,
  names: ReadonlySet<string>,
): string | undefined {
  const streams = contentsOf(pair.older, holder)
  // A form without resources draws with those of the page, and so do the glyphs of a Type 3 font (7.8.3, 9.6.4).
  const inheriting = [...dictsIn(pair, resources, 'XObject'), ...dictsIn(pair, resources, 'Pattern')]
  for (const object of inheriting) {
    if (object instanceof PdfStream && !object.dict.has('Resources')) streams.push(object)
  }
  const drawn = dictsIn(pair, resources, 'Font').some((font) => drawsItself(pair, font))
  if (drawn || streams.length > MAX_STREAMS) return '?'
  let left = MAX_BYTES
  for (const stream of streams) {
    const bytes = decodeOrUndefined(pair.older, stream, left)
    if (bytes === undefined) return '?'
    left -= bytes.length
    pair.spend(1 + bytes.length / BYTES_PER_STEP)
    const found = findName(bytes, names)
    if (found !== undefined) return found
  }
  return undefined
}

function drawsItself(pair: RevisionPair, font: PdfObject): boolean {
  if (!(font instanceof PdfDict)) return false
  return nameOf(pair.oldValue(font, 'Subtype')) === 'Type3' && !font.has('Resources')
}

function contentsOf(document: PdfDocument, holder: PdfObject): PdfStream[] {
  if (holder instanceof PdfStream) return [holder]
  const contents = holder instanceof PdfDict ? resolveOrNull(document, holder.get('Contents')) : null
  const list = Array.isArray(contents) ? contents.map((item) => resolveOrNull(document, item)) : [contents]
  return list.filter((item) => item instanceof PdfStream)
}

function dictsIn(pair: RevisionPair, resources: PdfDict, category: string): PdfObject[] {
  const items = pair.oldValue(resources, category)
  if (!(items instanceof PdfDict)) return []
  pair.spend(items.entries.size)
  return [...items.entries.values()].map((item) => (item instanceof PdfRef ? resolveOrNull(pair.older, item) : item))
}

function decodeOrUndefined(document: PdfDocument, stream: PdfStream, maxBytes: number): Uint8Array | undefined {
  try {
    return document.decode(stream, { maxBytes })
  } catch {
    return undefined
  }
}

function findName(bytes: Uint8Array, names: ReadonlySet<string>): string | undefined {
  for (let at = bytes.indexOf(SLASH); at >= 0; at = bytes.indexOf(SLASH, at + 1)) {
    const name = readName(bytes, at + 1)
    if (names.has(name)) return name
  }
  return undefined
}

/** A name at its first character, with its escapes undone (7.3.5). */
function readName(bytes: Uint8Array, start: number): string {
  let name = ''
  for (let at = start; at < bytes.length && CHAR_CLASS[bytes[at] as number] === REGULAR; at++) {
    const code = bytes[at] as number
    const escaped = code === NUMBER_SIGN ? String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escaped)
    name += String.fromCharCode(isEscape ? Number.parseInt(escaped, 16) : code)
    if (isEscape) at += 2
  }
  return name
}
