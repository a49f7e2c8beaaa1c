/**
 * Writes a display list as page content.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../pdf/matrix.js'
import type { DisplayItem, DisplayList } from '../display/display-list.js'
import { boundsOf, transform } from '../display/matrix.js'
import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import type { ContentStream } from './content-stream.js'
import type { ImagePainter } from './image-painter.js'
import type { PageMarks } from './page-marks.js'
import { paintGlyphs } from './paint-glyphs.js'
import { paintPath } from './paint-path.js'

/**
 * Writes a display list as page content.
 *
 * @param marks collects links, bookmarks and headings; left out: they are passed over
 */
export function paintItems(
  stream: ContentStream,
  images: ImagePainter,
  items: DisplayList,
  marks?: PageMarks,
  matrix: Matrix = IDENTITY,
  opacity = 1,
  depth = 0,
): void {
  const tagger = marks?.tagger
  for (const item of items) {
    if (tagger !== undefined && isPainted(item)) tagger.enter()
    switch (item.kind) {
      case 'glyphs':
        paintGlyphs(stream, item, opacity)
        break
      case 'rectangle':
        stream.setOpacity(opacity)
        stream.setFill(item.color)
        stream.rectangle(item.x, item.y, item.width, item.height)
        break
      case 'stroke':
        stream.setOpacity(opacity)
        stream.setStroke(item.color)
        stream.setLine(item.width, item.dash ?? [], item.cap ?? 'butt')
        stream.line(item.x1, item.y1, item.x2, item.y2)
        break
      case 'path':
        paintPath(stream, images, item, opacity)
        break
      case 'picture':
        images.paint(stream, item, opacity)
        break
      case 'group': {
        if (depth >= TYPESET_LIMITS.maxGroupNesting) break
        // Marked-content sequences must not extend across the borders of a group.
        tagger?.close()
        const owner = tagger?.owner
        stream.save()
        if (!isIdentity(item.matrix)) stream.transform(item.matrix)
        if (item.clip !== undefined) stream.operate(`${stream.path(item.clip, 0, 0)} W n`)
        const inner = multiply(item.matrix, matrix)
        paintItems(stream, images, item.items, marks, inner, opacity * (item.opacity ?? 1), depth + 1)
        tagger?.close()
        stream.restore()
        if (tagger !== undefined && owner !== undefined) tagger.owner = owner
        break
      }
      case 'content':
        tagger?.own(item, matrix)
        break
      case 'artifact':
        tagger?.beginArtifact(item.role)
        paintItems(stream, images, item.items, marks, matrix, opacity, depth)
        tagger?.endArtifact()
        break
      case 'link': {
        const { left, top, right, bottom } = boundsOf(matrix, item.x, item.y, item.width, item.height)
        marks?.addLink({ x: left, y: top, width: right - left, height: bottom - top, target: item.target })
        break
      }
      case 'bookmark':
        marks?.addBookmark(item.name, transform(matrix, 0, item.y).y)
        break
      case 'heading':
        marks?.addHeading(item.level, item.title, transform(matrix, 0, item.y).y)
        break
    }
  }
}

function isPainted({ kind }: DisplayItem): boolean {
  return kind === 'glyphs' || kind === 'rectangle' || kind === 'stroke' || kind === 'path' || kind === 'picture'
}

function isIdentity([a, b, c, d, e, f]: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0
}
