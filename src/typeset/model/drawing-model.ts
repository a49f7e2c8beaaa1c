/**
 * The model of drawings: pictures, shapes, their fills, lines and text.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { Block } from './document-model.js'
import type { TextLink } from './linked-text.js'
import type { HexColor, TextDirection } from './properties.js'
import type { Edges } from './table-model.js'

/** An image part as it is stored. The engine detects its format from its bytes. */
export interface ImageSource {
  readonly bytes: Uint8Array
  /** Media type as declared, which may be wrong. */
  readonly mediaType: string
}

/** A drawing of one or more pictures and shapes. Its elements are placed in its box in painting order. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly elements: readonly DrawingElement[]
  /** Alternative text. */
  readonly description?: string
  /**
   * Width as a share (0 to 1) of the column, which replaces `width`. The elements are stretched accordingly (horizontal rules).
   */
  readonly columnShare?: number
  /** Whether the drawing is a horizontal rule, whose line has the height of a line of text. */
  readonly isRule?: boolean
  /** Space around the box for effects such as shadows. */
  readonly effectExtent?: Edges<number>
}

interface ElementBox {
  /** Position in the drawing's box, before rotation. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Clockwise rotation about the centre, in degrees. */
  readonly rotation: number
  readonly flipHorizontal: boolean
  readonly flipVertical: boolean
}

export type DrawingElement = PictureElement | ShapeElement

/** Colours of a picture whose brightness alone is kept (a:duotone, ECMA-376-1, 20.1.8.23). */
interface Duotone {
  /** Colour in place of black. */
  readonly dark: HexColor
  /** Colour in place of white. */
  readonly light: HexColor
}

export interface PictureElement extends ElementBox {
  readonly kind: 'picture'
  /** Key in {@link DocumentModel.images}. */
  readonly image: string
  /** Shares of the picture that are cropped at each edge, 0 to 1. Negative values add space. */
  readonly crop: Edges<number>
  /** Opacity from 0 to 1. */
  readonly opacity: number
  /** Outline of the picture. */
  readonly line?: LineStyle
  /** Outline that the picture is clipped to instead of the box, in twips from the element's corner. */
  readonly clip?: readonly PathCommand[]
  /** Colour effect; `washout` is for watermarks. */
  readonly effect?: 'grayscale' | 'blackAndWhite' | 'washout' | Duotone
}

export interface ShapeElement extends ElementBox {
  readonly kind: 'shape'
  /** Outlines computed from preset or custom geometry, in twips from the element's corner. */
  readonly paths: readonly ShapePath[]
  readonly fill?: Fill
  readonly line?: LineStyle
  readonly text?: TextBox
}

interface ShapePath {
  readonly commands: readonly PathCommand[]
  readonly filled: boolean
  readonly stroked: boolean
}

/** Path construction operators as in PDF: move, line, cubic curve, close. */
export type PathCommand =
  | { readonly op: 'M'; readonly x: number; readonly y: number }
  | { readonly op: 'L'; readonly x: number; readonly y: number }
  | {
      readonly op: 'C'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | { readonly op: 'Z' }

export type Fill =
  | { readonly type: 'solid'; readonly color: HexColor; readonly opacity: number }
  | {
      readonly type: 'gradient'
      /** Colour stops with offsets from 0 to 1, in ascending order. */
      readonly stops: readonly { readonly offset: number; readonly color: HexColor; readonly opacity: number }[]
      /** Angle in degrees, clockwise from left to right; left out for radial gradients. */
      readonly angle?: number
      /** Where it runs, instead of over the box of what it fills. */
      readonly space?: GradientSpace
      /** What follows beyond its ends; left out: the colours of its ends go on. */
      readonly spread?: 'pad' | 'repeat' | 'reflect'
    }
  | { readonly type: 'picture'; readonly image: string; readonly tile: boolean; readonly opacity: number }

/** A line along which colours change, or two circles between which they do. */
export interface GradientSpace {
  /** Where the first colour is: for circles a point, the focus. */
  readonly start: { readonly x: number; readonly y: number }
  /** Where the last colour is: for circles the centre of the outer one, which has a radius. */
  readonly end: { readonly x: number; readonly y: number; readonly radius?: number }
  /** From the units of these to those of the item that is filled. */
  readonly matrix: Matrix
}

export interface LineStyle {
  readonly width: number
  readonly color: HexColor
  readonly opacity: number
  /** Lengths of dashes and gaps; empty for solid lines. */
  readonly dash: readonly number[]
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  /** Longest miter, as a multiple of the width; left out: 10. */
  readonly miterLimit?: number
  /** Where in the dashes the line begins; left out: at the first. */
  readonly dashOffset?: number
  readonly startArrow?: Arrow
  readonly endArrow?: Arrow
  /** Compound lines such as `double` are drawn as one line. */
}

export interface Arrow {
  readonly type: 'triangle' | 'stealth' | 'diamond' | 'oval' | 'open'
  /** Size as factors on the width of the line. */
  readonly width: number
  readonly length: number
}

/** Text in a shape. */
export interface TextBox {
  readonly blocks: readonly Block[]
  readonly insets: Edges<number>
  readonly verticalAlign: 'top' | 'center' | 'bottom'
  readonly textDirection: TextDirection
  /** Whether the shape adapts its size to the text (a:spAutoFit, mso-fit-shape-to-text). */
  readonly fitShape: boolean
  readonly wrap: boolean
  /** Columns of equal width. The first column is on the left unless `fromRight` is set. */
  readonly columns?: { readonly count: number; readonly gap: number; readonly fromRight: boolean }
  /** Whether the text as a whole, as wide as its widest line, is centred horizontally. */
  readonly isCentered?: boolean
  /** Factor on font sizes of text that is shrunk to fit (a:normAutofit). */
  readonly fontScale?: number
  /**
   * Whether text is drawn along the shape and stretched to its box, such as a watermark (v:textpath). Its colour and opacity are
   * those of the shape's fill.
   */
  readonly stretch?: boolean
  /** Its place among boxes that show one text. */
  readonly link?: TextLink
}

/** Position of a floating drawing (wp:anchor). */
export interface DrawingAnchor {
  readonly horizontal: {
    readonly relativeTo:
      | 'page'
      | 'margin'
      | 'column'
      | 'character'
      | 'leftMargin'
      | 'rightMargin'
      | 'insideMargin'
      | 'outsideMargin'
    readonly align?: 'left' | 'center' | 'right' | 'inside' | 'outside'
    readonly offset: number
    /** Position as a share (0 to 1) of the reference area (wp14:pctPosHOffset), which replaces `offset`. */
    readonly share?: number
  }
  readonly vertical: {
    readonly relativeTo:
      | 'page'
      | 'margin'
      | 'paragraph'
      | 'line'
      | 'topMargin'
      | 'bottomMargin'
      | 'insideMargin'
      | 'outsideMargin'
    readonly align?: 'top' | 'center' | 'bottom' | 'inside' | 'outside'
    readonly offset: number
    readonly share?: number
  }
  /** Size as a share (0 to 1) of the page or margins (wp14:sizeRelH, sizeRelV). */
  readonly relativeWidth?: { readonly relativeTo: string; readonly share: number }
  readonly relativeHeight?: { readonly relativeTo: string; readonly share: number }
  readonly wrap: 'none' | 'square' | 'tight' | 'through' | 'topAndBottom'
  readonly wrapSide: 'both' | 'left' | 'right' | 'largest'
  /** Distances between the drawing and the text around it. */
  readonly distances: Edges<number>
  /** Outline that text flows around for `tight` and `through`, in twips from the drawing's corner. */
  readonly polygon?: readonly { readonly x: number; readonly y: number }[]
  readonly behindText: boolean
  readonly allowOverlap: boolean
  readonly layoutInCell: boolean
  /** Stacking order. Higher values are in front. */
  readonly zOrder: number
}
