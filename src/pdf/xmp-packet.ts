/**
 * The XMP packet of a document (ISO 32000-2, 14.3.2; ISO 16684-1) and the text of its properties.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import { decodeBytes } from '../input/encodings.js'
import type { PdfDocument } from './document.js'
import { PdfStream } from './objects.js'
import { PDF_LIMITS } from './pdf-limits.js'

/** The XMP packet of the catalog as text; `undefined` when there is none that can be read. */
export function readXmpPacket(document: PdfDocument): string | undefined {
  try {
    const stream = document.lookup(document.catalog, 'Metadata')
    if (!(stream instanceof PdfStream)) return undefined
    const bytes = document.decode(stream, { maxBytes: PDF_LIMITS.maxMetadataBytes })
    return decodeBytes(bytes, encodingOf(bytes)).text
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/** XMP may also be written in UTF-16 (ISO 16684-1, 7.1); its first character is `<`, perhaps behind a mark. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return 'utf-8'
}

/** Prefixes that are read. */
const MAX_PREFIXES = 8

/** The prefixes that stand for a namespace anywhere in the packet. */
export function prefixesOf(xmp: string, namespace: string): Set<string> {
  const prefixes = new Set<string>()
  for (let at = xmp.indexOf(namespace); at >= 0; at = xmp.indexOf(namespace, at + namespace.length)) {
    const declaration = /xmlns:([\w.-]{1,40})\s*=\s*["']$/.exec(xmp.slice(Math.max(0, at - 64), at))
    if (declaration?.[1] !== undefined) prefixes.add(declaration[1])
    if (prefixes.size === MAX_PREFIXES) break
  }
  return prefixes
}

/** Times that one property may stand in a packet; nobody writes it more than once. */
const MAX_OCCURRENCES = 32
/** Length of an opening tag, and of the value of an attribute. */
const MAX_TAG = 4096

/**
 * All that a packet says about a property such as `dc:title`: the text of its elements and the values of its
 * attributes, without markup. Empty when the packet does not mention it; `undefined` when it occurs too often, or is
 * not closed.
 */
export function readXmpText(xmp: string, tag: string): string | undefined {
  const texts: string[] = []
  let count = 0
  for (let at = xmp.indexOf(tag); at >= 0; at = xmp.indexOf(tag, at + tag.length)) {
    const before = xmp[at - 1] ?? ''
    if (before === '/' || !/[<\s]/.test(before)) continue
    if (++count > MAX_OCCURRENCES) return undefined
    const text = before === '<' ? elementText(xmp, at, tag) : attributeText(xmp, at + tag.length)
    if (text === undefined) return undefined
    texts.push(plainText(text))
  }
  return texts.filter((text) => text !== '').join('\n')
}

/** What stands between the tags of an element whose name begins at an index; empty for another element. */
function elementText(xmp: string, at: number, tag: string): string | undefined {
  const [opening] = /^[^<>]*>/.exec(xmp.slice(at, at + MAX_TAG)) ?? []
  if (opening === undefined) return undefined
  if (/[\w.-]/.test(opening[tag.length] ?? '') || opening.endsWith('/>')) return ''
  const start = at + opening.length
  const end = xmp.indexOf(`</${tag}`, start)
  return end < 0 ? undefined : xmp.slice(start, end)
}

function attributeText(xmp: string, at: number): string {
  const [, double, single] = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(xmp.slice(at, at + MAX_TAG)) ?? []
  return double ?? single ?? ''
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainText(markup: string): string {
  return markup
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w{1,8});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
