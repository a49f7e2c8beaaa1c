/**
 * The parts of a drawing whose look is not computed, while all viewers paint them within known areas: what a soft mask lets
 * through, a pattern of too many cells, a letter that a viewer may take from its own font. They count as pictures that cannot be
 * read. So they may stand where nothing is near, and neither hide anything nor be read as a part of it.
 *
 * @module
 */
import { append } from '../../lists.js'
import { intersectBoxes } from '../../pdf/matrix.js'
import { boxClip } from '../content/clip.js'
import type { Drawing, PaintedArea, PaintedGlyph } from '../content/drawing.js'
import { UNREAD } from '../content/painting.js'
import { pathOfBox, pathOfQuad } from '../content/path.js'
import { ShownArea } from '../content/shown-items.js'
import type { UnknownContent } from '../content/unknown-content.js'

/** True for what lies within areas that are painted, or within a box. Anything else may be drawn anywhere. */
function hasKnownPlace({ code, box }: UnknownContent): boolean {
  return code === 'unread' || box !== undefined
}

/**
 * The drawing with unreadable pictures in the places of what is unknown; a reason where the place is unknown too.
 *
 * @example
 * const known = withUnreadParts(appearance)
 * if (typeof known === 'string') return { ...NOTHING, unknown: known }
 */
export function withUnreadParts(drawing: Drawing): Drawing | string {
  const { unknown, glyphs, areas, box } = drawing
  if (unknown.length === 0) return drawing
  const lost = unknown.find((item) => !hasKnownPlace(item))
  if (lost !== undefined) return lost.detail
  const shown = areas.map((area) => (area.paint.isMasked ? new ShownArea({ ...shapeOf(area), ...UNREAD }, area) : area))
  append(shown, glyphs.filter(({ paint }) => paint.isMasked).map(cellOf))
  shown.sort((one, other) => one.order - other.order)
  const end = 1 + Math.max(shown.at(-1)?.order ?? 0, glyphs.at(-1)?.order ?? 0)
  for (const place of unknown) {
    const inside = place.box && intersectBoxes(place.box, box)
    if (inside === undefined) continue
    const paint = { ...PLAIN, clip: boxClip(box) }
    const shape = { kind: 'fill', path: pathOfBox(inside), evenOdd: false, ...UNREAD } as const
    shown.push(new ShownArea(shape, { order: end, box: inside, paint, inGlyph: false, inPattern: false }))
  }
  return { ...drawing, areas: shown, unknown: [] }
}

const PLAIN = {
  colour: undefined,
  alpha: 1,
  blendMode: 'Normal',
  isMasked: false,
  overprint: false,
  layer: 'shown',
} as const

/** What an area paints. A picture is read no more, and its own mask does not count. */
function shapeOf({ kind, path, evenOdd, style }: PaintedArea) {
  return { kind: kind === 'stroke' ? kind : 'fill', path, evenOdd, style } as const
}

/** The cell of a letter: a mask may cut any other sign out of it. */
function cellOf({ order, box, quad, paint }: PaintedGlyph): PaintedArea {
  const shape = { kind: 'fill', path: pathOfQuad(quad), evenOdd: false, ...UNREAD } as const
  return new ShownArea(shape, { order, box, paint, inGlyph: false, inPattern: false })
}
