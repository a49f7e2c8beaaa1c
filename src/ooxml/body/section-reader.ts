/**
 * Reads section properties: page, columns, headers, numbering.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { Block, DocumentSettings, HeaderSet, SectionProperties } from '../../typeset/model/document-model.js'
import type { Border } from '../../typeset/model/properties.js'
import { definedEdges } from '../formatting/tables/table-values.js'
import { readNoteSettings } from '../parts/settings.js'
import type { Theme } from '../parts/theme.js'
import { readBorder, readInteger, readOnOff, readTwips } from '../values/property-values.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'

/** Context for reading section properties. */
export interface SectionEnvironment {
  readonly settings: DocumentSettings
  readonly theme: Theme
  /** Returns the id of the paragraph style with a name. */
  styleNamed(name: string): string | undefined
  /** Returns the content of a header or footer by the id of its relationship. */
  header(id: string, kind: 'header' | 'footer'): readonly Block[] | undefined
  warn(message: string): void
}

/** Largest side of a page in Word: 22 inches, in twips. */
const MAX_PAGE = 31_680
const MIN_PAGE = 144

/** Width of the narrowest column, in twips. */
const MIN_COLUMN = 72

/** Maximum number of columns of a page (17.6.4). */
const MAX_COLUMNS = 45

/** Largest space that a document grid adds to a character, in twips. Word has no larger fonts. */
const MAX_CHARACTER_SPACE = 32_760

/** Reads a w:sectPr (17.6.17). Missing headers and footers are inherited from the section before. */
export function readSection(
  sectPr: XmlElement | undefined,
  previous: SectionProperties | undefined,
  env: SectionEnvironment,
): SectionProperties {
  const page = readPage(sectPr)
  const numbers = childOf(sectPr, 'w:pgNumType')?.attributes
  const pageNumberStart = readInteger(numbers?.['w:start'])
  const isVertical = runsDown(childOf(sectPr, 'w:textDirection'), env)
  const columns = childOf(sectPr, 'w:cols')
  const lineNumbers = readLineNumbers(childOf(sectPr, 'w:lnNumType'))
  const pageBorders = readPageBorders(childOf(sectPr, 'w:pgBorders'), env.theme)
  const gridLinePitch = readLinePitch(childOf(sectPr, 'w:docGrid'))
  const gridCharacterSpace = readCharacterSpace(childOf(sectPr, 'w:docGrid'))
  const footnotePr = childOf(sectPr, 'w:footnotePr')
  const endnotePr = childOf(sectPr, 'w:endnotePr')
  return {
    start: readStart(childOf(sectPr, 'w:type')),
    ...page,
    gutterOnRight: readOnOff(childOf(sectPr, 'w:rtlGutter')) ?? false,
    columns: readColumns(columns, Math.max(lineLength(page, isVertical, env.settings), MIN_COLUMN)),
    columnSeparator: isOn(columns?.attributes['w:sep']),
    rightToLeft: readOnOff(childOf(sectPr, 'w:bidi')) ?? false,
    verticalAlign: readVerticalAlign(childOf(sectPr, 'w:vAlign')),
    titlePage: readOnOff(childOf(sectPr, 'w:titlePg')) ?? false,
    headers: readHeaders(sectPr, 'header', previous?.headers, env),
    footers: readHeaders(sectPr, 'footer', previous?.footers, env),
    pageNumberFormat: numbers?.['w:fmt'] ?? 'decimal',
    ...readChapters(numbers, env),
    ...(isVertical && { isVertical }),
    ...(pageNumberStart === undefined ? {} : { pageNumberStart }),
    ...(lineNumbers === undefined ? {} : { lineNumbers }),
    ...(pageBorders === undefined ? {} : { pageBorders }),
    ...(gridLinePitch === undefined ? {} : { gridLinePitch }),
    ...(gridCharacterSpace === 0 ? {} : { gridCharacterSpace }),
    ...(footnotePr === undefined ? {} : { footnotes: readNoteSettings(footnotePr, env.settings.footnotes) }),
    ...(endnotePr === undefined ? {} : { endnotes: readNoteSettings(endnotePr, env.settings.endnotes) }),
  }
}

const CHAPTER_SEPARATORS = new Map<string | undefined, string>([
  ['period', '.'],
  ['colon', ':'],
  ['emDash', '\u2014'],
  ['enDash', '\u2013'],
])

/** w:chapStyle (17.6.12): the heading level that begins chapters. */
function readChapters(
  numbers: XmlElement['attributes'] | undefined,
  env: SectionEnvironment,
): Pick<SectionProperties, 'chapterNumbers'> {
  const level = readInteger(numbers?.['w:chapStyle']) ?? 0
  const styleId = level < 1 || level > 9 ? undefined : env.styleNamed(`heading ${level}`)
  if (styleId === undefined) return {}
  return { chapterNumbers: { styleId, separator: CHAPTER_SEPARATORS.get(numbers?.['w:chapSep']) ?? '-' } }
}

type Page = Pick<
  SectionProperties,
  | 'pageWidth'
  | 'pageHeight'
  | 'marginTop'
  | 'marginRight'
  | 'marginBottom'
  | 'marginLeft'
  | 'fixedMarginTop'
  | 'fixedMarginBottom'
  | 'headerDistance'
  | 'footerDistance'
  | 'gutter'
>

/** w:pgSz and w:pgMar (17.6.13, 17.6.11); US Letter with margins of an inch where they are missing. */
function readPage(sectPr: XmlElement | undefined): Page {
  const size = childOf(sectPr, 'w:pgSz')?.attributes
  const margins = childOf(sectPr, 'w:pgMar')?.attributes
  const pageWidth = clamp(readTwips(size?.['w:w']) ?? 12_240, MIN_PAGE, MAX_PAGE)
  const pageHeight = clamp(readTwips(size?.['w:h']) ?? 15_840, MIN_PAGE, MAX_PAGE)
  const margin = (name: string, otherwise: number): number =>
    clamp(readTwips(margins?.[name]) ?? otherwise, -MAX_PAGE, MAX_PAGE)
  const top = margin('w:top', 1440)
  const bottom = margin('w:bottom', 1440)
  return {
    pageWidth,
    pageHeight,
    marginTop: Math.abs(top),
    marginRight: margin('w:right', 1440),
    marginBottom: Math.abs(bottom),
    marginLeft: margin('w:left', 1440),
    fixedMarginTop: top < 0,
    fixedMarginBottom: bottom < 0,
    headerDistance: Math.max(0, margin('w:header', 720)),
    footerDistance: Math.max(0, margin('w:footer', 720)),
    gutter: Math.max(0, margin('w:gutter', 0)),
  }
}

/** Length of lines between the margins. */
function lineLength(page: Page, isVertical: boolean, { gutterAtTop }: DocumentSettings): number {
  const length = isVertical
    ? page.pageHeight - page.marginTop - page.marginBottom
    : page.pageWidth - page.marginLeft - page.marginRight
  return gutterAtTop === isVertical ? length - page.gutter : length
}

/** w:textDirection of a section (17.6.20), in its transitional and strict names. */
function runsDown(element: XmlElement | undefined, { warn }: SectionEnvironment): boolean {
  const direction = element?.attributes['w:val'] ?? 'lrTb'
  if (/^(?:tbRlV?|rlV?)$/.test(direction)) return true
  if (direction !== 'lrTb' && direction !== 'tb') warn('Pages of turned text are typeset horizontally.')
  return false
}

function readStart(element: XmlElement | undefined): SectionProperties['start'] {
  const value = element?.attributes['w:val']
  return value === 'continuous' || value === 'evenPage' || value === 'oddPage' || value === 'nextColumn'
    ? value
    : 'nextPage'
}

/** w:cols (17.6.4). Columns of unequal width are given individually, and are scaled down where they do not fit. */
function readColumns(cols: XmlElement | undefined, textWidth: number): SectionProperties['columns'] {
  const gap = clamp(readTwips(cols?.attributes['w:space']) ?? 720, 0, MAX_PAGE)
  const isUnequal = cols?.attributes['w:equalWidth'] !== undefined && !isOn(cols.attributes['w:equalWidth'])
  const given = isUnequal ? childrenOf(cols, 'w:col').slice(0, MAX_COLUMNS) : []
  if (given.length > 0) {
    return given.map(({ attributes }, index) => ({
      width: clamp(readTwips(attributes['w:w']) ?? MIN_COLUMN, MIN_COLUMN, MAX_PAGE),
      gap: index === given.length - 1 ? 0 : clamp(readTwips(attributes['w:space']) ?? 0, 0, MAX_PAGE),
    }))
  }
  const fitting = Math.max(1, Math.floor((textWidth + gap) / (MIN_COLUMN + gap)))
  const count = clamp(readInteger(cols?.attributes['w:num']) ?? 1, 1, Math.min(MAX_COLUMNS, fitting))
  const width = Math.floor((textWidth - gap * (count - 1)) / count)
  return Array.from({ length: count }, (_, index) => ({ width, gap: index === count - 1 ? 0 : gap }))
}

function readVerticalAlign(element: XmlElement | undefined): SectionProperties['verticalAlign'] {
  const value = element?.attributes['w:val']
  return value === 'center' || value === 'bottom' || value === 'both' ? value : 'top'
}

function readHeaders(
  sectPr: XmlElement | undefined,
  kind: 'header' | 'footer',
  previous: HeaderSet | undefined,
  env: SectionEnvironment,
): HeaderSet {
  const set: { -readonly [K in keyof HeaderSet]: HeaderSet[K] } = { ...previous }
  for (const reference of childrenOf(sectPr, `w:${kind}Reference`)) {
    const id = reference.attributes['r:id']
    const blocks = id === undefined ? undefined : env.header(id, kind)
    if (blocks === undefined) {
      env.warn(`A ${kind} that the document refers to is not in the file, or is no ${kind}, and is left out.`)
      continue
    }
    const type = reference.attributes['w:type']
    set[type === 'first' || type === 'even' ? type : 'default'] = blocks
  }
  return set
}

/** w:lnNumType (17.6.8). Word stores the first number minus one. */
function readLineNumbers(element: XmlElement | undefined): SectionProperties['lineNumbers'] {
  const countBy = readInteger(element?.attributes['w:countBy']) ?? 0
  if (element === undefined || countBy <= 0) return undefined
  const restart = element.attributes['w:restart']
  const distance = readTwips(element.attributes['w:distance']) ?? 0
  return {
    countBy,
    start: Math.max(0, readInteger(element.attributes['w:start']) ?? 0) + 1,
    distance: distance > 0 ? Math.min(distance, MAX_PAGE) : 360,
    restart: restart === 'newSection' || restart === 'continuous' ? restart : 'newPage',
  }
}

function readPageBorders(element: XmlElement | undefined, theme: Theme): SectionProperties['pageBorders'] {
  if (element === undefined) return undefined
  const edge = (name: string): Border | undefined => {
    const child = childOf(element, name)
    const border = readBorder(child, theme)
    // Only page borders may be rows of pictures. Their names differ from those of lines.
    return border ? { ...border, style: child?.attributes['w:val'] ?? border.style } : undefined
  }
  const display = element.attributes['w:display']
  return {
    ...definedEdges({ top: edge('w:top'), right: edge('w:right'), bottom: edge('w:bottom'), left: edge('w:left') }),
    offsetFrom: element.attributes['w:offsetFrom'] === 'page' ? 'page' : 'text',
    display: display === 'firstPage' || display === 'notFirstPage' ? display : 'allPages',
    inFront: element.attributes['w:zOrder'] !== 'back',
  }
}

/** The line pitch of w:docGrid (17.6.5), which has lines only for some of its types. Its default type has none. */
function readLinePitch(element: XmlElement | undefined): number | undefined {
  const type = element?.attributes['w:type']
  if (type !== 'lines' && type !== 'linesAndChars' && type !== 'snapToChars') return undefined
  const pitch = readTwips(element?.attributes['w:linePitch'])
  return pitch === undefined || pitch <= 0 ? undefined : Math.min(pitch, MAX_PAGE)
}

/** 4096ths of a point. Some programs write negative values without a sign. */
function readCharacterSpace(element: XmlElement | undefined): number {
  const type = element?.attributes['w:type']
  if (type !== 'linesAndChars' && type !== 'snapToChars') return 0
  const space = (Number(element?.attributes['w:charSpace'] ?? 0) | 0) / 4096
  return clamp(space * 20, -MAX_CHARACTER_SPACE, MAX_CHARACTER_SPACE)
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value !== 'false' && value !== 'off'
}
