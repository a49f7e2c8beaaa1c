/**
 * Properties of CSS that are about text.
 *
 * @module
 */

import { familyKey, substituteOf } from '../../../typeset/fonts.js'
import type { StyleDraft, TextAlign, TextStyle, WhiteSpace } from './computed-style.js'
import { blendColor, parseColor } from './css-color.js'
import { type LengthBase, parseLength, parseTwips } from './css-length.js'
import { alike, type CssProperties } from './css-property.js'
import { splitOutside, splitWords, unquote } from './css-text.js'

/** Properties of text. The size of a font is missing: it is set before all others, by {@link applyFontSize}. */
export const TEXT_PROPERTIES: CssProperties = {
  color: {
    apply: ({ text }, value) => setColor(text, value),
    inherits: ['color', 'isTransparent'],
  },
  '-webkit-text-fill-color': { apply: ({ text }, value) => setColor(text, value) },
  'font-family': {
    apply: ({ text }, value) => setFamily(text, value),
    keepsCase: true,
    inherits: ['fontFamily'],
    // There are no substitutes for cursive and fantasy fonts.
    lossless: /^(?!(?:[\s\S]*,)?\s*(?:cursive|fantasy)\s*(?:,|$))/,
  },
  'font-weight': { apply: ({ text, parent }, value) => setWeight(text, parent, value), inherits: ['bold'] },
  'font-style': { apply: ({ text }, value) => setItalic(text, value), inherits: ['italic'] },
  'font-variant': { apply: ({ text }, value) => setSmallCapitals(text, value), inherits: ['capitals'] },
  'font-variant-caps': { apply: ({ text }, value) => setSmallCapitals(text, value) },
  'text-transform': { apply: ({ text }, value) => setLetterCase(text, value), inherits: ['capitals', 'letterCase'] },
  'text-align': { apply: setAlignment, inherits: ['textAlign', 'alignsBoxes'] },
  'text-align-last': {
    apply: ({ text }, value) => {
      text.textAlignLast = value === 'justify' ? undefined : ALIGNMENTS.get(value)
    },
    inherits: ['textAlignLast'],
    lossless: /^(?:auto|start|left)$/,
  },
  'text-indent': { apply: ({ text }, value) => setIndent(text, value), inherits: ['textIndent'] },
  'line-height': { apply: ({ text }, value) => setLineHeight(text, value), inherits: ['lineHeight'] },
  // Word keeps either two lines together or none.
  orphans: {
    apply: ({ text }, value) => setLeastLines(text, 'orphans', value),
    inherits: ['orphans'],
    lossless: /^[12]$/,
  },
  widows: {
    apply: ({ text }, value) => setLeastLines(text, 'widows', value),
    inherits: ['widows'],
    lossless: /^[12]$/,
  },
  'letter-spacing': { apply: ({ text }, value) => setLetterSpacing(text, value), inherits: ['letterSpacing'] },
  'white-space': { apply: ({ text }, value) => setWhiteSpace(text, value), inherits: ['whiteSpace'] },
  ...alike('overflow-wrap word-wrap', {
    apply: ({ text }, value) => setOverflowWrap(text, value),
    inherits: ['overflowWrap'],
  }),
  'word-break': { apply: ({ text }, value) => setWordBreak(text, value), inherits: ['wordBreak'] },
  direction: { apply: ({ text }, value) => setDirection(text, value), inherits: ['direction'] },
  'caption-side': {
    apply: ({ text }, value) => setCaptionSide(text, value),
    inherits: ['hasCaptionBelow'],
    lossless: /^(?:top|bottom|block-start|block-end)$/,
  },
  visibility: { apply: ({ text }, value) => setVisibility(text, value), inherits: ['isInvisible'] },
  'list-style-type': { apply: setListStyle, keepsCase: true, inherits: ['listStyleType'] },
  'text-decoration-line': {
    apply: ({ text, parent }, value) => setDecorationLines(text, parent, value),
    inherits: ['underline', 'strike'],
  },
  'text-decoration-style': { apply: ({ text }, value) => setDecorationStyle(text, value) },
  'text-decoration-color': { apply: ({ text }, value) => setDecorationColor(text, value) },
  ...alike('text-emphasis-style -webkit-text-emphasis-style', {
    apply: ({ text }, value) => setEmphasis(text, value),
    inherits: ['emphasis'],
    // Word has dots, commas and open circles.
    lossless: /^(?:none|open|(?:filled )?(?:dot|sesame)|(?:dot|sesame) filled|open circle|circle open)$/,
  }),
  ...alike('text-emphasis-position -webkit-text-emphasis-position', {
    apply: ({ text }, value) => setEmphasisPlace(text, value),
    inherits: ['emphasisIsBelow'],
  }),
  // Marks have the colour of their text in Word.
  'text-emphasis-color': { lossless: /^currentcolor$/ },
}

type TextDraft = StyleDraft['text']

/** Families that stand for a kind of typeface, and one of that kind that is on every office computer. */
const GENERIC_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['serif', 'Times New Roman'],
  ['sans-serif', 'Arial'],
  ['monospace', 'monospace'],
  ['ui-monospace', 'monospace'],
  ['ui-serif', 'Times New Roman'],
  ['ui-sans-serif', 'Arial'],
])

/**
 * Families that only name the system font of the reader; the next family in the list is for everyone else. Cursive and fantasy
 * families are among them, since they are different fonts on each computer.
 */
const SYSTEM_FAMILIES = new Set(
  'system-ui -apple-system blinkmacsystemfont inherit initial unset cursive fantasy'.split(' '),
)

/** Families that come from the web or with some systems only: the page names what stands in for them. */
const WEB_FAMILY =
  /^(?:segoe ui|roboto|inter|open sans|lato|montserrat|source sans(?: pro| 3)?|source serif(?: pro| 4)?|nunito(?: sans)?|poppins|raleway|helvetica neue|ubuntu|cantarell|noto sans|noto serif|oxygen|fira sans|droid sans|sf pro(?: text| display)?|merriweather|playfair display|work sans|dm sans|ibm plex sans|rubik|karla|mulish|manrope|quicksand|libre baskerville|pt sans|pt serif|crimson text|josefin sans|oswald|barlow|figtree|plus jakarta sans|helveticaneue|avenir(?: next)?|proxima nova|san francisco|lucida grande|sfmono-regular|menlo|monaco|fira code|jetbrains mono|source code pro|liberation mono)$/

/**
 * Sets the first family that readers are likely to have: one that office documents commonly use, or the substitute of a generic
 * name. If a page names neither, its first family is set.
 */
function setFamily(text: TextDraft, value: string): void {
  let first: string | undefined
  for (const part of splitOutside(value, ',')) {
    const name = unquote(part).replace(/\s+/g, ' ').slice(0, 64)
    const lower = name.toLowerCase()
    if (name === '' || SYSTEM_FAMILIES.has(lower) || /[<>&"(){}]/.test(name)) continue
    first ??= name
    const generic = GENERIC_FAMILIES.get(lower)
    if (generic === undefined && (WEB_FAMILY.test(lower) || substituteOf(familyKey(name)) === undefined)) continue
    text.fontFamily = generic ?? name
    return
  }
  if (first !== undefined) text.fontFamily = first
}

const SIZE_KEYWORDS: ReadonlyMap<string, number> = new Map([
  ['xx-small', 9 / 16],
  ['x-small', 10 / 16],
  ['small', 13 / 16],
  ['medium', 1],
  ['large', 18 / 16],
  ['x-large', 24 / 16],
  ['xx-large', 2],
  ['xxx-large', 3],
])

/** Word's own bounds of a font size, in twips. */
const [MIN_SIZE, MAX_SIZE] = [20, 1638 * 20]

/** Sets the size of text, before all other properties: their lengths in `em` refer to it. */
export function applyFontSize({ text, parent }: StyleDraft, value: string): void {
  const lower = value.toLowerCase()
  const size = fontSizeOf(lower, parent)
  if (size === undefined) return
  // Old layouts set a font size of 0 so that spaces between boxes have no width; boxes inside set it back.
  text.isSizeless = size <= 0 ? true : undefined
  text.fontSize = Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.round(size)))
  text.em = text.fontSize
}

function fontSizeOf(value: string, parent: TextStyle): number | undefined {
  const keyword = SIZE_KEYWORDS.get(value)
  if (keyword !== undefined) return keyword * parent.rem
  if (value === 'smaller') return parent.em / 1.2
  if (value === 'larger') return parent.em * 1.2
  const length = parseLength(value, parent)
  if (length === undefined) return undefined
  return 'twips' in length ? length.twips : length.fraction * parent.em
}

function setColor(text: TextDraft, value: string): void {
  if (value === 'currentcolor') return
  const color = parseColor(value)
  if (color === undefined) return
  text.isTransparent = color === 'transparent' ? true : undefined
  if (color !== 'transparent') text.color = color
}

function setWeight(text: TextDraft, parent: TextStyle, value: string): void {
  if (value === 'bold' || value === 'bolder') text.bold = true
  else if (value === 'normal') text.bold = false
  else if (value === 'lighter') text.bold = parent.bold === undefined ? text.bold : false
  else if (/^\d{1,4}$/.test(value)) text.bold = Number(value) >= 600
}

function setItalic(text: TextDraft, value: string): void {
  if (value === 'italic' || value.startsWith('oblique')) text.italic = true
  else if (value === 'normal') text.italic = false
}

function setSmallCapitals(text: TextDraft, value: string): void {
  if (value.includes('small-caps')) text.capitals = 'small'
  else if (value === 'normal' && text.capitals === 'small') text.capitals = undefined
}

function setLetterCase(text: TextDraft, value: string): void {
  text.capitals = value === 'uppercase' ? 'all' : text.capitals === 'small' ? 'small' : undefined
  text.letterCase = value === 'lowercase' ? 'lower' : value === 'capitalize' ? 'words' : undefined
}

const ALIGNMENTS: ReadonlyMap<string, TextAlign> = new Map<string, TextAlign>([
  ['start', 'start'],
  ['end', 'end'],
  ['left', 'left'],
  ['right', 'right'],
  ['center', 'center'],
  ['-webkit-center', 'center'],
  ['-webkit-left', 'left'],
  ['-webkit-right', 'right'],
  ['justify', 'justify'],
])

function setAlignment({ text }: StyleDraft, value: string): void {
  const alignment = ALIGNMENTS.get(value)
  if (alignment === undefined) return
  text.textAlign = alignment
  text.alignsBoxes = value.startsWith('-webkit-') ? true : undefined
}

function setIndent(text: TextDraft, value: string): void {
  const [first = ''] = splitWords(value)
  const indent = parseLength(first, baseOf(text))
  if (indent !== undefined) text.textIndent = indent
}

function setLineHeight(text: TextDraft, value: string): void {
  if (value === 'normal') text.lineHeight = 'normal'
  else if (/^\d{0,4}(?:\.\d{1,6})?$/.test(value) && Number(value) > 0) text.lineHeight = { factor: Number(value) }
  else {
    const length = parseLength(value, baseOf(text))
    if (length === undefined) return
    if ('twips' in length && length.twips > 0) text.lineHeight = length
    else if ('fraction' in length && length.fraction > 0) text.lineHeight = { factor: length.fraction }
  }
}

function setLetterSpacing(text: TextDraft, value: string): void {
  const spacing = value === 'normal' ? 0 : parseTwips(value, baseOf(text))
  // Word's own bounds.
  if (spacing !== undefined) text.letterSpacing = Math.max(-31_680, Math.min(31_680, spacing)) || undefined
}

/** The text of a marker keeps its case. */
function setListStyle({ text }: StyleDraft, value: string): void {
  text.listStyleType = /^["']/.test(value) ? value : value.toLowerCase()
}

const WHITE_SPACE: ReadonlyMap<string, WhiteSpace> = new Map<string, WhiteSpace>([
  ['normal', 'normal'],
  ['nowrap', 'nowrap'],
  ['pre', 'pre'],
  ['pre-wrap', 'pre-wrap'],
  ['break-spaces', 'pre-wrap'],
  ['pre-line', 'pre-line'],
])

function setWhiteSpace(text: TextDraft, value: string): void {
  text.whiteSpace = WHITE_SPACE.get(value) ?? text.whiteSpace
}

/**
 * Sets `overflow-wrap`. `break-word` has no effect on minimum widths: long words are always broken where they do not fit (CSS
 * Text 3, 5.5).
 */
function setOverflowWrap(text: TextDraft, value: string): void {
  text.overflowWrap = value === 'anywhere' ? 'anywhere' : undefined
}

const WORD_BREAKS: ReadonlyMap<string, 'anywhere' | 'words'> = new Map<string, 'anywhere' | 'words'>([
  ['break-all', 'anywhere'],
  ['break-word', 'anywhere'],
  ['keep-all', 'words'],
])

function setWordBreak(text: TextDraft, value: string): void {
  text.wordBreak = WORD_BREAKS.get(value)
}

function setCaptionSide(text: TextDraft, value: string): void {
  text.hasCaptionBelow = /^(?:bottom|block-end)$/i.test(value) ? true : undefined
}

function setDirection(text: TextDraft, value: string): void {
  if (value === 'rtl' || value === 'ltr') text.direction = value
}

function setVisibility(text: TextDraft, value: string): void {
  text.isInvisible = value === 'hidden' || value === 'collapse' ? true : undefined
}

function setDecorationLines(text: TextDraft, parent: TextStyle, value: string): void {
  if (value.includes('underline')) text.underline = 'single'
  if (value.includes('line-through')) text.strike = true
  if (value !== 'none') return
  // Decorations of ancestors stay. Those of the element itself, or of its character style, are removed.
  text.strike = parent.strike
  text.underline = text.characterStyle === 'link' ? 'none' : parent.underline
}

const DECORATION_STYLES: ReadonlyMap<string, TextStyle['underline']> = new Map<string, TextStyle['underline']>([
  ['solid', 'single'],
  ['double', 'double'],
  ['dotted', 'dotted'],
  ['dashed', 'dashed'],
  ['wavy', 'wavy'],
])

function setDecorationStyle(text: TextDraft, value: string): void {
  const style = DECORATION_STYLES.get(value)
  if (style !== undefined && text.underline !== undefined && text.underline !== 'none') text.underline = style
}

function setDecorationColor(text: TextDraft, value: string): void {
  const color = parseColor(value)
  if (color !== undefined && color !== 'transparent') text.underlineColor = blendColor(color, text.backdrop ?? 'FFFFFF')
}

/** Words of `text-emphasis-style`, each at most once: whether marks are filled, and their shape. */
const EMPHASIS_STYLE = /^(?:(?:filled|open|dot|circle|double-circle|triangle|sesame)(?: |$)){1,2}$/

/**
 * Sets the emphasis mark (CSS Text Decoration 3, 3.1). Marks that Word does not have become dots, or circles if they are open.
 * Marks without a shape are circles.
 */
function setEmphasis(text: TextDraft, value: string): void {
  if (value === 'none') text.emphasis = undefined
  else if (/^["']/.test(value)) text.emphasis = 'dot'
  else if (!EMPHASIS_STYLE.test(value)) return
  else if (value.includes('sesame')) text.emphasis = 'comma'
  else text.emphasis = /open|double-circle/.test(value) ? 'circle' : 'dot'
}

function setEmphasisPlace(text: TextDraft, value: string): void {
  text.emphasisIsBelow = splitWords(value).includes('under') ? true : undefined
}

function baseOf(text: TextDraft): LengthBase {
  return { em: text.em ?? 0, rem: text.rem ?? 0, window: text.window }
}

function setLeastLines(text: StyleDraft['text'], which: 'orphans' | 'widows', value: string): void {
  if (/^[1-9]\d{0,2}$/.test(value)) text[which] = Number(value)
}
