/**
 * XMP metadata (ISO 32000-2, 14.3.2). Whatever saves a document writes them again; but readers show the title that they
 * give, and it is what the information dictionary says there that counts as one and the same (14.3.3).
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, PdfStream, PdfString } from '../../../pdf/objects.js'
import { decodeTextString, readXmpPacket, readXmpTexts, type XmpText } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import type { ChangeRule } from '../change-rule.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, quoteName, reject, type Verdict } from '../verdict.js'

export const metadataRule: ChangeRule = {
  kind: 'metadata',
  *judge(pair) {
    const stream = pair.newValue(pair.newer.catalog, 'Metadata')
    const packet = stream instanceof PdfStream ? readPacket(pair, stream) : undefined
    if (stream === null) {
      yield reject('metadata_removed', 'The XMP metadata were removed')
    } else if (packet === undefined) {
      yield reject('metadata_malformed', 'The new XMP metadata are not an XMP packet')
    } else {
      yield accept('validation-data', 'metadata_updated', 'XMP metadata updated')
      const before = readXmpTexts(readXmpPacket(pair.older) ?? '')
      const after = readXmpTexts(packet)
      yield* judgeProperties(pair, before, after)
      yield* judgeOtherProperties(pair, before, after)
    }
  },
}

/** The text of the new packet, `undefined` for what is no packet that can be read to its end. */
function readPacket(pair: RevisionPair, { dict }: PdfStream): string | undefined {
  const type = nameOf(resolveOrNull(pair.newer, dict.get('Type')))
  const subtype = nameOf(resolveOrNull(pair.newer, dict.get('Subtype')))
  if ((type !== undefined && type !== 'Metadata') || (subtype !== undefined && subtype !== 'XML')) return undefined
  const text = readXmpPacket(pair.newer) ?? ''
  return /<(?:\w+:)?(?:xmpmeta|RDF)\b/.test(text) && !/<!(?:DOCTYPE|ENTITY)/i.test(text) ? text : undefined
}

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'

/** Properties that people read, and the entries of the information dictionary that say the same. */
const READ_BY_PEOPLE: readonly (readonly [property: string, entry: string])[] = [
  ['title', 'Title'],
  ['creator', 'Author'],
  ['description', 'Subject'],
]

/** What readers show as the title and the like: a new packet may repeat it, but not say something else. */
function* judgeProperties(
  pair: RevisionPair,
  older: readonly XmpText[],
  newer: readonly XmpText[],
): Generator<Verdict> {
  for (const [property, entry] of READ_BY_PEOPLE) {
    const before = shownText(older, property) ?? informationOf(pair.older, entry)
    const after = shownText(newer, property) ?? informationOf(pair.newer, entry)
    if (after === before || after === informationOf(pair.older, entry)) continue
    const [from, to] = [before, after].map((text) => (text === undefined ? 'nothing' : quoteText(text)))
    const description = `Document property ${entry} changed in the XMP metadata from ${from} to ${to}`
    yield accept('form-filling', 'information_changed', description)
  }
}

/** What a packet says of a property of Dublin Core; `undefined` for nothing. */
function shownText(packet: readonly XmpText[], name: string): string | undefined {
  const texts = packet.flatMap((item) =>
    // PDF.js knows the prefix, whatever it stands for.
    localNameOf(item) === name && (item.property.startsWith('dc:') || item.namespaces.has(DUBLIN_CORE))
      ? [item.text]
      : [],
  )
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n')
}

function informationOf(document: PdfDocument, entry: string): string | undefined {
  const info = resolveOrNull(document, document.trailer.get('Info'))
  const value = info instanceof PdfDict ? resolveOrNull(document, info.get(entry)) : null
  const text = value instanceof PdfString ? decodeTextString(value.bytes).replace(/\s+/g, ' ').trim() : ''
  return text === '' ? undefined : text
}

/** Namespaces of properties that saving programs write, with their names; `undefined` for all of a namespace. */
const WRITTEN_BY_SAVING: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['http://ns.adobe.com/xap/1.0/', new Set(['CreateDate', 'CreatorTool', 'MetadataDate', 'ModifyDate'])],
  ['http://ns.adobe.com/xap/1.0/mm/', undefined],
  ['http://ns.adobe.com/xap/1.0/sType/ResourceEvent#', undefined],
  ['http://ns.adobe.com/xap/1.0/sType/ResourceRef#', undefined],
  ['http://ns.adobe.com/pdf/1.3/', new Set(['PDFVersion', 'Producer', 'Trapped'])],
  // The others that people read are compared above, as the information dictionary has them too.
  [DUBLIN_CORE, new Set(['date', 'format', ...READ_BY_PEOPLE.map(([property]) => property)])],
])

/**
 * Whatever else a new packet says and the former one did not: terms of use, keywords, that the document is an archive or has an
 * invoice with it. What it leaves out is still in the earlier revision.
 */
function* judgeOtherProperties(
  pair: RevisionPair,
  older: readonly XmpText[],
  newer: readonly XmpText[],
): Generator<Verdict> {
  const before = new Set(older.map(keyOf))
  const keywords = informationOf(pair.older, 'Keywords') ?? ''
  for (const item of newer) {
    const { property, text } = item
    if (before.has(keyOf(item)) || isWrittenBySaving(item) || (isKeyword(property) && keywords.includes(text))) continue
    const description = `Document property ${quoteName(property)} given in the XMP metadata as ${quoteText(text)}`
    yield accept('form-filling', 'information_changed', description)
  }
}

function keyOf(item: XmpText): string {
  return `${localNameOf(item)} ${item.text}`
}

/** The name without its prefix. */
function localNameOf({ property }: XmpText): string {
  return property.slice(property.indexOf(':') + 1)
}

/** True when each namespace that the prefix may stand for is one of those of saving programs. */
function isWrittenBySaving(item: XmpText): boolean {
  const name = localNameOf(item)
  return (
    item.namespaces.size > 0 &&
    [...item.namespaces].every((one) => WRITTEN_BY_SAVING.has(one) && WRITTEN_BY_SAVING.get(one)?.has(name) !== false)
  )
}

function isKeyword(property: string): boolean {
  return property === 'pdf:Keywords' || property === 'dc:subject'
}
