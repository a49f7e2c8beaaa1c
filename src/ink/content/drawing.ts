/**
 * Types of what content paints: glyphs and areas, in page space and in painting order.
 *
 * @module
 */
import { largest } from '../../lists.js'
import type { Box, Matrix, Quad } from '../../pdf/matrix.js'
import type { PdfObject } from '../../pdf/objects.js'
import type { Rgb } from '../colour/colour.js'
import type { ContentFont } from '../fonts/content-font.js'
import type { OpacityMap } from '../pictures/image-opacity.js'
import type { PicturePart } from '../pictures/picture-part.js'
import type { Clip } from './clip.js'
import type { ContentBudget } from './content-budget.js'
import type { SubPath } from './path.js'
import { type StrokeStyle, strokeOutline } from './stroke.js'
import type { UnknownContent } from './unknown-content.js'

/** Whether optional content is on by the document's default configuration (ISO 32000-2, 8.11). */
export type LayerState = 'shown' | 'hidden' | 'unknown'

/** How something is painted. Items that are painted alike may share one object. */
export interface Paint {
  readonly clip: Clip
  /** Fill colour; `undefined` for patterns, shadings, images and colours that are not understood. */
  readonly colour: Rgb | undefined
  /** Constant opacity from 0 to 1, including that of the groups around it (11.6.4.4). */
  readonly alpha: number
  readonly blendMode: string
  /** True when a soft mask is in force (11.6.5.2), so that the item may be paler than `alpha` says. */
  readonly isMasked: boolean
  /** True when overprinting is on (8.6.7). */
  readonly overprint: boolean
  readonly layer: LayerState
}

/** True when every viewer paints it in the same place: it depends on no layer, mask, overprint or roughly known clip. */
export function isPaintedForSure({ layer, isMasked, overprint, clip }: Paint): boolean {
  return layer === 'shown' && !isMasked && !overprint && clip.exact
}

/** Properties that glyphs and areas have in common. */
export interface PaintedItem {
  /** Place in the painting order; the items of a drawing are numbered from 0. */
  readonly order: number
  /** Upright box around the item, in page space. The box of an area is cut by the box of its clip. */
  readonly box: Box
  readonly paint: Paint
}

/**
 * Properties that the glyphs of a string have in common. Strings in one style share the object, since a page may have thousands.
 */
export interface GlyphStyle {
  readonly font: ContentFont
  readonly paint: Paint
  /** From glyph space in ems to page space; its translation has no meaning. */
  readonly scale: Matrix
  readonly size: number
  readonly strokeWidth: number
  readonly renderMode: number
}

export interface PaintedGlyph extends PaintedItem {
  readonly font: ContentFont
  readonly code: number
  /** Corners of the letter's cell: from its origin to its advance, from descent to ascent. */
  readonly quad: Quad
  /** Matrix from glyph space in ems to page space. */
  readonly matrix: Matrix
  /** Font size in points as displayed: the height of one em across the line of writing. */
  readonly size: number
  /** Text rendering mode, 0 to 7 (9.3.6); 3 and 7 paint nothing. */
  readonly renderMode: number
  /** Width of the line around the letter where it is stroked, in points as displayed; 0 where it is only filled. */
  readonly strokeWidth: number
  /** True for a Type 3 glyph whose procedure paints areas. They follow as separate items. */
  readonly isProcedure: boolean
  /** For a Type 3 glyph, the box around what its procedure paints; `undefined` for nothing. */
  readonly extent?: Box | undefined
}

/** Reads parts of an image, given on the unit square of `matrix`, in the detail that letters need. */
export interface PictureReader {
  /** The colours of a part, or the opacity of a stencil. */
  read(part: Box): PicturePart | undefined
  /** The opacity that a mask gives to a part of the image; absent without a mask. */
  readonly readMask?: (part: Box) => PicturePart | undefined
  readonly matrix: Matrix
  /** The object of the image or shading, with the resources that its names refer to. */
  readonly origin?: PdfObject | undefined
}

/** A painted item that is not text. */
export interface PaintedArea extends PaintedItem {
  readonly kind: 'fill' | 'stroke' | 'image' | 'stencil' | 'shading'
  /** The path that is filled, or the path that is stroked. */
  readonly path: readonly SubPath[]
  readonly evenOdd: boolean
  /** Line style; only strokes have one. */
  readonly style?: StrokeStyle | undefined
  /** For images, the opaque part of the unit square of `matrix`; absent when all of it is opaque. */
  readonly opacity?: { readonly map: OpacityMap; readonly matrix: Matrix } | undefined
  /** For images, stencils and shadings: reads what they show. */
  readonly picture?: PictureReader | undefined
  /** True for a part of a Type 3 glyph that is a letter. Larger glyphs are treated like shapes and pictures. */
  readonly inGlyph: boolean
  /** True for a part of a tiling pattern. */
  readonly inPattern: boolean
}

/** The path that an area fills, with its fill rule. A stroke's outline is made here. */
export function outlineOf(
  area: PaintedArea,
  budget: ContentBudget,
): { readonly path: readonly SubPath[]; readonly evenOdd: boolean } {
  if (area.style === undefined) return { path: area.path, evenOdd: area.evenOdd }
  return { path: strokeOutline(area.path, area.style, budget), evenOdd: false }
}

/**
 * How much an item hides of what lies beneath it, 0 to 1. That follows from its opacity. Modes that only darken (11.3.5) hide
 * less, as far as they leave dark and light apart. All others count as hiding: viewers do not paint the paper, so that what
 * lightens the page is seen there as it is.
 */
export function hidingShare({ alpha, blendMode, colour }: Paint): number {
  if (colour === undefined || (blendMode !== 'Multiply' && blendMode !== 'Darken')) return alpha
  const [r, g, b] = colour
  const mean = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return alpha * (1 - (mean + largest(colour)) / 2)
}

/** The result of interpreting content. */
export interface Drawing {
  /** Glyphs in painting order, including those that cannot be seen. */
  readonly glyphs: readonly PaintedGlyph[]
  /** Areas in painting order; none of them lies outside of the clip. */
  readonly areas: readonly PaintedArea[]
  /** Content of soft masks, as if painted on paper, since the text in it may be readable. */
  readonly masks?: readonly PaintedArea[]
  /** Texts that screen readers say, and copying gives, instead of parts of it: the first of them. */
  readonly spoken?: readonly string[]
  /** What could not be interpreted; empty when the drawing is complete. */
  readonly unknown: readonly UnknownContent[]
  /** The area that it was drawn for, in page space: the page, or the rectangle of an annotation. */
  readonly box: Box
}

/** Receives the items of a drawing one by one. */
interface ItemReceiver {
  glyph(glyph: PaintedGlyph): void
  area(area: PaintedArea): void
}

/** Gives everything in a drawing to a receiver, in painting order. */
export function replay({ glyphs, areas }: Pick<Drawing, 'glyphs' | 'areas'>, receiver: ItemReceiver): void {
  let next = 0
  for (const area of areas) {
    for (let glyph = glyphs[next]; glyph !== undefined && glyph.order < area.order; glyph = glyphs[++next]) {
      receiver.glyph(glyph)
    }
    receiver.area(area)
  }
  for (let glyph = glyphs[next]; glyph !== undefined; glyph = glyphs[++next]) receiver.glyph(glyph)
}
