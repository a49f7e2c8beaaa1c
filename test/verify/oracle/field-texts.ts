/**
 * Fields whose text, as poppler reads it, is not their value, as PDF.js reads it.
 *
 * @module
 */

import type { ExplainedArea } from './explained-areas.js'
import type { Word } from './words.js'

const TEXTUAL: ReadonlySet<string | undefined> = new Set(['Tx'])

/** Sentences about fields that show something else. */
export function wrongFieldTexts(words: readonly Word[], areas: readonly ExplainedArea[]): string[] {
  return areas.flatMap((area) => {
    const { fieldName, fieldType, fieldValue } = area.annotation
    if (area.kind !== 'field' || !TEXTUAL.has(fieldType)) return []
    const shown = words
      .filter((word) => word.page === area.page && isInside(word, area))
      .map(({ text }) => text)
      .join(' ')
    return normalise(shown) === normalise(fieldValue ?? '')
      ? []
      : [`field ${fieldName} "${fieldValue}" shows "${shown}"`]
  })
}

function isInside(word: Word, area: ExplainedArea): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2]
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom
}

/** Blanks between letters mean nothing; between digits they do. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\d) (?=\d)/g, '$1_')
    .replaceAll(' ', '')
}
