/**
 * All text of a DOCX that a reader sees.
 *
 * @module
 */

import { openPackage } from '../../src/ooxml/package/package.js'

/** Most headers, footers and drawings that are looked at. */
const MOST_PARTS = 20

/**
 * The text of body, notes, headers and footers in the order of the file, with that of drawings unless they are left out. What
 * stands in for shapes in programs that do not know them counts once.
 */
export function docxText(bytes: Uint8Array, hasDrawings = true): string {
  const parts = openPackage(bytes)
  const names = ['document.xml', 'footnotes.xml']
  for (let number = 1; number <= MOST_PARTS; number++) {
    names.push(`header${number}.xml`, `footer${number}.xml`)
    if (hasDrawings) names.push(`media/image${number}.svg`)
  }
  return names
    .map((name) => new TextDecoder().decode(parts.part(`/word/${name}`)))
    .map((xml) => xml.replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '').replace(/<w:(?:p|br|tab|tc)[ />]/g, ' $&'))
    .map((xml) => xml.replace(/<[^>]*>/g, ''))
    .join('\n')
}
