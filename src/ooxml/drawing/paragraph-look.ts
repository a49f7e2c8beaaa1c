/**
 * Reads properties of DrawingML paragraphs: indents, spacing, bullets and numbers (a:pPr, ECMA-376-1, 21.1.2.2.7).
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import { roundTwips } from '../../typeset/drawings.js'
import type { ListLabel } from '../../typeset/model/document-model.js'
import { formatNumber } from '../../typeset/model/number-format.js'
import { makeRun, type PlainTextLook } from '../../typeset/model/plain-model.js'
import type { LineSpacing, ParagraphProperties } from '../../typeset/model/properties.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import { readColorIn } from './color.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { readBoolean, readEmu, readNumber, readShare } from './units.js'

/** Largest space and indent, in twips: the width of Word's widest page. */
const MAX_LENGTH = 31_680

/** Highest level of lists, counted from 0 (21.1.2.4.12). */
const MAX_LEVEL = 8

/** Current numbers of the paragraphs of one text, by level. */
export type BulletCounters = Map<number, number>

type Changes = Partial<ParagraphProperties>

/** The properties of a paragraph: its own, followed by those of its level in the list of the text. */
export function levelProperties(pPr: XmlElement | undefined, list: XmlElement | undefined): readonly XmlElement[] {
  const level = clamp(readNumber(pPr?.attributes['lvl'], 0), 0, MAX_LEVEL)
  const ofLevel = childOf(list, `a:lvl${level + 1}pPr`) ?? childOf(list, 'a:defPPr')
  return [pPr, ofLevel].filter((one) => one !== undefined)
}

/** Indents, spacing and direction of a paragraph with this font size. */
export function readParagraphLook(levels: readonly XmlElement[], size: number): Changes {
  const attribute = (name: string) => levels.find(({ attributes }) => attributes[name] !== undefined)?.attributes[name]
  const child = (name: string) => levels.map((one) => childOf(one, name)).find((one) => one !== undefined)
  const length = (name: string) => roundTwips(clamp(readEmu(attribute(name)), -MAX_LENGTH, MAX_LENGTH))
  const lineSpacing = readLineSpacing(child('a:lnSpc'))
  return {
    indentStart: length('marL'),
    indentEnd: length('marR'),
    indentFirstLine: length('indent'),
    spaceBefore: readSpace(child('a:spcBef'), size),
    spaceAfter: readSpace(child('a:spcAft'), size),
    rightToLeft: readBoolean(attribute('rtl'), false),
    ...(lineSpacing === undefined ? {} : { lineSpacing }),
  }
}

function readLineSpacing(element: XmlElement | undefined): LineSpacing | undefined {
  const points = pointsOf(element)
  if (points !== undefined) return { rule: 'exact', value: points }
  const share = childOf(element, 'a:spcPct')?.attributes['val']
  return share === undefined ? undefined : { rule: 'auto', value: clamp(readShare(share, 1), 0.1, 10) }
}

/** A space in points, or as a share of the font size. */
function readSpace(element: XmlElement | undefined, size: number): number {
  const share = readShare(childOf(element, 'a:spcPct')?.attributes['val'], 0)
  return clamp(pointsOf(element) ?? roundTwips(share * size), 0, MAX_LENGTH)
}

function pointsOf(element: XmlElement | undefined): number | undefined {
  const points = childOf(element, 'a:spcPts')?.attributes['val']
  // Hundredths of a point.
  return points === undefined ? undefined : clamp(roundTwips(readNumber(points, 0) / 5), 0, MAX_LENGTH)
}

const BULLETS: ReadonlySet<string> = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip'])

/** The bullet or number of a paragraph. Picture bullets become a dot. Paragraphs without text have none. */
export function readBullet(
  levels: readonly XmlElement[],
  look: PlainTextLook,
  counters: BulletCounters,
  env: DrawingEnvironment,
): ListLabel | undefined {
  const level = readNumber(levels[0]?.attributes['lvl'], 0)
  const owner = levels.find(({ children }) => children.some((one) => typeof one !== 'string' && BULLETS.has(one.name)))
  const sign = owner?.children.find((one): one is XmlElement => typeof one !== 'string' && BULLETS.has(one.name))
  for (const other of counters.keys()) if (other > level) counters.delete(other)
  // Numbering restarts after a paragraph of the level without a number.
  if (sign?.name !== 'a:buAutoNum') counters.delete(level)
  if (owner === undefined || sign === undefined || sign.name === 'a:buNone') return undefined
  const color = readColorIn(childOf(owner, 'a:buClr'), env.theme)?.color ?? look.color
  const size = look.size * clamp(readShare(childOf(owner, 'a:buSzPct')?.attributes['val'], 1), 0.25, 4)
  const font = childOf(owner, 'a:buFont')?.attributes['typeface'] ?? look.font
  const text = sign.name === 'a:buAutoNum' ? nextNumber(sign, level, counters) : bulletOf(sign, font)
  const named = sign.name === 'a:buChar' && !font.startsWith('+') ? { font } : {}
  return { text, run: makeRun({ ...look, ...named, color, size }), alignment: 'left', suffix: 'tab' }
}

/** Codes of symbol fonts are in the private use area. */
function bulletOf({ attributes }: XmlElement, font: string): string {
  const sign = attributes['char'] ?? '\u2022'
  const code = sign.charCodeAt(0)
  return /symbol|dings|marlett/i.test(font) && code < 0x100 ? String.fromCharCode(0xf000 + code) : sign
}

const SCHEMES: readonly (readonly [start: string, format: string])[] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
  ['thaiAlpha', 'thaiLetters'],
  ['thaiNum', 'thaiNumbers'],
  ['circleNum', 'decimalEnclosedCircle'],
  ['hindiNum', 'hindiNumbers'],
]

/** a:buAutoNum (21.1.2.4.1). One name gives both the number format and the characters around it (20.1.10.61). */
function nextNumber({ attributes }: XmlElement, level: number, counters: BulletCounters): string {
  const type = attributes['type'] ?? 'arabicPeriod'
  const number = counters.has(level) ? (counters.get(level) ?? 0) + 1 : readNumber(attributes['startAt'], 1)
  counters.set(level, number)
  const text = formatNumber(number, SCHEMES.find(([start]) => type.startsWith(start))?.[1] ?? 'decimal')
  if (type.endsWith('ParenBoth')) return `(${text})`
  if (type.endsWith('ParenR')) return `${text})`
  return type.endsWith('Period') ? `${text}.` : text
}
