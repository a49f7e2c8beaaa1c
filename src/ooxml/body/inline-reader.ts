/**
 * Reads the content of paragraphs: runs, links, fields, equations.
 *
 * @module
 */

import type { Inline, LinkTarget, PageField } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import type { ParagraphFormat } from '../formatting/formatting.js'
import { quoteStart } from '../text-census.js'
import { bookmarkLink, externalLink } from '../values/link-target.js'
import { isOn } from '../values/property-values.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'
import { computeField } from './computed-field.js'
import { controlContent } from './content-control.js'
import { readEquationField } from './equation-field.js'
import { parseFieldInstruction } from './field-instruction.js'
import type { FieldMeaning } from './field-meaning.js'
import { fieldResult, nextInSequence } from './field-result.js'
import type { EndedField } from './field-stack.js'
import { InlineBuilder } from './inline-builder.js'
import { equationAlignment, readMath, readMathParagraph } from './math-reader.js'
import { stackGuide } from './phonetic-guide.js'
import { type RunPlace, readRunContent } from './run-reader.js'
import { keepStoredNumber } from './stored-numbers.js'
import type { Story } from './story.js'

/** The paragraph that is being read. */
interface InlineScope {
  readonly story: Story
  readonly format: ParagraphFormat
  readonly inlines: InlineBuilder
}

/** Reads the content of a paragraph or of an element around runs (EG_PContent), with tracked changes in their final view. */
export function readInlines(container: XmlElement, scope: InlineScope, link?: LinkTarget): void {
  for (const child of container.children) {
    if (typeof child === 'string') continue
    switch (child.name) {
      case 'w:r':
        readRun(child, scope, link)
        break
      case 'w:hyperlink':
        readInlines(child, scope, hyperlinkTarget(child, scope.story) ?? link)
        break
      case 'w:ins':
      case 'w:moveTo':
      case 'w:smartTag':
      case 'w:customXml':
        readInlines(child, scope, link)
        break
      case 'w:dir':
      case 'w:bdo':
        readDirected(child, scope, link)
        break
      case 'w:sdt': {
        const content = controlContent(child, scope.story.context)
        if (content !== undefined) readInlines(content, scope, link)
        break
      }
      case 'w:fldSimple':
        readSimpleField(child, scope, link)
        break
      case 'w:br':
        // Content outside of a run, which the schema does not permit.
        readRun({ name: 'w:r', attributes: {}, children: [child] }, scope, link)
        break
      case 'w:bookmarkStart': {
        const name = child.attributes['w:name']
        if (name !== undefined && name !== '_GoBack') scope.inlines.add({ kind: 'bookmark', name })
        break
      }
      case 'w:subDoc':
        scope.story.context.warn('A document that is kept in another file (subDoc) is left out.')
        break
      case 'm:oMath':
        readEquation(child, scope, false)
        break
      case 'm:oMathPara':
        readEquation(child, scope, true)
        break
    }
  }
}

/** Characters that begin embeddings and overrides, and those that end them, by element and direction (UAX #9, 2.1 to 2.4). */
const DIRECTIONS: Readonly<Record<string, string>> = {
  'w:dir ltr': '\u202a',
  'w:dir rtl': '\u202b',
  'w:bdo ltr': '\u202d',
  'w:bdo rtl': '\u202e',
}
const POP_DIRECTION = '\u202c'

/** Runs with a direction of their own, or with forced directions of their characters (17.3.2.3, 17.3.2.8). */
function readDirected(element: XmlElement, scope: InlineScope, link: LinkTarget | undefined): void {
  const { story, format, inlines } = scope
  const start = DIRECTIONS[`${element.name} ${element.attributes['w:val']}`]
  if (start === undefined || story.fields.isCollecting) {
    readInlines(element, scope, link)
    return
  }
  const run = story.context.formatting.run(undefined, format).properties
  inlines.addText(start, run, undefined)
  readInlines(element, scope, link)
  inlines.addText(POP_DIRECTION, run, undefined)
}

function readRun(element: XmlElement, scope: InlineScope, link: LinkTarget | undefined): void {
  const { story, format, inlines } = scope
  const first = element.children[0]
  const rPr = typeof first === 'object' && first.name === 'w:rPr' ? first : childOf(element, 'w:rPr')
  const { properties, hidden } = story.context.formatting.run(rPr, format, story.fields.hasPlainLinks)
  const place: RunPlace = { story, format, inlines, run: properties, hidden, link }
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.name === 'w:fldChar') readFieldCharacter(child, place)
    else if (child.name === 'w:ruby') readPhoneticGuide(child, scope, link)
    else readRunContent(child, place)
  }
}

/** A phonetic guide with its base (17.3.3.25). If one of them is more than text, the guide is placed after its base. */
function readPhoneticGuide(element: XmlElement, scope: InlineScope, link: LinkTarget | undefined): void {
  const base = readPart(childOf(element, 'w:rubyBase'), scope, link)
  const guide = readPart(childOf(element, 'w:rt'), scope, link)
  const stacked = stackGuide(base, guide, childOf(element, 'w:rubyPr'))
  for (const inline of stacked === undefined ? [...base, ...guide] : [stacked]) scope.inlines.add(inline)
}

function readPart(part: XmlElement | undefined, scope: InlineScope, link: LinkTarget | undefined): readonly Inline[] {
  const inlines = new InlineBuilder()
  if (part !== undefined) readInlines(part, { ...scope, inlines }, link)
  return inlines.finish()
}

function readFieldCharacter(element: XmlElement, place: RunPlace): void {
  const { fields } = place.story
  if (!place.story.isWhole(element)) return
  switch (element.attributes['w:fldCharType']) {
    case 'begin':
      fields.begin(childOf(element, 'w:ffData'), isMarked(element), element.attributes['sw:string'])
      break
    case 'separate':
      fields.separate()
      break
    case 'end':
      addEndedField(fields.end(), place)
      break
  }
}

function readSimpleField(element: XmlElement, scope: InlineScope, link: LinkTarget | undefined): void {
  const { story, format, inlines } = scope
  const run = story.context.formatting.run(undefined, format).properties
  story.fields.begin(childOf(element, 'w:fldData'), isMarked(element))
  story.fields.addCode(element.attributes['w:instr'] ?? '')
  if (childrenOf(element).some(({ name }) => name !== 'w:fldData')) story.fields.separate()
  readInlines(element, scope, link)
  addEndedField(story.fields.end(), { story, format, inlines, run, hidden: false, link })
}

/** Adds what a field shows, unless it is a result in place. */
function addEndedField(field: EndedField | undefined, place: RunPlace): void {
  if (field === undefined) return
  const { meaning } = field
  const run = field.run ?? place.run
  // Text is exempted only when its field has ended. In a field without an end it stays counted, and a warning names it.
  for (const text of field.collected) place.story.context.census.exempt(text)
  if (meaning.show === 'number') {
    const { field: shown, numberFormat } = meaning
    addPageField({ field: shown, ...(numberFormat === undefined ? {} : { numberFormat }) }, field.cached, run, place)
  } else if (meaning.show === 'bookmarkPage') {
    addPageReference(meaning, field, run, place)
  } else if (meaning.show === 'style') {
    addPageField({ field: 'style', reference: meaning.reference }, field.cached, run, place)
  } else if (meaning.show === 'computed') {
    const { code, numbers: parts } = field
    addPageField({ field: 'computed', parts, compute: (texts) => computeField(code, texts) }, field.cached, run, place)
  } else if (meaning.show === 'paragraphNumber') {
    addParagraphNumber(field, run, place)
  } else if (meaning.show === 'text') {
    addFieldText(
      meaning.text,
      meaning.font === undefined ? run : place.story.context.runs.withFont(run, meaning.font),
      place,
    )
  } else if (meaning.show === 'result') {
    addMissingResult(field, run, place)
  }
  warnOfReplaced(field, place)
}

/** Adds the number of AUTONUM and similar fields, and LISTNUM. Word counts them again, whatever is stored. */
function addParagraphNumber({ name, code, cached }: EndedField, run: RunProperties, place: RunPlace): void {
  const { format, inlines, story, hidden } = place
  // Word shows nothing for such fields within the codes of others.
  if (story.fields.isCollecting) return
  const paragraph = { format, identity: inlines, lastText: (length: number) => inlines.lastText(length) }
  const { text, isGuess } = story.paragraphNumbers.next(parseFieldInstruction(code), paragraph)
  addFieldText(text, run, place)
  if (hidden) return
  if (isGuess) {
    story.context.warn(`A field (${name}) names no list: it shows "${text}", and Word may count in another list.`)
  } else if (cached.trim() !== '' && cached.trim() !== text) {
    story.context.warn(
      `A field (${name}) shows "${text}", as it counts. The file stores "${cached.trim().slice(0, 40)}".`,
    )
  }
}

/**
 * Adds the page number of a bookmark. An empty stored result stays empty, since Word shows no reference there either, unless the
 * file asks Word to work it out: programs write tables of contents without pages and mark them as out of date.
 */
function addPageReference(
  { bookmark, link }: Extract<FieldMeaning, { show: 'bookmarkPage' }>,
  { cached, isUnresolved, isDirty }: EndedField,
  run: RunProperties,
  place: RunPlace,
): void {
  const isWanted = isUnresolved || isDirty || place.story.context.formatting.settings.updatesFields
  if (cached.trim() === '' && !isWanted) return
  const linked = link === undefined ? place : { ...place, link }
  const number = cached.trimStart()
  addLead(cached.slice(0, cached.length - number.length), run, linked)
  addPageField({ field: 'bookmarkPage', bookmark }, number, run, linked)
}

/** Adds what stands before a stored number: LibreOffice puts the tab of a table of contents into the reference to the page. */
function addLead(lead: string, run: RunProperties, place: RunPlace): void {
  const { fields } = place.story
  const link = fields.link ?? place.link
  for (const sign of lead) {
    if (sign !== '\t' || place.hidden || fields.isCollecting) addFieldText(sign, run, place)
    else place.inlines.add({ ...(link === undefined ? {} : { link }), kind: 'tab', run })
  }
}

/** Adds a field whose result is missing or empty. */
function addMissingResult(field: EndedField, run: RunProperties, place: RunPlace): void {
  const { meaning } = field
  if (meaning.show !== 'result') return
  const computed = computedResult(field, place)
  if (field.hasResult) {
    warnOfUpdate(field, place)
    keepStoredNumber(field, computed, place)
    return
  }
  if (computed !== undefined && field.isUnresolved) {
    if (UNFILLED.test(field.name) && !place.story.fields.isCollecting)
      place.story.context.warn(`A field (${field.name}) was never filled in: it shows what it says without data.`)
    addFieldText(computed, run, place)
  } else if (meaning.substitute !== undefined) addFieldText(meaning.substitute, run, place)
  else if (meaning.equation !== undefined) addEquationField(meaning.equation, run, place)
  else warnOfMissing(field, place)
}

/**
 * Warns of results that Word would update: whenever it shows the field, when it opens a document that asks for it
 * (17.15.1.90), or for a marked field (17.16.18).
 */
function warnOfUpdate({ name, isDirty, shown }: EndedField, { hidden, story }: RunPlace): void {
  const asks = story.context.formatting.settings.updatesFields
  if (hidden || story.fields.isCollecting) return
  if (ALWAYS_COMPUTED.test(name) && shown.trim() !== '')
    story.context.warn(
      `Word works a field out each time (${name}). Here it shows what is stored: ${quoteStart(shown)}.`,
    )
  if (!(asks || isDirty) || LASTING.test(name)) return
  story.context.warn(
    asks
      ? 'The document asks for its fields to be updated when it is opened: they show what is stored.'
      : `A field (${name}) is marked as out of date and shows what is stored.`,
  )
}

/** Fields that Word works out whenever it opens a document, whatever is stored. */
const ALWAYS_COMPUTED = /^(?:DATE|TIME|EQ)$/i

/** Fields whose result only users change. */
const LASTING = /^(?:HYPERLINK|FORM\w+|FILLIN|ASK|QUOTE|SYMBOL|EQ|EMBED|LINK|ADDIN)$/i

function isMarked({ attributes }: XmlElement): boolean {
  return isOn(attributes['w:dirty'] ?? '0')
}

/** The computed result of a field without a stored one. Stored results of sequences count as well. */
function computedResult({ code, hasResult, isUnresolved }: EndedField, place: RunPlace): string | undefined {
  if (place.hidden) return undefined
  const { fieldSources } = place.story.context
  if (hasResult && !SEQUENCE.test(code)) return undefined
  const instruction = parseFieldInstruction(code)
  if (instruction.name === 'SEQ') return nextInSequence(instruction, fieldSources.sequences)
  return isUnresolved ? fieldResult(instruction, fieldSources) : undefined
}

const SEQUENCE = /^\s*SEQ\b/i
/** Fields of form letters and forms, which show something else once they have data. */
const UNFILLED = /^(?:MERGEFIELD|IF|FILLIN)$/i

/** Warns of a field that shows nothing here: Word would compute it, or it was never evaluated, as in templates of letters. */
function warnOfMissing({ meaning, name, isUnresolved }: EndedField, { hidden, story }: RunPlace): void {
  if (hidden || story.fields.isCollecting || meaning.show !== 'result') return
  if (meaning.computed === true) {
    story.context.warn(`A field that Word works out itself (${name}) has no stored result and shows nothing.`)
  } else if (isUnresolved && name !== '') {
    story.context.warn(`A field (${name.slice(0, 20)}) has no stored result and shows nothing.`)
  }
}

/** Longest stored result that a number or a sign replaces, in characters. */
const LONGEST_REPLACED = 12

/** Warns of a stored result that is not shown, unless a number or a sign replaces it. */
function warnOfReplaced({ meaning, name, cached }: EndedField, place: RunPlace): void {
  const text = cached.trim()
  if (
    meaning.show === 'result' ||
    meaning.show === 'style' ||
    meaning.show === 'bookmarkPage' ||
    meaning.show === 'computed' ||
    meaning.show === 'paragraphNumber' ||
    text === '' ||
    place.hidden ||
    place.story.fields.isCollecting
  )
    return
  if (meaning.show === 'text' && meaning.text.trim() === text) return
  if (meaning.show !== 'nothing' && text.length <= LONGEST_REPLACED) return
  place.story.context.warn(`The stored result of a field (${name}) is not shown: "${text.slice(0, 40)}".`)
}

function addEquationField(code: string, run: RunProperties, place: RunPlace): void {
  const { fields } = place.story
  if (place.hidden || fields.isCollecting) return
  fields.noteResult()
  place.inlines.add({ kind: 'math', math: readEquationField(code, run), display: false, run })
}

function addPageField(
  shown: Omit<PageField, 'kind' | 'cached' | 'run' | 'link'>,
  cached: string,
  run: RunProperties,
  place: RunPlace,
): void {
  const { fields } = place.story
  if (place.hidden) return
  const field = { kind: 'pageField', ...shown, cached, run } as const
  if (fields.isCollecting) {
    fields.collectNumber(field)
    return
  }
  fields.noteResult()
  const link = fields.link ?? place.link
  place.inlines.add({
    ...field,
    ...(link === undefined ? {} : { link }),
  })
}

function addFieldText(text: string, run: RunProperties, place: RunPlace): void {
  const { fields } = place.story
  if (text === '' || place.hidden) return
  if (fields.isCollecting) {
    fields.collect(text, run)
    return
  }
  fields.noteResult()
  place.inlines.addText(text, run, fields.link ?? place.link)
}

function hyperlinkTarget(element: XmlElement, story: Story): LinkTarget | undefined {
  const place = element.attributes['w:anchor']
  const id = element.attributes['r:id']
  const relationship = id === undefined ? undefined : story.relationships.get(id)
  if (relationship?.external === true) return externalLink(relationship.target, place)
  return bookmarkLink(place)
}

function readEquation(element: XmlElement, scope: InlineScope, display: boolean): void {
  const { story, format, inlines } = scope
  if (story.fields.isCollecting) return
  const run = story.context.formatting.run(undefined, format).properties
  story.fields.noteResult()
  const { formatting, runs, census, warn } = story.context
  const style = { formatting, paragraph: format, runs, census, warn }
  if (!display) {
    inlines.add({ kind: 'math', math: readMath(element, style), display, run })
    return
  }
  const alignment = equationAlignment(element) ?? story.context.formatting.settings.math.alignment
  readMathParagraph(element, style).forEach((math, index) => {
    if (index > 0) inlines.add({ kind: 'break', type: 'line', run })
    inlines.add({ kind: 'math', math, display, alignment, run })
  })
}
