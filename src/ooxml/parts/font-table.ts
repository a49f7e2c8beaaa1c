/**
 * Reads the font table and the embedded fonts of a document (ECMA-376-1, 17.8.3).
 *
 * @module
 */

import type { EmbeddedFontFile, FontHint } from '../../typeset/model/document-model.js'
import type { OpcPackage } from '../package/package.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'

/** The fonts that a document declares and embeds. */
interface FontTable {
  readonly hints: ReadonlyMap<string, FontHint>
  readonly embeddedFonts: readonly EmbeddedFontFile[]
}

const FAMILIES: Readonly<Record<string, NonNullable<FontHint['family']>>> = {
  roman: 'roman',
  swiss: 'swiss',
  modern: 'modern',
  script: 'script',
  decorative: 'decorative',
}

const EMBEDDED: readonly (readonly [name: string, bold: boolean, italic: boolean])[] = [
  ['w:embedRegular', false, false],
  ['w:embedBold', true, false],
  ['w:embedItalic', false, true],
  ['w:embedBoldItalic', true, true],
]

/** Number of obfuscated bytes at the start of a font (17.8.1). */
const OBFUSCATED_BYTES = 32

/** Reads the font table of a document; empty where it has none. */
export function readFontTable(document: OpcPackage): FontTable {
  const hints = new Map<string, FontHint>()
  const embeddedFonts: EmbeddedFontFile[] = []
  const part = document.relatedPart(document.mainPart, 'fontTable')
  for (const font of childrenOf(part === undefined ? undefined : document.xml(part), 'w:font')) {
    const family = font.attributes['w:name']
    if (part === undefined || !family || hints.has(family)) continue
    hints.set(family, readHint(font))
    for (const [name, bold, italic] of EMBEDDED) {
      const bytes = readEmbedded(childOf(font, name), part, document)
      if (bytes !== undefined) embeddedFonts.push({ family, bold, italic, bytes })
    }
  }
  return { hints, embeddedFonts }
}

function readHint(font: XmlElement): FontHint {
  const alternative = childOf(font, 'w:altName')?.attributes['w:val']
  const family = FAMILIES[childOf(font, 'w:family')?.attributes['w:val'] ?? '']
  const pitch = childOf(font, 'w:pitch')?.attributes['w:val']
  const panose = readPanose(childOf(font, 'w:panose1')?.attributes['w:val'])
  return {
    ...(alternative && { alternative }),
    ...(family && { family }),
    ...((pitch === 'fixed' || pitch === 'variable') && { fixedPitch: pitch === 'fixed' }),
    ...(panose && { panose }),
  }
}

/** Ten bytes from hexadecimal digits; undefined when all are 0, which means unknown. */
function readPanose(value: string | undefined): number[] | undefined {
  if (value === undefined || !/^[0-9a-f]{20}$/i.test(value) || /^0+$/.test(value)) return undefined
  return Array.from({ length: 10 }, (_, i) => Number.parseInt(value.slice(2 * i, 2 * i + 2), 16))
}

function readEmbedded(element: XmlElement | undefined, part: string, document: OpcPackage): Uint8Array | undefined {
  const relationship = document.relationships(part).get(element?.attributes['r:id'] ?? '')
  if (relationship === undefined || relationship.external) return undefined
  const bytes = document.part(relationship.target)
  if (bytes === undefined || bytes.length <= OBFUSCATED_BYTES) return undefined
  return deobfuscate(bytes, element?.attributes['w:fontKey'])
}

/** Undoes the obfuscation: exclusive or with the digits of the font's key, from the last to the first (17.8.1). */
function deobfuscate(bytes: Uint8Array, fontKey: string | undefined): Uint8Array | undefined {
  const digits = fontKey?.replace(/[{}-]/g, '') ?? ''
  if (digits === '' || /^0+$/.test(digits)) return bytes
  if (!/^[0-9a-f]{32}$/i.test(digits)) return undefined
  const key = Buffer.from(digits, 'hex').reverse()
  const font = bytes.slice()
  for (let index = 0; index < OBFUSCATED_BYTES; index++) {
    font[index] = (font[index] ?? 0) ^ (key[index % key.length] ?? 0)
  }
  return font
}
