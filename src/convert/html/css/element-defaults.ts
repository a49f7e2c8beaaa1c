/**
 * Default styles of HTML elements (WHATWG HTML, 15.3). The look of headings, quotes, code and similar elements is left to the
 * styles of the written document.
 *
 * @module
 */

import type { StyleStart } from './compute-style.js'
import type { Display, TextStyle } from './computed-style.js'

const BLOCKS = `html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption
figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu nav ol optgroup p plaintext pre search
section summary ul xmp`.split(/\s+/)

const HIDDEN = `area base basefont datalist head link meta noembed noframes param rp script style template title
track source`.split(/\s+/)

const DISPLAYS: ReadonlyMap<string, Display> = new Map<string, Display>([
  ...BLOCKS.map((name): [string, Display] => [name, 'block']),
  ...HIDDEN.map((name): [string, Display] => [name, 'none']),
  ['li', 'list-item'],
  ['table', 'table'],
  ['thead', 'row-group'],
  ['tbody', 'row-group'],
  ['tfoot', 'row-group'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
  ['caption', 'caption'],
  ['button', 'inline-block'],
  ['col', 'column'],
  ['colgroup', 'column'],
])

type TextStart = StyleStart['text']

const BOLD: TextStart = { bold: true }
const ITALIC: TextStart = { italic: true }
const UNDERLINE: TextStart = { underline: 'single' }
const STRIKE: TextStart = { strike: true }
/** Removes inherited properties that the named style sets, so that the style takes effect. */
const CODE: TextStart = { characterStyle: 'code', fontFamily: undefined }
const HEADING: TextStart = { bold: undefined, textIndent: undefined }
const CELL: TextStart = { textIndent: undefined }
/** Lists in a list without marks have marks again. */
const LIST: TextStart = { listStyleType: undefined }

const TEXT: ReadonlyMap<string, TextStart> = new Map<string, TextStart>([
  ['b', BOLD],
  ['strong', BOLD],
  ['em', ITALIC],
  ['i', ITALIC],
  ['cite', ITALIC],
  ['var', ITALIC],
  ['dfn', ITALIC],
  ['address', ITALIC],
  ['u', UNDERLINE],
  ['ins', UNDERLINE],
  ['s', STRIKE],
  ['strike', STRIKE],
  ['del', STRIKE],
  ['sub', { position: 'subscript' }],
  ['sup', { position: 'superscript' }],
  ['mark', { background: 'FFFF00' }],
  ['code', CODE],
  ['samp', CODE],
  ['tt', CODE],
  ['kbd', { characterStyle: 'keyboard', fontFamily: undefined }],
  ['pre', { whiteSpace: 'pre', fontFamily: undefined }],
  ['listing', { whiteSpace: 'pre', fontFamily: undefined }],
  ['xmp', { whiteSpace: 'pre', fontFamily: undefined }],
  ['plaintext', { whiteSpace: 'pre', fontFamily: undefined }],
  ['textarea', { whiteSpace: 'pre-wrap' }],
  ['nobr', { whiteSpace: 'nowrap' }],
  ['center', { textAlign: 'center', alignsBoxes: true }],
  ['h1', HEADING],
  ['h2', HEADING],
  ['h3', HEADING],
  ['h4', HEADING],
  ['h5', HEADING],
  ['h6', HEADING],
  ['th', { ...CELL, bold: undefined }],
  ['td', CELL],
  ['caption', { textAlign: undefined }],
  ['summary', BOLD],
  ['legend', BOLD],
  ['table', { whiteSpace: 'normal' }],
  ['ul', LIST],
  ['ol', LIST],
  ['menu', LIST],
  ['dir', LIST],
])

/** Sizes relative to the text around. Headings have one only where that text has a size that the page asks for. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['small', 1 / 1.2],
  ['big', 1.2],
])

const HEADING_SIZES: ReadonlyMap<string, number> = new Map([
  ['h1', 2],
  ['h2', 1.5],
  ['h3', 1.17],
  ['h4', 1],
  ['h5', 0.83],
  ['h6', 0.67],
])

const NO_TEXT: TextStart = {}

/** Declarations for elements that browsers draw as boxes. */
export const DEFAULT_LOOKS: ReadonlyMap<string, string> = new Map([
  ['button', 'background:#efefef;border:1px solid #767676;padding:1px 6px;text-align:center'],
  ['fieldset', 'border:1px solid #c0c0c0;padding:6px 12px 10px;margin:0 2px'],
])

/** Font sizes of headings in the document's styles, in twips. Lengths in `em` within headings refer to them. */
const NATURAL_HEADING_SIZES: ReadonlyMap<string, number> = new Map([
  ['h1', 400],
  ['h2', 300],
  ['h3', 250],
  ['h4', 220],
  ['h5', 220],
  ['h6', 200],
])

/** What browsers put around elements (WHATWG HTML, 15.3), for pages that look as there. */
const BROWSER_MARGINS: ReadonlyMap<string, string> = new Map([
  ...['p', 'dl', 'ul', 'ol', 'menu', 'dir', 'pre'].map((tag) => [tag, 'margin-top:1em;margin-bottom:1em'] as const),
  ['h1', 'margin-top:.67em;margin-bottom:.67em'],
  ['h2', 'margin-top:.83em;margin-bottom:.83em'],
  ['h3', 'margin-top:1em;margin-bottom:1em'],
  ['h4', 'margin-top:1.33em;margin-bottom:1.33em'],
  ['h5', 'margin-top:1.67em;margin-bottom:1.67em'],
  ['h6', 'margin-top:2.33em;margin-bottom:2.33em'],
  ['blockquote', 'margin:1em 40px'],
  ['figure', 'margin:1em 40px'],
  ['dd', 'margin:0 0 0 40px'],
  ['dt', 'margin:0'],
  ['li', 'margin-top:0;margin-bottom:0'],
  ['hr', 'margin-top:.5em;margin-bottom:.5em'],
])

/** Name of a property that no style sheet has. */
const NATURAL_MARGINS = '-natural-margins'

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir'])

/**
 * The declarations of {@link BROWSER_MARGINS} for an element. Nested lists have no space around them (15.3.7). In quirks mode,
 * default margins are marked as such.
 */
export function browserMargins(tag: string, parent: string | undefined, mode: 'browser' | 'quirks'): string {
  const isNested = LISTS.has(tag) && (parent === 'li' || (parent !== undefined && LISTS.has(parent)))
  const margins = isNested ? 'margin-top:0;margin-bottom:0' : (BROWSER_MARGINS.get(tag) ?? '')
  return mode === 'quirks' && margins !== '' ? `${margins};${NATURAL_MARGINS}:1` : margins
}

type Attributes = ReadonlyMap<string, string>

/** Attributes that hide an element unless the page shows it (15.3.1). Dialogs and popovers cannot be opened on paper. */
const HIDING_ATTRIBUTES: readonly ((tag: string, attributes: Attributes) => boolean)[] = [
  (tag, attributes) => attributes.has('hidden') && !isFoundByText(attributes) && tag !== 'embed',
  (tag, attributes) => tag === 'dialog' && !attributes.has('open'),
  (tag, attributes) => attributes.has('popover') && !(tag === 'dialog' && attributes.has('open')),
]

/** Elements whose content is a fallback for browsers that do not know them (15.4). Browsers do, and do not show it. */
const REPLACED: ReadonlySet<string> = new Set(['audio', 'canvas', 'iframe', 'meter', 'progress', 'video'])

/** Whether content is hidden until the browser finds it by a text search. */
function isFoundByText(attributes: Attributes): boolean {
  return attributes.get('hidden')?.toLowerCase() === 'until-found'
}

/** Says how much of the content of an element is visible, before style sheets. */
export function shownContent(tag: string, isOpen: boolean): 'all' | 'summary' | 'nothing' {
  if (REPLACED.has(tag)) return 'nothing'
  return tag === 'details' && !isOpen ? 'summary' : 'all'
}

function startBox(tag: string, attributes: Attributes): StyleStart['box'] {
  const isHidden =
    attributes.size > 0 || tag === 'dialog' ? HIDING_ATTRIBUTES.some((hides) => hides(tag, attributes)) : false
  const display = isHidden ? 'none' : (DISPLAYS.get(tag) ?? 'inline')
  return isFoundByText(attributes) ? { display, hidesContent: true } : { display }
}

/** The start of an element's style. */
export function startStyle(tag: string, parent: TextStyle, attributes: Attributes): StyleStart {
  const box = startBox(tag, attributes)
  const isLink = attributes.has('href')
  if (tag === 'table' && parent.alignsBoxes === true) return alignedTable(parent, box)
  // The colour of links stands out from the text around them, whatever its colour is.
  if (tag === 'a' && isLink) return { text: { characterStyle: 'link', color: undefined }, box }
  const text = TEXT.get(tag) ?? NO_TEXT
  const scale = SIZES.get(tag) ?? (parent.fontSize === undefined ? undefined : HEADING_SIZES.get(tag))
  const em = NATURAL_HEADING_SIZES.get(tag)
  if (scale === undefined) return em === undefined ? { text, box } : { text: { ...text, em }, box }
  const fontSize = Math.round(parent.em * scale)
  return { text: { ...text, fontSize, em: fontSize }, box }
}

/** The start style of a table. It aligns itself as the boxes around it say, but its text does not. */
function alignedTable({ textAlign }: TextStyle, box: StyleStart['box']): StyleStart {
  const text: TextStart = { whiteSpace: 'normal', textAlign: undefined, alignsBoxes: undefined }
  const auto = 'auto' as const
  if (textAlign === 'center') return { text, box: { ...box, margin: { left: auto, right: auto } } }
  return { text, box: textAlign === 'right' ? { ...box, margin: { left: auto } } : box }
}
