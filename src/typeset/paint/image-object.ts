/**
 * Images as objects of a PDF.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
import { deflateSync } from '../../platform/deflation.js'
import type { JpegImage, JpxImage, RasterImage } from '../images/image.js'
import type { PaintResources } from './paint-resources.js'

/** Range that samples are mapped to by /Decode: the values of 0 and 1. */
export type ToneRange = readonly [black: number, white: number]

/** Adds an image XObject (ISO 32000-2, 8.9.5). */
export function addImageObject(
  resources: PaintResources,
  image: RasterImage | JpegImage | JpxImage,
  range: ToneRange = [0, 1],
): PdfRef {
  if (image.kind === 'jpeg2000') return addJpeg2000(resources, image)
  return image.kind === 'jpeg' ? addJpeg(resources, image, range) : addRaster(resources, image, range)
}

/**
 * Adds a JPEG 2000 image. The file specifies its own depth, and its colour space if PDF has no name for it (ISO 32000-2, 7.4.9).
 */
function addJpeg2000(resources: PaintResources, { width, height, colors, bytes }: JpxImage): PdfRef {
  if (colors === 'cmyk') resources.usesInk = true
  const space =
    colors === 'gray' ? graySpace(resources) : colors === 'rgb' ? resources.rgbSpace() : PdfName.of('DeviceCMYK')
  return resources.sink.add(
    new PdfStream(
      new PdfDict({
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Image'),
        Width: width,
        Height: height,
        ...(colors === 'own' ? {} : { ColorSpace: space }),
        Filter: PdfName.of('JPXDecode'),
      }),
      bytes,
    ),
  )
}

function addJpeg(resources: PaintResources, image: JpegImage, [black, white]: ToneRange): PdfRef {
  const { components, inverted } = image
  if (components === 4) resources.usesInk = true
  // CMYK keeps its device colour space, since PDF has no calibrated CMYK space.
  const space =
    components === 1 ? graySpace(resources) : components === 3 ? resources.rgbSpace() : PdfName.of('DeviceCMYK')
  // A washed-out CMYK image has less ink, so the ends of the range are exchanged.
  const [low, high] = components === 4 ? [1 - white, 1 - black] : [black, white]
  const pair = inverted ? [high, low] : [low, high]
  const isPlain = pair[0] === 0 && pair[1] === 1
  return resources.sink.add(
    new PdfStream(
      new PdfDict({
        ...imageEntries(image.width, image.height, 8, space),
        ...(isPlain ? {} : { Decode: Array.from({ length: components }, () => pair).flat() }),
        Filter: PdfName.of('DCTDecode'),
      }),
      image.bytes,
    ),
  )
}

function addRaster(resources: PaintResources, image: RasterImage, [black, white]: ToneRange): PdfRef {
  const { width, height, colors, bits, alpha } = image
  const isPlain = black === 0 && white === 1
  let space: PdfObject
  if (typeof colors === 'string') space = colors === 'gray' ? graySpace(resources) : resources.rgbSpace()
  else {
    const palette = isPlain ? colors.palette : colors.palette.map((value) => 255 * black + value * (white - black))
    space = [PdfName.of('Indexed'), resources.rgbSpace(), palette.length / 3 - 1, new PdfString(palette, true)]
  }
  const count = colors === 'rgb' ? 3 : 1
  const entries = imageEntries(width, height, bits, space)
  if (!isPlain && typeof colors === 'string') {
    entries['Decode'] = Array.from({ length: count }, () => [black, white]).flat()
  }
  if (alpha !== undefined) entries['SMask'] = addMask(resources, width, height, alpha)
  entries['Filter'] = PdfName.of('FlateDecode')
  if (image.encoding === 'png') {
    entries['DecodeParms'] = new PdfDict({ Predictor: 15, Colors: count, BitsPerComponent: bits, Columns: width })
  }
  const data = image.encoding === 'png' ? image.data : deflateSync(image.data, { level: levelFor(image.data.length) })
  return resources.sink.add(new PdfStream(new PdfDict(entries), data))
}

function addMask(resources: PaintResources, width: number, height: number, alpha: Uint8Array): PdfRef {
  const entries = imageEntries(width, height, 8, PdfName.of('DeviceGray'))
  entries['Filter'] = PdfName.of('FlateDecode')
  return resources.sink.add(new PdfStream(new PdfDict(entries), deflateSync(alpha, { level: levelFor(alpha.length) })))
}

function imageEntries(width: number, height: number, bits: number, space: PdfObject): Record<string, PdfObject> {
  return {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: bits,
    ColorSpace: space,
  }
}

function graySpace(resources: PaintResources): PdfObject {
  if (!resources.calibrated) return PdfName.of('DeviceGray')
  return [PdfName.of('CalGray'), new PdfDict({ WhitePoint: [0.9505, 1, 1.089], Gamma: 2.2 })]
}

/** Compression level: lower for large samples, which take more time. */
function levelFor(length: number): number {
  return length > 1_000_000 ? 3 : 6
}
