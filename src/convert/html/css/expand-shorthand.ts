/**
 * Expands shorthand properties of CSS to longhands.
 *
 * @module
 */

import { parseColor } from './css-color.js'
import { findOutside, splitOutside, splitWords } from './css-text.js'

type Longhands = (readonly [property: string, value: string])[]

/** The sides in the order of shorthands (CSS 2.2, 8.3). */
const SIDES = ['top', 'right', 'bottom', 'left'] as const

const LINE_STYLES = new Set('none hidden dotted dashed solid double groove ridge inset outset'.split(' '))

const WIDE_KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer)$/i

/** The longhands of a shorthand; `undefined` for other properties. */
export function expandShorthand(property: string, value: string): Longhands | undefined {
  const expand = SHORTHANDS.get(property)
  return expand === undefined ? expandLogical(property, value) : expand(value, property)
}

type Expansion = (value: string, property: string) => Longhands

const expandBox: Expansion = (value, property) => expandSides(value, (side) => `${property}-${side}`)
const expandBorderPart: Expansion = (value, property) =>
  expandSides(value, (side) => `border-${side}-${property.slice('border-'.length)}`)
const expandBorderSide: Expansion = (value, property) => expandLine(property, value)
const dropGridPrefix: Expansion = (value, property) => [[property.slice('grid-'.length), value]]

const SHORTHANDS: ReadonlyMap<string, Expansion> = new Map(
  Object.entries<Expansion>({
    margin: expandBox,
    padding: expandBox,
    'border-width': expandBorderPart,
    'border-style': expandBorderPart,
    'border-color': expandBorderPart,
    border: (value) => SIDES.flatMap((side) => expandLine(`border-${side}`, value)),
    'border-top': expandBorderSide,
    'border-right': expandBorderSide,
    'border-bottom': expandBorderSide,
    'border-left': expandBorderSide,
    background: expandBackground,
    flex: expandFlex,
    'flex-flow': (value) =>
      splitWords(value).map((word) => [/wrap/i.test(word) ? 'flex-wrap' : 'flex-direction', word]),
    gap: expandGap,
    'grid-gap': expandGap,
    'grid-row-gap': dropGridPrefix,
    'grid-column-gap': dropGridPrefix,
    'place-items': expandPlace,
    'place-content': expandPlace,
    'place-self': expandPlace,
    'grid-template': expandGridTemplate,
    grid: expandGridTemplate,
    columns: (value) => splitWords(value).map((word) => [/^\d+$/.test(word) ? 'column-count' : 'column-width', word]),
    'column-rule': (value) => [['column-rule-style', WIDE_KEYWORD.test(value) ? value : lineStyleIn(value)]],
    inset: (value) => expandSides(value, (side) => side),
    overflow: (value) => [['overflow-y', splitWords(value)[0] ?? '']],
    font: expandFont,
    'list-style': (value) => [['list-style-type', WIDE_KEYWORD.test(value) ? value : findListStyleType(value)]],
    'text-decoration': expandTextDecoration,
    'text-emphasis': expandTextEmphasis,
    '-webkit-text-emphasis': expandTextEmphasis,
  }),
)

function expandBackground(value: string): Longhands {
  if (WIDE_KEYWORD.test(value)) return [['background-color', value]]
  return [
    ['background-color', findBackgroundColor(value)],
    ['background-image', findBackgroundImage(value)],
  ]
}

function expandGap(value: string): Longhands {
  const [row = '', column = row] = splitWords(value)
  return [
    ['row-gap', row],
    ['column-gap', column],
  ]
}

function expandPlace(value: string, property: string): Longhands {
  const [align = '', justify = align] = splitWords(value)
  return [
    [property.replace('place', 'align'), align],
    [property.replace('place', 'justify'), justify],
  ]
}

const LOGICAL = /^(margin|padding|border|inset)-(block|inline)(-start|-end)?(?:-(width|style|color))?$/
const LOGICAL_SIZE = /^(min-|max-)?(inline|block)-size$/

/**
 * Flow-relative sides and sizes, for horizontal writing (CSS Logical Properties, 4). Which side lines start at is known where the
 * direction is: see `sideProperty`.
 */
function expandLogical(property: string, value: string): Longhands | undefined {
  const size = LOGICAL_SIZE.exec(property)
  if (size !== null) return [[`${size[1] ?? ''}${size[2] === 'inline' ? 'width' : 'height'}`, value]]
  const match = LOGICAL.exec(property)
  if (match === null) return undefined
  const [, what = '', axis, end, part] = match
  const isInline = axis === 'inline'
  if (isInline && end !== undefined && (what !== 'border' || part !== undefined)) return undefined
  const sides = isInline ? (['inline-start', 'inline-end'] as const) : (['top', 'bottom'] as const)
  const values = what === 'border' ? [value] : splitWords(value)
  return sides.flatMap((side, index): Longhands => {
    if ((end === '-start' && index === 1) || (end === '-end' && index === 0)) return []
    const own = values[Math.min(index, values.length - 1)] ?? value
    if (what === 'border' && part === undefined) return expandLine(`border-${side}`, own)
    if (what === 'inset' && !isInline) return [[side, own]]
    return [[part === undefined ? `${what}-${side}` : `border-${side}-${part}`, own]]
  })
}

function expandSides(value: string, name: (side: string) => string): Longhands {
  const words = splitWords(value)
  const top = words[0] ?? ''
  const right = words[1] ?? top
  const bottom = words[2] ?? top
  const values = { top, right, bottom, left: words[3] ?? right }
  return SIDES.map((side) => [name(side), values[side]])
}

function expandLine(property: string, value: string): Longhands {
  let [width, style, color] = ['medium', 'none', 'currentcolor']
  if (WIDE_KEYWORD.test(value)) [width, style, color] = [value, value, value]
  else {
    for (const word of splitWords(value)) {
      if (LINE_STYLES.has(word.toLowerCase())) style = word.toLowerCase()
      else if (/^(?:[-+.\d]|(?:thin|medium|thick)$)/i.test(word)) width = word
      else color = word
    }
  }
  return [
    [`${property}-width`, width],
    [`${property}-style`, style],
    [`${property}-color`, color],
  ]
}

function findBackgroundColor(value: string): string {
  // The colour stands in the last layer.
  const words = splitWords((splitOutside(value, ',').at(-1) ?? '').replaceAll('/', ' / '))
  return words.find((word) => parseColor(word) !== undefined) ?? 'transparent'
}

function findBackgroundImage(value: string): string {
  const words = splitWords(value.replace(/,/g, ' , '))
  return (
    words.find((word) =>
      /^(?:url|image-set|(?:-\w+-)?(?:repeating-)?(?:linear|radial|conic)-gradient)\(/i.test(word),
    ) ?? 'none'
  )
}

/** CSS Flexible Box Layout Module Level 1, 7.1. */
function expandFlex(value: string): Longhands {
  const lower = value.toLowerCase()
  if (WIDE_KEYWORD.test(lower)) return [['flex-grow', '0']]
  if (lower === 'none' || lower === 'auto')
    return flexLonghands(lower === 'auto' ? '1' : '0', lower === 'auto' ? '1' : '0', 'auto')
  const words = splitWords(lower)
  const numbers = words.filter((word) => /^\d*\.?\d+$/.test(word))
  const basis = words.find((word) => !/^\d*\.?\d+$/.test(word))
  // A basis alone grows; numbers alone start from nothing.
  if (numbers.length === 0) return flexLonghands('1', '1', basis ?? 'auto')
  const isLengthZero = numbers.length === 3
  return flexLonghands(numbers[0] ?? '1', numbers[1] ?? '1', basis ?? (isLengthZero ? (numbers[2] ?? '0') : '0'))
}

function flexLonghands(grow: string, shrink: string, basis: string): Longhands {
  return [
    ['flex-grow', grow],
    ['flex-shrink', shrink],
    ['flex-basis', basis],
  ]
}

/** CSS Grid Layout Module Level 1, 7.4 and 7.8: rows with names of areas, rows and columns, or one of them made as needed. */
function expandGridTemplate(value: string): Longhands {
  const slash = findOutside(value, '/')
  const [rows, columns] = [value.slice(0, slash).trim(), value.slice(slash + 1).trim()]
  const areas = rows.match(/"[^"]*"|'[^']*'/g)
  if (areas === null) return [...expandAxis(rows, 'row'), ...expandAxis(columns, 'column')]
  // The size of a row stands behind its names; line names say nothing here.
  const sizes = rows
    .replace(/\[[^\]]*\]/g, ' ')
    .split(/"[^"]*"|'[^']*'/)
    .slice(1)
    .map((size) => size.trim() || 'auto')
  return [
    ['grid-template-areas', areas.join(' ')],
    ['grid-template-rows', sizes.join(' ')],
    ...expandAxis(columns, 'column'),
  ]
}

/** The rows or columns of the `grid` shorthand: `auto-flow dense 40px`, or sizes. */
function expandAxis(value: string, axis: 'row' | 'column'): Longhands {
  if (value === '') return []
  const words = splitWords(value)
  if (!words.some((word) => /^auto-flow$/i.test(word))) return [[`grid-template-${axis}s`, value]]
  const sizes = words.filter((word) => !/^(?:auto-flow|dense)$/i.test(word))
  const dense = words.some((word) => /^dense$/i.test(word)) ? ' dense' : ''
  const flow: Longhands[number] = ['grid-auto-flow', axis + dense]
  return sizes.length === 0 ? [flow] : [flow, [`grid-auto-${axis}s`, sizes.join(' ')]]
}

function lineStyleIn(value: string): string {
  return splitWords(value).find((word) => LINE_STYLES.has(word.toLowerCase())) ?? 'none'
}

function findListStyleType(value: string): string {
  const words = splitWords(value).filter((word) => !/^(?:inside|outside|url\(.*)$/i.test(word))
  return words.find((word) => word.toLowerCase() !== 'none') ?? words[0] ?? 'disc'
}

function expandTextDecoration(value: string): Longhands {
  if (WIDE_KEYWORD.test(value)) return [['text-decoration-line', value]]
  const lines: string[] = []
  const longhands: Longhands = []
  for (const word of splitWords(value)) {
    const lower = word.toLowerCase()
    if (/^(?:none|underline|overline|line-through|blink)$/.test(lower)) lines.push(lower)
    else if (/^(?:solid|double|dotted|dashed|wavy)$/.test(lower)) longhands.push(['text-decoration-style', lower])
    else if (parseColor(word) !== undefined) longhands.push(['text-decoration-color', word])
  }
  return [['text-decoration-line', lines.join(' ') || 'none'], ...longhands]
}

/** CSS Text Decoration 3, 3.3. A colour may stand before or after the style. */
function expandTextEmphasis(value: string): Longhands {
  const names = ['text-emphasis-style', 'text-emphasis-color'] as const
  if (WIDE_KEYWORD.test(value)) return names.map((name) => [name, value])
  const words = splitWords(value)
  const color = words.find((word) => parseColor(word) !== undefined || word.toLowerCase() === 'currentcolor')
  const style = words.filter((word) => word !== color)
  return [
    [names[0], style.join(' ') || 'none'],
    [names[1], color ?? 'currentcolor'],
  ]
}

const FONT_SIZE =
  /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|xxx-large|medium|smaller|larger)(?:\/(\S+))?$/i

/** Reads `font` (CSS Fonts Module Level 4, 2.7): style, weight and other properties, then size/line-height and families. */
function expandFont(value: string): Longhands {
  if (WIDE_KEYWORD.test(value)) {
    return ['font-style', 'font-weight', 'font-size', 'line-height', 'font-family'].map((name) => [name, value])
  }
  const words = splitWords(value.replace(/\s*\/\s*/g, '/').replace(/\s*,\s*/g, ','))
  const at = words.findIndex((word) => FONT_SIZE.test(word))
  if (at < 0 || at === words.length - 1) return []
  const longhands: Longhands = [
    ['font-style', 'normal'],
    ['font-weight', 'normal'],
    ['font-variant', 'normal'],
    ['line-height', 'normal'],
  ]
  for (const word of words.slice(0, at)) {
    if (/^(?:italic|oblique)$/i.test(word)) longhands.push(['font-style', word])
    else if (/^(?:bold|bolder|lighter|\d{1,4})$/i.test(word)) longhands.push(['font-weight', word])
    else if (/^small-caps$/i.test(word)) longhands.push(['font-variant', word])
  }
  const [size = '', lineHeight] = (words[at] ?? '').split('/')
  longhands.push(['font-size', size], ['font-family', words.slice(at + 1).join(' ')])
  if (lineHeight !== undefined) longhands.push(['line-height', lineHeight])
  return longhands
}
