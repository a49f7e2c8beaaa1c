/**
 * The model of drawings: pictures, shapes, their fills, lines and text.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { Block } from './document-model.js'
import type { HexColor, TextDirection } from './properties.js'
import type { Edges } from './table-model.js'

/** An image part as it is stored. The engine tells its format by its bytes. */
export interface ImageSource {
  readonly bytes: Uint8Array
  /** As declared; may be wrong. */
  readonly mediaType: string
}

/** Something drawn: a picture, a shape, or several. Its elements are placed in its box, in painting order. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly elements: readonly DrawingElement[]
  /** Alternative text. */
  readonly description?: string
  /** Instead of `width`: a share, 0 to 1, of the width of the column it stands in; its elements are stretched along (horizontal rules). */
  readonly columnShare?: number
  /** A horizontal rule: its line is as high as a line of text. */
  readonly isRule?: boolean
  /** Room that effects such as shadows take around the box. */
  readonly effectExtent?: Edges<number>
}

interface ElementBox {
  /** Before rotation, in the box of the drawing. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Clockwise about the centre, in degrees. */
  readonly rotation: number
  readonly flipHorizontal: boolean
  readonly flipVertical: boolean
}

export type DrawingElement = PictureElement | ShapeElement

export interface PictureElement extends ElementBox {
  readonly kind: 'picture'
  /** Key in {@link DocumentModel.images}. */
  readonly image: string
  /** Shares of the picture cut off at each edge, 0 to 1; negative adds room. */
  readonly crop: Edges<number>
  /** 0 to 1. */
  readonly opacity: number
  /** A line around it. */
  readonly line?: LineStyle
  /** Cut to this outline instead of the box, in twips from the element's corner. */
  readonly clip?: readonly PathCommand[]
  /** Greyscale, or washed out for watermarks. */
  readonly effect?: 'grayscale' | 'blackAndWhite' | 'washout'
}

export interface ShapeElement extends ElementBox {
  readonly kind: 'shape'
  /** Outlines, already computed from preset or custom geometry, in twips from the element's corner. */
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

/** Path construction as in PDF: move, line, cubic curve, close. */
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
      /** Offsets 0 to 1, rising. */
      readonly stops: readonly { readonly offset: number; readonly color: HexColor; readonly opacity: number }[]
      /** Clockwise from left to right, in degrees; left out for radial ones. */
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
  /** Lengths of dashes and gaps; empty is solid. */
  readonly dash: readonly number[]
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  /** Longest miter, as a multiple of the width; left out: 10. */
  readonly miterLimit?: number
  /** Where in the dashes the line begins; left out: at the first. */
  readonly dashOffset?: number
  readonly startArrow?: Arrow
  readonly endArrow?: Arrow
  /** `double` and so on are drawn as one line. */
}

export interface Arrow {
  readonly type: 'triangle' | 'stealth' | 'diamond' | 'oval' | 'open'
  /** Factors on the line's width. */
  readonly width: number
  readonly length: number
}

/** Text in a shape. */
export interface TextBox {
  readonly blocks: readonly Block[]
  readonly insets: Edges<number>
  readonly verticalAlign: 'top' | 'center' | 'bottom'
  readonly textDirection: TextDirection
  /** The shape grows or shrinks to its text (a:spAutoFit, mso-fit-shape-to-text). */
  readonly fitShape: boolean
  readonly wrap: boolean
  /** Columns of the same width; the first is on the left unless it says otherwise. */
  readonly columns?: { readonly count: number; readonly gap: number; readonly fromRight: boolean }
  /** The text as a whole, as wide as its widest line, stands in the middle between the sides. */
  readonly isCentered?: boolean
  /** Factor on font sizes of text that was shrunk to fit (a:normAutofit). */
  readonly fontScale?: number
  /** Text drawn along the shape and stretched to its box, such as a watermark (v:textpath). */
  readonly stretch?: boolean
  /** Colour and opacity for stretched text come from the shape's fill. */
}

/** Where a floating drawing stands (wp:anchor). */
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
    /** Instead of `offset`: share of what it is relative to (wp14:pctPosHOffset), 0 to 1. */
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
  /** Size as a share of the page or margins (wp14:sizeRelH, sizeRelV), 0 to 1. */
  readonly relativeWidth?: { readonly relativeTo: string; readonly share: number }
  readonly relativeHeight?: { readonly relativeTo: string; readonly share: number }
  readonly wrap: 'none' | 'square' | 'tight' | 'through' | 'topAndBottom'
  readonly wrapSide: 'both' | 'left' | 'right' | 'largest'
  /** Distance of text from the drawing. */
  readonly distances: Edges<number>
  /** Outline that text keeps off for `tight` and `through`, in twips from the drawing's corner. */
  readonly polygon?: readonly { readonly x: number; readonly y: number }[]
  readonly behindText: boolean
  readonly allowOverlap: boolean
  readonly layoutInCell: boolean
  /** Higher is in front. */
  readonly zOrder: number
}
