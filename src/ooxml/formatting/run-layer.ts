/**
 * One level of the cascade of character formatting, from a w:rPr (ECMA-376-1, 17.3.2).
 *
 * @module
 */

import type { Border, HexColor, RunProperties, Underline } from '../../typeset/model/properties.js'
import type { Theme } from '../parts/theme.js'
import { HIGHLIGHT_COLORS } from '../values/highlight-colors.js'
import {
  isOn,
  readBorder,
  readFactor,
  readForeground,
  readMeasure,
  readShading,
  readTextColor,
  readTwips,
} from '../values/property-values.js'
import type { XmlElement } from '../xml/xml-element.js'
import { readTextFill } from './text-fill.js'
import { resolveThemeFont, type ThemeFontContext } from './theme-font.js'

/** Toggle properties (17.7.3) that affect what is drawn. */
const TOGGLES = [
  'bold',
  'complexBold',
  'italic',
  'complexItalic',
  'allCapitals',
  'smallCapitals',
  'strike',
  'outline',
  'hidden',
] as const

type Toggles = { readonly [Name in (typeof TOGGLES)[number]]?: boolean }

/** The properties of a level. Missing ones are not set; `null` is an explicit "none". */
export interface RunLayer extends Toggles {
  readonly asciiFont?: string
  readonly highAnsiFont?: string
  readonly eastAsiaFont?: string
  readonly complexFont?: string
  readonly styleId?: string
  readonly size?: number
  readonly complexSize?: number
  readonly color?: HexColor | 'auto'
  readonly highlight?: HexColor | null
  readonly shading?: HexColor | null
  readonly underline?: Underline | null
  readonly doubleStrike?: boolean
  readonly verticalAlign?: 'superscript' | 'subscript' | null
  readonly raise?: number
  readonly tracking?: number
  readonly scale?: number
  readonly kernFrom?: number
  readonly ligatures?: boolean
  readonly figures?: RunProperties['figures'] | null
  readonly rightToLeft?: boolean
  readonly complexScript?: boolean
  readonly eastAsiaHint?: boolean
  readonly language?: string
  readonly eastAsiaLanguage?: string
  readonly complexLanguage?: string
  readonly twoLines?: RunProperties['twoLines'] | null
  readonly border?: Border | null
  readonly fitText?: RunProperties['fitText'] | null
  readonly emphasis?: RunProperties['emphasis'] | null
  readonly opacity?: number
  readonly isDeleted?: boolean
}

type MutableLayer = { -readonly [Name in keyof RunLayer]: RunLayer[Name] }

/** A level that says nothing. */
export const EMPTY_RUN_LAYER: RunLayer = {}

const BOOLEANS: Readonly<Record<string, keyof Toggles | 'doubleStrike' | 'rightToLeft' | 'complexScript'>> = {
  'w:b': 'bold',
  'w:bCs': 'complexBold',
  'w:i': 'italic',
  'w:iCs': 'complexItalic',
  'w:caps': 'allCapitals',
  'w:smallCaps': 'smallCapitals',
  'w:strike': 'strike',
  'w:outline': 'outline',
  'w:vanish': 'hidden',
  'w:dstrike': 'doubleStrike',
  'w:rtl': 'rightToLeft',
  'w:cs': 'complexScript',
}

const UNDERLINES: ReadonlySet<string> = new Set<Underline['style']>([
  'single',
  'words',
  'double',
  'thick',
  'dotted',
  'dottedHeavy',
  'dash',
  'dashedHeavy',
  'dashLong',
  'dashLongHeavy',
  'dotDash',
  'dashDotHeavy',
  'dotDotDash',
  'dashDotDotHeavy',
  'wave',
  'wavyHeavy',
  'wavyDouble',
])

/** Word's smallest font size, half a point, in twips. */
const MIN_SIZE = 10
/** Word's largest font size, 1638 points, in twips. */
const MAX_SIZE = 32_760

/** Name of the property of text that is shown as deleted. No file has it. */
export const SHOWN_DELETION = 'deletion'

/** Reads a w:rPr. */
export function readRunLayer(rPr: XmlElement | undefined, context: ThemeFontContext): RunLayer {
  if (rPr === undefined || rPr.children.length === 0) return EMPTY_RUN_LAYER
  const layer: MutableLayer = {}
  for (const child of rPr.children) if (typeof child !== 'string') readProperty(child, layer, context)
  // Wherever it stands, it counts in place of w:color.
  return Object.assign(layer, readTextFill(rPr, context.theme))
}

function readProperty(element: XmlElement, layer: MutableLayer, context: ThemeFontContext): void {
  const value = element.attributes['w:val']
  const name = BOOLEANS[element.name]
  if (name === undefined) READERS.get(element.name)?.(layer, element, value, context)
  else layer[name] = isOn(value)
}

/** Sets what an element says; `value` is its w:val. */
type PropertyReader = (
  layer: MutableLayer,
  element: XmlElement,
  value: string | undefined,
  context: ThemeFontContext,
) => void

const READERS: ReadonlyMap<string, PropertyReader> = new Map(
  Object.entries<PropertyReader>({
    'w:rStyle': (layer, _, value) => setDefined(layer, 'styleId', value),
    'w:rFonts': (layer, element, _, context) => readFonts(element, layer, context),
    'w:sz': (layer, _, value) => setDefined(layer, 'size', readSize(value)),
    'w:szCs': (layer, _, value) => setDefined(layer, 'complexSize', readSize(value)),
    'w:color': (layer, element, _, { theme }) => setDefined(layer, 'color', readTextColor(element, theme)),
    'w:highlight': (layer, _, value) =>
      setDefined(layer, 'highlight', value === 'none' ? null : HIGHLIGHT_COLORS[value ?? '']),
    'w:shd': (layer, element, _, { theme }) => setDefined(layer, 'shading', readShading(element, theme)),
    'w:u': (layer, element, _, { theme }) => setDefined(layer, 'underline', readUnderline(element, theme)),
    'w:vertAlign'(layer, _, value) {
      layer.verticalAlign = value === 'superscript' || value === 'subscript' ? value : null
    },
    'w:position': (layer, _, value) => setDefined(layer, 'raise', readMeasure(value, 10)),
    'w:spacing': (layer, _, value) => setDefined(layer, 'tracking', readTwips(value)),
    'w:w': (layer, _, value) => setDefined(layer, 'scale', readScale(value)),
    'w:kern': (layer, _, value) => setDefined(layer, 'kernFrom', readMeasure(value, 10)),
    'w14:ligatures'(layer, { attributes }) {
      layer.ligatures = /standard|all/i.test(attributes['w14:val'] ?? '')
    },
    'w14:numForm'(layer, { attributes }) {
      layer.figures = FIGURES[attributes['w14:val'] ?? ''] ?? null
    },
    'w:lang'(layer, { attributes }, value) {
      setDefined(layer, 'language', value)
      setDefined(layer, 'eastAsiaLanguage', attributes['w:eastAsia'])
      setDefined(layer, 'complexLanguage', attributes['w:bidi'])
    },
    'w:eastAsianLayout'(layer, element) {
      layer.twoLines = readTwoLines(element)
    },
    'w:em'(layer, _, value) {
      layer.emphasis = EMPHASIS[value ?? ''] ?? null
    },
    'w:fitText'(layer, element) {
      layer.fitText = readFit(element)
    },
    [SHOWN_DELETION](layer) {
      layer.isDeleted = true
    },
    'w:bdr': (layer, element, _, { theme }) => setDefined(layer, 'border', readBorder(element, theme)),
  }),
)

/** Forms of figures ([MS-DOCX], 2.7.1.10). */
const FIGURES: Readonly<Record<string, RunProperties['figures']>> = { lining: 'lining', oldStyle: 'oldStyle' }

const EMPHASIS: Readonly<Record<string, RunProperties['emphasis']>> = {
  dot: 'dot',
  comma: 'comma',
  circle: 'circle',
  underDot: 'underDot',
}

function readFit({ attributes }: XmlElement): RunProperties['fitText'] | null {
  const width = readTwips(attributes['w:val']) ?? 0
  return width > 0 ? { width, id: attributes['w:id'] ?? '' } : null
}

const BRACKETS = new Map<string | undefined, string>([
  ['round', '()'],
  ['square', '[]'],
  ['angle', '<>'],
  ['curly', '{}'],
])

/** Two lines in one (17.3.2.10); `null` for other kinds of layout. */
function readTwoLines({ attributes }: XmlElement): RunProperties['twoLines'] | null {
  if (!isOn(attributes['w:combine'])) return null
  return { id: attributes['w:id'] ?? '', brackets: BRACKETS.get(attributes['w:combineBrackets']) ?? '' }
}

function setDefined<Name extends keyof RunLayer>(layer: MutableLayer, name: Name, value: RunLayer[Name]): void {
  if (value !== undefined) layer[name] = value
}

/** A theme font overrides a named font beside it (17.3.2.26). */
function readFonts({ attributes }: XmlElement, layer: MutableLayer, context: ThemeFontContext): void {
  const font = (name: string, themeName: string): string | undefined => {
    const named = attributes[name]?.replace(/^@/, '')
    return resolveThemeFont(attributes[themeName], context) ?? (named || undefined)
  }
  setDefined(layer, 'asciiFont', font('w:ascii', 'w:asciiTheme'))
  setDefined(layer, 'highAnsiFont', font('w:hAnsi', 'w:hAnsiTheme'))
  setDefined(layer, 'eastAsiaFont', font('w:eastAsia', 'w:eastAsiaTheme'))
  setDefined(layer, 'complexFont', font('w:cs', 'w:cstheme'))
  if (attributes['w:hint'] !== undefined) layer.eastAsiaHint = attributes['w:hint'] === 'eastAsia'
}

function readSize(value: string | undefined): number | undefined {
  const size = readMeasure(value, 10)
  return size === undefined || size <= 0 ? undefined : Math.min(Math.max(Math.round(size), MIN_SIZE), MAX_SIZE)
}

/** Character scale, from 1% to 600% (17.18.81). */
function readScale(value: string | undefined): number | undefined {
  const scale = readFactor(value, 100)
  return scale === undefined || scale <= 0 ? undefined : Math.min(Math.max(scale, 0.01), 6)
}

function readUnderline(element: XmlElement, theme: Theme): Underline | null | undefined {
  const style = element.attributes['w:val']
  if (style === undefined) return undefined
  if (!UNDERLINES.has(style)) return null
  const color = readForeground(element, theme)
  return {
    style: style as Underline['style'],
    ...(color === undefined || color === 'auto' ? {} : { color }),
  }
}

/** Word's default font, where not even the document defaults name one. */
const BUILT_IN_FONT = 'Times New Roman'
const BUILT_IN_SIZE = 200

/**
 * Combines the levels of styles (17.7.3). A toggle property is on if the document defaults set it, or if an odd number of the
 * other levels do. For other properties, the last level that sets them counts.
 */
export function combineStyleLayers(defaults: RunLayer, levels: readonly RunLayer[]): RunLayer {
  const combined: MutableLayer = Object.assign({}, defaults, ...levels)
  for (const name of TOGGLES) {
    if (combined[name] === undefined) continue
    let on = false
    for (const level of levels) if (level[name] === true) on = !on
    combined[name] = defaults[name] === true || on
  }
  return combined
}

/** The properties of a run, from the merged levels of its cascade. */
export function resolveRun(layer: RunLayer): RunProperties {
  const size = layer.size ?? BUILT_IN_SIZE
  return {
    fonts: resolveFonts(layer),
    size,
    bold: layer.bold ?? false,
    italic: layer.italic ?? false,
    complexSize: layer.complexSize ?? BUILT_IN_SIZE,
    complexBold: layer.complexBold ?? false,
    complexItalic: layer.complexItalic ?? false,
    color: layer.color ?? 'auto',
    highlight: layer.highlight || undefined,
    shading: layer.shading || undefined,
    underline: layer.underline ?? undefined,
    strike: layer.doubleStrike ? 'double' : layer.strike ? 'single' : undefined,
    capitals: layer.allCapitals ? 'all' : layer.smallCapitals ? 'small' : undefined,
    verticalAlign: layer.verticalAlign ?? undefined,
    raise: layer.raise ?? 0,
    tracking: layer.tracking ?? 0,
    scale: layer.scale ?? 1,
    kernFrom: layer.kernFrom !== undefined && layer.kernFrom > 0 ? layer.kernFrom : undefined,
    ligatures: layer.ligatures ?? false,
    figures: layer.figures ?? undefined,
    rightToLeft: layer.rightToLeft ?? false,
    complexScript: layer.complexScript ?? false,
    eastAsiaHint: layer.eastAsiaHint ?? false,
    language: layer.language ?? '',
    eastAsiaLanguage: layer.eastAsiaLanguage || undefined,
    complexLanguage: layer.complexLanguage || undefined,
    twoLines: layer.twoLines ?? undefined,
    border: layer.border ?? undefined,
    outline: layer.outline ? true : undefined,
    fitText: layer.fitText ?? undefined,
    emphasis: layer.emphasis ?? undefined,
    opacity: layer.opacity === 1 ? undefined : layer.opacity,
    isDeleted: layer.isDeleted,
  }
}

function resolveFonts({ asciiFont: ascii = BUILT_IN_FONT, highAnsiFont, eastAsiaFont, complexFont }: RunLayer) {
  return {
    ascii,
    highAnsi: highAnsiFont ?? ascii,
    eastAsia: eastAsiaFont ?? ascii,
    complexScript: complexFont ?? BUILT_IN_FONT,
  }
}

/** Resolved properties with one more level, such as that of a list label on top of the paragraph mark's. */
export function overlayRun(run: RunProperties, layer: RunLayer): RunProperties {
  return resolveRun({ ...layerOf(run), ...layer })
}

function fontsOf({ fonts }: RunProperties): RunLayer {
  const { ascii, highAnsi, eastAsia, complexScript } = fonts
  return { asciiFont: ascii, highAnsiFont: highAnsi, eastAsiaFont: eastAsia, complexFont: complexScript }
}

/** Resolved properties as a level that sets all of them. */
function layerOf(run: RunProperties): RunLayer {
  const layer: MutableLayer = {
    ...fontsOf(run),
    size: run.size,
    bold: run.bold,
    italic: run.italic,
    complexSize: run.complexSize,
    complexBold: run.complexBold,
    complexItalic: run.complexItalic,
    color: run.color,
    highlight: run.highlight ?? null,
    shading: run.shading ?? null,
    underline: run.underline ?? null,
    strike: run.strike === 'single',
    doubleStrike: run.strike === 'double',
    allCapitals: run.capitals === 'all',
    smallCapitals: run.capitals === 'small',
    verticalAlign: run.verticalAlign ?? null,
    raise: run.raise,
    tracking: run.tracking,
    scale: run.scale,
    kernFrom: run.kernFrom ?? 0,
    ligatures: run.ligatures,
    figures: run.figures ?? null,
    rightToLeft: run.rightToLeft,
    complexScript: run.complexScript,
    eastAsiaHint: run.eastAsiaHint,
    language: run.language,
    twoLines: run.twoLines ?? null,
    border: run.border ?? null,
    outline: run.outline ?? false,
    fitText: run.fitText ?? null,
    emphasis: run.emphasis ?? null,
    opacity: run.opacity ?? 1,
  }
  setDefined(layer, 'eastAsiaLanguage', run.eastAsiaLanguage)
  setDefined(layer, 'complexLanguage', run.complexLanguage)
  return layer
}
