/**
 * What each kind of field shows.
 *
 * @module
 */

import type { LinkTarget, StyleReference } from '../../typeset/model/document-model.js'
import { bookmarkLink, externalLink } from '../values/link-target.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'
import {
  type FieldInstruction,
  fieldArgument,
  fieldSwitchArguments,
  hasFieldSwitch,
  parseFieldInstruction,
} from './field-instruction.js'

/** What a field shows. */
export type FieldMeaning =
  /** The stored result. Where the file stores none: `substitute`, or the equation of an EQ field. */
  | {
      readonly show: 'result'
      readonly link?: LinkTarget
      readonly substitute?: string
      readonly equation?: string
      /** Whether Word computes the field, so that something is missing without a stored result. */
      readonly computed?: boolean
      /** Whether links in the result look like the surrounding text. */
      readonly hasPlainLinks?: boolean
    }
  /** A number that is known after pagination. */
  | {
      readonly show: 'number'
      readonly field: 'page' | 'pageCount' | 'sectionPageCount' | 'section'
      readonly numberFormat?: string
    }
  /** The page number of a bookmark. */
  | { readonly show: 'bookmarkPage'; readonly bookmark: string; readonly link?: LinkTarget }
  /** Text that is computed from the numbers of the page. */
  | { readonly show: 'computed' }
  /** The text of a paragraph of a style on the page. */
  | { readonly show: 'style'; readonly reference: StyleReference }
  /** A number that counts paragraphs. */
  | { readonly show: 'paragraphNumber' }
  /** Text that the field's code contains. */
  | { readonly show: 'text'; readonly text: string; readonly font?: string }
  | { readonly show: 'nothing' }

const RESULT: FieldMeaning = { show: 'result' }
const NOTHING: FieldMeaning = { show: 'nothing' }

const NUMBER_FIELDS = new Map([
  ['PAGE', 'page'],
  ['NUMPAGES', 'pageCount'],
  ['SECTIONPAGES', 'sectionPageCount'],
  ['SECTION', 'section'],
] as const)

/** Fields that mark entries of indexes and tables, and commands that show nothing. */
const SILENT_FIELDS = new Set([
  ...['TC', 'XE', 'RD', 'TA', 'SET', 'ASK', 'PRIVATE', 'NEXT', 'NEXTIF', 'SKIPIF', 'ADVANCE'],
])

/** Fields that number paragraphs. Word computes them whenever it shows them. */
const PARAGRAPH_NUMBERS = new Set(['AUTONUM', 'AUTONUMLGL', 'AUTONUMOUT', 'LISTNUM'])

/** Fields that show something in Word whether or not a result is stored. */
const COMPUTED_FIELDS = new Set([
  ...['SEQ', 'TOA', 'INDEX', 'BIBLIOGRAPHY', 'DATE', 'TIME'],
  ...['AUTHOR', 'TITLE', 'FILENAME', 'NUMWORDS', 'NUMCHARS', 'REVNUM', 'BARCODE', 'DISPLAYBARCODE', 'MERGEBARCODE'],
  ...['USERNAME', 'USERINITIALS', 'USERADDRESS', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'LASTSAVEDBY'],
])

/** ST_NumberFormat for the argument of `\*`; upper and lower case matter (ECMA-376-1, 17.16.4.3.1). */
export const GENERAL_FORMATS = new Map([
  ['Arabic', 'decimal'],
  ['ARABIC', 'decimal'],
  ['arabic', 'decimal'],
  ['roman', 'lowerRoman'],
  ['Roman', 'upperRoman'],
  ['ROMAN', 'upperRoman'],
  ['alphabetic', 'lowerLetter'],
  ['Alphabetic', 'upperLetter'],
  ['ALPHABETIC', 'upperLetter'],
  ['ArabicDash', 'numberInDash'],
  ['Ordinal', 'ordinal'],
  ['CardText', 'cardinalText'],
  ['OrdText', 'ordinalText'],
  ['Hex', 'hex'],
])

/** The id of a paragraph style with a name. */
export type StyleFinder = (name: string) => string | undefined

/**
 * What a field shows, by its code and, for form fields, its data (w:ffData).
 *
 * @param styleNamed finds styles; given in headers and footers, where fields repeat text of the page
 * @param seen the code without its hidden text
 */
export function fieldMeaning(code: string, formData?: XmlElement, styleNamed?: StyleFinder, seen = code): FieldMeaning {
  const instruction = parseFieldInstruction(code)
  const numberField = NUMBER_FIELDS.get(instruction.name as 'PAGE')
  if (numberField !== undefined) return numberMeaning(numberField, instruction)
  switch (instruction.name) {
    case 'HYPERLINK':
      return linkMeaning(hyperlinkTarget(instruction))
    case 'REF':
    case 'NOTEREF':
      return linkMeaning(linkOfReference(instruction))
    case 'PAGEREF':
      return pageReference(instruction)
    case 'STYLEREF':
      return styleMeaning(instruction, styleNamed)
    case 'SYMBOL':
      return symbolMeaning(instruction)
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return { show: 'text', text: buttonText(seen) }
    case 'TOC':
      return { show: 'result', computed: true, hasPlainLinks: true }
    case 'EQ':
      return { show: 'result', equation: instruction.rest }
    case 'QUOTE':
      return { show: 'result', substitute: fieldArgument(instruction) ?? '' }
    case 'FORMTEXT':
      return { show: 'result', substitute: attributeOf(formData, 'w:textInput', 'w:default') ?? '' }
    case 'FORMCHECKBOX':
      return { show: 'text', text: isChecked(formData) ? '\u2612' : '\u2610' }
    case 'FORMDROPDOWN':
      return { show: 'result', substitute: dropDownChoice(formData) }
    default:
      if (SILENT_FIELDS.has(instruction.name)) return NOTHING
      if (PARAGRAPH_NUMBERS.has(instruction.name)) return { show: 'paragraphNumber' }
      return COMPUTED_FIELDS.has(instruction.name) ? { show: 'result', computed: true } : RESULT
  }
}

/**
 * The text of a button (17.16.5.34): what follows the name of the macro or bookmark. MathType writes the numbers of equations as
 * such fields, with formats that Word does not show.
 */
function buttonText(code: string): string {
  return parseFieldInstruction(code)
    .rest.replace(/^\S+\s?/, '')
    .replace(/\s*\\\*\s*(?:merge|char)format\s*/gi, '')
}

function numberMeaning(
  field: 'page' | 'pageCount' | 'sectionPageCount' | 'section',
  instruction: FieldInstruction,
): FieldMeaning {
  let format = field === 'page' ? undefined : 'decimal'
  for (const argument of fieldSwitchArguments(instruction, '\\*')) format = GENERAL_FORMATS.get(argument) ?? format
  const picture = fieldSwitchArguments(instruction, '\\#')[0]
  if (picture !== undefined) format = numberPicture(picture)
  return format === undefined ? { show: 'number', field } : { show: 'number', field, numberFormat: format }
}

/** The format of a numeric picture (17.16.4.2): each 0 is a digit at least. */
export function numberPicture(picture: string): string {
  const digits = /0{2,}$/.exec(picture)?.[0].length
  return digits === undefined ? 'decimal' : '1'.padStart(digits, '0')
}

function linkMeaning(link: LinkTarget | undefined): FieldMeaning {
  return link === undefined ? RESULT : { show: 'result', link }
}

function linkOfReference(instruction: FieldInstruction): LinkTarget | undefined {
  return hasFieldSwitch(instruction, '\\h') ? bookmarkLink(fieldArgument(instruction)) : undefined
}

/** Formats that do not change a number (17.16.4.3). */
const PLAIN_FORMAT = /^(?:mergeformat|charformat|arabic)$/i

/** Whether a field shows a number in its plain form: neither spelled out nor as "above" or "on page 3". */
export function showsPlainNumber(instruction: FieldInstruction): boolean {
  const isPlain = fieldSwitchArguments(instruction, '\\*').every((format) => PLAIN_FORMAT.test(format))
  return isPlain && !hasFieldSwitch(instruction, '\\#') && !hasFieldSwitch(instruction, '\\p')
}

/** PAGEREF (17.16.5.47). Word computes it whenever it lays out pages. Other forms of the number keep the stored result. */
function pageReference(instruction: FieldInstruction): FieldMeaning {
  const bookmark = fieldArgument(instruction)
  const link = linkOfReference(instruction)
  if (bookmark === undefined || !showsPlainNumber(instruction)) return linkMeaning(link)
  return { show: 'bookmarkPage', bookmark, ...(link === undefined ? {} : { link }) }
}

/** STYLEREF (ECMA-376-1, 17.16.5.59). A digit stands for the heading of that level. */
function styleMeaning(instruction: FieldInstruction, styleNamed: StyleFinder | undefined): FieldMeaning {
  const name = fieldArgument(instruction) ?? ''
  const styleId = styleNamed?.(/^[1-9]$/.test(name) ? `heading ${name}` : name)
  // With these switches, the field shows the position or the full number of the paragraph, and the stored result is kept.
  const isOther = ['\\p', '\\s', '\\t', '\\w'].some((name) => hasFieldSwitch(instruction, name))
  if (styleId === undefined || isOther) return { show: 'result', computed: true }
  const part = hasFieldSwitch(instruction, '\\n') || hasFieldSwitch(instruction, '\\r') ? 'label' : 'text'
  return {
    show: 'style',
    reference: { styleId, part, which: hasFieldSwitch(instruction, '\\l') ? 'last' : 'first' },
  }
}

function hyperlinkTarget(instruction: FieldInstruction): LinkTarget | undefined {
  const place = fieldSwitchArguments(instruction, '\\l')[0]
  const url = fieldArgument(instruction)
  if (url === undefined || url === '') return bookmarkLink(place)
  return externalLink(url, place)
}

/** SYMBOL 183 \f "Symbol" (ECMA-376-1, 17.16.5.62). Codes of symbol fonts are in the private use area. */
function symbolMeaning(instruction: FieldInstruction): FieldMeaning {
  const argument = fieldArgument(instruction) ?? ''
  const font = fieldSwitchArguments(instruction, '\\f')[0]
  const code = /^(0x[0-9a-f]+|\d+)$/i.test(argument) ? Number(argument) : argument.codePointAt(0)
  if (code === undefined || code < 0x20 || code > 0xffff) return NOTHING
  if (font === undefined) return { show: 'text', text: String.fromCharCode(code) }
  const isSymbolFont = /symbol|dings|marlett/i.test(font)
  return { show: 'text', text: String.fromCharCode(isSymbolFont && code < 0x100 ? 0xf000 + code : code), font }
}

function attributeOf(formData: XmlElement | undefined, kind: string, setting: string): string | undefined {
  return childOf(childOf(formData, kind), setting)?.attributes['w:val']
}

function isChecked(formData: XmlElement | undefined): boolean {
  const box = childOf(formData, 'w:checkBox')
  const state = childOf(box, 'w:checked') ?? childOf(box, 'w:default')
  if (state === undefined) return false
  const value = state.attributes['w:val']
  return value !== '0' && value !== 'false' && value !== 'off'
}

function dropDownChoice(formData: XmlElement | undefined): string {
  const list = childOf(formData, 'w:ddList')
  const choice = childOf(list, 'w:result') ?? childOf(list, 'w:default')
  const index = Number(choice?.attributes['w:val'] ?? 0)
  return childrenOf(list, 'w:listEntry')[index]?.attributes['w:val'] ?? ''
}
