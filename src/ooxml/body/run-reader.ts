/**
 * Reads the content of runs: text, breaks, symbols, drawings, references to notes.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { Drawing } from '../../typeset/drawings.js'
import type { Inline, LinkTarget, TabLeader } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { fullBox } from '../drawing/box.js'
import { presetGeometry } from '../drawing/geometry/preset-geometry.js'
import { readDrawing } from '../drawing/read-drawing.js'
import { makeShapeElements } from '../drawing/shape-elements.js'
import type { ParagraphFormat } from '../formatting/formatting.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import { textOf, type XmlElement } from '../xml/xml-element.js'
import type { InlineBuilder } from './inline-builder.js'
import type { BodyContext, Story } from './story.js'

/** The run that is being read, and its surroundings. */
export interface RunPlace {
  readonly story: Story
  /** Format of the paragraph. */
  readonly format: ParagraphFormat
  readonly inlines: InlineBuilder
  readonly run: RunProperties
  /** Whether the run is hidden (w:vanish). Fields in it still count, but nothing is shown. */
  readonly hidden: boolean
  readonly link: LinkTarget | undefined
}

/** Reads one child of a w:r (EG_RunInnerContent), except field characters and phonetic guides. */
export function readRunContent(element: XmlElement, place: RunPlace): void {
  const { run } = place
  switch (element.name) {
    case 'w:t':
      addText(textOf(element), place, { element })
      break
    case 'w:instrText':
      readCode(textOf(element), place)
      break
    case 'w:tab':
      addInline({ kind: 'tab', run }, '\t', place)
      break
    case 'w:noBreakHyphen':
      addText('\u2011', place)
      break
    case 'w:softHyphen':
      addText('\u00ad', place)
      break
    case 'w:sym':
      addSymbol(element, place)
      break
    case 'w:br':
      addBreak(element, place)
      break
    case 'w:cr':
      addInline({ kind: 'break', type: 'line', run }, ' ', place)
      break
    case 'w:ptab':
      addInline(readPositionTab(element, run), '\t', place)
      break
    case 'w:pgNum':
      addInline({ kind: 'pageField', field: 'page', cached: '', run }, '', place)
      break
    case 'w:footnoteReference':
      addNoteReference('footnote', element, place)
      break
    case 'w:endnoteReference':
      addNoteReference('endnote', element, place)
      break
    case 'w:footnoteRef':
    case 'w:endnoteRef':
      addInline({ kind: 'noteNumber', run }, '', place)
      break
    case 'w:separator':
      addInline({ kind: 'drawing', drawing: noteRule('separator'), run }, '', place)
      break
    case 'w:continuationSeparator':
      addInline({ kind: 'drawing', drawing: noteRule('continuation'), run }, '', place)
      break
    case 'w:drawing':
    case 'w:pict':
    case 'w:object':
      addDrawings(element, place)
      break
  }
}

/** w:instrText (17.16.23). In the code of another field, Word writes the results of fields in it, too. */
function readCode(code: string, place: RunPlace): void {
  const { hidden, story, run } = place
  if (story.fields.addCode(code, run, hidden)) return
  if (story.fields.isCollecting) {
    addText(code, place)
    return
  }
  if (hidden || code.trim() === '') return
  story.context.warn(`The code of a field stands outside of it and is left out: "${code.trim().slice(0, 40)}".`)
}

function countCharacters(length: number, { counts }: BodyContext): void {
  counts.characters += length
  if (counts.characters <= OOXML_LIMITS.maxTextCharacters) return
  throw new SealwrightError(
    'document_too_complex',
    `The document has more than ${OOXML_LIMITS.maxTextCharacters} characters.`,
  )
}

/** The source of a text, if it is an element of its own, and its format, if it differs from the run's. */
interface TextSource {
  readonly element?: XmlElement
  readonly run?: RunProperties
}

function addText(text: string, place: RunPlace, { element, run = place.run }: TextSource = {}): void {
  const { fields, context } = place.story
  if (place.hidden && element !== undefined) context.census.exempt(element)
  if (place.hidden || text === '') return
  countCharacters(text.length, context)
  if (fields.isCollecting) {
    fields.collect(text, run, element)
    if (fields.isInCode && element !== undefined) context.census.leaveOut(element, 'the codes of fields')
    return
  }
  if (element !== undefined) context.census.show(element)
  fields.noteResult(run.isDeleted ? '' : text)
  place.inlines.addText(text, run, fields.link ?? place.link)
}

/** Adds an inline. `asText` is the text that it counts as in the code of a field. */
function addInline(inline: Inline, asText: string, place: RunPlace): void {
  if (place.hidden) return
  const { fields } = place.story
  if (fields.isCollecting) {
    fields.collect(asText, place.run)
    return
  }
  fields.noteResult()
  const link = fields.link ?? place.link
  const isLinked = link !== undefined && (inline.kind === 'tab' || inline.kind === 'pageField')
  // `link` comes first: after a spread, V8 would give each object a hidden class of its own.
  place.inlines.add(isLinked ? { link, ...inline } : inline)
}

/** w:sym (17.3.3.30): a character by its code in a font. Symbol fonts have their characters in the private use area. */
function addSymbol(element: XmlElement, place: RunPlace): void {
  const digits = element.attributes['w:char'] ?? ''
  if (!/^[0-9a-f]{1,4}$/i.test(digits)) return
  let code = Number.parseInt(digits, 16)
  if (code < 0x20 || (code >= 0xd800 && code < 0xe000)) return
  const font = element.attributes['w:font']
  if (font !== undefined && code < 0x100 && /symbol|dings|marlett|webdings/i.test(font)) code += 0xf000
  const run = font === undefined ? place.run : place.story.context.runs.withFont(place.run, font)
  addText(String.fromCharCode(code), place, { element, run })
}

function addBreak(element: XmlElement, place: RunPlace): void {
  const { run, story } = place
  const type = element.attributes['w:type']
  const clear = element.attributes['w:clear']
  if (type === 'page' || type === 'column') {
    if (story.hasPages) addInline({ kind: 'break', type, run }, ' ', place)
  } else if (clear === 'left' || clear === 'right' || clear === 'all') {
    addInline({ kind: 'break', type: 'line', clear, run }, ' ', place)
  } else addInline({ kind: 'break', type: 'line', run }, ' ', place)
}

const PTAB_LEADERS = new Map<string | undefined, TabLeader>([
  ['dot', 'dot'],
  ['hyphen', 'hyphen'],
  ['underscore', 'underscore'],
  ['middleDot', 'middleDot'],
])

/** w:ptab (17.3.3.23). */
function readPositionTab(element: XmlElement, run: RunProperties): Inline {
  const alignment = element.attributes['w:alignment']
  const leader = PTAB_LEADERS.get(element.attributes['w:leader'])
  return {
    kind: 'positionTab',
    run,
    alignment: alignment === 'center' || alignment === 'right' ? alignment : 'left',
    relativeTo: element.attributes['w:relativeTo'] === 'indent' ? 'indent' : 'margin',
    ...(leader === undefined ? {} : { leader }),
  }
}

function addNoteReference(note: 'footnote' | 'endnote', element: XmlElement, place: RunPlace): void {
  const id = element.attributes['w:id']
  const { census } = place.story.context
  if (place.hidden) census.exempt(element)
  if (id === undefined || place.hidden || place.story.fields.isCollecting) return
  census.show(element)
  const mark = element.attributes['w:customMarkFollows']
  const customMark = mark !== undefined && mark !== '0' && mark !== 'false' && mark !== 'off'
  place.story.context.referencedNotes[note].add(id)
  const reference = {
    kind: 'noteReference',
    note,
    id: place.story.context.prefix + id,
    customMark,
    run: place.run,
  } as const
  addInline(reference, '', place)
}

function addDrawings(element: XmlElement, place: RunPlace): void {
  const { fields, drawings } = place.story
  if (place.hidden) place.story.context.census.exempt(element)
  if (fields.isCollecting) fields.noteDrawing()
  if (place.hidden || fields.isCollecting) return
  for (const read of readDrawing(element, drawings)) {
    const link = read.link ?? fields.link ?? place.link
    const linked = link === undefined ? {} : { link }
    fields.noteResult()
    if ('inline' in read) place.inlines.add({ kind: 'drawing', drawing: read.inline, run: place.run, ...linked })
    else place.inlines.add({ kind: 'anchor', drawing: read.floating, anchor: read.anchor, ...linked })
  }
}

/** Length of Word's separator, in twips: two inches. */
const LENGTH = 2880
/** Thickness of the line, in twips. */
const THICKNESS = 10
/** Distance of the line's upper edge from the baseline, in twips. */
const RISE = 60
/** Column width in twips, for readers that ignore a length in percent: the text width of a Letter page. */
const USUAL_COLUMN = 9360

/**
 * The line of w:separator and w:continuationSeparator (ECMA-376-1, 17.11.23 and 17.11.1): two inches long, or as long as the
 * column. It is inline, in a line as high as its paragraph makes it.
 */
function noteRule(kind: 'separator' | 'continuation'): Drawing {
  const width = kind === 'separator' ? LENGTH : USUAL_COLUMN
  const geometry = presetGeometry('rect', width, THICKNESS) ?? { paths: [] }
  const fill = { type: 'solid', color: '000000', opacity: 1 } as const
  return {
    width,
    height: RISE,
    isRule: true,
    elements: makeShapeElements(fullBox(width, THICKNESS), geometry, { fill }),
    ...(kind === 'continuation' && { columnShare: 1 }),
  }
}
