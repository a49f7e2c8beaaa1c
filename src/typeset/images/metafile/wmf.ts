/**
 * Reads Windows metafiles.
 *
 * @module
 */

import type { FontLibrary } from '../../fonts/font-face.js'
import type { VectorImage } from '../image.js'
import { damagedImage, tooLargeImage } from '../image-error.js'
import { IMAGE_LIMITS } from '../image-limits.js'
import { initialContext, MetafileCanvas } from './metafile-canvas.js'
import { WMF_RECORDS, type WmfPlayer } from './wmf-records.js'

const PLACEABLE_KEY = 0x9ac6cdd7
const SET_WINDOW_ORIGIN = 0x020b
const SET_WINDOW_EXTENT = 0x020c

/**
 * Reads a Windows metafile ([MS-WMF]), with or without the header of placeable files, as drawing operations.
 *
 * @throws SealwrightError `invalid_document`, `document_too_complex`
 */
export function readWmf(bytes: Uint8Array, fonts: FontLibrary | undefined): VectorImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 22) throw damagedImage('WMF')
  const isPlaceable = view.getUint32(0, true) === PLACEABLE_KEY
  const start = (isPlaceable ? 22 : 0) + 18
  const frame = isPlaceable ? placeableFrame(view) : windowFrame(view, start)
  if (!(frame.width !== 0 && frame.height !== 0)) throw damagedImage('WMF')
  const width = Math.abs(frame.width) * frame.scale
  const height = Math.abs(frame.height) * frame.scale

  // The device is the picture itself, regardless of the window.
  const dc = initialContext()
  dc.isMapped = true
  dc.windowX = frame.x
  dc.windowY = frame.y
  dc.windowWidth = frame.width
  dc.windowHeight = frame.height
  dc.viewportWidth = width
  dc.viewportHeight = height
  const canvas = new MetafileCanvas(dc, [1, 0, 0, 1, 0, 0], fonts)
  const player: WmfPlayer = { canvas, objects: [], mask: undefined }
  for (const { type, record } of records(view, start)) {
    try {
      WMF_RECORDS[type]?.(player, record)
    } catch (error) {
      // Like Windows, skips a record that is too short for its content.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return canvas.finish(width, height)
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Factor from logical units to twips. */
  readonly scale: number
}

function placeableFrame(view: DataView): Frame {
  const [left, top] = [view.getInt16(6, true), view.getInt16(8, true)]
  const [right, bottom] = [view.getInt16(10, true), view.getInt16(12, true)]
  const unitsPerInch = view.getUint16(14, true) || 1440
  return { x: left, y: top, width: right - left, height: bottom - top, scale: 1440 / unitsPerInch }
}

/** The first window of a file without a size in its header. */
function windowFrame(view: DataView, start: number): Frame {
  let [x, y, width, height] = [0, 0, 0, 0]
  for (const { type, record } of records(view, start)) {
    if (type === SET_WINDOW_ORIGIN && record.byteLength >= 10 && width === 0) {
      y = record.getInt16(6, true)
      x = record.getInt16(8, true)
    } else if (type === SET_WINDOW_EXTENT && record.byteLength >= 10) {
      height = record.getInt16(6, true)
      width = record.getInt16(8, true)
      break
    }
  }
  return { x, y, width, height, scale: 1 }
}

function* records(view: DataView, start: number): Generator<{ type: number; record: DataView }> {
  let at = start
  for (let count = 0; at + 6 <= view.byteLength; count++) {
    if (count >= IMAGE_LIMITS.maxMetafileRecords) throw tooLargeImage()
    const size = view.getUint32(at, true) * 2
    const type = view.getUint16(at + 4, true)
    if (type === 0 || size < 6) return
    const length = Math.min(size, view.byteLength - at)
    yield { type, record: new DataView(view.buffer, view.byteOffset + at, length) }
    at += size
  }
}
