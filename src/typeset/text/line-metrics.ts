import type { LineSpacing } from '../model/properties.js'
import type { PlacedItem } from './arrange-line.js'
import type { TextStyle } from './text-style.js'

/** Share of an exact line height that is above the baseline. */
const EXACT_ASCENT = 0.8

/** Extent of what stands on a line, in twips. */
export interface LineExtent {
  readonly ascent: number
  readonly descent: number
  /** Natural height of the text alone: line spacing multiplies that, not drawings. */
  readonly textHeight: number
}

/** Height of a line and place of its baseline, in twips. */
export interface LineMetrics {
  readonly height: number
  readonly baseline: number
}

/** @param mark style of the paragraph mark where it stands on the line; it also counts on lines without any text */
export function lineExtent(bands: readonly (readonly PlacedItem[])[], mark: TextStyle, hasMark: boolean): LineExtent {
  let ascent = hasMark ? mark.ascent : 0
  let descent = hasMark ? mark.descent : 0
  let textAscent = ascent
  let textDescent = descent
  for (const placed of bands) {
    for (const { item } of placed) {
      switch (item.kind) {
        case 'text':
        case 'tab':
        case 'break':
          textAscent = Math.max(textAscent, item.style.ascent)
          textDescent = Math.max(textDescent, item.style.descent)
          break
        case 'drawing':
          ascent = Math.max(ascent, item.ascent)
          break
        case 'math':
          textAscent = Math.max(textAscent, item.box.ascent)
          textDescent = Math.max(textDescent, item.box.descent)
      }
    }
  }
  if (ascent === 0 && textAscent === 0 && textDescent === 0) {
    textAscent = mark.ascent
    textDescent = mark.descent
  }
  ascent = Math.max(ascent, textAscent)
  descent = Math.max(descent, textDescent)
  return { ascent, descent, textHeight: textAscent + textDescent }
}

/**
 * Applies the line spacing (ECMA-376-1, 17.3.1.33).
 *
 * @param gridPitch of the document grid whose lines it takes; undefined for none
 */
export function spaceLine(extent: LineExtent, spacing: LineSpacing, gridPitch: number | undefined): LineMetrics {
  const { ascent, descent, textHeight } = extent
  const natural = ascent + descent
  switch (spacing.rule) {
    case 'exact':
      return { height: Math.max(1, spacing.value), baseline: Math.max(1, spacing.value) * EXACT_ASCENT }
    case 'atLeast': {
      const height = Math.max(natural, spacing.value)
      return { height, baseline: ascent + height - natural }
    }
    case 'auto': {
      if (gridPitch !== undefined && gridPitch > 0) {
        const height = Math.ceil((natural - 0.5) / gridPitch) * gridPitch * Math.max(1, spacing.value)
        return { height, baseline: ascent + (height - natural) / 2 }
      }
      // Word adds below the text and takes away above it.
      const extra = (spacing.value - 1) * textHeight
      const height = Math.max(1, natural + extra)
      return { height, baseline: extra < 0 ? ascent + extra : ascent }
    }
  }
}
