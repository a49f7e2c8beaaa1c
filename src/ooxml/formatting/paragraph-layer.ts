/**
 * One level of the cascade of paragraph formatting, from a w:pPr (ECMA-376-1, 17.3.1).
 *
 * @module
 */

import type {
  Border,
  HexColor,
  LineSpacing,
  ParagraphBorders,
  ParagraphProperties,
  RunProperties,
  TabStop,
} from '../../typeset/model/properties.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import type { Theme } from '../parts/theme.js'
import { isOn, readBorder, readInteger, readShading, readTwips } from '../values/property-values.js'
import { childrenOf, type XmlElement } from '../xml/xml-element.js'
import { type FrameAttributes, mergeFrames, readFrame } from './frame-properties.js'

const SWITCHES = {
  'w:keepNext': 'keepWithNext',
  'w:keepLines': 'keepLines',
  'w:pageBreakBefore': 'pageBreakBefore',
  'w:widowControl': 'widowControl',
  'w:suppressLineNumbers': 'suppressLineNumbers',
  'w:suppressAutoHyphens': 'suppressHyphenation',
  'w:contextualSpacing': 'contextualSpacing',
  'w:mirrorIndents': 'mirrorsIndents',
  'w:snapToGrid': 'snapToGrid',
  'w:wordWrap': 'wordWrap',
  'w:overflowPunct': 'hangsPunctuation',
  'w:kinsoku': 'keepsLineRules',
  'w:autoSpaceDE': 'spaceBesideLatin',
  'w:autoSpaceDN': 'spaceBesideDigits',
  'w:bidi': 'rightToLeft',
} as const

type Switches = { readonly [Name in (typeof SWITCHES)[keyof typeof SWITCHES]]?: boolean }
type Edge = keyof ParagraphBorders

/** A tab stop, or the removal of one from an earlier level. */
interface TabChange extends Omit<TabStop, 'alignment'> {
  readonly alignment: TabStop['alignment'] | 'clear'
  /** Whether the tab follows the number of a list (w:val="num"). */
  readonly isOfList?: boolean
}

/** The properties of a level. Missing ones are not set; `null` is an explicit "none". */
export interface ParagraphLayer extends Switches {
  readonly alignment?: ParagraphProperties['alignment']
  readonly indentStart?: number
  readonly indentEnd?: number
  readonly indentFirstLine?: number
  /** Indent in hundredths of a character. It overrides a length of the same or an earlier level. */
  readonly indentStartChars?: number
  readonly indentEndChars?: number
  readonly indentFirstLineChars?: number
  readonly spaceBefore?: number
  readonly spaceAfter?: number
  /** Space in hundredths of a line. */
  readonly spaceBeforeLines?: number
  readonly spaceAfterLines?: number
  readonly autoSpaceBefore?: boolean
  readonly autoSpaceAfter?: boolean
  readonly line?: number
  readonly lineRule?: LineSpacing['rule']
  /** Tab stops by position. */
  readonly tabs?: ReadonlyMap<number, TabChange>
  readonly borders?: { readonly [Name in Edge]?: Border | null }
  readonly shading?: HexColor | null
  /** Outline level; 9 means body text. */
  readonly outlineLevel?: number
  readonly verticalAlignment?: ParagraphProperties['verticalAlignment']
  readonly frame?: FrameAttributes
  readonly numberingId?: string
  readonly numberingLevel?: number
}

type MutableLayer = { -readonly [Name in keyof ParagraphLayer]: ParagraphLayer[Name] }

/** A level without properties. */
export const EMPTY_PARAGRAPH_LAYER: ParagraphLayer = {}

/** Automatic space of w:beforeAutospacing and w:afterAutospacing, in twips: 14 points (17.3.1.33). */
const AUTOMATIC_SPACE = 280
const SINGLE_LINE = 240

const ALIGNMENTS: Readonly<Record<string, ParagraphProperties['alignment']>> = {
  // Transitional files use left and right for start and end.
  left: 'start',
  start: 'start',
  right: 'end',
  end: 'end',
  center: 'center',
  both: 'both',
  lowKashida: 'both',
  mediumKashida: 'both',
  highKashida: 'both',
  distribute: 'distribute',
  thaiDistribute: 'distribute',
  numTab: 'start',
}

const TAB_ALIGNMENTS: Readonly<Record<string, TabChange['alignment']>> = {
  left: 'left',
  start: 'left',
  num: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  decimal: 'decimal',
  bar: 'bar',
  clear: 'clear',
}

const TAB_LEADERS: Readonly<Record<string, NonNullable<TabStop['leader']>>> = {
  dot: 'dot',
  hyphen: 'hyphen',
  underscore: 'underscore',
  heavy: 'heavy',
  middleDot: 'middleDot',
}

const EDGES: Readonly<Record<string, Edge>> = {
  'w:top': 'top',
  'w:left': 'left',
  'w:start': 'left',
  'w:bottom': 'bottom',
  'w:right': 'right',
  'w:end': 'right',
  'w:between': 'between',
  'w:bar': 'bar',
}

const VERTICAL_ALIGNMENTS: ReadonlySet<string> = new Set<ParagraphProperties['verticalAlignment']>([
  'auto',
  'baseline',
  'top',
  'center',
  'bottom',
])

/** Reads a w:pPr, except its w:rPr, w:pStyle and w:sectPr. */
export function readParagraphLayer(pPr: XmlElement | undefined, theme: Theme): ParagraphLayer {
  if (pPr === undefined || pPr.children.length === 0) return EMPTY_PARAGRAPH_LAYER
  const layer: MutableLayer = {}
  for (const child of pPr.children) if (typeof child !== 'string') readProperty(child, layer, theme)
  return layer
}

function readProperty(element: XmlElement, layer: MutableLayer, theme: Theme): void {
  const value = element.attributes['w:val']
  if (Object.hasOwn(SWITCHES, element.name)) {
    layer[SWITCHES[element.name as keyof typeof SWITCHES]] = isOn(value)
    return
  }
  switch (element.name) {
    case 'w:jc':
      setDefined(layer, 'alignment', ALIGNMENTS[value ?? ''])
      break
    case 'w:ind':
      readIndents(element, layer)
      break
    case 'w:spacing':
      readSpacing(element, layer)
      break
    case 'w:tabs':
      layer.tabs = readTabs(element)
      break
    case 'w:pBdr':
      layer.borders = readBorders(element, theme)
      break
    case 'w:shd':
      setDefined(layer, 'shading', readShading(element, theme))
      break
    case 'w:outlineLvl':
      setDefined(layer, 'outlineLevel', readInteger(value))
      break
    case 'w:textAlignment':
      if (value !== undefined && VERTICAL_ALIGNMENTS.has(value)) {
        layer.verticalAlignment = value as ParagraphProperties['verticalAlignment']
      }
      break
    case 'w:framePr':
      layer.frame = element.attributes
      break
    case 'w:numPr':
      for (const child of childrenOf(element)) {
        const number = readInteger(child.attributes['w:val'])
        if (number === undefined) continue
        if (child.name === 'w:numId') layer.numberingId = String(number)
        else if (child.name === 'w:ilvl') layer.numberingLevel = Math.min(Math.max(number, 0), 8)
      }
      break
  }
}

function setDefined<Name extends keyof ParagraphLayer>(
  layer: MutableLayer,
  name: Name,
  value: ParagraphLayer[Name],
): void {
  if (value !== undefined) layer[name] = value
}

function readIndents({ attributes }: XmlElement, layer: MutableLayer): void {
  const negative = (value: number | undefined): number | undefined => (value === undefined ? undefined : -value)
  setDefined(layer, 'indentStart', readTwips(attributes['w:start'] ?? attributes['w:left']))
  setDefined(layer, 'indentEnd', readTwips(attributes['w:end'] ?? attributes['w:right']))
  // If both are given, w:firstLine is ignored (17.3.1.12).
  setDefined(
    layer,
    'indentFirstLine',
    negative(readTwips(attributes['w:hanging'])) ?? readTwips(attributes['w:firstLine']),
  )
  const startChars = readInteger(attributes['w:startChars'] ?? attributes['w:leftChars'])
  const endChars = readInteger(attributes['w:endChars'] ?? attributes['w:rightChars'])
  const firstLineChars = readInteger(attributes['w:firstLineChars'])
  const hangingChars = negative(readInteger(attributes['w:hangingChars']) || undefined)
  // A length without characters removes the characters of an earlier level.
  setDefined(layer, 'indentStartChars', startChars ?? (layer.indentStart === undefined ? undefined : 0))
  setDefined(layer, 'indentEndChars', endChars ?? (layer.indentEnd === undefined ? undefined : 0))
  setDefined(
    layer,
    'indentFirstLineChars',
    hangingChars ?? firstLineChars ?? (layer.indentFirstLine === undefined ? undefined : 0),
  )
}

function readSpacing({ attributes }: XmlElement, layer: MutableLayer): void {
  const before = readTwips(attributes['w:before'])
  const after = readTwips(attributes['w:after'])
  if (before !== undefined) layer.spaceBefore = Math.max(before, 0)
  if (after !== undefined) layer.spaceAfter = Math.max(after, 0)
  const beforeLines = readInteger(attributes['w:beforeLines'])
  const afterLines = readInteger(attributes['w:afterLines'])
  // A length beside a number of lines is what Word computed from it, including the document grid.
  setDefined(layer, 'spaceBeforeLines', before === undefined ? beforeLines : 0)
  setDefined(layer, 'spaceAfterLines', after === undefined ? afterLines : 0)
  const beforeAuto = attributes['w:beforeAutospacing']
  const afterAuto = attributes['w:afterAutospacing']
  // A length ends automatic spacing of a lower level, as tests in Word with a web page showed.
  if (beforeAuto !== undefined || before !== undefined) layer.autoSpaceBefore = isOn(beforeAuto ?? '0')
  if (afterAuto !== undefined || after !== undefined) layer.autoSpaceAfter = isOn(afterAuto ?? '0')
  const rule = attributes['w:lineRule']
  const line = readTwips(attributes['w:line'])
  setDefined(layer, 'line', line)
  if (rule === 'exact' || rule === 'atLeast' || rule === 'auto') layer.lineRule = rule
  else if (line !== undefined) layer.lineRule = 'auto'
}

function readTabs(element: XmlElement): Map<number, TabChange> {
  const tabs = new Map<number, TabChange>()
  for (const { attributes } of childrenOf(element, 'w:tab')) {
    const position = readTwips(attributes['w:pos'])
    const alignment = TAB_ALIGNMENTS[attributes['w:val'] ?? 'left']
    if (position === undefined || alignment === undefined || tabs.size >= OOXML_LIMITS.maxTabStops) continue
    const leader = TAB_LEADERS[attributes['w:leader'] ?? '']
    const isOfList = attributes['w:val'] === 'num'
    tabs.set(position, { position, alignment, ...(leader && { leader }), ...(isOfList && { isOfList }) })
  }
  return tabs
}

function readBorders(element: XmlElement, theme: Theme): NonNullable<ParagraphLayer['borders']> {
  const borders: { [Name in Edge]?: Border | null } = {}
  for (const child of childrenOf(element)) {
    const edge = EDGES[child.name]
    const border = readBorder(child, theme)
    if (edge !== undefined && border !== undefined) borders[edge] = border
  }
  return borders
}

/**
 * Reads direct formatting. There, a length beside a number of characters is what Word computed from it. In a style, it depends
 * on the font size of the text that has the style.
 */
export function readDirectParagraphLayer(pPr: XmlElement | undefined, theme: Theme): ParagraphLayer {
  const layer = readParagraphLayer(pPr, theme)
  return {
    ...layer,
    ...(layer.indentStart ? { indentStartChars: 0 } : {}),
    ...(layer.indentEnd ? { indentEndChars: 0 } : {}),
    ...(layer.indentFirstLine ? { indentFirstLineChars: 0 } : {}),
  }
}

/** Merges a level into a lower one. */
export function mergeParagraphLayers(lower: ParagraphLayer, upper: ParagraphLayer): ParagraphLayer {
  if (upper === EMPTY_PARAGRAPH_LAYER) return lower
  if (lower === EMPTY_PARAGRAPH_LAYER) return upper
  const merged: MutableLayer = { ...lower, ...upper }
  if (lower.tabs !== undefined && upper.tabs !== undefined) merged.tabs = mergeTabs(lower.tabs, upper.tabs)
  if (lower.borders !== undefined && upper.borders !== undefined)
    merged.borders = { ...lower.borders, ...upper.borders }
  if (lower.frame !== undefined && upper.frame !== undefined) merged.frame = mergeFrames(lower.frame, upper.frame)
  return merged
}

/** Merges a list level into another level. Word then removes the tab stops of other lists. */
export function mergeListLevel(lower: ParagraphLayer, level: ParagraphLayer): ParagraphLayer {
  const { tabs } = lower
  if (tabs === undefined || ![...tabs.values()].some(({ isOfList }) => isOfList)) {
    return mergeParagraphLayers(lower, level)
  }
  const others = new Map([...tabs].filter(([, { isOfList }]) => !isOfList))
  return mergeParagraphLayers({ ...lower, tabs: others }, level)
}

function mergeTabs(lower: ReadonlyMap<number, TabChange>, upper: ReadonlyMap<number, TabChange>) {
  const merged = new Map(lower)
  for (const [position, change] of upper) {
    if (merged.has(position) || merged.size < OOXML_LIMITS.maxTabStops) merged.set(position, change)
  }
  return merged
}

/**
 * The properties of a paragraph, from the merged levels of its cascade.
 *
 * @param mark format of its mark; indents in characters are multiples of its font size
 */
export function resolveParagraph(layer: ParagraphLayer, styleId: string, mark: RunProperties): ParagraphProperties {
  const chars = (hundredths: number | undefined, length: number | undefined): number =>
    hundredths === undefined || hundredths === 0 ? (length ?? 0) : Math.round((hundredths / 100) * mark.size)
  const lines = (hundredths: number | undefined, length: number | undefined): number =>
    hundredths === undefined || hundredths === 0 ? (length ?? 0) : Math.round((hundredths / 100) * SINGLE_LINE)
  const autoSpaceBefore = layer.autoSpaceBefore ?? false
  const autoSpaceAfter = layer.autoSpaceAfter ?? false
  const { outlineLevel } = layer
  return {
    styleId,
    alignment: layer.alignment ?? 'start',
    rightToLeft: layer.rightToLeft ?? false,
    indentStart: chars(layer.indentStartChars, layer.indentStart),
    indentEnd: chars(layer.indentEndChars, layer.indentEnd),
    indentFirstLine: chars(layer.indentFirstLineChars, layer.indentFirstLine),
    spaceBefore: autoSpaceBefore ? AUTOMATIC_SPACE : lines(layer.spaceBeforeLines, layer.spaceBefore),
    spaceAfter: autoSpaceAfter ? AUTOMATIC_SPACE : lines(layer.spaceAfterLines, layer.spaceAfter),
    autoSpaceBefore,
    autoSpaceAfter,
    contextualSpacing: layer.contextualSpacing ?? false,
    lineSpacing: resolveLineSpacing(layer),
    keepWithNext: layer.keepWithNext ?? false,
    keepLines: layer.keepLines ?? false,
    pageBreakBefore: layer.pageBreakBefore ?? false,
    widowControl: layer.widowControl ?? true,
    suppressLineNumbers: layer.suppressLineNumbers ?? false,
    suppressHyphenation: layer.suppressHyphenation ?? false,
    snapToGrid: layer.snapToGrid ?? true,
    breakAnywhere: layer.wordWrap === false,
    hangsPunctuation: layer.hangsPunctuation ?? true,
    keepsLineRules: layer.keepsLineRules ?? true,
    spaceBesideLatin: layer.spaceBesideLatin ?? true,
    spaceBesideDigits: layer.spaceBesideDigits ?? true,
    tabs: resolveTabs(layer.tabs),
    borders: resolveBorders(layer.borders),
    shading: layer.shading || undefined,
    outlineLevel: outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < 9 ? outlineLevel : undefined,
    verticalAlignment: layer.verticalAlignment ?? 'auto',
    frame: layer.frame && readFrame(layer.frame),
    mark,
    mirrorsIndents: layer.mirrorsIndents ? true : undefined,
  }
}

function resolveLineSpacing({ line = SINGLE_LINE, lineRule = 'auto' }: ParagraphLayer): LineSpacing {
  // A negative height is exact ([MS-DOC], 2.9.126).
  if (line < 0) return { rule: 'exact', value: -line }
  if (line === 0) return { rule: 'auto', value: 1 }
  return lineRule === 'auto' ? { rule: 'auto', value: line / SINGLE_LINE } : { rule: lineRule, value: line }
}

function resolveTabs(changes: ParagraphLayer['tabs']): TabStop[] {
  const stops: TabStop[] = []
  if (changes === undefined) return stops
  for (const { alignment, isOfList: _, ...rest } of changes.values())
    if (alignment !== 'clear') stops.push({ alignment, ...rest })
  return stops.sort((one, other) => one.position - other.position)
}

function resolveBorders(borders: ParagraphLayer['borders'] = {}): ParagraphBorders {
  const found: { -readonly [Name in Edge]?: Border } = {}
  for (const edge of Object.keys(borders) as Edge[]) {
    const border = borders[edge]
    if (border) found[edge] = border
  }
  return found
}
