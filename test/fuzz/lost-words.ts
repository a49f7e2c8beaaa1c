/**
 * Which words of a page are in no part of its DOCX.
 *
 * @module
 */

import { convertFile } from '../../src/convert/convert-file.js'
import { openPackage } from '../../src/ooxml/package/package.js'
import type { VisiblePage } from './generate-visible.js'

/** Most headers, and most footers, that are looked for. */
const MOST_PARTS = 40

/** Parts whose text is seen: the body, notes, headers and footers. */
function* seenParts(): Generator<string> {
  yield* ['document', 'footnotes', 'endnotes']
  for (let number = 1; number <= MOST_PARTS; number++) yield* [`header${number}`, `footer${number}`]
}

/** Converts a page and looks for its words in the text of the parts, whatever elements it stands in, and in the warnings. */
export async function lostWords({ html, words }: VisiblePage): Promise<readonly string[]> {
  const { bytes, warnings } = await convertFile(new TextEncoder().encode(html), { from: 'html', to: 'docx' })
  const parts = openPackage(bytes)
  const texts = Array.from(seenParts(), (name) => new TextDecoder().decode(parts.part(`/word/${name}.xml`)))
  // What readers get that know no shapes stands beside the shape, and proves nothing.
  const shown = texts.map((xml) => xml.replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '').replace(/<[^>]*>/g, ''))
  const seen = [...shown, ...warnings].join('\n').toLowerCase()
  return words.filter((word) => !seen.includes(word))
}
