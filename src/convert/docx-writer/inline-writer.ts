/**
 * Writes the content of paragraphs: runs, links, images, notes, equations (ECMA-376-1, 17.3.3).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { escapeAttribute, escapeXml } from '../../escape.js'
import { DOCX_WRITER_LIMITS } from './docx-writer-limits.js'
import type { FlowInline, FlowShape } from './flow-document.js'
import type { RunFormat } from './flow-format.js'
import { imageXml } from './image-xml.js'
import { toLinkTarget } from './link-target.js'
import { runProperties } from './run-properties.js'
import { shapeAsText, writeShape } from './shape-xml.js'
import type { DocumentState, Place, Story } from './story.js'

/** What the runs of a paragraph have in common. */
interface InlineContext {
  readonly place: Place
  /** Font size of code where it differs from the character style, as in headings and captions. */
  readonly codeSize?: number
}

type LinkInline = Extract<FlowInline, { kind: 'link' }>
type PageNumberInline = Extract<FlowInline, { kind: 'pageNumber' }>
type CheckboxInline = Extract<FlowInline, { kind: 'checkbox' }>

/** Text from left to right that a w:t holds as it is: Latin, Greek and Cyrillic letters with their punctuation. */
const PLAIN = /^[ !#-%'-;=?-~\u00a0-\u00ac\u00ae-\u058f\u2012-\u2060\u20a0-\u20bf]*$/

/** Characters that a w:t cannot contain (ECMA-376-1, 17.3.3). */
const SPECIAL = /[\t\n\r\u00ad\u2011]/
const SPECIAL_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['\t', '<w:tab/>'],
  ['\n', '<w:br/>'],
  ['\u00ad', '<w:softHyphen/>'],
  ['\u2011', '<w:noBreakHyphen/>'],
])

/** Letters of Hebrew, Arabic and the scripts between them. */
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const LEFT_TO_RIGHT_LETTER = /\p{L}(?<![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])/u

/** Boxes of a checked and of an open task. By default, Word would check with a cross. */
const CHECKED = '☑'
export const UNCHECKED = '☐'
export const CHECKBOX_FONT = 'Segoe UI Symbol'

/** State of the links around an inline: how many there are, and whether one was written. */
interface LinkState {
  readonly depth: number
  readonly isOpen: boolean
  /** Whether the text of the written link looks like the text around it. */
  readonly isPlain?: boolean
}

const NO_LINK: LinkState = { depth: 0, isOpen: false }

/**
 * Writes inlines into an open paragraph.
 *
 * @throws {SealwrightError} `document_too_complex` for links nested too deeply
 */
export function writeInlines(
  story: Story,
  inlines: readonly FlowInline[],
  context: InlineContext,
  links: LinkState = NO_LINK,
): void {
  for (const inline of inlines) {
    if (inline.kind === 'link') writeLink(story, inline, context, links)
    else if (inline.kind === 'shape') writeShapeOrText(story, inline, context)
    else story.out.write(inlineXml(story, inline, context, links.isOpen && links.isPlain !== true))
  }
}

/** Writes a shape, or its text on the same background. Word has no shapes in notes, and many shapes make documents slow. */
function writeShapeOrText(story: Story, shape: FlowShape, context: InlineContext): void {
  const { kind } = context.place
  if (kind !== 'footnote' && story.document.shapes < DOCX_WRITER_LIMITS.maxShapes) {
    story.document.shapes++
    writeShape(story, shape, context.place, (inner, inlines, place) => writeInlines(inner, inlines, { place }))
  } else writeInlines(story, shapeAsText(shape), context)
}

function inlineXml(
  story: Story,
  inline: Exclude<FlowInline, LinkInline | FlowShape>,
  context: InlineContext,
  inLink: boolean,
): string {
  switch (inline.kind) {
    case 'text':
      return inline.text === '' ? '' : runXml(story, inline.format, context, inLink, inline.text)
    case 'break':
      return `<w:r>${propertiesXml(story, inline.format, context, inLink)}${breakXml(inline.type, context.place)}</w:r>`
    case 'tab':
      return `<w:r>${propertiesXml(story, inline.format, context, inLink)}<w:tab/></w:r>`
    case 'bookmark':
      return story.document.bookmarks.xml(inline.name)
    case 'stringSet':
      return ''
    case 'image':
      return imageXml(story, inline, context.place)
    case 'checkbox':
      return checkboxXml(story, inline)
    case 'footnote':
      return footnoteXml(story, inline.id, context.place)
    case 'pageNumber':
      return pageNumberXml(inline, propertiesXml(story, inline.format, context, inLink))
    case 'styleText':
      return styleTextXml(inline, propertiesXml(story, inline.format, context, inLink))
    case 'pageReference':
      return pageReferenceXml(story.document, inline.bookmark, propertiesXml(story, inline.format, context, inLink))
    case 'contents':
      return contentsXml(inline)
    case 'math':
      return inline.display
        ? `<m:oMathPara><m:oMath>${inline.omml}</m:oMath></m:oMathPara>`
        : `<m:oMath>${inline.omml}</m:oMath>`
  }
}

/** Writes a link. Links cannot contain links, so the content of an inner link becomes part of the outer one. */
function writeLink(story: Story, link: LinkInline, context: InlineContext, { depth, isOpen }: LinkState): void {
  if (depth >= DOCX_WRITER_LIMITS.maxLinkNesting) {
    throw new SealwrightError('document_too_complex', `Links are nested more than ${depth} deep.`)
  }
  const attributes = isOpen ? undefined : linkAttributes(story, link.target)
  if (attributes === undefined) {
    writeInlines(story, link.inlines, context, { depth: depth + 1, isOpen })
    return
  }
  // Word shows 260 characters of a tooltip.
  const tip = link.title === undefined ? '' : ` w:tooltip="${escapeAttribute(link.title.slice(0, 260))}"`
  story.out.write(`<w:hyperlink ${attributes}${tip} w:history="1">`)
  writeInlines(story, link.inlines, context, { depth: depth + 1, isOpen: true, isPlain: link.isPlain === true })
  story.out.write('</w:hyperlink>')
}

function linkAttributes({ document, relationships }: Story, target: LinkInline['target']): string | undefined {
  if ('bookmark' in target) return `w:anchor="${document.bookmarks.nameOf(target.bookmark)}"`
  const uri = toLinkTarget(target.url)
  return uri === undefined ? undefined : `r:id="${relationships.add('hyperlink', uri, true)}"`
}

function runXml(story: Story, format: RunFormat, context: InlineContext, inLink: boolean, text: string): string {
  if (PLAIN.test(text))
    return `<w:r>${propertiesXml(story, format, context, inLink)}<w:t xml:space="preserve">${text}</w:t></w:r>`
  return `<w:r>${propertiesXml(story, directedFormat(format, text), context, inLink)}${textXml(text)}</w:r>`
}

/** The format of text with its direction, if all its letters have the same one. */
export function directedFormat(format: RunFormat, text: string): RunFormat {
  const isRightToLeft =
    format.rightToLeft === undefined && RIGHT_TO_LEFT_LETTER.test(text) && !LEFT_TO_RIGHT_LETTER.test(text)
  return isRightToLeft ? { ...format, rightToLeft: true } : format
}

function propertiesXml(story: Story, format: RunFormat, context: InlineContext, inLink: boolean): string {
  const { codeSize } = context
  const { style = inLink ? 'link' : undefined } = format
  if (style === undefined) return runProperties(format, story.document.styles)
  const isCode = style === 'code' || style === 'keyboard'
  if (isCode && format.size === undefined && codeSize !== undefined)
    return runProperties({ ...format, style, size: codeSize }, story.document.styles)
  return runProperties(style === format.style ? format : { ...format, style }, story.document.styles)
}

function textXml(text: string): string {
  if (!SPECIAL.test(text)) return `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`
  let xml = ''
  for (const piece of text.replace(/\r\n?/g, '\n').split(/([\t\n\u00ad\u2011])/)) {
    if (piece !== '') xml += SPECIAL_ELEMENTS.get(piece) ?? `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`
  }
  return xml
}

function breakXml(type: 'line' | 'page', { kind }: Place): string {
  // Word has no page breaks in tables and notes.
  return type === 'page' && kind === 'body' ? '<w:br w:type="page"/>' : '<w:br/>'
}

/** A content control that can be clicked ([MS-DOCX], 2.6.1.5). */
function checkboxXml({ document }: Story, { checked, format }: CheckboxInline): string {
  const id = ++document.lastObjectId
  const properties = runProperties({ ...format, fontFamily: CHECKBOX_FONT }, document.styles)
  return `<w:sdt><w:sdtPr><w:id w:val="${id}"/><w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/>\
<w14:checkedState w14:val="2611" w14:font="${CHECKBOX_FONT}"/>\
<w14:uncheckedState w14:val="2610" w14:font="${CHECKBOX_FONT}"/></w14:checkbox></w:sdtPr>\
<w:sdtContent><w:r>${properties}<w:t>${checked ? CHECKED : UNCHECKED}</w:t></w:r></w:sdtContent></w:sdt>`
}

const NUMBERING_SWITCHES: Readonly<Record<PageNumberInline['numbering'], string>> = {
  decimal: '',
  lowerLetter: '\\* alphabetic ',
  upperLetter: '\\* ALPHABETIC ',
  lowerRoman: '\\* roman ',
  upperRoman: '\\* ROMAN ',
}

/** A field for a page number (ECMA-376-1, 17.16.5.44 and .42). Its stored result is that of a document of one page. */
function pageNumberXml({ counts, numbering }: PageNumberInline, properties: string): string {
  return fieldXml(`${counts === 'page' ? 'PAGE' : 'NUMPAGES'} ${NUMBERING_SWITCHES[numbering]}`, '1', properties)
}

/** A STYLEREF field (17.16.5.59). Built-in headings have other names in other languages, so a digit stands for them. */
function styleTextXml({ style, which, text }: Extract<FlowInline, { kind: 'styleText' }>, properties: string): string {
  const name = typeof style === 'number' ? String(style) : `"${style.replace(/["\\]/g, '')}"`
  const shows = which === 'start' || which === 'first-except' ? ` sw:string="${which}"` : ''
  return fieldXml(`STYLEREF ${name} ${which === 'last' ? '\\l ' : ''}`, text, properties, shows)
}

/** A field with a result that is shown until the field is computed. */
function fieldXml(instruction: string, result: string, properties: string, attributes = ''): string {
  const mark = (type: string, more = '') => `<w:r>${properties}<w:fldChar w:fldCharType="${type}"${more}/></w:r>`
  return `${mark('begin', attributes)}<w:r>${properties}<w:instrText xml:space="preserve"> ${escapeXml(instruction)}</w:instrText></w:r>\
${mark('separate')}<w:r>${properties}${textXml(result)}</w:r>${mark('end')}`
}

/** A PAGEREF field for the page of a bookmark (17.16.5.45), with the page number if it is known. */
function pageReferenceXml({ bookmarks, pageOf }: DocumentState, bookmark: string, properties: string): string {
  const name = bookmarks.nameOf(bookmark)
  return fieldXml(`PAGEREF ${name} \\h `, pageOf?.(name) ?? '1', properties)
}

/** The TOC field around the entries of a table of contents (17.16.5.68). */
function contentsXml({ edge, highest, deepest }: Extract<FlowInline, { kind: 'contents' }>): string {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  if (edge === 'end') return mark('end')
  const instruction = ` TOC \\o "${highest}-${deepest}" \\h \\z \\u `
  return `${mark('begin')}<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>${mark('separate')}`
}

/**
 * The first reference to a note is the note itself. Further references are fields that repeat its number (ECMA-376-1,
 * 17.16.5.37).
 */
function footnoteXml({ document }: Story, id: number, place: Place): string {
  if (place.kind === 'footnote' || place.kind === 'margin') {
    const number = document.footnotes.numberOf(id)
    return number === undefined ? '' : repeatedNumberXml(document, number)
  }
  const reference = document.footnotes.refer(id)
  if (reference === undefined) return ''
  const { number, isFirst, isOnlyOne } = reference
  if (!isFirst) return repeatedNumberXml(document, number)
  const run = `<w:r>${referenceProperties(document)}<w:footnoteReference w:id="${number}"/></w:r>`
  return isOnlyOne ? run : document.bookmarks.xml(noteBookmark(number), run)
}

function repeatedNumberXml(document: DocumentState, number: number): string {
  const bookmark = document.bookmarks.nameOf(noteBookmark(number))
  return `<w:fldSimple w:instr=" NOTEREF ${bookmark} \\f \\h "><w:r>${referenceProperties(document)}\
<w:t>${number}</w:t></w:r></w:fldSimple>`
}

function referenceProperties({ styles }: DocumentState): string {
  return runProperties({ style: 'footnoteReference' }, styles)
}

/** Name of the bookmark of a note, as Word writes it. */
function noteBookmark(number: number): string {
  return `_RefNote${number}`
}
