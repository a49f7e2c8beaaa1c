/**
 * Puts images on pages, each stored in the file once.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { PdfDict, PdfName, type PdfRef, PdfStream } from '../../pdf/objects.js'
import { deflateSync } from '../../platform/deflation.js'
import type { DisplayItem, DisplayList } from '../display/display-list.js'
import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { HostImages } from '../images/host-images.js'
import type { Image, VectorImage } from '../images/image.js'
import { readImage } from '../images/read-image.js'
import { blackOrWhite, recolored, type ToneMap, tonesBetween } from '../images/recolor.js'
import type { Fill, ImageSource } from '../model/drawing-model.js'
import { ContentStream } from './content-stream.js'
import { addImageObject, type ToneRange } from './image-object.js'

type Picture = Extract<DisplayItem, { kind: 'picture' }>

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An image in the file: its resource name, and its nominal size in twips. */
interface PlacedImage {
  readonly name: string
  readonly kind: Image['kind']
  readonly width: number
  readonly height: number
  /** Whether its colours have still to be removed. */
  readonly hasColors: boolean
}

/** Options of {@link ImagePainter} besides the images. */
interface ImagePainterOptions {
  readonly fonts: FontLibrary | undefined
  /** Pictures decoded by packages that the host provides. */
  readonly hostImages?: HostImages | undefined
  readonly warn: (message: string) => void
  /** Paints the content of a vector image. It is a parameter because that content may contain images again. */
  readonly paintItems: (stream: ContentStream, images: ImagePainter, items: DisplayList) => void
}

/** Range of washed-out pictures, as in Word: black becomes a light grey. */
const WASHOUT: ToneRange = [0.7, 1]
const PLAIN: ToneRange = [0, 1]
/** Size of a pixel in twips. CSS and Office assume 96 pixels per inch. */
const TWIPS_PER_PIXEL = 15
const BROKEN_FRAME = '808080'

/** Paints images on pages. Each image is read on first use and stored once in the file. */
export class ImagePainter {
  readonly #images: ReadonlyMap<string, ImageSource | Image>
  readonly #options: ImagePainterOptions
  readonly #placed = new Map<string, PlacedImage | undefined>()
  #readBytes = 0

  constructor(images: ReadonlyMap<string, ImageSource | Image>, options: ImagePainterOptions) {
    this.#images = images
    this.#options = options
  }

  paint(stream: ContentStream, item: Picture, opacity: number): void {
    if (!(item.width > 0 && item.height > 0)) return
    const image = this.#place(stream, item.image, item.effect)
    if (image === undefined) {
      paintFrame(stream, item)
      return
    }
    const { left, top, right, bottom } = item.crop
    const isCropped = left !== 0 || top !== 0 || right !== 0 || bottom !== 0
    const shownWidth = 1 - left - right
    const shownHeight = 1 - top - bottom
    if (!(shownWidth > 0.001 && shownHeight > 0.001)) return
    stream.save()
    // The samples of these images cannot be mapped, so they are painted with an opacity instead.
    const isPale = item.effect === 'washout' && (image.kind === 'vector' || image.kind === 'jpeg2000')
    stream.setOpacity(opacity * item.opacity * (isPale ? 1 - WASHOUT[0] : 1))
    if (isCropped || image.hasColors) stream.operate(`${rectanglePath(stream, item)} W n`)
    const width = item.width / shownWidth
    const height = item.height / shownHeight
    drawObject(stream, image, { x: item.x - left * width, y: item.y - top * height, width, height })
    if (image.hasColors) removeColor(stream, item)
    stream.restore()
  }

  /** Fills the current clipping path with a picture that is stretched over the box or repeated from its corner. */
  paintFill(stream: ContentStream, box: Box, fill: Extract<Fill, { type: 'picture' }>, opacity: number): void {
    const image = this.#place(stream, fill.image, undefined)
    if (image === undefined || !(box.width > 0 && box.height > 0)) return
    stream.setOpacity(opacity * fill.opacity)
    const columns = Math.ceil(box.width / image.width)
    const rows = Math.ceil(box.height / image.height)
    if (!fill.tile || columns * rows > TYPESET_LIMITS.maxPictureTiles) {
      drawObject(stream, image, box)
      return
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = box.x + column * image.width
        drawObject(stream, image, { x, y: box.y + row * image.height, width: image.width, height: image.height })
      }
    }
  }

  #place(stream: ContentStream, id: string, effect: Picture['effect']): PlacedImage | undefined {
    const key = `${JSON.stringify(effect)} ${id}`
    let placed = this.#placed.get(key)
    if (placed === undefined && !this.#placed.has(key)) {
      placed = this.#embed(stream, id, effect)
      this.#placed.set(key, placed)
    }
    if (placed !== undefined) stream.use('XObject', placed.name)
    return placed
  }

  #embed({ resources }: ContentStream, id: string, effect: Picture['effect']): PlacedImage | undefined {
    const image = this.#read(id)
    if (image === undefined) return undefined
    if (image.kind === 'vector') {
      const ref = this.#addForm(resources, image)
      const name = resources.add('XObject', 'X', ref)
      // Its colours stay: a grey over the parts that it leaves free would show.
      return { name, kind: 'vector', width: image.width, height: image.height, hasColors: false }
    }
    const tones = tonesFor(effect)
    const other = tones !== undefined && image.kind === 'raster' ? recolored(image, tones) : undefined
    const range = effect === 'washout' ? WASHOUT : PLAIN
    const name = resources.add('XObject', 'X', addImageObject(resources, other ?? image, range))
    const [width, height] = [image.width * TWIPS_PER_PIXEL, image.height * TWIPS_PER_PIXEL]
    const isOpaque = image.kind !== 'raster' || image.alpha === undefined
    return { name, kind: image.kind, width, height, hasColors: tones !== undefined && other === undefined && isOpaque }
  }

  #read(id: string): Image | undefined {
    const source = this.#images.get(id)
    if (source === undefined) {
      this.#options.warn('A picture is missing from the document.')
      return undefined
    }
    if ('kind' in source) return source
    try {
      const { fonts, hostImages } = this.#options
      const image = readImage(source.bytes, { fonts, hostImages, spentBytes: this.#readBytes })
      if (image.kind === 'vector') this.#warnOfMissing(image)
      if (image.kind === 'raster') this.#readBytes += image.data.length + (image.alpha?.length ?? 0)
      return image
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      this.#options.warn(error.message)
      return undefined
    }
  }

  #warnOfMissing({ missing }: VectorImage): void {
    if (missing === undefined || missing.size === 0) return
    this.#options.warn(`A drawing (SVG) is shown without some of its parts: ${[...missing].join(', ')}.`)
  }

  /** A form XObject with the drawing operations of a metafile (ISO 32000-2, 8.10). */
  #addForm(resources: ContentStream['resources'], image: VectorImage): PdfRef {
    const stream = new ContentStream(resources, image.height, true)
    this.#options.paintItems(stream, new ImagePainter(image.images, this.#options), image.items)
    const data = deflateSync(stream.finish())
    const dict = new PdfDict({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: [0, 0, image.width / 20, image.height / 20],
      Resources: resources.dictionaryFor(stream.used),
      Filter: PdfName.of('FlateDecode'),
    })
    return resources.sink.add(new PdfStream(dict, data))
  }
}

/** Draws an image, which fills the unit square, or a form, which has its own size. */
function drawObject(stream: ContentStream, image: PlacedImage, box: Box): void {
  stream.save()
  if (image.kind === 'vector') {
    const [x, y] = [box.width / image.width, box.height / image.height]
    stream.placeUpright(box.x, box.y + box.height, 20 * x, 20 * y)
  } else stream.placeUpright(box.x, box.y + box.height, box.width, box.height)
  stream.operate(`/${image.name} Do`)
  stream.restore()
}

/** The colours that an effect gives a picture in place of its own. */
function tonesFor(effect: Picture['effect']): ToneMap | undefined {
  if (effect === undefined || effect === 'washout') return undefined
  if (effect === 'blackAndWhite') return blackOrWhite()
  return effect === 'grayscale' ? tonesBetween('000000', 'FFFFFF') : tonesBetween(effect.dark, effect.light)
}

/** Removes colours: a grey with the blend mode Saturation keeps only the luminosity (ISO 32000-2, 11.3.5.3). */
function removeColor(stream: ContentStream, box: Box): void {
  const { resources } = stream
  const state = new PdfDict({ BM: PdfName.of('Saturation') })
  stream.operate(`${stream.use('ExtGState', resources.once('ExtGState', 'Saturation', state))} gs`)
  stream.setFill('808080')
  stream.operate(`${rectanglePath(stream, box)} f`)
}

function rectanglePath(stream: ContentStream, { x, y, width, height }: Box): string {
  return stream.path(
    [
      { op: 'M', x: 0, y: 0 },
      { op: 'L', x: width, y: 0 },
      { op: 'L', x: width, y: height },
      { op: 'L', x: 0, y: height },
      { op: 'Z' },
    ],
    x,
    y,
  )
}

/** Paints an empty box with a thin border in place of a picture that cannot be shown. */
function paintFrame(stream: ContentStream, box: Box): void {
  stream.setOpacity(1)
  stream.setStroke(BROKEN_FRAME)
  stream.setLine({ width: 10 })
  stream.operate(`${rectanglePath(stream, box)} S`)
}
