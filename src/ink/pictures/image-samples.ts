/**
 * Reads the samples of images (ISO 32000-2, 8.9.5) as they are stored in the file.
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { type ColourSpace, DEVICE_GRAY, DEVICE_RGB, readColourSpace } from '../colour/colour.js'
import { spend } from '../content/content-budget.js'
import { type ContentSource, isOddArray, readNumbers } from '../content/content-source.js'
import { decodeFax, decodeJbig2, decodeJpeg2000 } from '../rare-parts.js'
import type { FaxParams } from './decode-fax.js'
import type { JpegRequest } from './jpeg/decode-jpeg.js'
import type { DecodedJpeg2000 } from './jpeg2000/decode-jpeg2000.js'

/** Largest width and height of an image in most viewers. */
const MAX_SIDE = 32_768
/** Most bytes of samples. An A4 page scanned at 500 dots per inch has 24 million. */
const MAX_SAMPLE_BYTES = 32 * 1024 * 1024
/** Default of /Columns (Table 11). */
const DEFAULT_COLUMNS = 1728

/** Columns, rows, and bits per sample. */
interface SampleSize {
  readonly width: number
  readonly height: number
  readonly bits: number
}

/** Columns and rows; `undefined` for unusual sizes, and for numbers not written as integers, which some viewers refuse. */
export function readSides(source: ContentSource, dict: PdfDict): readonly [number, number] | undefined {
  const [width, height] = [source.lookup(dict, 'Width'), source.lookup(dict, 'Height')]
  return isSide(width) && isSide(height) ? [width, height] : undefined
}

function isSide(value: PdfObject): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SIDE
}

/**
 * The size of an image with plain samples; `undefined` for other codecs, and where viewers differ: a stencil has one bit per
 * sample, whatever it says.
 */
export function readSize(source: ContentSource, dict: PdfDict, isStencil: boolean): SampleSize | undefined {
  const sides = readSides(source, dict)
  const depth = source.lookup(dict, 'BitsPerComponent')
  const bits = isStencil && depth === null ? 1 : depth
  const isSound = typeof bits === 'number' && (isStencil ? bits === 1 : [1, 2, 4, 8, 16].includes(bits))
  return sides && isSound && !isImageCoded(source, dict) ? { width: sides[0], height: sides[1], bits } : undefined
}

/** True for as many samples as an image has. Viewers differ when there are fewer, or more than some padding. */
export function isOfRows(bytes: Uint8Array, rowBytes: number, rows: number): boolean {
  return bytes.length >= rowBytes * rows && bytes.length < rowBytes * (rows + 1)
}

/** Reads the samples of a row, scaled to 0 to 1. */
export function readRow(bytes: Uint8Array, bits: number, row: Float64Array): void {
  const highest = 2 ** bits - 1
  for (let x = 0; x < row.length; x++) {
    if (bits === 8) row[x] = (bytes[x] ?? 0) / highest
    else if (bits === 16) row[x] = ((bytes[2 * x] ?? 0) * 256 + (bytes[2 * x + 1] ?? 0)) / highest
    else {
      const bit = x * bits
      const shift = 8 - bits - (bit & 7)
      row[x] = (((bytes[bit >> 3] ?? 0) >> shift) & highest) / highest
    }
  }
}

/**
 * Values of the lowest and the highest sample of a mask (8.9.5.2); `undefined` where viewers differ. Most only use the first
 * number to tell whether a stencil is inverted.
 */
export function readMaskRange(source: ContentSource, dict: PdfDict): readonly [low: number, high: number] | undefined {
  const object = dict.get('Decode')
  if (isOddArray(source, object, 2)) return undefined
  const [low = 0, high = 1] = readNumbers(source, object, 2) ?? [0, 1]
  const isInverted = low === 1 && high === 0
  return (low === 0 && high === 1) || (isInverted && !keepsInverting(source, dict)) ? [low, high] : undefined
}

/** True for samples that PDF.js inverts again each time it draws them: those of whole bytes that are not coded. */
export function keepsInverting(source: ContentSource, dict: PdfDict): boolean {
  return codecOf(source, dict) === undefined && source.lookup(dict, 'ImageMask') !== true
}

/** Codecs whose output is not read as plain samples. */
const IMAGE_CODECS: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode'])

function isImageCoded(source: ContentSource, dict: PdfDict): boolean {
  return IMAGE_CODECS.has(codecOf(source, dict) ?? '')
}

/** The last filter of an image, which codes its samples. */
export function codecOf(source: ContentSource, dict: PdfDict): string | undefined {
  const filter = source.lookup(dict, 'Filter')
  return nameOf(Array.isArray(filter) ? source.resolve(filter.at(-1)) : filter)
}

/** The stream without its last filter. */
export function withoutCodec(source: ContentSource, { dict, data }: PdfStream): PdfStream {
  const filter = source.lookup(dict, 'Filter')
  const rest = Array.isArray(filter) ? filter.slice(0, -1) : []
  return new PdfStream(dict.with({ Filter: rest.length > 0 ? rest : undefined }), data)
}

/** The decoded bytes of an image; `undefined` when they cannot be decoded within the limits. */
export function decodeSamples(source: ContentSource, stream: PdfStream): Uint8Array | undefined {
  const codec = codecOf(source, stream.dict)
  if (codec === 'CCITTFaxDecode') return decodeFaxRows(source, stream)
  if (codec === 'JBIG2Decode') return decodeJbig2Rows(source, stream)
  const report = source.onUnreadable
  // The whole image is reported as not understood, once, and its parts are not.
  source.onUnreadable = undefined
  const bytes = source.decodePicture(stream, MAX_SAMPLE_BYTES)
  source.onUnreadable = report
  return bytes
}

function decodeFaxRows(source: ContentSource, stream: PdfStream): Uint8Array | undefined {
  const { dict } = stream
  const [width, height] = readSides(source, dict) ?? []
  const params = readFaxParams(source, dict)
  // Readers differ when the two widths are not equal.
  if (params === undefined || params.columns !== width || height === undefined) return undefined
  const bytes = decodeSamples(source, withoutCodec(source, stream))
  if (bytes === undefined || !spend(source.budget, 'pictureBytes', (width * height) / 8)) return undefined
  return decodeFax(bytes, params, height)?.samples
}

/** The last decoded picture. It is needed for its tones, and again for each region that shows a part of it. */
const lastPictures = new WeakMap<ContentSource, { readonly stream: PdfStream; readonly rows: Uint8Array | undefined }>()

function decodeJbig2Rows(source: ContentSource, stream: PdfStream): Uint8Array | undefined {
  const last = lastPictures.get(source)
  if (last?.stream === stream) return last.rows
  const rows = readJbig2Rows(source, stream)
  lastPictures.set(source, { stream, rows })
  return rows
}

/** Reads the rows of a JBIG2 image (7.4.7, Table 12). */
function readJbig2Rows(source: ContentSource, stream: PdfStream): Uint8Array | undefined {
  const { dict } = stream
  const [width, height] = readSides(source, dict) ?? []
  if (width === undefined || height === undefined) return undefined
  // A pixel is always one bit. Readers differ in which of these two entries they use.
  const isBit = source.lookupNumber(dict, 'BitsPerComponent') === 1 || source.lookup(dict, 'ImageMask') === true
  const bytes = isBit ? decodeSamples(source, withoutCodec(source, stream)) : undefined
  const shared = source.lookup(lastParams(source, dict), 'JBIG2Globals')
  const globals = shared instanceof PdfStream ? source.decodePicture(shared, MAX_SAMPLE_BYTES) : new Uint8Array()
  if (bytes === undefined || globals === undefined) return undefined
  // Decoding a pixel takes about as long as decoding a byte of samples in other codecs.
  const { rows, work } = decodeJbig2(bytes, { width, height, globals, maxWork: source.budget.pictureBytes })
  return spend(source.budget, 'pictureBytes', work) ? rows : undefined
}

/** /DecodeParms of the last filter. */
function lastParams(source: ContentSource, dict: PdfDict): PdfDict {
  const entry = source.lookup(dict, 'DecodeParms')
  const last = Array.isArray(entry) ? source.resolve(entry.at(-1)) : entry
  return last instanceof PdfDict ? last : new PdfDict()
}

/** True unless /ColorTransform of a JPEG (7.4.8, Table 13) says something else than what viewers assume. */
export function isUsualTransform(source: ContentSource, dict: PdfDict, components: number): boolean {
  const transform = source.lookup(lastParams(source, dict), 'ColorTransform')
  return transform === null || components === 1 || transform === (components === 3 ? 1 : 0)
}

/** Reads the parameters of CCITTFaxDecode (7.4.6, Table 11). */
function readFaxParams(source: ContentSource, dict: PdfDict): FaxParams | undefined {
  const params = lastParams(source, dict)
  const k = source.lookupNumber(params, 'K') ?? 0
  // Marks between the rows of T.6 are not foreseen: some viewers look for them.
  if (k < 0 && source.lookup(params, 'EndOfLine') === true) return undefined
  return {
    k,
    columns: source.lookupNumber(params, 'Columns') ?? DEFAULT_COLUMNS,
    isByteAligned: source.lookup(params, 'EncodedByteAlign') === true,
    blackIs1: source.lookup(params, 'BlackIs1') === true,
  }
}

/** An image or a part of one, with the colours of its samples. */
interface Jpeg2000Image {
  readonly picture: DecodedJpeg2000
  readonly space: ColourSpace
}

/**
 * Decodes an image.
 *
 * @param resources Resources with the named colour spaces.
 * @returns `undefined` for an unreadable image, and for one that viewers may show in different ways: with a /Decode array,
 *   which the standard ignores here, with opacity of its own, or in colours other than grey or RGB.
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

/** Families of colour spaces in scans. With other families, viewers differ in whether they use the PDF's or the image's own. */
const USUAL_FAMILIES: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'ICCBased'])

function isOfUsualColours(source: ContentSource, dict: PdfDict): boolean {
  const colours = source.lookup(dict, 'ColorSpace')
  const family = nameOf(Array.isArray(colours) ? source.resolve(colours[0]) : colours)
  return colours === null || (family !== undefined && USUAL_FAMILIES.has(family))
}
