/**
 * Images in JPEG 2000, which say more about themselves than others do (ISO 32000-2, 7.4.9): their size, and what their samples
 * are.
 *
 * @module
 */

import { nameOf, type PdfDict, type PdfStream } from '../../pdf/objects.js'
import { type ColourSpace, DEVICE_GRAY, DEVICE_RGB, readColourSpace } from '../colour/colour.js'
import { spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'
import { decodeSamples, withoutCodec } from './image-samples.js'
import type { JpegRequest } from './jpeg/decode-jpeg.js'
import { type DecodedJpeg2000, decodeJpeg2000 } from './jpeg2000/decode-jpeg2000.js'

/** An image, or a part of it, and the colours of its samples. */
export interface Jpeg2000Image {
  readonly picture: DecodedJpeg2000
  readonly space: ColourSpace
}

/**
 * Decodes an image.
 *
 * @param resources Where names of colour spaces are looked up.
 * @returns `undefined` for what cannot be read, or what viewers may show in different ways: images with a /Decode array, which
 *   the standard has them ignore, with an opacity of their own, or in colours other than grey, or red, green and blue.
 */
export function readJpeg2000Image(
  source: ContentSource,
  image: PdfStream,
  resources: PdfDict | undefined,
  request: JpegRequest,
): Jpeg2000Image | undefined {
  const { dict } = image
  const opacity = source.lookup(dict, 'SMaskInData')
  if (dict.has('Decode') || (opacity !== null && opacity !== 0) || !isOfUsualColours(source, dict)) return undefined
  const bytes = decodeSamples(source, withoutCodec(source, image))
  if (bytes === undefined) return undefined
  const { picture, work } = decodeJpeg2000(bytes, { ...request, maxWork: source.budget.pictureBytes })
  if (!spend(source.budget, 'pictureBytes', work) || picture === undefined) return undefined
  const [width, height] = picture.size
  const isOfSize = source.lookupNumber(dict, 'Width') === width && source.lookupNumber(dict, 'Height') === height
  const space = dict.has('ColorSpace')
    ? readColourSpace(source, dict.get('ColorSpace'), resources)
    : { grey: DEVICE_GRAY, rgb: DEVICE_RGB, none: undefined }[picture.colours ?? 'none']
  return isOfSize && space?.components === picture.components ? { picture, space } : undefined
}

/** Families of colour spaces that scans have; the rest depends on which of the two that are given a viewer takes. */
const USUAL_FAMILIES: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'ICCBased'])

function isOfUsualColours(source: ContentSource, dict: PdfDict): boolean {
  const colours = source.lookup(dict, 'ColorSpace')
  const family = nameOf(Array.isArray(colours) ? source.resolve(colours[0]) : colours)
  return colours === null || (family !== undefined && USUAL_FAMILIES.has(family))
}
