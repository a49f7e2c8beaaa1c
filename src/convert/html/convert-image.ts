/**
 * Images, and drawings inside of the page.
 *
 * @module
 */

import type { FlowInline } from '../docx-writer/flow-document.js'
import { plainLine } from './clean-text.js'
import type { Conversion, Position } from './conversion.js'
import type { BoxStyle } from './css/computed-style.js'
import { type CssLength, resolveLength, TWIPS_PER_PIXEL } from './css/css-length.js'
import { descendants, getAttribute, type HtmlElement, isElement, textContent } from './html-tree.js'
import type { ImageSize } from './image-size.js'
import { imageSource } from './load-images.js'
import { sizeOfRoot } from './svg-size.js'
import { writeSvg } from './write-svg.js'

/** Converts an image; one that is not there is told by its alternative text. */
export function convertImage(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  if (at.place.style.text.isHidden) return
  const source = imageSource((name) => getAttribute(element, name))
  const image = source === undefined ? undefined : conversion.images.get(source)
  const description = plainLine(getAttribute(element, 'alt') ?? '')
  if (image === undefined) {
    conversion.warnings.add(`An image is not there: ${plainLine(source ?? 'no address', 100)}`)
    if (description !== '') builder.addText(description, at.place.style.text)
    return
  }
  const title = plainLine(getAttribute(element, 'title') ?? '')
  builder.addInline({
    kind: 'image',
    bytes: image.bytes,
    type: image.type,
    ...shownSize(image, at.place.style.box, at, conversion.pageHeight),
    description,
    ...(title === '' ? {} : { title }),
  })
}

/** Converts an SVG drawing that is part of the page. */
export function convertSvg(conversion: Conversion, element: HtmlElement, at: Position): void {
  const xml = writeSvg(element)
  if (xml === undefined) {
    conversion.warnings.add('A drawing is nested too deeply to be shown.')
    return
  }
  const size = sizeOfRoot((name) => element.attrs.find((attribute) => attribute.name === name)?.value)
  const inline: FlowInline = {
    kind: 'image',
    bytes: new TextEncoder().encode(xml),
    type: 'svg',
    ...shownSize(size, at.place.style.box, at, conversion.pageHeight),
    description: plainLine(getAttribute(element, 'aria-label') ?? svgTitle(element)),
  }
  conversion.builder.addInline(inline)
}

function svgTitle(element: HtmlElement): string {
  for (const node of descendants(element)) if (isElement(node) && node.tagName === 'title') return textContent(node)
  return ''
}

/** The size that the page asks for, or the natural one; never larger than the page, never out of shape for it. */
function shownSize(natural: ImageSize, box: BoxStyle, { frame }: Position, pageHeight: number): ImageSize {
  const room = Math.max(TWIPS_PER_PIXEL, frame.width - frame.indentStart - frame.indentEnd)
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
