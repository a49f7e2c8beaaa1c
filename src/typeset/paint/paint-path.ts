/**
 * Fills and strokes paths.
 *
 * @module
 */

import type { DisplayItem } from '../display/display-list.js'
import type { Fill } from '../model/drawing-model.js'
import { paintArrow } from './arrow-heads.js'
import type { ContentStream } from './content-stream.js'
import { clipToGradient } from './gradients.js'
import type { ImagePainter } from './image-painter.js'

/** A path with the box that its gradient or picture fills. */
type PaintedPath = Omit<Extract<DisplayItem, { kind: 'path' }>, 'kind'>

/** Fills a path, then strokes it and draws its arrow heads. */
export function paintPath(stream: ContentStream, images: ImagePainter, path: PaintedPath, opacity: number): void {
  const { commands, fill, line, x, y } = path
  if (commands.length === 0) return
  if (fill !== undefined) fillPath(stream, images, path, fill, opacity)
  if (line === undefined || !(line.width >= 0)) return
  stream.setOpacity(opacity * line.opacity)
  stream.setStroke(line.color)
  stream.setLine(line)
  stream.operate(`${stream.path(commands, x, y)} S`)
  if (line.startArrow !== undefined) paintArrow(stream, path, line, line.startArrow, 'start')
  if (line.endArrow !== undefined) paintArrow(stream, path, line, line.endArrow, 'end')
}

function fillPath(stream: ContentStream, images: ImagePainter, path: PaintedPath, fill: Fill, opacity: number): void {
  const { commands, x, y } = path
  const rule = path.fillRule === 'nonzero' ? '' : '*'
  if (fill.type === 'solid') {
    stream.setOpacity(opacity * fill.opacity)
    stream.setFill(fill.color)
    stream.operate(`${stream.path(commands, x, y)} f${rule}`)
    return
  }
  stream.save()
  stream.operate(`${stream.path(commands, x, y)} W${rule} n`)
  if (fill.type === 'gradient') clipToGradient(stream, path, fill, opacity)
  else images.paintFill(stream, path, fill, opacity)
  stream.restore()
}
