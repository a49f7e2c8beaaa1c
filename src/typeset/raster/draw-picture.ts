/**
 * Draws pictures as pixels, for programs that do not support drawing operations.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Matrix } from '../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../pdf/matrix.js'
import type { DisplayItem, DisplayList, GlyphItem } from '../display/display-list.js'
import { gradientSpace } from '../display/gradient-space.js'
import { glyphOutline } from '../fonts/shaper.js'
import type { VectorImage } from '../images/image.js'
import { tooLargeImage } from '../images/image-error.js'
import { SvgPathBuilder } from '../images/svg/svg-path.js'
import type { Fill, PathCommand } from '../model/drawing-model.js'
import { SYNTHETIC_SLANT, SYNTHETIC_WEIGHT } from '../paint/paint-glyphs.js'
import { PixelCoverage } from './coverage.js'
import { flattenPath, type Polyline } from './flatten-path.js'
import { asPath, isSingle, pixelBoxOf, stretchOf } from './item-bounds.js'
import { maskOf, type PixelMask, PixelSheet, pixelsIn, type Shade, sharedBox } from './pixel-sheet.js'
import { premultiplied, shadeGradient } from './shade-gradient.js'
import { type StrokeLook, strokesOf } from './stroke-as-fill.js'

/** Largest distance between a curve and its line segments, in pixels. It is not visible. */
const TOLERANCE = 0.03
/** Cost of an item in addition to its pixels, in pixels. */
const COST_OF_ITEM = 64
/** Maximum depth of groups with a mask or a sheet of their own, which are as large as the picture. */
const MAX_NESTED_SHEETS = 12

/** Options for drawing a picture. */
interface DrawOptions {
  /** Size of the result in pixels. */
  readonly width: number
  readonly height: number
  /** Called repeatedly with the number of processed pixels and points; throws if the sum is too large. */
  readonly spend: (count: number) => void
}

/** A picture as pixels. */
export interface DrawnPicture {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel, row by row from the top. */
  readonly pixels: Uint8Array
}

/** Where and how items are drawn. */
interface Brush {
  /** Matrix from twips to pixels. */
  readonly matrix: Matrix
  readonly opacity: number
  readonly mask: PixelMask | undefined
  readonly sheet: PixelSheet
  /** Number of masks and sheets around the item. */
  readonly depth: number
}

type PathItem = Extract<DisplayItem, { kind: 'path' }>
type GroupItem = Extract<DisplayItem, { kind: 'group' }>

/**
 * Draws a picture at a size in pixels, stretched if necessary. Pictures within it are left out.
 *
 * @throws SealwrightError `document_too_complex`; ShaperMissing for text, before HarfBuzz is loaded; what `spend` throws
 */
export function* drawPicture(image: VectorImage, { width, height, spend }: DrawOptions): Steps<DrawnPicture> {
  const sheet = new PixelSheet({ left: 0, top: 0, right: width, bottom: height })
  spend(width * height)
  const matrix: Matrix = [width / image.width, 0, 0, height / image.height, 0, 0]
  const drawer = new PictureDrawer(new PixelCoverage(width, height), spend)
  yield* drawer.draw(image.items, { matrix, opacity: 1, mask: undefined, sheet, depth: 0 })
  return { width, height, pixels: sheet.straighten() }
}

class PictureDrawer {
  readonly #coverage: PixelCoverage
  readonly #spend: (count: number) => void
  readonly #outlines = new Map<string, readonly PathCommand[]>()

  constructor(coverage: PixelCoverage, spend: (count: number) => void) {
    this.#coverage = coverage
    this.#spend = spend
  }

  *draw(items: DisplayList, brush: Brush): Steps<void> {
    for (const item of items) {
      if (isTurnOver()) yield
      this.#spend(COST_OF_ITEM)
      if (item.kind === 'path') this.#drawPath(item, brush)
      else if (item.kind === 'glyphs') this.#drawGlyphs(item, brush)
      else if (item.kind === 'group') yield* this.#drawGroup(item, brush)
      else if (item.kind === 'rectangle' || item.kind === 'stroke') this.#drawPath(asPath(item), brush)
    }
  }

  *#drawGroup(group: GroupItem, outer: Brush): Steps<void> {
    const opacity = group.opacity ?? 1
    const matrix = multiply(group.matrix, outer.matrix)
    const mask =
      group.clip === undefined ? outer.mask : this.#clip(group.clip, group.clipRule === 'evenodd', { ...outer, matrix })
    const isMasked = mask !== outer.mask
    if (mask !== undefined && pixelsIn(mask) === 0) return
    const depth = outer.depth + (isMasked ? 1 : 0)
    if (opacity === 1 || isSingle(group.items)) {
      yield* this.draw(group.items, { ...outer, matrix, mask, depth, opacity: outer.opacity * opacity })
      return
    }
    if (depth >= MAX_NESTED_SHEETS) throw tooLargeImage()
    const box = sharedBox(mask ?? outer.sheet.box, pixelBoxOf(group.items, matrix))
    this.#spend(2 * pixelsIn(box))
    const sheet = new PixelSheet(box)
    yield* this.draw(group.items, { matrix, opacity: 1, mask: undefined, sheet, depth: depth + 1 })
    outer.sheet.paintSheet(sheet, Math.round(255 * outer.opacity * opacity), mask)
  }

  #clip(clip: readonly PathCommand[], isEvenOdd: boolean, { matrix, sheet, mask, depth }: Brush): PixelMask {
    if (depth >= MAX_NESTED_SHEETS) throw tooLargeImage()
    this.#addLines(flattenPath(clip, TOLERANCE / stretchOf(matrix)), matrix)
    const { top, bottom } = this.#coverage.rows
    const outer = mask ?? sheet.box
    const box = sharedBox(outer, { left: outer.left, right: outer.right, top, bottom })
    this.#spend(pixelsIn(box))
    return maskOf(this.#coverage, isEvenOdd, box, mask)
  }

  #drawPath(item: PathItem, brush: Brush): void {
    const { commands, fill, line, x, y } = item
    const matrix = multiply([1, 0, 0, 1, x, y], brush.matrix)
    const stretch = stretchOf(matrix)
    if (!(stretch > 0) || commands.length === 0) return
    const lines = flattenPath(commands, TOLERANCE / stretch)
    if (fill !== undefined) {
      const paint = paintOf(item, fill, brush)
      this.#addLines(lines, matrix)
      this.#finish(item.fillRule !== 'nonzero', paint, brush)
    }
    if (line !== undefined && line.width > 0) {
      this.#addStroke(lines, line, matrix, stretch)
      this.#finish(false, premultiplied(line.color, line.opacity * brush.opacity), brush)
    }
  }

  #drawGlyphs(item: GlyphItem, brush: Brush): void {
    const { face, size, glyphs, advances, offsets, scale = 1 } = item
    const em = size / face.unitsPerEm
    const slant = item.syntheticItalic === true ? SYNTHETIC_SLANT : 0
    const paint = premultiplied(item.color, (item.opacity ?? 1) * brush.opacity)
    const weight = item.outline === true ? 1 / 50 : item.syntheticBold === true ? SYNTHETIC_WEIGHT : 0
    let x = item.x
    glyphs.forEach((glyph, index) => {
      const offset = offsets?.[index] ?? { x: 0, y: 0 }
      const place: Matrix = [em * scale, 0, em * slant, -em, x + offset.x, item.y + offset.y]
      const matrix = multiply(place, brush.matrix)
      const stretch = stretchOf(matrix)
      x += advances[index] ?? 0
      if (!(stretch > 0)) return
      const lines = flattenPath(this.#outlineOf(face, glyph), TOLERANCE / stretch)
      if (item.outline !== true) {
        this.#addLines(lines, matrix)
        this.#finish(false, paint, brush)
      }
      if (weight === 0) return
      const width = face.unitsPerEm * weight
      this.#addStroke(lines, { width, dash: [], cap: 'butt', join: 'miter' }, matrix, stretch)
      this.#finish(false, paint, brush)
    })
  }

  #outlineOf(face: GlyphItem['face'], glyph: number): readonly PathCommand[] {
    const key = `${face.id} ${glyph}`
    let outline = this.#outlines.get(key)
    if (outline === undefined) {
      outline = new SvgPathBuilder(IDENTITY).data(glyphOutline(face, glyph)).commands
      this.#outlines.set(key, outline)
    }
    return outline
  }

  #addStroke(lines: readonly Polyline[], look: StrokeLook, matrix: Matrix, stretch: number): void {
    for (const points of strokesOf(lines, look, TOLERANCE / stretch)) {
      this.#addLines([{ points, isClosed: true }], matrix)
    }
  }

  #addLines(lines: readonly Polyline[], [a, b, c, d, e, f]: Matrix): void {
    const coverage = this.#coverage
    for (const { points } of lines) {
      const [startX = 0, startY = 0] = points
      let [x, y] = [a * startX + c * startY + e, b * startX + d * startY + f]
      const [firstX, firstY] = [x, y]
      for (let i = 2; i + 1 < points.length; i += 2) {
        const [px, py] = [points[i] ?? 0, points[i + 1] ?? 0]
        const [nextX, nextY] = [a * px + c * py + e, b * px + d * py + f]
        coverage.addEdge(x, y, nextX, nextY)
        ;[x, y] = [nextX, nextY]
        if (i % 512 === 0) this.#spend(coverage.takeWork())
      }
      coverage.addEdge(x, y, firstX, firstY)
      this.#spend(coverage.takeWork() + points.length)
    }
  }

  #finish(isEvenOdd: boolean, paint: Uint8Array | Shade | undefined, { sheet, mask }: Brush): void {
    this.#coverage.finish(isEvenOdd, paint === undefined ? () => {} : sheet.painter(paint, mask))
    this.#spend(this.#coverage.takeWork())
  }
}

/** The paint of a path's fill; undefined if it cannot be drawn. */
function paintOf(item: PathItem, fill: Fill, { matrix, opacity }: Brush): Uint8Array | Shade | undefined {
  if (fill.type === 'solid') return premultiplied(fill.color, fill.opacity * opacity)
  if (fill.type === 'picture') return undefined
  const space = gradientSpace(item, fill)
  return shadeGradient(fill, space, multiply(space.matrix, matrix), opacity)
}
