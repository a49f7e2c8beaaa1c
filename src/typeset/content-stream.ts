import type { DisplayItem, DisplayList } from './display-list.js'
import type { FontFace } from './font-face.js'
import type { FontUsage } from './font-usage.js'
import type { Color, TextStyle } from './text-style.js'

/** Name of the colour space that the content needs in its resources. */
export const COLOR_SPACE_NAME = 'CS0'

/**
 * A display list as page content (ISO 32000-2, 7.8.2), ASCII.
 *
 * @param pageHeight in twips
 * @param usages from {@link collectFontUsage}; the content names each font by its `resourceName`
 */
export function writeContent(list: DisplayList, pageHeight: number, usages: ReadonlyMap<FontFace, FontUsage>): string {
  const parts: string[] = [`/${COLOR_SPACE_NAME} cs`]
  let color: Color | undefined
  for (const item of list) {
    if (item.kind === 'rule') {
      setColor(item.color)
      const y = points(pageHeight - item.y - item.thickness)
      parts.push(`${points(item.x)} ${y} ${points(item.width)} ${points(item.thickness)} re f`)
    } else {
      writeText(item)
    }
  }
  return parts.join('\n')

  function setColor(next: Color): void {
    if (next === color) return
    color = next
    parts.push(`${next.map((component) => decimal(component, 3)).join(' ')} sc`)
  }

  /** One text object; the position is set once, and the widths in the PDF font move on from there. */
  function writeText(item: Extract<DisplayItem, { kind: 'text' }>): void {
    const { glyphs, styles, kerns } = item.text
    let style: TextStyle | undefined
    let face: FontFace | undefined
    let usage: FontUsage | undefined
    let tracking = 0
    let string = ''
    parts.push('BT', `1 0 0 1 ${points(item.x)} ${points(pageHeight - item.y)} Tm`)
    for (let i = item.from; i < item.to; i++) {
      const glyph = glyphs[i]
      const next = styles[i]
      if (glyph === undefined || next === undefined) break
      if (next !== style || glyph.face !== face) {
        flush()
        style = next
        face = glyph.face
        usage = usages.get(face)
        setColor(style.color)
        parts.push(`/${usage?.resourceName ?? ''} ${points(style.size)} Tf`)
        if ((style.tracking ?? 0) !== tracking) {
          tracking = style.tracking ?? 0
          parts.push(`${points(tracking)} Tc`)
        }
      }
      string += usage?.codes.get(glyph) ?? '0000'
      const kern = kerns[i] ?? 0
      if (kern !== 0 && i + 1 < item.to) string += `>${-kern}<`
    }
    flush()
    // Unlike the font, which every text object sets, the spacing would stay in force for the texts that follow.
    if (tracking !== 0) parts.push('0 Tc')
    parts.push('ET')

    function flush(): void {
      if (string !== '') parts.push(`[<${string}>] TJ`)
      string = ''
    }
  }
}

/** Twips as points, with at most two decimals: 1/20 pt needs no more. */
function points(twips: number): string {
  return decimal(twips / 20, 2)
}

function decimal(value: number, digits: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(digits)))
}
