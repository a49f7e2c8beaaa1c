/**
 * Converts images, and drawings inside the page.
 *
 * @module
 */

import { SealwrightError } from '../../../errors.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { PageConversion, Position } from '../conversion.js'
import type { BoxStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength, TWIPS_PER_PIXEL } from '../css/css-length.js'
import { descendants, getAttribute, type HtmlElement, isElement, textContent } from '../source/html-tree.js'
import { imageSource } from '../source/load-images.js'
import { addInlineEdge } from './add-inline-edge.js'
import { fieldPlaces, picturePlaces } from './anonymous-boxes.js'
import { BoxCollector } from './box-collector.js'
import type { BlockBox } from './box-tree.js'
import { plainLine } from './clean-text.js'
import { drawingPage } from './drawing-page.js'
import type { ImageSize } from './image-size.js'
import { sizeOfRoot } from './svg-size.js'
import { leftOutOf, writeSvg } from './write-svg.js'

/** Converts an image, in a line or as a block. Its alternative text replaces a missing image. */
export function convertImage(conversion: PageConversion, element: HtmlElement, at: Position): void {
  if (!at.place.style.text.isHidden) addPlaced(conversion, at, (inside) => addImage(conversion, element, inside))
}

/** Converts an SVG drawing that is part of the page. */
export function convertSvg(conversion: PageConversion, element: HtmlElement, at: Position): void {
  addPlaced(conversion, at, (inside) => addDrawing(conversion, element, inside))
}

/** Displays of elements that stand in a line. */
export const INLINE_DISPLAYS: ReadonlySet<string> = new Set([
  ...['inline', 'contents', 'inline-block', 'inline-flex', 'inline-grid'],
])

/** Adds a picture with the space that its margins make: beside it in a line, around the block that it is otherwise. */
function addPlaced(conversion: PageConversion, at: Position, add: (inside: Position) => void): void {
  const { box } = at.place.style
  if (INLINE_DISPLAYS.has(box.display) || box.float !== undefined || box.isPositioned === true) {
    addInlineEdge(at, 'left')
    add(at)
    addInlineEdge(at, 'right')
    return
  }
  for (const block of blockAround(conversion, at, picturePlaces(at.place), add)) at.into.addBox(block)
}

/** The item of a flex or grid container that a picture, a field or embedded content is: none where nothing of it is shown. */
export function replacedItem(
  conversion: PageConversion,
  element: HtmlElement,
  at: Position,
  convert: (conversion: PageConversion, element: HtmlElement, at: Position) => void,
): readonly BlockBox[] {
  const isPicture = element.tagName === 'img' || element.tagName === 'svg'
  const places = isPicture ? picturePlaces(at.place) : fieldPlaces(at.place)
  return blockAround(conversion, at, places, (inside) => convert(conversion, element, inside))
}

function blockAround(
  conversion: PageConversion,
  at: Position,
  { outer, inner }: ReturnType<typeof picturePlaces>,
  add: (inside: Position) => void,
): readonly BlockBox[] {
  const into = new BoxCollector(conversion, at.into.style, outer, at.into.link)
  add({ ...at, place: inner, into })
  const children = into.finish()
  return children.length > 0 ? [{ kind: 'block', tag: '', place: outer, children }] : []
}

function addImage(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const source = imageSource((name) => getAttribute(element, name))
  const image = source === undefined ? undefined : conversion.images.get(source)
  const description = plainLine(getAttribute(element, 'alt') ?? '')
  if (image === undefined || image instanceof SealwrightError) {
    const what = plainLine(source ?? 'no address', 100)
    conversion.warnings.add(image === undefined ? `An image is missing: ${what}` : image.message)
    if (description !== '') at.into.addText(description, at.place.style.text)
    return
  }
  const title = plainLine(getAttribute(element, 'title') ?? '')
  addPicture(conversion, image, at, {
    bytes: image.bytes,
    type: image.type,
    description,
    ...(title === '' ? {} : { title }),
  })
}

type Picture = Extract<FlowInline, { kind: 'image' }>

/** Sizes that pictures ask for. Their final size depends on the available width, which is known later. */
const WISHES = new WeakMap<FlowInline, { readonly natural: ImageSize; readonly box: BoxStyle }>()

function addPicture(
  { room }: PageConversion,
  natural: ImageSize,
  { into, place, tables }: Position,
  picture: Omit<Picture, 'kind' | 'width' | 'height'>,
): void {
  const { box } = place.style
  // In tables, Word separates floating pictures from their cell.
  const float = tables === 0 ? box.float : undefined
  const size = shownSize(natural, box, room.width, room.height)
  const inline: Picture = { kind: 'image', ...picture, ...size, ...(float === undefined ? {} : { float }) }
  WISHES.set(inline, { natural, box })
  into.addInline(inline)
}

/** The content of a paragraph, with its pictures as large as the available space permits. */
export function fitPictures(inlines: readonly FlowInline[], width: number, pageHeight: number): FlowInline[] {
  return inlines.map((inline) => {
    if (inline.kind === 'link') return { ...inline, inlines: fitPictures(inline.inlines, width, pageHeight) }
    const wish = WISHES.get(inline)
    return wish === undefined ? inline : { ...inline, ...shownSize(wish.natural, wish.box, width, pageHeight) }
  })
}

function addDrawing(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const xml = writeSvg(element, drawingPage(conversion, element, at))
  if (xml === undefined) {
    conversion.warnings.add('A drawing is nested too deeply to be shown.')
    return
  }
  for (const message of leftOutOf(element)) conversion.warnings.add(message)
  conversion.resolver.budget.hold('drawings', xml.length)
  const size = sizeOfRoot((name) => element.attrs.find((attribute) => attribute.name === name)?.value)
  addPicture(conversion, size, at, {
    bytes: new TextEncoder().encode(xml),
    type: 'svg',
    description: plainLine(getAttribute(element, 'aria-label') ?? svgTitle(element)),
  })
}

function svgTitle(element: HtmlElement): string {
  for (const node of descendants(element)) if (isElement(node) && node.tagName === 'title') return textContent(node)
  return ''
}

/**
 * The size that the page asks for, or the natural size, and what is cropped of the picture. The size never exceeds the page, and
 * shrinking keeps the ratio of the sides.
 */
function shownSize(
  natural: ImageSize,
  box: BoxStyle,
  available: number,
  pageHeight: number,
): Pick<Picture, 'width' | 'height' | 'crop'> {
  const room = Math.max(TWIPS_PER_PIXEL, available)
  const wanted = (length: CssLength | undefined, whole: number) => {
    const size = length === undefined ? undefined : resolveLength(length, whole)
    return size !== undefined && size > 0 ? size : undefined
  }
  const ratio = natural.height / natural.width
  let width = wanted(box.width, room)
  let height = box.height !== undefined && 'twips' in box.height ? wanted(box.height, pageHeight) : undefined
  width ??= height === undefined ? natural.width * TWIPS_PER_PIXEL : height / ratio
  height ??= width * ratio
  if (box.objectFit === 'contain') [width, height] = [Math.min(width, height / ratio), Math.min(height, width * ratio)]
  const limit = Math.min(room, wanted(box.maxWidth, room) ?? room)
  const scale = Math.min(1, limit / width, pageHeight / height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return box.objectFit === 'cover' ? { ...size, ...croppedBy(ratio, height / width) } : size
}

/**
 * What is cropped of a picture, so that it covers a frame with another ratio of height to width (CSS Images Module Level 3,
 * 5.5).
 */
function croppedBy(own: number, frame: number): Pick<Picture, 'crop'> {
  const inBoth = (part: number) => (1 - part) / 2
  if (Math.abs(own / frame - 1) < LEAST_CROP) return {}
  return {
    crop:
      own > frame ? { horizontal: 0, vertical: inBoth(frame / own) } : { horizontal: inBoth(own / frame), vertical: 0 },
  }
}

/** Part of a picture below which nothing is cropped. */
const LEAST_CROP = 0.01
