/**
 * The records of Windows metafiles and their drawing operations.
 *
 * @module
 */

import { decodeBytes } from '../../../input/encodings.js'
import type { Point } from '../../display/matrix.js'
import { readDib } from '../dib.js'
import type { RasterImage } from '../image.js'
import { colorAt, show } from './emf-records.js'
import { cropImage, rasterOperation } from './metafile-bitmap.js'
import { type MetafileCanvas, type MetafileObject, rectangle } from './metafile-canvas.js'
import { arc, ellipse, polyline, roundedRectangle } from './metafile-shapes.js'
import { isSymbolFont } from './metafile-text.js'

/** State while the records of a file are played. */
export interface WmfPlayer {
  readonly canvas: MetafileCanvas
  /** Objects by index. A new object gets the first free index. */
  readonly objects: (MetafileObject | undefined)[]
  mask: RasterImage | undefined
}

type PlayRecord = (player: WmfPlayer, record: DataView) => void

/** Maximum number of objects, since records refer to them by 16 bits. */
const MAX_OBJECTS = 65_536

/**
 * Handlers by record function ([MS-WMF], 2.1.1.1). Parameters are words from byte 6. Most records have them in reverse order, so
 * points are y, x.
 */
export const WMF_RECORDS: Readonly<Record<number, PlayRecord>> = {
  513: ({ canvas: { dc } }, record) => {
    dc.backgroundColor = colorAt(record, 6)
  },
  302: ({ canvas: { dc } }, record) => {
    dc.textAlign = record.getUint16(6, true)
  },
  521: ({ canvas: { dc } }, record) => {
    dc.textColor = colorAt(record, 6)
  },
  523: ({ canvas: { dc } }, record) => {
    ;[dc.windowY, dc.windowX] = [word(record, 0), word(record, 1)]
  },
  524: ({ canvas: { dc } }, record) => {
    const [height, width] = [word(record, 0), word(record, 1)]
    if (height !== 0 && width !== 0) [dc.windowHeight, dc.windowWidth] = [height, width]
  },
  531: ({ canvas }, record) => {
    const [y, x] = [word(record, 0), word(record, 1)]
    const { dc } = canvas
    canvas.draw(
      [
        { op: 'M', x: dc.x, y: dc.y },
        { op: 'L', x, y },
      ],
      false,
    )
    ;[dc.x, dc.y] = [x, y]
  },
  532: ({ canvas: { dc } }, record) => {
    ;[dc.y, dc.x] = [word(record, 0), word(record, 1)]
  },
  804: ({ canvas }, record) => canvas.draw(polyline(points(record, 1, word(record, 0)), true), true),
  805: ({ canvas }, record) => canvas.draw(polyline(points(record, 1, word(record, 0)), false), false),
  1336: drawPolygons,
  1046: ({ canvas }, record) => {
    const [bottom, right, top, left] = quad(record, 0)
    canvas.addClip(canvas.toTwips(rectangle(left, top, right, bottom)))
  },
  1048: ({ canvas }, record) => {
    const [bottom, right, top, left] = quad(record, 0)
    canvas.draw(ellipse(left, top, right, bottom), true)
  },
  1051: ({ canvas }, record) => {
    const [bottom, right, top, left] = quad(record, 0)
    canvas.draw(rectangle(left, top, right, bottom), true)
  },
  1564: ({ canvas }, record) => {
    const [bottom, right, top, left] = quad(record, 2)
    canvas.draw(roundedRectangle(left, top, right, bottom, word(record, 1), word(record, 0)), true)
  },
  2071: (player, record) => drawArc(player, record, 'arc'),
  2074: (player, record) => drawArc(player, record, 'pie'),
  2096: (player, record) => drawArc(player, record, 'chord'),
  1313: (player, record) => {
    const count = word(record, 0)
    const at = 1 + ((count + 1) >> 1)
    drawText(player, record, 8, count, word(record, at + 1), word(record, at), undefined)
  },
  2610: extTextOut,
  30: ({ canvas }) => canvas.save(),
  295: ({ canvas }, record) => canvas.restore(word(record, 0)),
  300: ({ canvas }) => canvas.clearClips(),
  301: selectObject,
  496: ({ objects }, record) => {
    objects[record.getUint16(6, true)] = undefined
  },
  762: (player, record) =>
    put(player, { kind: 'pen', style: word(record, 0), width: Math.abs(word(record, 1)), color: colorAt(record, 12) }),
  763: createFont,
  764: (player, record) =>
    put(player, { kind: 'brush', color: word(record, 0) === 1 ? undefined : colorAt(record, 8) }),
  247: (player) => put(player, { kind: 'other' }),
  1791: (player) => put(player, { kind: 'other' }),
  505: (player) => put(player, { kind: 'brush', color: 'C0C0C0' }),
  322: (player) => put(player, { kind: 'brush', color: 'C0C0C0' }),
  1565: ({ canvas }, record) => {
    const [height, width, y, x] = quad(record, 2)
    const operation = rasterOperation(record.getUint32(6, true))
    const color = operation === 'black' ? '000000' : operation === 'white' ? 'FFFFFF' : canvas.dc.brush.color
    if (operation !== 'nothing') canvas.fillRectangle(x, y, x + width, y + height, color)
  },
  2368: (player, record) => drawBitmap(player, record, { source: 2, target: 4, bitmap: 8, scales: false }),
  2881: (player, record) => drawBitmap(player, record, { source: 2, target: 6, bitmap: 10, scales: true }),
  3907: (player, record) => drawBitmap(player, record, { source: 3, target: 7, bitmap: 11, scales: true }),
}

/** The n-th parameter. */
function word(record: DataView, index: number): number {
  return record.getInt16(6 + 2 * index, true)
}

function quad(record: DataView, index: number): [number, number, number, number] {
  return [word(record, index), word(record, index + 1), word(record, index + 2), word(record, index + 3)]
}

function points(record: DataView, index: number, count: number): Point[] {
  const fitting = Math.max(0, Math.min(count, (record.byteLength - 6 - 2 * index) >> 2))
  const found: Point[] = []
  for (let i = 0; i < fitting; i++) found.push({ x: word(record, index + 2 * i), y: word(record, index + 2 * i + 1) })
  return found
}

function drawPolygons({ canvas }: WmfPlayer, record: DataView): void {
  const count = Math.max(0, word(record, 0))
  let at = 1 + count
  const figures: ReturnType<typeof polyline> = []
  for (let i = 0; i < count; i++) {
    const corners = points(record, at, record.getUint16(8 + 2 * i, true))
    at += 2 * corners.length
    for (const command of polyline(corners, true)) figures.push(command)
  }
  canvas.draw(figures, true)
}

function drawArc({ canvas }: WmfPlayer, record: DataView, kind: 'arc' | 'chord' | 'pie'): void {
  const [endY, endX, startY, startX] = quad(record, 0)
  const [bottom, right, top, left] = quad(record, 4)
  const figure = arc({ left, top, right, bottom }, { x: startX, y: startY }, { x: endX, y: endY }, kind)
  canvas.draw(figure, kind !== 'arc')
}

function put({ objects }: WmfPlayer, object: MetafileObject): void {
  const free = objects.indexOf(undefined)
  if (free >= 0) objects[free] = object
  else if (objects.length < MAX_OBJECTS) objects.push(object)
}

function selectObject({ canvas: { dc }, objects }: WmfPlayer, record: DataView): void {
  const object = objects[record.getUint16(6, true)]
  if (object?.kind === 'pen') dc.pen = object
  else if (object?.kind === 'brush') dc.brush = object
  else if (object?.kind === 'font') dc.font = object
}

function createFont(player: WmfPlayer, record: DataView): void {
  let end = 24
  while (end < record.byteLength && end < 56 && record.getUint8(end) !== 0) end++
  put(player, {
    kind: 'font',
    family: readText(record, 24, end - 24),
    height: word(record, 0),
    escapement: word(record, 2),
    bold: word(record, 4) >= 600,
    italic: record.getUint8(16) !== 0,
    charset: record.getUint8(19),
  })
}

const ETO_OPAQUE = 2
const ETO_CLIPPED = 4

function extTextOut(player: WmfPlayer, record: DataView): void {
  const [y, x, count, options] = quad(record, 0)
  const hasBox = (options & (ETO_OPAQUE | ETO_CLIPPED)) !== 0
  const { canvas } = player
  if ((options & ETO_OPAQUE) !== 0) {
    const [left, top, right, bottom] = quad(record, 4)
    canvas.fillRectangle(left, top, right, bottom, canvas.dc.backgroundColor)
  }
  const textAt = hasBox ? 22 : 14
  const spacingAt = textAt + count + (count & 1)
  const spacing: number[] = []
  if (spacingAt + 2 * count <= record.byteLength) {
    for (let i = 0; i < count; i++) spacing.push(record.getInt16(spacingAt + 2 * i, true))
  }
  drawText(player, record, textAt, count, x, y, spacing.length > 0 ? spacing : undefined)
}

function drawText(
  { canvas }: WmfPlayer,
  record: DataView,
  at: number,
  count: number,
  x: number,
  y: number,
  spacing: readonly number[] | undefined,
): void {
  const { dc } = canvas
  if (count <= 0) return
  let text = readText(record, at, count)
  if (isSymbolFont(dc.font)) {
    text = ''
    for (let i = 0; i < count; i++) text += String.fromCharCode(0xf000 + record.getUint8(at + i))
  }
  const usesPosition = (dc.textAlign & 1) !== 0
  canvas.drawText(text, usesPosition ? dc.x : x, usesPosition ? dc.y : y, spacing)
}

/** Text in the Western code page. Other charsets are not supported. */
function readText(record: DataView, at: number, length: number): string {
  const available = Math.max(0, Math.min(length, record.byteLength - at))
  return decodeBytes(new Uint8Array(record.buffer, record.byteOffset + at, available), 'windows-1252').text
}

/** Parameters of a bitmap record: positions of source and target, and the start of the bitmap. */
interface BitmapLayout {
  readonly source: number
  readonly target: number
  readonly bitmap: number
  readonly scales: boolean
}

function drawBitmap(player: WmfPlayer, record: DataView, { source, target, bitmap, scales }: BitmapLayout): void {
  const operation = rasterOperation(record.getUint32(6, true))
  const bitmapAt = 6 + 2 * bitmap
  if (record.byteLength < bitmapAt + 12) return
  const image = readDib(new Uint8Array(record.buffer, record.byteOffset + bitmapAt, record.byteLength - bitmapAt))
  if (scales) {
    const [height, width, y, x] = quad(record, target)
    const [sourceHeight, sourceWidth, sourceY, sourceX] = quad(record, source)
    show(player, operation, cropImage(image, sourceX, sourceY, sourceWidth, sourceHeight), x, y, width, height)
  } else {
    const [height, width, y, x] = quad(record, target)
    const [sourceY, sourceX] = [word(record, source), word(record, source + 1)]
    show(player, operation, cropImage(image, sourceX, sourceY, width, height), x, y, width, height)
  }
}
