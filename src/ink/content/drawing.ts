/**
 * What content paints: glyphs and areas, in page space and in painting order.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
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

/** How something is painted; items that are painted in the same way may share one. */
export interface Paint {
  readonly clip: Clip
  /** Fill colour; `undefined` for patterns, shadings, images and colours that are not understood. */
  readonly colour: Rgb | undefined
  /** Constant opacity, that of the groups around it included: 0 to 1 (11.6.4.4). */
  readonly alpha: number
  readonly blendMode: string
  /** A soft mask is in force (11.6.5.2), so that it may be paler than `alpha` says. */
  readonly isMasked: boolean
  /** Overprinting is on (8.6.7). */
  readonly overprint: boolean
  readonly layer: LayerState
}

/**
 * Whether every viewer paints it, and in the same place: it does not depend on a layer, mask, overprint or roughly
 * known clip.
 */
export function isPaintedForSure({ layer, isMasked, overprint, clip }: Paint): boolean {
  return layer === 'shown' && !isMasked && !overprint && clip.exact
}

/** What glyphs and areas have in common. */
export interface PaintedItem {
  /** Its place in the order of painting; items of one drawing are numbered from 0. */
  readonly order: number
  /** The upright box around it, in page space; that of an area is cut by the box of its clip. */
  readonly box: Box
  readonly paint: Paint
}

/**
 * What glyphs of a string have in common. Strings in the same style share one object, since a page may have thousands of
 * strings.
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
  /** Where it stands, and how it is turned: from glyph space in ems to page space. */
  readonly matrix: Matrix
  /** Font size in points as displayed: the height of one em across the line of writing. */
  readonly size: number
  /** 0 to 7 (9.3.6): 3 and 7 paint nothing. */
  readonly renderMode: number
  /** Width of the line around the letter where it is stroked, in points as displayed; 0 where it is only filled. */
  readonly strokeWidth: number
  /** Type 3: whether its procedure paints areas; they follow as items of their own. */
  readonly isProcedure: boolean
  /** Type 3: the box around what its procedure paints; `undefined` for nothing. */
  readonly extent?: Box | undefined
}

/** Parts of an image on the unit square of a matrix, in as many samples as letters need; `undefined` where they cannot be read. */
export interface PictureReader {
  /** Its colours, or what it lets through as a stencil. */
  read(part: Box): PicturePart | undefined
  /** What a mask of the image lets through; absent without one. */
  readonly readMask?: (part: Box) => PicturePart | undefined
  readonly matrix: Matrix
  /** The image or the shading that it is read from, with what its names stand for. */
  readonly origin?: PdfObject | undefined
}

/** Something painted that is no text. */
export interface PaintedArea extends PaintedItem {
  readonly kind: 'fill' | 'stroke' | 'image' | 'stencil' | 'shading'
  /** The path that is filled, or the path that is stroked. */
  readonly path: readonly SubPath[]
  readonly evenOdd: boolean
  /** For strokes. */
  readonly style?: StrokeStyle | undefined
  /** For images: what of the unit square of `matrix` is opaque; all of it when absent. */
  readonly opacity?: { readonly map: OpacityMap; readonly matrix: Matrix } | undefined
  /** For images, stencils and shadings: what they show, in detail. */
  readonly picture?: PictureReader | undefined
  /** Part of a Type 3 glyph that is a letter; larger glyphs are treated like shapes and pictures. */
  readonly inGlyph: boolean
  /** Part of a tiling pattern. */
  readonly inPattern: boolean
}

/** The path that an area fills, and by which rule: a stroke's outline is made here. */
export function outlineOf(
  area: PaintedArea,
  budget: ContentBudget,
): { readonly path: readonly SubPath[]; readonly evenOdd: boolean } {
  if (area.style === undefined) return { path: area.path, evenOdd: area.evenOdd }
  return { path: strokeOutline(area.path, area.style, budget), evenOdd: false }
}

/**
 * How much of what lies beneath an item hides where it paints, 0 to 1: by its opacity, or, for blend modes that mix
 * with the ground, by how much they reduce the difference between dark and light (11.3.5). Modes for which that
 * depends on both colours count as hiding.
 */
export function hidingShare({ alpha, blendMode, colour }: Paint): number {
  if (colour === undefined) return alpha
  const lightest = largest(colour)
  const darkest = smallest(colour)
  const [r, g, b] = colour
  const mean = 0.2126 * r + 0.7152 * g + 0.0722 * b
  switch (blendMode) {
    case 'Multiply':
    case 'Darken':
      return alpha * (1 - (mean + lightest) / 2)
    case 'Screen':
    case 'Lighten':
      return alpha * ((mean + darkest) / 2)
    default:
      return alpha
  }
}

/** What content paints. */
export interface Drawing {
  /** Glyphs in the order of painting, those included that cannot be seen. */
  readonly glyphs: readonly PaintedGlyph[]
  /** Painted areas in the order of painting; none outside of the clip. */
  readonly areas: readonly PaintedArea[]
  /** What soft masks paint, as if it were on paper: what they let through may be read. */
  readonly masks?: readonly PaintedArea[]
  /** What could not be interpreted; empty when the drawing is complete. */
  readonly unknown: readonly UnknownContent[]
  /** The area that it was drawn for, in page space: the page, or the rectangle of an annotation. */
  readonly box: Box
}

/** What takes the items of a drawing one by one. */
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
