/**
 * The logo of a brand, at the head of the first page.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { PictureElement } from '../../typeset/drawings.js'
import type { FontLibrary } from '../../typeset/fonts.js'
import type { Block } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { type Image, type JpegOrientation, readImage, sniffImage } from '../../typeset/painting.js'
import { type ImageNeeds, prepareImage } from '../field/signature-image.js'
import { paragraph } from './labelled-rows.js'

/** A logo that was read. */
export interface PreparedLogo {
  readonly image: Image
  /** Width as displayed; only its ratio to the height matters. */
  readonly width: number
  readonly height: number
  readonly orientation: JpegOrientation
}

/** A logo in its place. */
export interface PlacedLogo {
  readonly block: Block
  readonly images: ReadonlyMap<string, Image>
}

/** Largest height in twips: 14 mm. */
const MAX_HEIGHT = 800
/** Largest share of the text width, since the title is on the other side. */
const MAX_SHARE = 0.5
const KEY = 'logo'

/** Logos that were read. A service has the same one on every certificate. */
const prepared = new WeakMap<Uint8Array, Map<string, PreparedLogo>>()

/**
 * Reads a PNG, JPEG or SVG file.
 *
 * @throws SealwrightError `invalid_request` for another format and a damaged file; `cannot_conform` for printing inks in
 *   an archive, and for a drawing that shows through where nothing may
 */
export function prepareLogo(bytes: Uint8Array, needs: ImageNeeds, fonts: FontLibrary): PreparedLogo {
  const key = `${needs.isOpaque} ${needs.isArchive}`
  const known = prepared.get(bytes)?.get(key)
  if (known !== undefined) return known
  const logo = sniffImage(bytes) === 'SVG' ? prepareSvg(bytes, needs, fonts) : prepareImage(bytes, needs, 'logo')
  const cache = prepared.get(bytes) ?? new Map<string, PreparedLogo>()
  prepared.set(bytes, cache.set(key, logo))
  return logo
}

function prepareSvg(bytes: Uint8Array, { isOpaque }: ImageNeeds, fonts: FontLibrary): PreparedLogo {
  let image: Image
  try {
    image = readImage(bytes, { fonts })
  } catch (cause) {
    if (!(cause instanceof SealwrightError)) throw cause
    throw new SealwrightError('invalid_request', 'The logo cannot be used: it is damaged.', { cause })
  }
  if (image.kind !== 'vector' || image.items.length === 0 || !(image.width > 0 && image.height > 0)) {
    throw new SealwrightError('invalid_request', 'The logo cannot be used: it shows nothing.')
  }
  if (isOpaque && showsThrough(image.items)) {
    throw new SealwrightError(
      'cannot_conform',
      'The logo is translucent, which the PDF/A level of the document does not permit.',
    )
  }
  return { image, width: image.width, height: image.height, orientation: 1 }
}

/** True when the drawing has any opacity below 1. */
function showsThrough(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, member]) => (/opacity/i.test(key) && typeof member === 'number' && member < 1) || showsThrough(member),
  )
}

/** The logo on a line of its own, at the left. */
export function placeLogo(logo: PreparedLogo, description: string, width: number, run: RunProperties): PlacedLogo {
  const scale = Math.min(MAX_HEIGHT / logo.height, (MAX_SHARE * width) / logo.width)
  const size = { width: scale * logo.width, height: scale * logo.height }
  const drawing = { ...size, description, elements: [pictureOf(logo, size)] }
  const block = paragraph([{ kind: 'drawing', drawing, run }], run, 0, {
    lineSpacing: { rule: 'auto', value: 1 },
    spaceAfter: 280,
    keepWithNext: true,
  })
  return { block, images: new Map([[KEY, logo.image]]) }
}

/** For each Exif orientation, the clockwise rotation and whether the picture is mirrored before. */
const TURNS: Readonly<Record<JpegOrientation, readonly [rotation: number, isMirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

function pictureOf(
  { orientation }: PreparedLogo,
  { width, height }: { width: number; height: number },
): PictureElement {
  const [rotation, flipHorizontal] = TURNS[orientation]
  const isTurned = rotation % 180 !== 0
  const box = isTurned
    ? { x: (width - height) / 2, y: (height - width) / 2, width: height, height: width }
    : { x: 0, y: 0, width, height }
  return {
    kind: 'picture',
    image: KEY,
    ...box,
    rotation,
    flipHorizontal,
    flipVertical: false,
    crop: { left: 0, top: 0, right: 0, bottom: 0 },
    opacity: 1,
  }
}
