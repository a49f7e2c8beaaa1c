/**
 * Reads enhanced metafiles.
 *
 * @module
 */

import type { FontLibrary } from '../../fonts/font-face.js'
import type { VectorImage } from '../image.js'
import { damagedImage, tooLargeImage, unsupportedImage } from '../image-error.js'
import { IMAGE_LIMITS } from '../image-limits.js'
import { EMF_RECORDS, type EmfPlayer } from './emf-records.js'
import { initialContext, MetafileCanvas } from './metafile-canvas.js'

const EMR_HEADER = 1
const EMR_EOF = 14
const EMR_COMMENT = 70
/** The signature "EMF+" of a comment with GDI+ records, which most files contain besides the classic records. */
const EMF_PLUS = 0x2b464d45
/** Hundredths of a millimetre to twips. */
const TWIPS_PER_HUNDREDTH_MM = 1440 / 2540

/**
 * Reads an enhanced metafile ([MS-EMF]) as drawing operations. GDI+ records are skipped, since files with them usually contain
 * the same picture in classic records.
 *
 * @throws SealwrightError `invalid_document`, `document_too_complex`, `unsupported_document` when nothing but GDI+
 *   records draw
 */
export function readEmf(bytes: Uint8Array, fonts: FontLibrary | undefined): VectorImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 88 || view.getUint32(0, true) !== EMR_HEADER) throw damagedImage('EMF')
  const { canvas, width, height } = openCanvas(view, fonts)
  const player: EmfPlayer = { canvas, objects: new Map(), mask: undefined, clockwiseArcs: false }
  let hasPlus = false
  let at = 0
  for (let count = 0; at + 8 <= bytes.length; count++) {
    if (count >= IMAGE_LIMITS.maxMetafileRecords) throw tooLargeImage()
    const type = view.getUint32(at, true)
    const size = view.getUint32(at + 4, true)
    if (size < 8 || at + size > bytes.length || type === EMR_EOF) break
    const record = new DataView(bytes.buffer, bytes.byteOffset + at, size)
    if (type === EMR_COMMENT) hasPlus ||= size >= 16 && record.getUint32(12, true) === EMF_PLUS
    else play(player, type, record)
    at += size
  }
  if (canvas.isEmpty && hasPlus) throw unsupportedImage('EMF+')
  return canvas.finish(width, height)
}

/** Plays one record. Like Windows, it skips a record that is too short for its content. */
function play(player: EmfPlayer, type: number, record: DataView): void {
  try {
    EMF_RECORDS[type]?.(player, record)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** Reads size and device from the header ([MS-EMF], 2.2.9). Bounds and frame are inclusive rectangles. */
function openCanvas(
  view: DataView,
  fonts: FontLibrary | undefined,
): { canvas: MetafileCanvas; width: number; height: number } {
  const int = (offset: number) => view.getInt32(offset, true)
  const [frameLeft, frameTop, frameRight, frameBottom] = [int(24), int(28), int(32), int(36)]
  const [deviceWidth, deviceHeight, widthMm, heightMm] = [int(72), int(76), int(80), int(84)]
  const isSound = deviceWidth > 0 && deviceHeight > 0 && widthMm > 0 && heightMm > 0
  const scaleX = isSound ? ((widthMm * 100) / deviceWidth) * TWIPS_PER_HUNDREDTH_MM : 15
  const scaleY = isSound ? ((heightMm * 100) / deviceHeight) * TWIPS_PER_HUNDREDTH_MM : 15
  let x = frameLeft * TWIPS_PER_HUNDREDTH_MM
  let y = frameTop * TWIPS_PER_HUNDREDTH_MM
  let width = (frameRight - frameLeft) * TWIPS_PER_HUNDREDTH_MM
  let height = (frameBottom - frameTop) * TWIPS_PER_HUNDREDTH_MM
  if (!(width > 0 && height > 0)) {
    x = int(8) * scaleX
    y = int(12) * scaleY
    width = (int(16) - int(8)) * scaleX
    height = (int(20) - int(12)) * scaleY
  }
  if (!(width > 0 && height > 0)) throw damagedImage('EMF')
  const canvas = new MetafileCanvas(initialContext(), [scaleX, 0, 0, scaleY, -x, -y], fonts)
  return { canvas, width, height }
}
