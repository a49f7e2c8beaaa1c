/**
 * Writes paragraphs and tables one after the other, with the changes that their neighbours cause.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import { bordersXml } from './border-xml.js'
import type { FlowBlock, FlowInline, FlowList, FlowParagraph, FlowSpace } from './flow-document.js'
import type { EdgeLine, ParagraphFormat } from './flow-format.js'
import { writeInlines } from './inline-writer.js'
import { LIST_LEVELS } from './numbering.js'
import { type ParagraphExtras, paragraphProperties } from './paragraph-properties.js'
import { twips } from './property-values.js'
import { runProperties, shadingXml } from './run-properties.js'
import type { Place, Story } from './story.js'
import { mirrorBar } from './style-sheet.js'
import { writeTable } from './table-writer.js'

/** Maximum number of lines of code that are kept together on one page. */
const MAX_KEPT_LINES = 16

/** Space between a table and the text after it, in twips. */
const SPACE_AFTER_TABLE = 200

/** Space between a table of contents and the text after it, in twips. */
const SPACE_AFTER_CONTENTS = 320

/** A required paragraph that should not be visible: a table must be followed by a paragraph (ECMA-376-1, 17.4.66). */
const CLOSING_PARAGRAPH = closingXml('')

function closingXml(sectionXml: string): string {
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>${sectionXml}</w:pPr></w:p>`
}

/** An empty paragraph of a fixed height. */
function spaceXml(
  { height, shading, line, indentStart = 0, indentEnd = 0 }: Omit<FlowSpace, 'kind'>,
  startsPage = false,
  sectionXml = '',
): string {
  // A space with a line at its top is kept with the next paragraph.
  let xml = line?.side === 'top' ? '<w:keepNext/>' : ''
  if (startsPage) xml += '<w:pageBreakBefore/>'
  xml += line === undefined ? '' : bordersXml('w:pBdr', { [line.side]: { ...line.line, space: 0 } })
  if (shading !== undefined) xml += shadingXml(shading)
  xml += `<w:spacing w:before="0" w:after="0" w:line="${twips(height, LEAST_SPACE)}" w:lineRule="exact"/>`
  if (indentStart !== 0 || indentEnd !== 0)
    xml += `<w:ind w:left="${twips(indentStart)}" w:right="${twips(indentEnd)}"/>`
  return `<w:p><w:pPr>${xml}<w:rPr><w:sz w:val="2"/></w:rPr>${sectionXml}</w:pPr></w:p>`
}

/** Minimum height of a line, in twips (1 point). */
const LEAST_SPACE = 20

/**
 * Height in twips from which space after a page break is a paragraph of its own. Word drops the space before a paragraph that
 * follows a page break, and space of this height is meant to be seen.
 */
const LEAST_TOP_SPACE = 400

/** A paragraph between two tables or blocks of code, which Word would otherwise merge. */
const SEPARATING_PARAGRAPH = `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${SPACE_AFTER_TABLE}" w:lineRule="exact"/></w:pPr></w:p>`

/** The content of empty cells: a line without space between paragraphs. */
const EMPTY_CELL_PARAGRAPH = '<w:p><w:pPr><w:spacing w:before="0" w:after="0"/></w:pPr></w:p>'

const NO_LINE: EdgeLine = { style: 'none', width: 0, color: 'auto' }

/** What was written before a block. */
interface Before {
  readonly kind: FlowBlock['kind'] | undefined
  readonly isPageEnd: boolean
  /** Whether the block contains the properties of its section. */
  readonly endsSection: boolean
}

const NOTHING_BEFORE: Before = { kind: undefined, isPageEnd: false, endsSection: false }

/**
 * Writes blocks so that a paragraph comes last. Page breaks count in the body only. Several in a row count as one, and those at
 * the start or the end are dropped, as in CSS (CSS Fragmentation 3, 3.1).
 */
export function writeBlocks(story: Story, blocks: readonly FlowBlock[], around: Place): void {
  finishSteps(writeBlocksInSteps(story, blocks, around))
}

/** {@link writeBlocks}, with a stop between two blocks. */
export function* writeBlocksInSteps(story: Story, blocks: readonly FlowBlock[], around: Place): Steps<void> {
  let place = around
  let before = NOTHING_BEFORE
  if (place.lead !== undefined && blocks[0]?.kind !== 'paragraph') {
    story.out.write(`<w:p>${place.lead}</w:p>`)
    before = { ...NOTHING_BEFORE, kind: 'paragraph' }
  }
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]
    if (block === undefined) break
    if (isTurnOver()) yield index / blocks.length
    if (block.kind === 'columnChange') continue
    if (block.kind === 'pageBreak') {
      before = { ...before, isPageEnd: place.kind === 'body' && before.kind !== undefined }
      continue
    }
    if (block.kind === 'sectionBreak') {
      // A last block that cannot contain the properties of its section is followed by a paragraph that does.
      if (!before.endsSection) story.out.write(closingXml(endSection(story)))
      before = NOTHING_BEFORE
      place = { ...place, ...story.sections?.room }
      continue
    }
    const endsSection = block.kind !== 'table' && blocks[index + 1]?.kind === 'sectionBreak'
    if (block.kind === 'paragraph') {
      if (isCode(block) && isCode(blocks[index - 1])) story.out.write(SEPARATING_PARAGRAPH)
      writeParagraph(story, block, place, before, blocks[index + 1])
    } else if (block.kind === 'space') {
      story.out.write(spaceXml(block, before.isPageEnd, endsSection ? endSection(story) : ''))
      if (index === blocks.length - 1 && isHiddenSpace(block, place, before)) story.out.write(CLOSING_PARAGRAPH)
    } else {
      if (before.isPageEnd) story.out.write('<w:p><w:r><w:br w:type="page"/></w:r></w:p>')
      else if (before.kind === 'table') story.out.write(SEPARATING_PARAGRAPH)
      yield* writeTable(story, block, place, writeBlocks)
    }
    before = { kind: block.kind, isPageEnd: false, endsSection }
  }
  closeBlocks(story, blocks, place, before)
}

/** Writes the paragraph that must follow a table, or stand where there is nothing. */
function closeBlocks({ out }: Story, blocks: readonly FlowBlock[], place: Place, before: Before): void {
  const isSectionEmpty = blocks.at(-1)?.kind === 'sectionBreak'
  if (before.kind === 'table' || isSectionEmpty) out.write(CLOSING_PARAGRAPH)
  else if (before.kind === undefined) out.write(EMPTY_CONTENT[place.kind])
}

/**
 * Whether a space would be the last paragraph of a cell after a table. Word gives such a paragraph no height, so another one
 * must follow.
 */
function isHiddenSpace({ height }: FlowSpace, place: Place, before: Before): boolean {
  return place.kind === 'cell' && before.kind === 'table' && height > LEAST_SPACE
}

/** Placeholder for empty content. In headers and footers it has no height, so that it does not push the text down. */
const EMPTY_CONTENT: Readonly<Record<Place['kind'], string>> = {
  body: '<w:p/>',
  footnote: '<w:p/>',
  cell: EMPTY_CELL_PARAGRAPH,
  margin: CLOSING_PARAGRAPH,
}

function endSection({ sections, relationships }: Story): string {
  return sections === undefined ? '' : sections.end(relationships)
}

function writeParagraph(
  story: Story,
  paragraph: FlowParagraph,
  place: Place,
  before: Before,
  next: FlowBlock | undefined,
): void {
  const { styles } = story.document
  const { style, namedStyle, list } = paragraph
  const fitted = fitBetween(story, paragraph, before, next)
  const { spaceBefore = 0 } = fitted
  const isLow = fitted.pageBreakBefore === true && spaceBefore >= LEAST_TOP_SPACE && place.kind === 'body'
  if (isLow) story.out.write(spaceXml({ height: spaceBefore }, true))
  const format = isLow ? { ...fitted, spaceBefore: 0, pageBreakBefore: false } : fitted
  const extras: { -readonly [Key in keyof ParagraphExtras]: ParagraphExtras[Key] } = { rightToLeft: styles.rightToLeft }
  if (namedStyle !== undefined) extras.styleId = styles.namedStyleId(style, namedStyle)
  else if (style !== 'body' || (styles.isBodyNamed && place.kind === 'body'))
    extras.styleId = styles.paragraphStyleId(style)
  const leader = leaderIn(paragraph.inlines) ?? (isContents(style) && style !== 'contentsTitle' ? 'dot' : undefined)
  if (leader !== undefined) extras.leader = { kind: leader, position: place.width - (format.indentEnd ?? 0) }
  if (next?.kind === 'sectionBreak') extras.sectionXml = endSection(story)
  if (list !== undefined && list.continued !== true)
    extras.numbering = { id: story.document.numbering.idOf(list.list), level: levelOf(list.level) }
  if (paragraph.mark !== undefined) extras.mark = runProperties(paragraph.mark, styles)
  story.out.write(`<w:p>${paragraphProperties(format, extras)}`)
  if (before.kind === undefined && place.lead !== undefined) story.out.write(place.lead)
  const size = styles.resolve(style).run.size
  const isScaled = size !== undefined && size !== styles.resolve('body').run.size
  writeInlines(story, paragraph.inlines, isScaled ? { place, codeSize: size * CODE_SCALE } : { place })
  story.out.write('</w:p>')
}

/** Kind of the leader in the inlines; undefined without one. Links within links are not searched. */
function leaderIn(inlines: readonly FlowInline[], isInLink = false): 'dot' | 'line' | 'none' | undefined {
  for (const inline of inlines) {
    if (inline.kind === 'tab' && inline.leader !== undefined) return inline.leader
    const inside = inline.kind === 'link' && !isInLink ? leaderIn(inline.inlines, true) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Font size of code as a share of the text's, since fixed-width letters look larger than others of the same size. */
const CODE_SCALE = 0.92

/** The format of a paragraph with the changes that its list, its direction and the neighbouring blocks cause. */
function fitBetween(
  story: Story,
  paragraph: FlowParagraph,
  before: Before,
  next: FlowBlock | undefined,
): ParagraphFormat {
  const { style, list, format } = paragraph
  const { styles } = story.document
  const look = styles.resolve(style).paragraph
  const added: { -readonly [Key in keyof ParagraphFormat]: ParagraphFormat[Key] } = {}
  if (before.isPageEnd) added.pageBreakBefore = true
  if (before.kind === 'table' && format.spaceBefore === undefined && (look.spaceBefore ?? 0) < SPACE_AFTER_TABLE) {
    added.spaceBefore = SPACE_AFTER_TABLE
  }
  if (list?.continued === true) {
    added.indentStart = list.list.levels[levelOf(list.level)]?.indent ?? 0
    added.indentFirstLine = 0
  }
  if (list !== undefined && style === 'listParagraph' && styles.isOwn(style) && isListEnd(list.list, next)) {
    const { spaceAfter } = styles.resolve('body').paragraph
    if (spaceAfter !== undefined) added.spaceAfter = spaceAfter
  }
  if (isContents(style) && !(next?.kind === 'paragraph' && isContents(next.style)))
    added.spaceAfter = SPACE_AFTER_CONTENTS
  if (style === 'caption' && next?.kind === 'table') added.keepWithNext = true
  if (style === 'code' && countLines(paragraph.inlines) <= MAX_KEPT_LINES) added.keepLines = true
  if (format.rightToLeft !== undefined && format.rightToLeft !== styles.rightToLeft && look.borders !== undefined) {
    added.borders = { left: NO_LINE, right: NO_LINE, ...mirrorBar(look, format.rightToLeft).borders }
  }
  for (const _ in added) return { ...added, ...format }
  return format
}

function isContents(style: FlowParagraph['style']): boolean {
  return style.startsWith('contents')
}

function isCode(block: FlowBlock | undefined): boolean {
  return block?.kind === 'paragraph' && block.style === 'code'
}

/** Whether a list ends here: the next block is not part of a list, or is the first item of another one. */
function isListEnd(list: FlowList, next: FlowBlock | undefined): boolean {
  if (next?.kind !== 'paragraph' || next.list === undefined) return true
  return next.list.list !== list && next.list.level === 0
}

function levelOf(level: number): number {
  return twips(level, 0, LIST_LEVELS - 1)
}

/** Minimum number of lines of a paragraph, counted only as far as it matters. */
function countLines(inlines: readonly FlowInline[]): number {
  let lines = 1
  for (const inline of inlines) {
    if (inline.kind === 'break') lines++
    else if (inline.kind === 'text') lines += inline.text.split('\n', MAX_KEPT_LINES + 2).length - 1
    if (lines > MAX_KEPT_LINES) break
  }
  return lines
}
