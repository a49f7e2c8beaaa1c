/**
 * word/settings.xml (ECMA-376-1, 17.15.1).
 *
 * @module
 */

import type { DocumentSettings, NoteSettings } from '../../typeset/model/document-model.js'
import { isOn, readInteger, readOnOff, readTwips } from '../values/property-values.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'

/** The settings, except those for Word's user interface only. */
export interface Settings {
  readonly document: DocumentSettings
  /** Whether pages show w:background. */
  readonly displayBackground: boolean
  /** Whether Word should update all fields when it opens the document (w:updateFields). */
  readonly updatesFields: boolean
  /** Describes how several pages are arranged on one sheet; left out where each page has its own. */
  readonly sheets?: string
  /** Defaults of equations (m:mathPr, 22.1.2.62). */
  readonly math: MathSettings
  /** Languages for which theme fonts are chosen, as BCP 47 tags; empty without one (w:themeFontLang). */
  readonly themeFontLanguages: { readonly latin: string; readonly eastAsia: string; readonly bidi: string }
  /** Slots of the theme's colour scheme by the names in the text: `bg1` -> `light1` (w:clrSchemeMapping). */
  readonly colorMapping: ReadonlyMap<string, string>
}

/** Alignment of equations, and positions of limits. */
interface MathSettings {
  readonly alignment: 'start' | 'center' | 'end'
  readonly integralLimits: string
  readonly otherLimits: string
}

const POSITIONS: Readonly<Record<string, NoteSettings['position']>> = {
  pageBottom: 'pageBottom',
  beneathText: 'beneathText',
  sectEnd: 'sectionEnd',
  docEnd: 'documentEnd',
}
const RESTARTS: Readonly<Record<string, NoteSettings['restart']>> = {
  continuous: 'continuous',
  eachSect: 'eachSection',
  eachPage: 'eachPage',
}
const FOOTNOTES: NoteSettings = { position: 'pageBottom', numberFormat: 'decimal', start: 1, restart: 'continuous' }
const ENDNOTES: NoteSettings = { ...FOOTNOTES, position: 'documentEnd', numberFormat: 'lowerRoman' }

/** Default compatibility mode (17.15.3.4): that of Word 2007. */
const DEFAULT_COMPATIBILITY_MODE = 12

/** Reads w:settings. Without it, Word's defaults apply. */
export function readSettings(root: XmlElement | undefined): Settings {
  const on = (name: string): boolean => readOnOff(childOf(root, name)) ?? false
  const value = (name: string): string | undefined => childOf(root, name)?.attributes['w:val']
  const compatibility = readCompatibility(childOf(root, 'w:compat'))
  const languages = childOf(root, 'w:themeFontLang')?.attributes
  return {
    document: {
      ...defaultTabStop(readTwips(value('w:defaultTabStop'))),
      compatibilityMode: compatibility.mode,
      evenAndOddHeaders: on('w:evenAndOddHeaders'),
      mirrorMargins: on('w:mirrorMargins'),
      gutterAtTop: on('w:gutterAtTop'),
      autoHyphenation: on('w:autoHyphenation'),
      consecutiveHyphenLimit: Math.max(readInteger(value('w:consecutiveHyphenLimit')) ?? 0, 0),
      hyphenationZone: Math.max(readTwips(value('w:hyphenationZone')) ?? 360, 0),
      hyphenateCapitals: !on('w:doNotHyphenateCaps'),
      compressesPunctuation: value('w:characterSpacingControl')?.startsWith('compress') ?? false,
      kernsPunctuation: !on('w:noPunctuationKerning'),
      lineStops: {
        isStrict: on('w:strictFirstAndLastChars'),
        before: readLineStops(root, 'w:noLineBreaksBefore'),
        after: readLineStops(root, 'w:noLineBreaksAfter'),
      },
      footnotes: readNoteSettings(childOf(root, 'w:footnotePr'), FOOTNOTES),
      endnotes: readNoteSettings(childOf(root, 'w:endnotePr'), ENDNOTES),
      compatibility: compatibility.names,
    },
    displayBackground: on('w:displayBackgroundShape'),
    updatesFields: on('w:updateFields'),
    ...(on('w:bookFoldPrinting') || on('w:bookFoldRevPrinting') ? { sheets: 'a booklet' } : {}),
    ...(on('w:printTwoOnOne') ? { sheets: 'two pages on each sheet' } : {}),
    math: readMathSettings(childOf(root, 'm:mathPr')),
    themeFontLanguages: {
      latin: languages?.['w:val'] ?? '',
      eastAsia: languages?.['w:eastAsia'] ?? '',
      bidi: languages?.['w:bidi'] ?? '',
    },
    colorMapping: readColorMapping(childOf(root, 'w:clrSchemeMapping')),
  }
}

function defaultTabStop(twips: number | undefined): { readonly defaultTabStop?: number } {
  return twips === undefined ? {} : { defaultTabStop: Math.max(twips, 0) }
}

/** Characters that may not begin or end a line, by language (17.15.1.58, 17.15.1.59). */
function readLineStops(root: XmlElement | undefined, name: string): Map<string, string> {
  const stops = new Map<string, string>()
  for (const { attributes } of childrenOf(root, name)) {
    const { 'w:lang': language, 'w:val': characters } = attributes
    if (language !== undefined && characters !== undefined) stops.set(language.toLowerCase(), characters)
  }
  return stops
}

/**
 * Reads w:footnotePr or w:endnotePr, of the settings or of a section.
 *
 * @param inherited settings that are not set in the element
 */
export function readNoteSettings(element: XmlElement | undefined, inherited: NoteSettings): NoteSettings {
  const value = (name: string): string => childOf(element, name)?.attributes['w:val'] ?? ''
  return {
    position: POSITIONS[value('w:pos')] ?? inherited.position,
    numberFormat: value('w:numFmt') || inherited.numberFormat,
    start: readInteger(value('w:numStart')) ?? inherited.start,
    restart: RESTARTS[value('w:numRestart')] ?? inherited.restart,
  }
}

function readCompatibility(element: XmlElement | undefined): { mode: number; names: ReadonlySet<string> } {
  const names = new Set<string>()
  let mode = DEFAULT_COMPATIBILITY_MODE
  for (const child of childrenOf(element)) {
    if (child.name !== 'w:compatSetting') {
      if (readOnOff(child)) names.add(child.name.slice(child.name.indexOf(':') + 1))
      continue
    }
    // Others may define settings of the same name under another URI (17.15.3.3).
    const { 'w:name': name, 'w:uri': uri, 'w:val': value } = child.attributes
    if (name === undefined || (uri !== undefined && uri !== 'http://schemas.microsoft.com/office/word')) continue
    if (name === 'compatibilityMode') mode = Math.min(Math.max(readInteger(value) ?? mode, 11), 15)
    else if (isOn(value)) names.add(name)
  }
  return { mode, names }
}

function readMathSettings(element: XmlElement | undefined): MathSettings {
  const value = (name: string): string => childOf(element, name)?.attributes['m:val'] ?? ''
  return {
    alignment: MATH_ALIGNMENTS[value('m:defJc')] ?? 'center',
    integralLimits: value('m:intLim') || 'subSup',
    otherLimits: value('m:naryLim') || 'undOvr',
  }
}

const MATH_ALIGNMENTS: Readonly<Record<string, MathSettings['alignment']>> = {
  left: 'start',
  right: 'end',
  center: 'center',
  centerGroup: 'center',
}

function readColorMapping(element: XmlElement | undefined): Map<string, string> {
  const mapping = new Map<string, string>()
  for (const [name, slot] of Object.entries(element?.attributes ?? {})) mapping.set(name.replace(/^w:/, ''), slot)
  return mapping
}
