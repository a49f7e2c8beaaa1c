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
  /** The part of the height below the text that the line spacing adds; it may hang over the end of a page. */
  readonly trailing?: number
}

/**
 * What a line takes up, as Word measures it. List labels raise a line but do not lower it, use up the gap that the text's
 * font asks for, and are not multiplied by line spacing; breaks and the paragraph mark count only where no text stands
 * on the line, and not below drawings.
 *
 * @param mark style of the paragraph mark
 */
export function lineExtent(bands: readonly (readonly PlacedItem[])[], mark: TextStyle): LineExtent {
  let drawingAscent = 0
  let textAscent = 0
  let textDescent = 0
  let gap = 0
  let labelAscent = 0
  let ending = mark
  for (const placed of bands) {
    for (const { item } of placed) {
      switch (item.kind) {
        case 'text':
        case 'tab':
          if (item.isLabel) {
            labelAscent = Math.max(labelAscent, item.style.ascent)
            break
          }
          textAscent = Math.max(textAscent, item.style.ascent)
          textDescent = Math.max(textDescent, item.style.descent)
          gap = Math.max(gap, item.style.gap)
          break
        case 'break':
          ending = item.style
          break
        case 'drawing':
          drawingAscent = Math.max(drawingAscent, item.ascent)
          break
        case 'math':
          textAscent = Math.max(textAscent, item.box.ascent)
          textDescent = Math.max(textDescent, item.box.descent)
      }
    }
  }
  if (textAscent + textDescent === 0) {
    if (drawingAscent > 0) {
      return { ascent: Math.max(drawingAscent, labelAscent), descent: 0, textHeight: ending.ascent + ending.descent }
    }
    textAscent = ending.ascent
    textDescent = ending.descent
  }
  return {
    ascent: Math.max(textAscent, labelAscent - gap, drawingAscent),
    descent: textDescent,
    textHeight: textAscent + textDescent,
  }
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
      return extra < 0 ? { height, baseline: ascent + extra } : { height, baseline: ascent, trailing: extra }
    }
  }
}
