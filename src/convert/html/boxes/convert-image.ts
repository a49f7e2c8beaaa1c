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
import { plainLine } from './clean-text.js'
import { drawingPage } from './drawing-page.js'
import type { ImageSize } from './image-size.js'
import { sizeOfRoot } from './svg-size.js'
import { leftOutOf, writeSvg } from './write-svg.js'

/** Converts an image. Its alternative text replaces a missing image. */
export function convertImage(conversion: PageConversion, element: HtmlElement, at: Position): void {
  if (at.place.style.text.isHidden) return
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

/** Converts an SVG drawing that is part of the page. */
export function convertSvg(conversion: PageConversion, element: HtmlElement, at: Position): void {
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
 * The size that the page asks for, or the natural size. It never exceeds the page, and shrinking keeps the ratio of the sides.
 */
function shownSize(natural: ImageSize, box: BoxStyle, available: number, pageHeight: number): ImageSize {
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
  const limit = Math.min(room, wanted(box.maxWidth, room) ?? room)
  const scale = Math.min(1, limit / width, pageHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
