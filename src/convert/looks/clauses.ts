/**
 * Headings and lists of a contract as numbered clauses: 1., 1.1, (a), (i), (A).
 *
 * @module
 */

import type { FlowBlock, FlowInline, FlowList, FlowParagraph, ListLevel } from '../docx-writer/flow-document.js'

/** Indent of the text of a clause, in twips. */
const STEP = 567

/** One list for all clauses of a document, so that each level counts within the one above. */
const CLAUSES: FlowList = {
  levels: [
    { format: 'decimal', pattern: '%1.', start: 1, indent: STEP, hanging: STEP },
    { format: 'decimal', pattern: '%1.%2', start: 1, indent: STEP, hanging: STEP },
    { format: 'lowerLetter', pattern: '(%3)', start: 1, indent: 2 * STEP, hanging: STEP },
    { format: 'lowerRoman', pattern: '(%4)', start: 1, indent: 3 * STEP, hanging: STEP },
    { format: 'upperLetter', pattern: '(%5)', start: 1, indent: 4 * STEP, hanging: STEP },
  ],
}
const DEEPEST = CLAUSES.levels.length - 1

/** Indents of styles, in twips. */
const INDENTS: Readonly<Record<string, number>> = {
  ...{ body: 0, quote: 567, definition: 425, definitionTerm: 0, code: 120 },
  ...{ alert: 260, alertTip: 260, alertImportant: 260, alertWarning: 260, alertCaution: 260 },
}

/** Numbers the clauses of a document. One that brings numbers of its own keeps these alone. */
export function numberClauses(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  const top = blocks.reduce((least, block) => Math.min(least, headingLevel(block) ?? least), 7)
  if (bringsNumbers(blocks.filter((block) => headingLevel(block) === top))) return blocks
  /** Level of the current clause; below 0 before the first one. */
  let level = -1
  const shifted = new Map<FlowList, Map<number, FlowList>>()
  const labels = new Map<string, string>()
  const counts = [0, 0]
  const numbered = blocks.map((block): FlowBlock => {
    const depth = headingLevel(block)
    if (block.kind !== 'paragraph') return block
    if (depth !== undefined) {
      level = depth - top
      if (level > 1 || block.inlines.length === 0) return block
      count(counts, level)
      label(block, level === 0 ? `${counts[0]}.` : counts.join('.'), labels)
      return { ...block, list: { list: CLAUSES, level } }
    }
    if (level < 0) return block
    if (block.list === undefined) return indented(block)
    const item = clauseItem(block, level)
    if (item !== undefined) {
      if (item.list?.level === 1 && item.list.continued !== true) count(counts, 1)
      return item
    }
    return { ...block, list: { ...block.list, list: shift(block.list, level, shifted) } }
  })
  return numbered.map((block) => withLabel(block, labels))
}

/** A number at the start of a heading, as in `3. Fees`, `§ 3 Fees` and `Article III: Fees`. */
const OWN_NUMBER = /^\W*(?:\p{L}+\.?\s+)?(?:(\d{1,3})|([IVXL]+))(?![\p{L}\d])/u

/** Whether half of the headings, and more than one unless there is no other, begin with numbers that count up from one. */
function bringsNumbers(headings: readonly FlowBlock[]): boolean {
  const numbers = headings.flatMap((heading) => {
    const [start, digits, roman = ''] = OWN_NUMBER.exec(textAtStart(heading)) ?? []
    return start === undefined ? [] : [digits === undefined ? readRoman(roman) : Number(digits)]
  })
  const countsUp = numbers.every((number, i) => number === i + 1)
  return numbers.length >= Math.min(2, headings.length) && countsUp && 2 * numbers.length >= headings.length
}

function textAtStart(block: FlowBlock): string {
  const inlines = block.kind === 'paragraph' ? block.inlines : []
  return inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 }

function readRoman(text: string): number {
  const values = [...text].map((letter) => ROMAN[letter] ?? 0)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}

function headingLevel(block: FlowBlock): number | undefined {
  if (block.kind !== 'paragraph' || !block.style.startsWith('heading')) return undefined
  return Number(block.style.slice('heading'.length))
}

function count(counts: number[], level: number): void {
  counts[level] = (counts[level] ?? 0) + 1
  if (level === 0) counts[1] = 0
}

/** Records the number of a heading for the table of contents. */
function label({ inlines }: FlowParagraph, number: string, labels: Map<string, string>): void {
  for (const inline of inlines) if (inline.kind === 'bookmark') labels.set(inline.name, number)
}

/** An item of a numbered list without a numbering of its own; `undefined` for any other block. */
function clauseItem(block: FlowParagraph, level: number): FlowParagraph | undefined {
  const { list } = block
  const isNumbered = list?.list.levels.slice(0, list.level + 1).every(({ format }) => format === 'decimal')
  if (list === undefined || isNumbered !== true) return undefined
  const { indentStart: _, indentFirstLine: __, ...format } = block.format
  return {
    ...block,
    format,
    list: { ...list, list: CLAUSES, level: Math.min(DEEPEST, Math.max(0, level) + 1 + list.level) },
  }
}

function indented(block: FlowParagraph): FlowParagraph {
  const own = INDENTS[block.style]
  if (own === undefined) return block
  const { indentStart = own } = block.format
  return { ...block, format: { ...block.format, indentStart: indentStart + STEP } }
}

/** The list of a nested item: below the clause, or below the clause's item that contains it. */
function shift(
  { list, level }: NonNullable<FlowParagraph['list']>,
  clause: number,
  shifted: Map<FlowList, Map<number, FlowList>>,
): FlowList {
  const above = list.levels.slice(0, level).findLastIndex(({ format }) => format === 'decimal')
  const outer = CLAUSES.levels[Math.min(DEEPEST, Math.max(0, clause) + 1 + above)]?.indent ?? STEP
  const by = above < 0 ? STEP : outer - (list.levels[above]?.indent ?? 0)
  const known = shifted.get(list)?.get(by)
  if (known !== undefined) return known
  const further = { levels: list.levels.map((one): ListLevel => ({ ...one, indent: one.indent + by })) }
  shifted.set(list, (shifted.get(list) ?? new Map<number, FlowList>()).set(by, further))
  return further
}

/** An entry of a table of contents with the number of its clause. */
function withLabel(block: FlowBlock, labels: ReadonlyMap<string, string>): FlowBlock {
  if (block.kind !== 'paragraph' || !block.style.startsWith('contents')) return block
  const inlines = block.inlines.map((inline): FlowInline => {
    const number =
      inline.kind === 'link' && 'bookmark' in inline.target ? labels.get(inline.target.bookmark) : undefined
    if (inline.kind !== 'link' || number === undefined) return inline
    return { ...inline, inlines: [{ kind: 'text', text: `${number}\u2002`, format: {} }, ...inline.inlines] }
  })
  return { ...block, inlines }
}
