import type { FontLibrary } from '../fonts/font-face.js'
import type { TabLeader } from '../model/document-model.js'
import type { HexColor } from '../model/properties.js'
import type { DisplayList } from '../paint/display-list.js'
import type { TextStyle } from './text-style.js'

const CHARACTERS: Record<TabLeader, string> = {
  dot: '.',
  hyphen: '-',
  underscore: '_',
  heavy: '_',
  middleDot: '\u00b7',
}

/** Signs in one leader: more than any page is wide. */
const MAX_SIGNS = 2000

/** Fills a tab with signs. Those of all lines stand in the same columns, counted from the edge of the page as in Word. */
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
  const advance = shaped.width * style.size * style.run.scale
  if (advance <= 0) return
  const first = Math.ceil(left / advance) * advance
  const count = Math.min(MAX_SIGNS, Math.floor((right - first) / advance + 0.01))
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
