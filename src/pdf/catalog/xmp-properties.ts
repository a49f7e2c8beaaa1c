/**
 * Reads the properties of an XMP packet under any names (ISO 16684-1, 7). It does not parse RDF: every text counts for the
 * innermost property around it, so that no notation leaves one out.
 *
 * @module
 */
import { textOfMarkup } from './xmp-packet.js'

/** A text of a packet, with the property that it belongs to. */
export interface XmpText {
  /** Name of the property, as the packet writes it: `xmpRights:UsageTerms`. */
  readonly property: string
  /** Namespaces to which the packet binds the prefix; empty when it is not declared. */
  readonly namespaces: ReadonlySet<string>
  readonly text: string
}

/** Prefixes of elements that structure a packet and are not properties. */
const STRUCTURAL = /^(?:rdf|x|xml|xmlns):/
/** A tag, with the text after it. */
const TAG = /<([^<>]*)>([^<]*)/g
const NAME = /^[\w.:-]*/
const ATTRIBUTE = /(?<![\w.:-])([\w.-]+:[\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const NOWHERE: ReadonlySet<string> = new Set()

/** Attributes whose value belongs to the property around them (ISO 16684-1, 7.5 and 7.9.2.5). */
const OF_HOLDER: ReadonlySet<string> = new Set(['rdf:resource', 'rdf:value'])

/** All non-empty texts of a packet, in time proportional to its length. */
export function readXmpTexts(xmp: string): XmpText[] {
  const namespaces = new Map<string, Set<string>>()
  const found: { property: string; text: string }[] = []
  /** For each open element, the property that following text belongs to. */
  const holders: string[] = []
  const add = (property: string, markup: string) => {
    const text = textOfMarkup(markup)
    if (text !== '') found.push({ property, text })
  }
  for (const [, tag = '', behind = ''] of asElements(xmp).matchAll(TAG)) {
    if (tag.startsWith('/')) holders.pop()
    else {
      const name = NAME.exec(tag)?.[0] ?? ''
      const holder = STRUCTURAL.test(name) ? (holders.at(-1) ?? '') : name
      for (const [, attribute = '', double, single] of tag.matchAll(ATTRIBUTE)) {
        const value = double ?? single ?? ''
        if (attribute.startsWith('xmlns:')) declare(namespaces, attribute.slice(6), value)
        else if (OF_HOLDER.has(attribute)) add(holder, value)
        else if (!STRUCTURAL.test(attribute)) add(attribute, value)
      }
      if (!tag.endsWith('/')) holders.push(holder)
    }
    add(holders.at(-1) ?? '', behind)
  }
  return found.map(({ property, text }) => {
    return { property, text, namespaces: namespaces.get(property.slice(0, property.indexOf(':'))) ?? NOWHERE }
  })
}

/** Beginnings of markup other than elements (XML 1.0, 2.5 to 2.8). */
const OTHER_MARKUP = /<!--|<!\[CDATA\[|<[?!]/g
/** Ends of such markup; those of declarations are left out. */
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** The packet without comments and instructions, and with CDATA sections as text. Unclosed markup stays. */
function asElements(xmp: string): string {
  const kept: string[] = []
  let from = 0
  for (const { 0: start, index: at } of xmp.matchAll(OTHER_MARKUP)) {
    if (at < from) continue
    const end = ENDS[start] ?? '>'
    const closing = xmp.indexOf(end, at + start.length)
    // No reader takes what follows for markup, so it counts as text.
    const until = closing < 0 ? xmp.length : closing
    kept.push(xmp.slice(from, at))
    if (closing < 0 || start === '<![CDATA[') kept.push(xmp.slice(at + start.length, until).replace(/[<>&]/g, ' '))
    from = closing < 0 ? xmp.length : closing + end.length
  }
  kept.push(xmp.slice(from))
  return kept.join('')
}

function declare(namespaces: Map<string, Set<string>>, prefix: string, namespace: string): void {
  const known = namespaces.get(prefix)
  if (known === undefined) namespaces.set(prefix, new Set([namespace]))
  else known.add(namespace)
}
