/**
 * Reads SVG files as drawing operations.
 *
 * @module
 */

import { decodeXml } from '../../../input/decode-xml.js'
import { append } from '../../../lists.js'
import type { Matrix } from '../../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../../pdf/matrix.js'
import type { DisplayItem, DisplayList } from '../../display/display-list.js'
import type { FontLibrary } from '../../fonts/font-face.js'
import type { PathCommand } from '../../model/drawing-model.js'
import type { VectorImage } from '../image.js'
import { damagedImage, tooLargeImage } from '../image-error.js'
import { IMAGE_LIMITS } from '../image-limits.js'
import { placedMarkers } from './svg-markers.js'
import { elementsOf, parseSvgMarkup, type SvgElement } from './svg-markup.js'
import { type PaintContext, referenced } from './svg-paint.js'
import { SvgPathBuilder } from './svg-path.js'
import { boxOf, svgShape, transformed } from './svg-shape-items.js'
import { addShape } from './svg-shapes.js'
import { readSvgLength, readSvgShare, type SvgStyle, SvgStyles } from './svg-style.js'
import { svgText } from './svg-text.js'
import { aboutOrigin, readTransform, type SvgViewport, viewBoxTransform } from './svg-transform.js'

const TWIPS_PER_PIXEL = 15
/** Maximum depth of nested groups, which are drawn recursively. */
const MAX_DEPTH = 64
/** Default size of a picture (CSS 2.2, 10.3.2). */
const DEFAULT_WIDTH = 300
const DEFAULT_HEIGHT = 150

/**
 * Reads an SVG file as drawing operations: shapes, groups, transforms, fills, strokes, gradients, clips and text, with simple
 * style sheets. Scripts, animations, filters, masks, patterns and external resources are ignored.
 *
 * @throws SealwrightError `invalid_document`, `document_too_complex`
 */
export function readSvg(bytes: Uint8Array, fonts: FontLibrary | undefined): VectorImage {
  const root = parseSvgMarkup(decodeXml(bytes).text)
  if (root === undefined) throw damagedImage('SVG')
  const [, , boxWidth, boxHeight] = (root.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const width = sizeOf(root.attributes.get('width'), boxWidth, DEFAULT_WIDTH)
  const height = sizeOf(root.attributes.get('height'), boxHeight, DEFAULT_HEIGHT)
  const reader = new SvgReader(root, fonts)
  const scale: Matrix = [TWIPS_PER_PIXEL, 0, 0, TWIPS_PER_PIXEL, 0, 0]
  const place = viewBoxTransform(
    root.attributes.get('viewBox'),
    width,
    height,
    root.attributes.get('preserveAspectRatio'),
  )
  const hasBox = place !== undefined && boxWidth !== undefined && boxHeight !== undefined
  const viewport = hasBox ? { width: boxWidth, height: boxHeight } : { width, height }
  const items = reader.readRoot(place === undefined ? scale : multiply(place, scale), viewport)
  const [across, down] = [width * TWIPS_PER_PIXEL, height * TWIPS_PER_PIXEL]
  return { kind: 'vector', width: across, height: down, items, images: new Map(), missing: reader.missing }
}

function sizeOf(text: string | undefined, boxSize: number | undefined, fallback: number): number {
  const whole = boxSize !== undefined && boxSize > 0 ? boxSize : fallback
  const size = readSvgLength(text, whole, whole)
  return Math.min(size > 0 ? size : whole, IMAGE_LIMITS.maxSide)
}

/** The context in which an element is drawn. */
interface Place {
  readonly matrix: Matrix
  readonly style: SvgStyle
  readonly viewport: SvgViewport
  readonly depth: number
}

class SvgReader implements PaintContext {
  readonly styles: SvgStyles
  readonly byId = new Map<string, SvgElement>()
  /** Names of elements and properties that are not shown. */
  readonly missing = new Set<string>()
  readonly #root: SvgElement
  readonly #fonts: FontLibrary | undefined
  /** Elements that enclosing use elements refer to. They must not be referred to again, since that would be a cycle. */
  readonly #used = new Set<SvgElement>()
  #points = 0
  #elements = 0

  constructor(root: SvgElement, fonts: FontLibrary | undefined) {
    this.#root = root
    this.#fonts = fonts
    this.styles = new SvgStyles(root)
    this.#index(root)
  }

  readRoot(matrix: Matrix, viewport: SvgViewport): DisplayList {
    const items: DisplayList = []
    const style = this.styles.styleOf(this.#root, new Map())
    const turned = multiply(
      transformOf(this.#root, new Map([['transform-origin', 'center'], ...style]), viewport),
      matrix,
    )
    this.#readChildren(this.#root, { matrix: turned, style, viewport, depth: 0 }, items)
    return items
  }

  #index(element: SvgElement): void {
    for (const child of elementsOf(element)) {
      const id = child.attributes.get('id')
      if (id !== undefined && !this.byId.has(id)) this.byId.set(id, child)
      this.#index(child)
    }
  }

  #readChildren(element: SvgElement, place: Place, items: DisplayList): void {
    for (const child of elementsOf(element)) this.#read(child, place, items)
  }

  #read(element: SvgElement, outer: Place, items: DisplayList): void {
    if (++this.#elements > IMAGE_LIMITS.maxMetafileRecords) throw tooLargeImage()
    if (outer.depth > MAX_DEPTH) return
    const style = this.styles.styleOf(element, outer.style)
    if (style.get('display') === 'none') return
    this.#note(element, style)
    const matrix = multiply(transformOf(element, style, outer.viewport), outer.matrix)
    const place: Place = { ...outer, matrix, style, depth: outer.depth + 1 }
    const opacity = readSvgShare(style.get('opacity'), 1)
    const clip = this.#clipOf(element, place)
    const isContainer = CONTAINERS.has(element.name)
    if (clip === undefined && (opacity === 1 || !isContainer)) {
      this.#readContent(element, place, items, opacity)
      return
    }
    const inner: DisplayList = []
    this.#readContent(element, place, inner, isContainer ? 1 : opacity)
    if (inner.length === 0) return
    items.push({
      kind: 'group',
      matrix: IDENTITY,
      items: inner,
      ...(clip ?? {}),
      ...(isContainer && opacity < 1 ? { opacity } : {}),
    })
  }

  #note({ name }: SvgElement, style: SvgStyle): void {
    if (UNSHOWN_ELEMENTS.has(name)) this.missing.add(name)
    for (const property of UNSHOWN_PROPERTIES) {
      if ((style.get(property) ?? 'none') !== 'none') this.missing.add(property)
    }
    for (const property of ['fill', 'stroke']) {
      if (referenced(style.get(property), this)?.name === 'pattern') this.missing.add('pattern')
    }
  }

  #readContent(element: SvgElement, place: Place, items: DisplayList, opacity: number): void {
    switch (element.name) {
      case 'g':
      case 'a':
        this.#readChildren(element, place, items)
        return
      case 'svg':
        this.#readViewport(element, element, place, items)
        return
      case 'switch': {
        const [first] = elementsOf(element)
        if (first !== undefined) this.#read(first, place, items)
        return
      }
      case 'use':
        this.#readUse(element, place, items)
        return
      case 'text':
        if (this.#fonts !== undefined && place.style.get('visibility') !== 'hidden') {
          append(items, svgText(element, this.#fonts, this, place, opacity))
        }
        return
      default:
        this.#readShape(element, place, items, opacity)
    }
  }

  /** Draws the element that a use element refers to, in its place (SVG 2, 5.6). */
  #readUse(element: SvgElement, place: Place, items: DisplayList): void {
    const target = referenced(element.attributes.get('href'), this)
    if (target === undefined || this.#used.has(target)) return
    this.#used.add(target)
    const x = readSvgLength(element.attributes.get('x'), 0)
    const y = readSvgLength(element.attributes.get('y'), 0)
    const moved: Place = { ...place, matrix: multiply([1, 0, 0, 1, x, y], place.matrix) }
    if (target.name === 'symbol') this.#readViewport(target, element, moved, items)
    else this.#read(target, moved, items)
    this.#used.delete(target)
  }

  /** Draws a nested svg or a symbol. Its viewBox is fitted to the size of `sized`. */
  #readViewport(element: SvgElement, sized: SvgElement, place: Place, items: DisplayList): void {
    const viewBox = element.attributes.get('viewBox')
    const [, , boxWidth = 0, boxHeight = 0] = (viewBox ?? '')
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const { viewport } = place
    const width = readSvgLength(sized.attributes.get('width'), viewport.width, viewport.width)
    const height = readSvgLength(sized.attributes.get('height'), viewport.height, viewport.height)
    const fit = viewBoxTransform(viewBox, width, height, element.attributes.get('preserveAspectRatio')) ?? IDENTITY
    const nested = element === sized
    const x = nested ? readSvgLength(element.attributes.get('x'), 0) : 0
    const y = nested ? readSvgLength(element.attributes.get('y'), 0) : 0
    const matrix = multiply(multiply(fit, [1, 0, 0, 1, x, y]), place.matrix)
    const inner = boxWidth > 0 && boxHeight > 0 ? { width: boxWidth, height: boxHeight } : { width, height }
    this.#readChildren(element, { ...place, matrix, viewport: inner }, items)
  }

  #readShape(element: SvgElement, place: Place, items: DisplayList, opacity: number): void {
    const { matrix, style, viewport } = place
    if (style.get('visibility') === 'hidden') return
    const commands = this.#outlineOf(element, viewport)
    if (commands.length === 0) return
    const isFilled = element.name !== 'line'
    append(items, svgShape({ commands, matrix, viewport }, style, this, opacity, isFilled))
    if (MARKED.has(element.name)) this.#readMarkers(commands, place, items)
  }

  #readMarkers(commands: readonly PathCommand[], place: Place, items: DisplayList): void {
    for (const { marker, matrix } of placedMarkers(commands, place.style, this)) {
      if (this.#used.has(marker) || place.depth > MAX_DEPTH) continue
      this.#used.add(marker)
      // A marker inherits no properties from the line (SVG 2, 13.7.1).
      const style = this.styles.styleOf(marker, new Map())
      const inner: Place = { ...place, matrix: multiply(matrix, place.matrix), style, depth: place.depth + 1 }
      this.#readChildren(marker, inner, items)
      this.#used.delete(marker)
    }
  }

  /** The outline of a shape in its own units; empty for other elements. */
  #outlineOf(element: SvgElement, viewport: SvgViewport): readonly PathCommand[] {
    const path = new SvgPathBuilder(IDENTITY)
    if (!addShape(element, path, viewport)) return []
    this.#points += path.commands.length
    if (this.#points > IMAGE_LIMITS.maxVectorPoints) throw tooLargeImage()
    return path.commands
  }

  /** The combined outlines of a clipPath (css-masking-1, 7), in the units of the clipped element or of its box. */
  #clipOf(target: SvgElement, { style, matrix, viewport }: Place): Pick<GroupItem, 'clip' | 'clipRule'> | undefined {
    const element = referenced(style.get('clip-path'), this)
    if (element?.name !== 'clipPath') return undefined
    let outer = matrix
    if (element.attributes.get('clipPathUnits') === 'objectBoundingBox') {
      const { x, y, width, height } = boxOf(this.#outlineOf(target, viewport))
      // The box of a group is not known.
      if (!(width > 0 && height > 0)) return undefined
      outer = multiply([width, 0, 0, height, x, y], matrix)
    }
    const own = multiply(readTransform(element.attributes.get('transform')), outer)
    const clip: PathCommand[] = []
    let isEven = style.get('clip-rule') === 'evenodd'
    for (const child of elementsOf(element).slice(0, 1000)) {
      const shape = child.name === 'use' ? referenced(child.attributes.get('href'), this) : child
      if (shape === undefined) continue
      const placed = multiply(readTransform(shape.attributes.get('transform')), own)
      append(clip, transformed(this.#outlineOf(shape, viewport), placed))
      if (this.styles.styleOf(shape, style).get('clip-rule') === 'evenodd') isEven = true
    }
    return clip.length === 0 ? undefined : { clip, ...(isEven ? { clipRule: 'evenodd' as const } : {}) }
  }
}

type GroupItem = Extract<DisplayItem, { kind: 'group' }>

/** The transform of an element by its attribute or style, about the origin in its style. */
function transformOf(element: SvgElement, style: SvgStyle, viewport: SvgViewport): Matrix {
  const matrix = readTransform(style.get('transform') ?? element.attributes.get('transform'))
  const origin = style.get('transform-origin') ?? element.attributes.get('transform-origin')
  return origin === undefined ? matrix : aboutOrigin(matrix, origin, viewport)
}

/** Visible elements that are not drawn, and properties with a visible effect that are ignored. */
const UNSHOWN_ELEMENTS: ReadonlySet<string> = new Set(['image', 'foreignObject'])
const UNSHOWN_PROPERTIES = ['filter', 'mask'] as const
/** Shapes whose vertices may have markers. */
const MARKED: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon'])
const CONTAINERS: ReadonlySet<string> = new Set(['g', 'a', 'svg', 'switch', 'use'])
