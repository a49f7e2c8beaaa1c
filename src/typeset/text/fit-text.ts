/**
 * Text that is fitted to a specified width (w:fitText, ECMA-376-1, 17.3.2.14).
 *
 * @module
 */

import { append } from '../../lists.js'
import type { Inline, TextPiece } from '../model/document-model.js'
import type { RunProperties } from '../model/properties.js'

type Text = Extract<Inline, { kind: 'text' }>

/** Least horizontal scale of letters. */
const LEAST_SCALE = 0.01

/**
 * The inlines of a paragraph with fitted text spread, or its letters narrowed, to the specified width. Consecutive runs with the
 * same identifier are fitted as one text.
 */
export function fitInlines(inlines: readonly Inline[], widthOf: (piece: TextPiece) => number): readonly Inline[] {
  if (!inlines.some((inline) => fitOf(inline) !== undefined)) return inlines
  const fitted: Inline[] = []
  for (let index = 0; index < inlines.length; ) {
    const fit = fitOf(inlines[index])
    let end = index + 1
    while (fit !== undefined && fit.id !== '' && fitOf(inlines[end])?.id === fit.id) end++
    const group = inlines.slice(index, end)
    append(fitted, fit === undefined ? group : fitTo(fit.width, group.filter(isText), widthOf))
    index = end
  }
  return fitted
}

function isText(inline: Inline): inline is Text {
  return inline.kind === 'text'
}

function fitOf(inline: Inline | undefined): RunProperties['fitText'] {
  return inline?.kind === 'text' ? inline.run.fitText : undefined
}

function fitTo(width: number, group: readonly Text[], widthOf: (piece: TextPiece) => number): Inline[] {
  const natural = group.reduce((sum, piece) => sum + widthOf(piece), 0)
  const count = group.reduce((sum, { text }) => sum + [...text].length, 0)
  if (!(natural > 0) || natural === width) return [...group]
  if (natural > width) {
    const factor = Math.max(width / natural, LEAST_SCALE)
    return group.map((piece) => ({ ...piece, run: narrowed(piece.run, factor) }))
  }
  if (count < 2) return [...group]
  return spread(group, (width - natural) / (count - 1))
}

function narrowed(run: RunProperties, factor: number): RunProperties {
  return { ...run, scale: run.scale * factor, tracking: run.tracking * factor }
}

/** Adds space after each character but the last. */
function spread(group: readonly Text[], room: number): Inline[] {
  return group.flatMap((piece, index) => {
    const wide = { ...piece, run: { ...piece.run, tracking: piece.run.tracking + room } }
    if (index < group.length - 1) return [wide]
    const signs = [...piece.text]
    const last = signs.pop() ?? ''
    return signs.length === 0
      ? [piece]
      : [
          { ...wide, text: signs.join('') },
          { ...piece, text: last },
        ]
  })
}
