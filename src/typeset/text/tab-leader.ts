/**
 * The dots or other signs that fill a tab.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { TabLeader } from '../model/document-model.js'
import type { HexColor } from '../model/properties.js'
import type { TextStyle } from './text-style.js'

const CHARACTERS: Record<TabLeader, string> = {
  dot: '.',
  hyphen: '-',
  underscore: '_',
  heavy: '_',
  middleDot: '\u00b7',
}

/** Maximum number of signs in a leader: more than fit on any page. */
const MAX_SIGNS = 2000

/** Unit to which Word rounds the distance of signs, and how far signs may extend into the text beside them, in twips. */
const COLUMN_UNIT = 5
const OVERLAP = 2

/** Fills a tab with signs. As in Word, the signs of all lines are aligned in columns, counted from the edge of the page. */
export function paintLeader(
  list: DisplayList,
  leader: TabLeader,
  style: TextStyle,
  left: number,
  right: number,
  baseline: number,
  color: HexColor,
  fonts: FontLibrary,
): void {
  const character = CHARACTERS[leader]
  const shaped = fonts.shape(character, style.font, style.shaping)
  const natural = shaped.width * style.size * style.run.scale
  if (natural <= 0) return
  const advance = Math.max(COLUMN_UNIT, Math.round(natural / COLUMN_UNIT) * COLUMN_UNIT)
  const first = Math.ceil((left - OVERLAP) / advance) * advance
  const count = Math.min(MAX_SIGNS, Math.floor((right + OVERLAP - first) / advance))
  const glyph = shaped.glyphs[0]
  if (count <= 0 || glyph === undefined) return
  const scale = style.run.scale * style.font.outlineScale
  list.push({
    kind: 'glyphs',
    face: style.font.face,
    size: style.size,
    x: first,
    y: baseline - style.rise,
    color,
    glyphs: new Array<number>(count).fill(glyph),
    advances: new Array<number>(count).fill(advance),
    texts: new Array<string>(count).fill(character),
    ...(scale === 1 ? {} : { scale }),
    ...(style.font.syntheticBold || leader === 'heavy' ? { syntheticBold: true } : {}),
  })
}
