/**
 * XMP metadata (ISO 32000-2, 14.3.2). Whatever saves a document writes them anew; but readers show the title that they
 * give, and it is what the information dictionary says there that counts as one and the same (14.3.3).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { resolveOrNull } from '../../../pdf/lenient-lookup.js'
import { nameOf, PdfDict, PdfStream, PdfString } from '../../../pdf/objects.js'
import { latin1Text } from '../../../pdf/syntax.js'
import { decodeTextString } from '../../../pdf/text-string.js'
import { prefixesOf, readXmpPacket, readXmpText } from '../../../pdf/xmp-packet.js'
import { quoteText } from '../../foreign-text.js'
import type { ChangeRule } from '../change-rule.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, reject, type Verdict } from '../verdict.js'

export const metadataRule: ChangeRule = {
  kind: 'metadata',
  *judge(pair) {
    const stream = pair.newValue(pair.newer.catalog, 'Metadata')
    if (stream === null) {
      yield reject('metadata_removed', 'The XMP metadata were removed')
    } else if (!(stream instanceof PdfStream) || !isXmp(pair, stream)) {
      yield reject('metadata_malformed', 'The new XMP metadata are not an XMP packet')
    } else {
      yield accept('validation-data', 'metadata_updated', 'XMP metadata updated')
      yield* judgeProperties(pair)
    }
  },
}

/** Packets of metadata have some kilobytes; larger ones are not looked into. */
const MAX_XMP_BYTES = 4 * 1024 * 1024

function isXmp(pair: RevisionPair, stream: PdfStream): boolean {
  const type = nameOf(resolveOrNull(pair.newer, stream.dict.get('Type')))
  const subtype = nameOf(resolveOrNull(pair.newer, stream.dict.get('Subtype')))
  if ((type !== undefined && type !== 'Metadata') || (subtype !== undefined && subtype !== 'XML')) return false
  let text: string
  try {
    text = latin1Text(pair.newer.decode(stream, { maxBytes: MAX_XMP_BYTES }))
  } catch {
    return false
  }
  // UTF-16 and UTF-32 packets hold a zero byte for each ASCII character.
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text
  return /<(?:\w+:)?(?:xmpmeta|RDF)\b/.test(plain) && !/<!(?:DOCTYPE|ENTITY)/i.test(plain)
}

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'

/** Properties that people read, and the entries of the information dictionary that say the same. */
const READ_BY_PEOPLE: readonly (readonly [property: string, entry: string])[] = [
  ['title', 'Title'],
  ['creator', 'Author'],
  ['description', 'Subject'],
]

/** What readers show as the title and the like: a new packet may repeat it, but not say something else. */
function* judgeProperties(pair: RevisionPair): Generator<Verdict> {
  for (const [property, entry] of READ_BY_PEOPLE) {
    const before = shownProperty(pair.older, property, entry)
    const after = shownProperty(pair.newer, property, entry)
    if (after !== UNREADABLE && (after === before || after === informationOf(pair.older, entry))) continue
    const [from, to] = [before, after].map((text) => (text === undefined ? 'nothing' : quoteText(text)))
    const description = `Document property ${entry} changed in the XMP metadata from ${from} to ${to}`
    yield accept('form-filling', 'information_changed', description)
  }
}

/** What stands for a property that cannot be read: nothing says the same. */
const UNREADABLE = '\ufffd'

/** What the packet says, or else the information dictionary; `undefined` for nothing. */
function shownProperty(document: PdfDocument, property: string, entry: string): string | undefined {
  const xmp = readXmpPacket(document)
  // PDF.js knows the prefix, whatever it stands for.
  const prefixes = xmp === undefined ? [] : new Set([...prefixesOf(xmp, DUBLIN_CORE), 'dc'])
  const texts = [...prefixes].map((prefix) => readXmpText(xmp ?? '', `${prefix}:${property}`))
  if (texts.includes(undefined)) return UNREADABLE
  const said = texts.filter((text) => text !== '').join('\n')
  return said === '' ? informationOf(document, entry) : said
}

function informationOf(document: PdfDocument, entry: string): string | undefined {
  const info = resolveOrNull(document, document.trailer.get('Info'))
  const value = info instanceof PdfDict ? resolveOrNull(document, info.get(entry)) : null
  const text = value instanceof PdfString ? decodeTextString(value.bytes).replace(/\s+/g, ' ').trim() : ''
  return text === '' ? undefined : text
}
