/**
 * What pages show, in painting order. Lengths are twips; y goes down from the top of the page.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { FontFace } from '../fonts/font-face.js'
import type { Inline, LinkTarget, Paragraph } from '../model/document-model.js'
import type { Drawing, Fill, LineStyle, PathCommand, PictureElement } from '../model/drawing-model.js'
import type { HexColor } from '../model/properties.js'

/** A page to be drawn. */
export interface Page {
  readonly width: number
  readonly height: number
  readonly background?: HexColor
  readonly items: DisplayList
}

export type DisplayList = DisplayItem[]

export type DisplayItem =
  | GlyphItem
  | {
      readonly kind: 'rectangle'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly color: HexColor
    }
  | {
      readonly kind: 'stroke'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly width: number
      readonly color: HexColor
      /** Lengths of dashes and gaps; left out is solid. */
      readonly dash?: readonly number[]
      readonly cap?: 'butt' | 'round'
    }
  | {
      readonly kind: 'path'
      readonly commands: readonly PathCommand[]
      /** Position of the commands' origin. */
      readonly x: number
      readonly y: number
      /** Extent of the shape, for gradients and picture fills. */
      readonly width: number
      readonly height: number
      readonly fill?: Fill
      readonly line?: LineStyle
      /** How overlapping outlines are filled; left out: by the even-odd rule. */
      readonly fillRule?: 'nonzero'
    }
  | {
      readonly kind: 'picture'
      readonly image: string
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly crop: PictureElement['crop']
      readonly opacity: number
      readonly effect?: PictureElement['effect']
    }
  | {
      /** Content with a transformation and a clipping path. */
      readonly kind: 'group'
      readonly matrix: Matrix
      readonly clip?: readonly PathCommand[]
      /** How the outlines of the path are filled that overlap; left out: nonzero. */
      readonly clipRule?: 'evenodd'
      readonly opacity?: number
      readonly items: DisplayList
      /** Whether other groups may have the same list, which is then stored once. It shows no text, and no link begins in it. */
      readonly isShared?: true
    }
  | {
      readonly kind: 'link'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly target: LinkTarget
    }
  | ContentItem
  /** Additions to the text of the document, such as a header. They are not content of the document. */
  | { readonly kind: 'artifact'; readonly role: 'header' | 'footer'; readonly items: DisplayList }
  /** A target of links. */
  | { readonly kind: 'bookmark'; readonly name: string; readonly y: number }
  /** An entry of the outline; level 0 is the highest. */
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly y: number }

/** Says which part of the document the following items show, up to the next item of this kind or the end of the list. */
export interface ContentItem {
  readonly kind: 'content'
  /** Left out for borders, backgrounds and other decoration. */
  readonly owner?: Paragraph | Drawing | Extract<Inline, { kind: 'math' }>
  /** Whether the items are the label of the paragraph. */
  readonly isLabel?: boolean
  /** Target, if the items are a link. */
  readonly link?: LinkTarget | undefined
  /** Box of a drawing. */
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Items that are only decoration. */
export const DECORATION: ContentItem = { kind: 'content' }

/** Glyphs of one font on one baseline. */
export interface GlyphItem {
  readonly kind: 'glyphs'
  readonly face: FontFace
  readonly size: number
  /** Left end of the baseline. */
  readonly x: number
  readonly y: number
  readonly color: HexColor
  readonly opacity?: number | undefined
  /** Glyph ids from left to right. */
  readonly glyphs: readonly number[]
  /** Advance of the pen after each glyph, in twips, including kerning, tracking and justification. */
  readonly advances: readonly number[]
  /** Offsets of single glyphs in twips, with y down; left out where there are none. */
  readonly offsets?: readonly { readonly x: number; readonly y: number }[] | undefined
  /**
   * The characters that each glyph stands for; '' for all but one glyph of a cluster. This is the text that readers copy and
   * search. It is a plain string where each glyph stands for one UTF-16 unit, as in most text; a string takes an eighth of the
   * memory.
   */
  readonly texts: string | readonly string[]
  /** Horizontal scaling of the outlines, which the advances already include. */
  readonly scale?: number | undefined
  /** Whether glyphs are emboldened because the family has no bold face. */
  readonly syntheticBold?: boolean | undefined
  /** Whether glyphs are slanted because the family has no italic face. */
  readonly syntheticItalic?: boolean | undefined
  readonly outline?: boolean | undefined
}
