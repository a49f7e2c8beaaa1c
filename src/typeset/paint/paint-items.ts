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
import { ContentStream } from './content-stream.js'
import type { ImagePainter } from './image-painter.js'
import type { PageMarks } from './page-marks.js'
import { paintGlyphs } from './paint-glyphs.js'
import { paintPath } from './paint-path.js'

/**
 * Writes a display list as page content.
 *
 * @param marks collects links, bookmarks and headings; left out: they are passed over
 */
export function paintItems(stream: ContentStream, images: ImagePainter, items: DisplayList, marks?: PageMarks): void {
  paintAll(items, { stream, images, marks }, IDENTITY, 1, 0)
}

/** The target that items are painted to. */
interface PaintTarget {
  readonly stream: ContentStream
  readonly images: ImagePainter
  readonly marks: PageMarks | undefined
}

function paintAll(items: DisplayList, target: PaintTarget, matrix: Matrix, opacity: number, depth: number): void {
  const { stream, images, marks } = target
  const tagger = marks?.tagger
  for (const item of items) {
    if (tagger !== undefined && isPainted(item)) tagger.enter()
    switch (item.kind) {
      case 'glyphs':
        paintGlyphs(stream, item, opacity)
        break
      case 'rectangle':
        paintRectangle(stream, item, opacity)
        break
      case 'stroke':
        paintStroke(stream, item, opacity)
        break
      case 'path':
        paintPath(stream, images, item, opacity)
        break
      case 'picture':
        images.paint(stream, item, opacity)
        break
      case 'group':
        if (depth < TYPESET_LIMITS.maxGroupNesting) paintGroup(item, target, matrix, opacity, depth)
        break
      case 'content':
        tagger?.own(item, matrix)
        break
      case 'artifact':
        tagger?.beginArtifact(item.role)
        paintAll(item.items, target, matrix, opacity, depth)
        tagger?.endArtifact()
        break
      default:
        if (marks !== undefined) addMark(marks, item, matrix)
    }
  }
}

type ItemOf<Kind extends DisplayItem['kind']> = Extract<DisplayItem, { kind: Kind }>

function paintRectangle(stream: ContentStream, item: ItemOf<'rectangle'>, opacity: number): void {
  stream.setOpacity(opacity)
  stream.setFill(item.color)
  stream.rectangle(item.x, item.y, item.width, item.height)
}

function paintStroke(stream: ContentStream, item: ItemOf<'stroke'>, opacity: number): void {
  stream.setOpacity(opacity)
  stream.setStroke(item.color)
  stream.setLine(item)
  stream.line(item.x1, item.y1, item.x2, item.y2)
}

function paintGroup(item: ItemOf<'group'>, target: PaintTarget, matrix: Matrix, opacity: number, depth: number): void {
  const { stream, images, marks } = target
  const tagger = marks?.tagger
  if (item.isShared === true && item.clip === undefined && opacity === 1 && item.opacity === undefined) {
    const form = formOf(stream, images, item.items)
    if (form !== undefined) {
      tagger?.enter()
      showForm(stream, form, item.matrix)
      return
    }
  }
  // Marked-content sequences must not extend across the borders of a group.
  tagger?.close()
  const owner = tagger?.owner
  stream.save()
  if (!isIdentity(item.matrix)) stream.transform(item.matrix)
  if (item.clip !== undefined) {
    stream.operate(`${stream.path(item.clip, 0, 0)} ${item.clipRule === 'evenodd' ? 'W*' : 'W'} n`)
  }
  paintAll(item.items, target, multiply(item.matrix, matrix), opacity * (item.opacity ?? 1), depth + 1)
  tagger?.close()
  stream.restore()
  if (tagger !== undefined && owner !== undefined) tagger.owner = owner
}

/**
 * Name of the form (ISO 32000-2, 8.10) with a list; undefined the first time, when it is not known yet whether it comes
 * again.
 */
function formOf({ resources }: ContentStream, images: ImagePainter, items: DisplayList): string | undefined {
  return resources.formOf(items, () => {
    const content = new ContentStream(resources, 0, true)
    paintItems(content, images, items)
    return { content: content.finish(), used: content.used }
  })
}

function showForm(stream: ContentStream, name: string, matrix: Matrix): void {
  stream.save()
  stream.setOpacity(1)
  stream.transform(matrix)
  stream.placeUpright(0, 0, 20, 20)
  stream.operate(`${stream.use('XObject', name)} Do`)
  stream.restore()
}

/** Adds an item that is not painted: a link, bookmark or heading. */
function addMark(marks: PageMarks, item: ItemOf<'link' | 'bookmark' | 'heading'>, matrix: Matrix): void {
  if (item.kind === 'link') {
    const { left, top, right, bottom } = boundsOf(matrix, item.x, item.y, item.width, item.height)
    marks.addLink({ x: left, y: top, width: right - left, height: bottom - top, target: item.target })
    return
  }
  const { y } = transform(matrix, 0, item.y)
  if (item.kind === 'bookmark') marks.addBookmark(item.name, y)
  else marks.addHeading(item.level, item.title, y)
}

function isPainted({ kind }: DisplayItem): boolean {
  return kind === 'glyphs' || kind === 'rectangle' || kind === 'stroke' || kind === 'path' || kind === 'picture'
}

function isIdentity([a, b, c, d, e, f]: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0
}
