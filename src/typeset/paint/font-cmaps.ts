/**
 * The CMaps of an embedded font.
 *
 * @module
 */

import { append } from '../../lists.js'
import { hex16, utf16Hex } from './hex-text.js'

/** Text of glyphs whose text belongs to the glyph before: a zero width space. Programs report a code without text as a fault. */
const NO_TEXT = '\u200b'

/** Most entries in one block of a CMap (Adobe Technical Note 5014). */
const BLOCK = 100

/**
 * The CMap from codes 1, 2, ... to text (ISO 32000-2, 9.10.3).
 */
export function writeToUnicodeCMap(texts: readonly string[]): string {
  const entries: string[] = []
  texts.forEach((text, index) => {
    entries.push(`<${hex16(index + 1)}> <${utf16Hex(text === '' ? NO_TEXT : text)}>`)
  })
  return writeCMap('Adobe-Identity-UCS', 'UCS', 2, entries, 'bfchar')
}

/** The CMap from codes 1, 2, ... to CIDs. */
export function writeEncodingCMap(cids: readonly number[]): string {
  const entries = ['<0000> 0', ...cids.map((cid, index) => `<${hex16(index + 1)}> ${cid}`)]
  return writeCMap('Codes', 'Identity', 1, entries, 'cidchar')
}

function writeCMap(name: string, ordering: string, type: number, entries: readonly string[], kind: string): string {
  const lines = [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> def`,
    `/CMapName /${name} def`,
    `/CMapType ${type} def`,
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
  ]
  for (let start = 0; start < entries.length; start += BLOCK) {
    const block = entries.slice(start, start + BLOCK)
    append(lines, [`${block.length} begin${kind}`, ...block, `end${kind}`])
  }
  lines.push('endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end')
  return lines.join('\n')
}
