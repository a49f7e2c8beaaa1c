import type { ShapedText } from './shape-text.js'
import type { Color } from './text-style.js'

/** What a page shows, in paint order. Lengths in twips; x from the left edge, y from the top edge downwards. */
export type DisplayItem =
  | {
      readonly kind: 'text'
      readonly x: number
      /** The baseline. */
      readonly y: number
      readonly text: ShapedText
      readonly from: number
      readonly to: number
    }
  | {
      readonly kind: 'rule'
      readonly x: number
      /** The upper edge. */
      readonly y: number
      readonly width: number
      readonly thickness: number
      readonly color: Color
    }

/** The items of one page; boxes append to it. */
export type DisplayList = DisplayItem[]
