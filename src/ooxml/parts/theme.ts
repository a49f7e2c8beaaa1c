/**
 * The theme part (ECMA-376-1, 20.1.6): fonts, colours, and the lines and fills that shapes refer to.
 *
 * @module
 */

import type { HexColor } from '../../typeset/model/properties.js'
import { readHexColor } from '../values/color-math.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'

/** A font collection: typefaces for Latin, East Asian and complex scripts, and further ones by script code (`Jpan`). */
export interface ThemeFonts {
  readonly latin: string
  readonly eastAsian: string
  readonly complexScript: string
  readonly scripts: ReadonlyMap<string, string>
}

/** The parts of a theme that the document uses. */
export interface Theme {
  readonly majorFonts?: ThemeFonts
  readonly minorFonts?: ThemeFonts
  /**
   * Colours by the names in w:themeColor and a:schemeClr: `accent1`, `tx1`, `text1`, `dk1`, `hyperlink` and others. The mapping
   * of the settings (w:clrSchemeMapping) is applied.
   */
  readonly colors: ReadonlyMap<string, HexColor>
  /** a:fmtScheme, with its lists of fills and lines. */
  readonly formatScheme?: XmlElement
}

/** The colours of a document without a theme: those of Office 2013. */
const OFFICE_COLORS: Readonly<Record<string, HexColor>> = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '44546A',
  lt2: 'E7E6E6',
  accent1: '5B9BD5',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '4472C4',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
}

/** Names of w:clrSchemeMapping and w:themeColor for slots of the colour scheme (17.18.11, 17.18.97). */
const SLOTS: Readonly<Record<string, string>> = {
  dark1: 'dk1',
  light1: 'lt1',
  dark2: 'dk2',
  light2: 'lt2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
}

/** Names that are mapped: the key in the settings, the names in text and drawings, and the slot without a mapping. */
const MAPPED: readonly (readonly [key: string, names: readonly string[], slot: string])[] = [
  ['bg1', ['bg1', 'background1'], 'lt1'],
  ['t1', ['tx1', 'text1'], 'dk1'],
  ['bg2', ['bg2', 'background2'], 'lt2'],
  ['t2', ['tx2', 'text2'], 'dk2'],
]

/**
 * Reads a theme.
 *
 * @param root a:theme; left out for a document without one
 * @param mapping slots of the colour scheme by the names of w:clrSchemeMapping
 */
export function readTheme(root: XmlElement | undefined, mapping: ReadonlyMap<string, string>): Theme {
  const elements = childOf(root, 'a:themeElements')
  const fonts = childOf(elements, 'a:fontScheme')
  const majorFonts = readFonts(childOf(fonts, 'a:majorFont'))
  const minorFonts = readFonts(childOf(fonts, 'a:minorFont'))
  const formatScheme = childOf(elements, 'a:fmtScheme')
  return {
    colors: readColors(childOf(elements, 'a:clrScheme'), mapping),
    ...(majorFonts && { majorFonts }),
    ...(minorFonts && { minorFonts }),
    ...(formatScheme && { formatScheme }),
  }
}

function readFonts(collection: XmlElement | undefined): ThemeFonts | undefined {
  if (collection === undefined) return undefined
  const scripts = new Map<string, string>()
  for (const { attributes } of childrenOf(collection, 'a:font')) {
    if (attributes['script'] !== undefined) scripts.set(attributes['script'], attributes['typeface'] ?? '')
  }
  const typeface = (name: string): string => childOf(collection, name)?.attributes['typeface'] ?? ''
  return { latin: typeface('a:latin'), eastAsian: typeface('a:ea'), complexScript: typeface('a:cs'), scripts }
}

function readColors(scheme: XmlElement | undefined, mapping: ReadonlyMap<string, string>): Map<string, HexColor> {
  const colors = new Map(Object.entries(OFFICE_COLORS))
  for (const slot of childrenOf(scheme)) {
    const [color] = childrenOf(slot)
    const value = readHexColor(color?.attributes['lastClr'] ?? color?.attributes['val'])
    if (value !== undefined) colors.set(slot.name.replace(/^a:/, ''), value)
  }
  const slots = new Map(colors)
  const give = (name: string, slot: string): void => {
    const color = slots.get(slot)
    if (color !== undefined) colors.set(name, color)
  }
  for (const [name, slot] of Object.entries(SLOTS)) give(name, slot)
  for (const [key, names, slot] of MAPPED) {
    const mapped = mapping.get(key)
    for (const name of names) give(name, mapped === undefined ? slot : (SLOTS[mapped] ?? mapped))
  }
  return colors
}
