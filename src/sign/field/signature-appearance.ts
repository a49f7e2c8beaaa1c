/**
 * Draws the appearance of a visible signature: who, when and why, in the largest size that fits the rectangle.
 *
 * @module
 */
import type { Matrix } from '../../pdf/matrix.js'
import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import { createFontLibrary, type FontLibrary, type FontSource } from '../../typeset/fonts.js'
import { layOutBlocks, type Stack, visibleInlines } from '../../typeset/layout.js'
import type { Paragraph } from '../../typeset/model/document-model.js'
import { plainParagraph, plainRun } from '../../typeset/model/plain-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { addForm, type DisplayList } from '../../typeset/painting.js'
import { drawImage, imagesFor, type PreparedImage } from './signature-image.js'

/** Contents of a signature's appearance, with its size. */
export interface AppearanceContent {
  /** Size of the rectangle on the page, in points. */
  readonly width: number
  readonly height: number
  /** Rotation of the page. The text is rotated against it, so that it is upright. */
  readonly rotation: number
  readonly name: string
  readonly date: Date
  readonly reason: string | undefined
  readonly image?: AppearanceImage
  /** True when nothing may be transparent. */
  readonly isOpaque?: boolean
  /** True when font subsets have to list their characters, as in PDF/A-1. */
  readonly cidSets?: boolean
  /** Fonts for characters that the package's own fonts lack. */
  readonly fonts?: readonly FontSource[]
  /** Collects the characters that no font has, which are shown by number. */
  readonly unshown?: Set<string>
}

/** A picture with its display options; see SignatureImage. */
export interface AppearanceImage {
  readonly prepared: PreparedImage
  readonly position?: 'beside' | 'behind' | 'alone' | undefined
  readonly opacity?: number | undefined
}

const FAMILY = 'Carlito'
const INK = '1C1F24'
const GREY = '666B73'
const ACCENT = '0D4554'

const TWIPS = 20
/** Font sizes of the name in twips, the largest first. The other lines are proportional. */
const SIZES = [280, 240, 210, 180, 160, 140, 120, 100, 80, 60]
const ACCENT_WIDTH = 24
/** Largest share of the rectangle's length for a picture beside the text. */
const IMAGE_SHARE = 0.42
/** Opacity of a picture behind text, which must stay legible. */
const OPACITY_BEHIND = 0.25

/**
 * Adds the appearance stream, and returns its reference. For names in scripts that need shaping, call `loadShaperFor` before.
 */
export function addSignatureAppearance(sink: ObjectSink, content: AppearanceContent): PdfRef {
  const { rotation } = content
  const turned = rotation % 180 !== 0
  const width = Math.round((turned ? content.height : content.width) * TWIPS)
  const height = Math.round((turned ? content.width : content.height) * TWIPS)
  const fonts = createFontLibrary({ sources: content.fonts ?? [] })
  const list: DisplayList = []
  const area = paintImage(list, content, { x: 0, y: 0, width, height })
  if (area !== undefined) paintText(list, content, area, fonts)
  const matrix = uprightMatrix(rotation, content.width, content.height)
  return addForm(sink, list, { width, height }, matrix, {
    ...(content.image === undefined ? {} : { images: imagesFor(content.image.prepared) }),
    calibratedColor: true,
    cidSets: content.cidSets ?? false,
    fonts,
  })
}

/** An area in twips, from the upper left corner. */
interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws the picture if there is one, and returns the area that is left for text, if any. */
function paintImage(list: DisplayList, { image, isOpaque = false }: AppearanceContent, all: Area): Area | undefined {
  if (image === undefined) return all
  const { prepared, position = 'beside' } = image
  const { opacity = position === 'behind' ? OPACITY_BEHIND : 1 } = image
  if (position !== 'beside') {
    list.push(drawImage(prepared, all, { opacity, isOpaque }))
    return position === 'alone' ? undefined : all
  }
  const { width, height } = all
  const isWide = width >= height
  // No wider than the picture at the full height, or no higher than at the full width of the rectangle.
  const wanted = isWide ? (height * prepared.width) / prepared.height : (width * prepared.height) / prepared.width
  const length = Math.round(Math.min(wanted, IMAGE_SHARE * (isWide ? width : height)))
  const gap = Math.min(120, Math.round((isWide ? width : height) / 20))
  const own = isWide ? { ...all, width: length } : { ...all, height: length }
  list.push(drawImage(prepared, own, { opacity, isOpaque }))
  const from = length + gap
  return isWide ? { ...all, x: from, width: width - from } : { ...all, y: from, height: height - from }
}

function paintText(list: DisplayList, content: AppearanceContent, area: Area, fonts: FontLibrary): void {
  const { x, y, width, height } = area
  list.push({ kind: 'rectangle', x, y, width: ACCENT_WIDTH, height, color: ACCENT })
  const left = ACCENT_WIDTH + Math.min(120, Math.round(width / 20))
  const stack = fitText(content, Math.max(1, width - left), height, fonts)
  stack.paint(list, x + left, y + Math.max(0, Math.round((height - stack.height) / 2)))
}

/**
 * The fullest text that fits, in the largest size in which it fits. As a last resort, as much as fits in the smallest size.
 */
function fitText(content: AppearanceContent, width: number, height: number, fonts: FontLibrary): Stack {
  let stack: Stack | undefined
  for (const lines of [3, 2, 1]) {
    // The name may become smaller than the rest of the text, before anything is left out.
    for (const size of SIZES) {
      if (lines > 1 && size < 100) break
      stack = layOutBlocks(describe(content, size, width, fonts).slice(0, lines), width, { fonts })
      if (stack.height <= height) return stack
    }
  }
  return stack ?? layOutBlocks([], width, { fonts })
}

function describe({ name, date, reason, unshown }: AppearanceContent, size: number, width: number, fonts: FontLibrary) {
  const small = Math.round(size * 0.72)
  const note = plainRun({ family: FAMILY, size: small, color: GREY })
  const strong = plainRun({ family: FAMILY, bold: true, size, color: INK })
  const when = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const line = (text: string, run: RunProperties, leading: number): Paragraph =>
    plainParagraph(visibleInlines(text, run, { fonts, width, ...(unshown === undefined ? {} : { unshown }) }), run, {
      lineSpacing: { rule: 'exact', value: Math.round(leading) },
    })
  const paragraphs = [line(name, strong, size * 1.25), line(`Digitally signed ${when}`, note, small * 1.35)]
  if (reason !== undefined) paragraphs.push(line(reason, note, small * 1.35))
  return paragraphs
}

/** Rotates the form by the page's rotation. The viewer moves the rotated box into the rectangle (12.5.5, algorithm 8.1). */
function uprightMatrix(rotation: number, width: number, height: number): Matrix {
  switch (rotation) {
    case 90:
      return [0, 1, -1, 0, width, 0]
    case 180:
      return [-1, 0, 0, -1, width, height]
    case 270:
      return [0, -1, 1, 0, 0, height]
    default:
      return [1, 0, 0, 1, 0, 0]
  }
}
