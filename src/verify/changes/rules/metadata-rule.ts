/**
 * XMP metadata (ISO 32000-2, 14.3.2). Every saving program rewrites them. But readers show the title in them, and properties
 * that the information dictionary has as well must be equal there (14.3.3).
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

/** The text of the new packet; `undefined` when it cannot be parsed to its end. */
function readPacket(pair: RevisionPair, { dict }: PdfStream): string | undefined {
  const type = nameOf(resolveOrNull(pair.newer, dict.get('Type')))
  const subtype = nameOf(resolveOrNull(pair.newer, dict.get('Subtype')))
  if ((type !== undefined && type !== 'Metadata') || (subtype !== undefined && subtype !== 'XML')) return undefined
  const text = readXmpPacket(pair.newer) ?? ''
  return /<(?:\w+:)?(?:xmpmeta|RDF)\b/.test(text) && !/<!(?:DOCTYPE|ENTITY)/i.test(text) ? text : undefined
}

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'

/** Properties that people read, with the equivalent entries of the information dictionary. */
const READ_BY_PEOPLE: readonly (readonly [property: string, entry: string])[] = [
  ['title', 'Title'],
  ['creator', 'Author'],
  ['description', 'Subject'],
]

/** Judges properties that readers show, such as the title. A new packet may repeat them, but not change them. */
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

/** The value of a Dublin Core property in a packet; `undefined` when it is missing. */
function shownText(packet: readonly XmpText[], name: string): string | undefined {
  const texts = packet.flatMap((item) =>
    // PDF.js recognises the prefix, whatever namespace it stands for.
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

/** Namespaces with the properties that saving programs write; `undefined` for all properties of a namespace. */
const WRITTEN_BY_SAVING: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['http://ns.adobe.com/xap/1.0/', new Set(['CreateDate', 'CreatorTool', 'MetadataDate', 'ModifyDate'])],
  ['http://ns.adobe.com/xap/1.0/mm/', undefined],
  ['http://ns.adobe.com/xap/1.0/sType/ResourceEvent#', undefined],
  ['http://ns.adobe.com/xap/1.0/sType/ResourceRef#', undefined],
  ['http://ns.adobe.com/pdf/1.3/', new Set(['PDFVersion', 'Producer', 'Trapped'])],
  // The other properties that people read are compared in `judgeProperties`.
  [DUBLIN_CORE, new Set(['date', 'format', ...READ_BY_PEOPLE.map(([property]) => property)])],
])

/**
 * Judges other new properties of a packet: terms of use, keywords, a claim to be an archive or to contain an invoice.
 * Properties that were dropped are still in the earlier revision.
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

/** The name of a property without its prefix. */
function localNameOf({ property }: XmpText): string {
  return property.slice(property.indexOf(':') + 1)
}

/** True when all namespaces that the prefix may stand for are those of saving programs. */
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
