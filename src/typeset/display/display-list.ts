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
      /** How overlapping outlines are filled; left out: even-odd. */
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
      /** Content under a transformation, cut to a path. */
      readonly kind: 'group'
      readonly matrix: Matrix
      readonly clip?: readonly PathCommand[]
      /** How the outlines of the path are filled that overlap; left out: nonzero. */
      readonly clipRule?: 'evenodd'
      readonly opacity?: number
      readonly items: DisplayList
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
  /** Something that pages have in addition to the text of the document, such as a header: nothing in it is content. */
  | { readonly kind: 'artifact'; readonly role: 'header' | 'footer'; readonly items: DisplayList }
  /** A place that links can lead to. */
  | { readonly kind: 'bookmark'; readonly name: string; readonly y: number }
  /** An entry of the outline; level 0 is the highest. */
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly y: number }

/** What follows, up to the next of its kind or the end of its list, shows this part of the document. */
export interface ContentItem {
  readonly kind: 'content'
  /** Left out for borders, backgrounds and all that only decorates. */
  readonly owner?: Paragraph | Drawing | Extract<Inline, { kind: 'math' }>
  /** It is the label of the paragraph. */
  readonly isLabel?: boolean
  /** It leads somewhere. */
  readonly link?: LinkTarget | undefined
  /** Where a drawing stands. */
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** What only decorates. */
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
  /** How far the pen moves after each, in twips, with kerning, tracking and justification in it. */
  readonly advances: readonly number[]
  /** Shifts of single glyphs, in twips, y down; left out where there are none. */
  readonly offsets?: readonly { readonly x: number; readonly y: number }[] | undefined
  /**
   * The characters that each glyph stands for; '' for all but one glyph of a cluster. The text that readers copy and search.
   * A plain string where each has one UTF-16 unit, which is most text: it takes an eighth of the memory.
   */
  readonly texts: string | readonly string[]
  /** Horizontal scaling of the outlines; advances have it already. */
  readonly scale?: number | undefined
  /** Drawn heavier or slanted because the family has no such face. */
  readonly syntheticBold?: boolean | undefined
  readonly syntheticItalic?: boolean | undefined
  readonly outline?: boolean | undefined
}
