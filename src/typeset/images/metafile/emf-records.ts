/**
 * The records of enhanced metafiles and their drawing operations.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { Matrix } from '../../../pdf/matrix.js'
import { multiply } from '../../../pdf/matrix.js'
import type { Point } from '../../display/matrix.js'
import type { HexColor } from '../../model/properties.js'
import { readDib } from '../dib.js'
import type { RasterImage } from '../image.js'
import { cropImage, hasTwoColors, invertPalette, maskImage, rasterOperation } from './metafile-bitmap.js'
import { type Figure, type MetafileCanvas, type MetafileObject, rectangle } from './metafile-canvas.js'
import { arc, ellipse, polybezier, polyline, roundedRectangle } from './metafile-shapes.js'
import { isSymbolFont } from './metafile-text.js'

/** State while the records of a file are played. */
export interface EmfPlayer {
  readonly canvas: MetafileCanvas
  readonly objects: Map<number, MetafileObject>
  /** A two-colour bitmap that was to be combined with the background: the mask of the next bitmap. */
  mask: RasterImage | undefined
  clockwiseArcs: boolean
}

type PlayRecord = (player: EmfPlayer, record: DataView) => void

/** The first free mapping mode. Fixed mapping modes are below; their units are treated as device units. */
const MM_ISOTROPIC = 7
/** Maximum number of objects, since handles of Windows have 16 bits. */
const MAX_OBJECTS = 65_536
/** Maximum number of rectangles of a clip region. Applying more would take longer than drawing the picture. */
const MAX_REGION_RECTANGLES = 2000

/** Handlers by record type ([MS-EMF], 2.1.1). Offsets count from the start of the record. */
export const EMF_RECORDS: Readonly<Record<number, PlayRecord>> = {
  2: (player, record) => drawPoints(player, record, 32, 'bezier'),
  3: (player, record) => drawPoints(player, record, 32, 'polygon'),
  4: (player, record) => drawPoints(player, record, 32, 'line'),
  5: (player, record) => drawPoints(player, record, 32, 'bezierTo'),
  6: (player, record) => drawPoints(player, record, 32, 'lineTo'),
  7: (player, record) => drawPolygons(player, record, 32, false),
  8: (player, record) => drawPolygons(player, record, 32, true),
  85: (player, record) => drawPoints(player, record, 16, 'bezier'),
  86: (player, record) => drawPoints(player, record, 16, 'polygon'),
  87: (player, record) => drawPoints(player, record, 16, 'line'),
  88: (player, record) => drawPoints(player, record, 16, 'bezierTo'),
  89: (player, record) => drawPoints(player, record, 16, 'lineTo'),
  90: (player, record) => drawPolygons(player, record, 16, false),
  91: (player, record) => drawPolygons(player, record, 16, true),
  9: ({ canvas: { dc } }, record) => {
    ;[dc.windowWidth, dc.windowHeight] = pair(record, 8)
  },
  10: ({ canvas: { dc } }, record) => {
    ;[dc.windowX, dc.windowY] = pair(record, 8)
  },
  11: ({ canvas: { dc } }, record) => {
    ;[dc.viewportWidth, dc.viewportHeight] = pair(record, 8)
  },
  12: ({ canvas: { dc } }, record) => {
    ;[dc.viewportX, dc.viewportY] = pair(record, 8)
  },
  17: ({ canvas: { dc } }, record) => {
    dc.isMapped = record.getUint32(8, true) >= MM_ISOTROPIC
  },
  22: ({ canvas: { dc } }, record) => {
    dc.textAlign = record.getUint32(8, true)
  },
  24: ({ canvas: { dc } }, record) => {
    dc.textColor = colorAt(record, 8)
  },
  25: ({ canvas: { dc } }, record) => {
    dc.backgroundColor = colorAt(record, 8)
  },
  27: ({ canvas: { dc } }, record) => {
    ;[dc.x, dc.y] = pair(record, 8)
  },
  30: ({ canvas }, record) => {
    const [left, top, right, bottom] = box(record, 8)
    canvas.addClip(canvas.toTwips(rectangle(left, top, right, bottom)))
  },
  31: ({ canvas: { dc } }, record) => {
    ;[dc.viewportWidth, dc.viewportHeight] = scaled(record, dc.viewportWidth, dc.viewportHeight)
  },
  32: ({ canvas: { dc } }, record) => {
    ;[dc.windowWidth, dc.windowHeight] = scaled(record, dc.windowWidth, dc.windowHeight)
  },
  33: ({ canvas }) => canvas.save(),
  34: ({ canvas }, record) => canvas.restore(record.getInt32(8, true)),
  35: ({ canvas: { dc } }, record) => {
    dc.world = matrixAt(record, 8)
  },
  36: ({ canvas: { dc } }, record) => modifyWorld(dc, record),
  37: (player, record) => selectObject(player, record.getUint32(8, true)),
  38: (player, record) =>
    put(player, record, {
      kind: 'pen',
      style: record.getUint32(12, true),
      width: record.getInt32(16, true),
      color: colorAt(record, 24),
    }),
  39: (player, record) => put(player, record, { kind: 'brush', color: brushColor(record, 12) }),
  40: ({ objects }, record) => {
    objects.delete(record.getUint32(8, true))
  },
  42: ({ canvas }, record) => canvas.draw(ellipse(...box(record, 8)), true),
  43: ({ canvas }, record) => canvas.draw(rectangle(...box(record, 8)), true),
  44: ({ canvas }, record) => canvas.draw(roundedRectangle(...box(record, 8), ...pair(record, 24)), true),
  45: (player, record) => drawArc(player, record, 'arc'),
  46: (player, record) => drawArc(player, record, 'chord'),
  47: (player, record) => drawArc(player, record, 'pie'),
  54: ({ canvas }, record) => {
    const [x, y] = pair(record, 8)
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
  57: (player, record) => {
    player.clockwiseArcs = record.getUint32(8, true) === 2
  },
  59: ({ canvas }) => canvas.beginPath(),
  60: ({ canvas }) => canvas.endPath(),
  61: ({ canvas }) => canvas.closeFigure(),
  62: ({ canvas }) => canvas.paintPath(true, false),
  63: ({ canvas }) => canvas.paintPath(true, true),
  64: ({ canvas }) => canvas.paintPath(false, true),
  67: ({ canvas }) => canvas.clipToPath(),
  75: selectClipRegion,
  76: (player, record) => drawBitmap(player, record, { rop: 40, bitmap: 84, source: undefined }),
  77: (player, record) => drawBitmap(player, record, { rop: 40, bitmap: 84, source: 100 }),
  81: stretchDib,
  82: createFont,
  84: drawText,
  94: (player, record) => put(player, record, { kind: 'brush', color: 'C0C0C0' }),
  95: (player, record) =>
    put(player, record, {
      kind: 'pen',
      style: record.getUint32(28, true),
      width: record.getUint32(32, true),
      color: colorAt(record, 40),
    }),
  114: (player, record) => drawBitmap(player, record, { rop: undefined, bitmap: 84, source: 100 }),
}

function pair(record: DataView, at: number): [number, number] {
  return [record.getInt32(at, true), record.getInt32(at + 4, true)]
}

function box(record: DataView, at: number): [left: number, top: number, right: number, bottom: number] {
  return [...pair(record, at), ...pair(record, at + 8)]
}

function matrixAt(record: DataView, at: number): Matrix {
  const value = (index: number) => record.getFloat32(at + 4 * index, true)
  return [value(0), value(1), value(2), value(3), value(4), value(5)]
}

/** A COLORREF: red in the lowest byte. */
export function colorAt(record: DataView, at: number): HexColor {
  let color = ''
  for (let i = 0; i < 3; i++)
    color += record
      .getUint8(at + i)
      .toString(16)
      .padStart(2, '0')
  return color.toUpperCase()
}

/** Colour of a brush. Hatches are painted solid, and style 1 paints nothing. */
function brushColor(record: DataView, at: number): HexColor | undefined {
  return record.getUint32(at, true) === 1 ? undefined : colorAt(record, at + 4)
}

function scaled(record: DataView, width: number, height: number): [number, number] {
  const [[numeratorX, denominatorX], [numeratorY, denominatorY]] = [pair(record, 8), pair(record, 16)]
  return [(width * numeratorX) / (denominatorX || 1), (height * numeratorY) / (denominatorY || 1)]
}

function modifyWorld(dc: MetafileCanvas['dc'], record: DataView): void {
  const matrix = matrixAt(record, 8)
  const mode = record.getUint32(32, true)
  if (mode === 1) dc.world = [1, 0, 0, 1, 0, 0]
  else if (mode === 2) dc.world = multiply(matrix, dc.world)
  else if (mode === 3) dc.world = multiply(dc.world, matrix)
  else if (mode === 4) dc.world = matrix
}

function put({ objects }: EmfPlayer, record: DataView, object: MetafileObject): void {
  if (objects.size < MAX_OBJECTS) objects.set(record.getUint32(8, true), object)
}

/** Stock objects ([MS-EMF], 2.1.31). */
const STOCK: Readonly<Record<number, MetafileObject>> = {
  0: { kind: 'brush', color: 'FFFFFF' },
  1: { kind: 'brush', color: 'C0C0C0' },
  2: { kind: 'brush', color: '808080' },
  3: { kind: 'brush', color: '404040' },
  4: { kind: 'brush', color: '000000' },
  5: { kind: 'brush', color: undefined },
  6: { kind: 'pen', style: 0, width: 0, color: 'FFFFFF' },
  7: { kind: 'pen', style: 0, width: 0, color: '000000' },
  8: { kind: 'pen', style: 5, width: 0, color: '000000' },
}

function selectObject({ canvas: { dc }, objects }: EmfPlayer, handle: number): void {
  const object = handle >= 0x80000000 ? STOCK[handle & 0xff] : objects.get(handle)
  if (object?.kind === 'pen') dc.pen = object
  else if (object?.kind === 'brush') dc.brush = object
  else if (object?.kind === 'font') dc.font = object
}

function pointsAt(record: DataView, at: number, count: number, bits: 16 | 32): Point[] {
  const size = bits / 4
  // The count in a damaged record may have any value.
  const fitting = Math.max(0, Math.min(count, Math.floor((record.byteLength - at) / size)))
  const points: Point[] = []
  for (let i = 0, offset = at; i < fitting; i++, offset += size) {
    points.push(
      bits === 16
        ? { x: record.getInt16(offset, true), y: record.getInt16(offset + 2, true) }
        : { x: record.getInt32(offset, true), y: record.getInt32(offset + 4, true) },
    )
  }
  return points
}

type PointsKind = 'bezier' | 'polygon' | 'line' | 'bezierTo' | 'lineTo'

function drawPoints({ canvas }: EmfPlayer, record: DataView, bits: 16 | 32, kind: PointsKind): void {
  const points = pointsAt(record, 28, record.getUint32(24, true), bits)
  const { dc } = canvas
  const isContinued = kind === 'bezierTo' || kind === 'lineTo'
  if (isContinued) points.unshift({ x: dc.x, y: dc.y })
  const isCurved = kind === 'bezier' || kind === 'bezierTo'
  canvas.draw(isCurved ? polybezier(points) : polyline(points, kind === 'polygon'), kind === 'polygon')
  const last = points.at(-1)
  if (isContinued && last !== undefined) [dc.x, dc.y] = [last.x, last.y]
}

function drawPolygons({ canvas }: EmfPlayer, record: DataView, bits: 16 | 32, closed: boolean): void {
  const count = Math.min(record.getUint32(24, true), Math.floor((record.byteLength - 32) / 4))
  let at = 32 + 4 * count
  const figures: ReturnType<typeof polyline> = []
  for (let i = 0; i < count; i++) {
    const points = pointsAt(record, at, record.getUint32(32 + 4 * i, true), bits)
    at += (points.length * bits) / 4
    for (const command of polyline(points, closed)) figures.push(command)
  }
  canvas.draw(figures, closed)
}

function drawArc({ canvas, clockwiseArcs }: EmfPlayer, record: DataView, kind: 'arc' | 'chord' | 'pie'): void {
  const [left, top, right, bottom] = box(record, 8)
  const [startX, startY, endX, endY] = box(record, 24)
  const start = { x: startX, y: startY }
  const end = { x: endX, y: endY }
  const [from, to] = clockwiseArcs ? [end, start] : [start, end]
  canvas.draw(arc({ left, top, right, bottom }, from, to, kind), kind !== 'arc')
}

/** Selects a clip region, a list of rectangles in device units ([MS-EMF], 2.2.24), in mode "and" or "copy". */
function selectClipRegion({ canvas }: EmfPlayer, record: DataView): void {
  const size = record.getUint32(8, true)
  const mode = record.getUint32(12, true)
  if (mode !== 1 && mode !== 5) return
  if (mode === 5) canvas.clearClips()
  if (size < 32) return
  const count = Math.min(record.getUint32(24, true), MAX_REGION_RECTANGLES)
  const outline: Figure = []
  for (let i = 0; i < count; i++) append(outline, rectangle(...box(record, 48 + 16 * i)))
  canvas.addClip(canvas.deviceToTwips(outline))
}

/** Offsets of fields in a bitmap record. `bitmap` is that of the offsets and sizes of the header and samples. */
interface BitmapLayout {
  readonly rop: number | undefined
  readonly bitmap: number
  /** Width and height of the source rectangle, if they are given separately from those of the target. */
  readonly source: number | undefined
}

function drawBitmap(player: EmfPlayer, record: DataView, layout: BitmapLayout): void {
  const [x, y] = pair(record, 24)
  const [width, height] = pair(record, 32)
  const { canvas } = player
  const operation = layout.rop === undefined ? 'copy' : rasterOperation(record.getUint32(layout.rop, true))
  if (operation === 'pattern' || operation === 'black' || operation === 'white') {
    const color = operation === 'pattern' ? canvas.dc.brush.color : operation === 'black' ? '000000' : 'FFFFFF'
    canvas.fillRectangle(x, y, x + width, y + height, color)
    return
  }
  const headerSize = record.getUint32(layout.bitmap + 4, true)
  if (headerSize === 0) return
  const [sourceX, sourceY] = pair(record, 44)
  const [sourceWidth, sourceHeight] = layout.source === undefined ? [width, height] : pair(record, layout.source)
  // AlphaFormat of the blend function ([MS-EMF], 2.3.1.1).
  const hasAlpha = layout.rop === undefined && record.getUint8(43) === 1
  const image = dibAt(record, layout.bitmap, hasAlpha)
  show(player, operation, cropImage(image, sourceX, sourceY, sourceWidth, sourceHeight), x, y, width, height)
}

function stretchDib(player: EmfPlayer, record: DataView): void {
  const [x, y] = pair(record, 24)
  const [sourceX, sourceY] = pair(record, 32)
  const [sourceWidth, sourceHeight] = pair(record, 40)
  const [width, height] = pair(record, 72)
  if (record.getUint32(52, true) === 0) return
  const image = dibAt(record, 48)
  // In this record, the source is counted from the lower left corner of the bitmap.
  const top = image.height - sourceY - Math.abs(sourceHeight)
  const part = cropImage(image, sourceX, Math.max(0, top), sourceWidth, sourceHeight)
  show(player, rasterOperation(record.getUint32(68, true)), part, x, y, width, height)
}

function dibAt(record: DataView, at: number, hasAlpha = false): RasterImage {
  const part = (offset: number) =>
    new Uint8Array(record.buffer, record.byteOffset, record.byteLength).subarray(
      record.getUint32(offset, true),
      record.getUint32(offset, true) + record.getUint32(offset + 4, true),
    )
  return readDib(part(at), undefined, part(at + 8), hasAlpha)
}

/** Shows a bitmap with the result of its raster operation on white paper. */
export function show(
  player: { readonly canvas: MetafileCanvas; mask: RasterImage | undefined },
  operation: ReturnType<typeof rasterOperation>,
  image: RasterImage,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (operation !== 'copy' && operation !== 'merge' && operation !== 'mask') return
  const { mask } = player
  player.mask = undefined
  // A transparent bitmap consists of a pair: a two-colour mask, and the picture.
  if (operation !== 'copy' && mask === undefined && hasTwoColors(image)) {
    player.mask = operation === 'mask' ? image : invertPalette(image)
    return
  }
  const masked = operation === 'copy' || mask === undefined ? image : maskImage(image, mask)
  player.canvas.drawImage(masked, x, y, width, height)
}

/** Reads a LOGFONT with UTF-16 names ([MS-EMF], 2.2.13). */
function createFont(player: EmfPlayer, record: DataView): void {
  let family = ''
  for (let i = 0; i < 32 && 40 + 2 * i + 1 < record.byteLength; i++) {
    const unit = record.getUint16(40 + 2 * i, true)
    if (unit === 0) break
    family += String.fromCharCode(unit)
  }
  put(player, record, {
    kind: 'font',
    family,
    height: record.getInt32(12, true),
    escapement: record.getInt32(20, true),
    bold: record.getInt32(28, true) >= 600,
    italic: record.getUint8(32) !== 0,
    charset: record.getUint8(35),
  })
}

const ETO_OPAQUE = 2
const ETO_GLYPH_INDEX = 0x10

/** Draws the text of EMR_EXTTEXTOUTW ([MS-EMF], 2.3.5.8 and 2.2.5). */
function drawText({ canvas }: EmfPlayer, record: DataView): void {
  const { dc } = canvas
  const [referenceX, referenceY] = pair(record, 36)
  const count = Math.min(record.getUint32(44, true), 65_536)
  const textAt = record.getUint32(48, true)
  const options = record.getUint32(52, true)
  const spacingAt = record.getUint32(72, true)
  if ((options & ETO_OPAQUE) !== 0) canvas.fillRectangle(...box(record, 56), dc.backgroundColor)
  if ((options & ETO_GLYPH_INDEX) !== 0) return
  const isSymbol = isSymbolFont(dc.font)
  let text = ''
  for (let i = 0; i < count; i++) {
    const unit = record.getUint16(textAt + 2 * i, true)
    text += String.fromCharCode(isSymbol && unit < 0x100 ? 0xf000 + unit : unit)
  }
  const spacing: number[] = []
  if (spacingAt >= 76 && spacingAt + 4 * count <= record.byteLength) {
    for (let i = 0; i < count; i++) spacing.push(record.getInt32(spacingAt + 4 * i, true))
  }
  const usesPosition = (dc.textAlign & 1) !== 0
  const [x, y] = usesPosition ? [dc.x, dc.y] : [referenceX, referenceY]
  canvas.drawText(text, x, y, spacing.length > 0 ? spacing : undefined)
}
