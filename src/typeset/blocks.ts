import { SealwrightError } from '../errors.js'
import { TYPESET_LIMITS } from '../limits.js'
import type { Box } from './box.js'
import type { DisplayList } from './display-list.js'
import { LineStack, type Paragraph } from './line-stack.js'
import type { Color } from './text-style.js'

/** A horizontal line. Lengths in twips. */
export interface RuleStyle {
  readonly thickness: number
  readonly color: Color
}

/** A column of a table: its width and the gap to the next one, in twips. */
export interface Column {
  readonly width: number
  readonly gap: number
}

/** A cell: its paragraphs from top to bottom. */
export type Cell = readonly Paragraph[]

/** A piece of a document, from top to bottom of the flow. */
export type Block =
  | {
      readonly kind: 'paragraph'
      readonly paragraph: Paragraph
      readonly spaceBefore?: number
      readonly keepWithNext?: boolean
      /** Never split over two pages unless it is longer than one. */
      readonly keepTogether?: boolean
    }
  | { readonly kind: 'rule'; readonly rule: RuleStyle; readonly spaceBefore?: number; readonly keepWithNext?: boolean }
  | {
      readonly kind: 'table'
      readonly columns: readonly Column[]
      /** Repeated on each page that the table continues on. */
      readonly header?: readonly Cell[]
      readonly rows: readonly (readonly Cell[])[]
      /** Space above and below the text of each row. */
      readonly padding: number
      /** Between the rows and after the last one; none when left out. */
      readonly rule?: RuleStyle
      /** Under the header row. */
      readonly headerRule?: RuleStyle
      readonly spaceBefore?: number
      /** All rows on one page, and with the next block when asked, unless they take up much of it. */
      readonly keepTogether?: boolean
      readonly keepWithNext?: boolean
    }

/** Lines that may stand alone at the foot or the head of a page when a long row or paragraph is split. */
const MIN_LINES = 2

/** Rows, and tables that are to be kept together, are not split up to this height, in twips. */
const MAX_KEPT_HEIGHT = 3600

/**
 * Measures blocks for a flow of the given width in twips, one after the other as they are asked for.
 *
 * @throws SealwrightError `document_too_complex` when there is more text than the limit allows
 */
export function* layOutBlocks(blocks: readonly Block[], width: number): Generator<Box> {
  checkTextLength(blocks)
  for (const block of blocks) {
    const { spaceBefore = 0 } = block
    switch (block.kind) {
      case 'paragraph': {
        const { keepWithNext = false, keepTogether = false } = block
        const cell = { x: 0, stack: LineStack.of([block.paragraph], width), from: 0 }
        const wholeUpTo = keepTogether ? Number.POSITIVE_INFINITY : 0
        yield new RowBox({ cells: [cell], padding: 0, width, spaceBefore, keepWithNext, wholeUpTo })
        break
      }
      case 'rule':
        yield new RuleBox(block.rule, width, spaceBefore, block.keepWithNext ?? false)
        break
      case 'table':
        yield* layOutTable(block, width, spaceBefore)
    }
  }
}

/** Measured text takes some fifty times the memory of its characters, so a flow is refused before it is measured. */
function checkTextLength(blocks: readonly Block[]): void {
  let length = 0
  const count = (paragraph: Paragraph) => {
    for (const { text } of paragraph.spans) length += text.length
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph') count(block.paragraph)
    else if (block.kind === 'table') for (const cells of block.rows) for (const cell of cells) cell.forEach(count)
  }
  if (length > TYPESET_LIMITS.maxCharacters) {
    const limit = TYPESET_LIMITS.maxCharacters
    throw new SealwrightError('document_too_complex', `There are more than ${limit} characters of text to be set.`)
  }
}

function* layOutTable(table: Extract<Block, { kind: 'table' }>, width: number, spaceBefore: number): Generator<Box> {
  const { columns, padding } = table
  const layOutRow = (
    cells: readonly Cell[],
    options: Pick<RowOptions, 'spaceBefore' | 'keepWithNext'> & Partial<RowOptions>,
  ) => {
    let x = 0
    const measured: RowCell[] = []
    columns.forEach((column, index) => {
      measured.push({ x, stack: LineStack.of(cells[index] ?? [], column.width), from: 0 })
      x += column.width + column.gap
    })
    return new RowBox({ padding, width, wholeUpTo: MAX_KEPT_HEIGHT, ...options, cells: measured })
  }
  let repeat: Box | undefined
  if (table.header !== undefined) {
    const rule = table.headerRule
    repeat = layOutRow(table.header, { spaceBefore, keepWithNext: true, ...(rule && { rule }) })
    yield repeat
  }
  const { rule } = table
  const layOutBodyRow = (cells: readonly Cell[], index: number, keepWithNext: boolean) =>
    layOutRow(cells, {
      spaceBefore: index === 0 && repeat === undefined ? spaceBefore : 0,
      keepWithNext,
      ...(rule && { rule }),
      ...(repeat && { repeat }),
    })
  if (table.keepTogether !== true) {
    for (const [index, cells] of table.rows.entries()) yield layOutBodyRow(cells, index, false)
    return
  }
  const last = table.rows.length - 1
  const rows = table.rows.map((cells, index) =>
    layOutBodyRow(cells, index, index < last || table.keepWithNext === true),
  )
  const height = rows.reduce((sum, row) => sum + row.height, 0)
  if (height <= MAX_KEPT_HEIGHT) yield* rows
  else for (const [index, cells] of table.rows.entries()) yield layOutBodyRow(cells, index, false)
}

interface RowCell {
  readonly x: number
  readonly stack: LineStack
  /** First line that this part shows. */
  readonly from: number
}

interface RowOptions {
  readonly cells: readonly RowCell[]
  readonly padding: number
  readonly width: number
  readonly spaceBefore: number
  readonly keepWithNext: boolean
  readonly wholeUpTo: number
  readonly rule?: RuleStyle
  readonly repeat?: Box
  /** Line after the last one of each cell, where this part does not go to the end. */
  readonly ends?: readonly number[]
}

/** Cells side by side. A row that is taller than `wholeUpTo` can be split between lines. */
class RowBox implements Box {
  readonly height: number
  readonly minimum: number
  readonly #options: RowOptions

  constructor(options: RowOptions) {
    this.#options = options
    const { cells, padding, rule, wholeUpTo } = options
    let content = 0
    let least = 0
    cells.forEach(({ stack, from }, index) => {
      const end = this.#end(index)
      content = Math.max(content, stack.heightOf(from, end))
      // Of three lines or fewer, none can go to another page.
      const together = end - from < 2 * MIN_LINES ? end - from : MIN_LINES
      least = Math.max(least, stack.heightOf(from, from + together))
    })
    this.height = content + 2 * padding + (rule?.thickness ?? 0)
    this.minimum = this.height <= wholeUpTo ? this.height : Math.min(this.height, least + 2 * padding)
  }

  get spaceBefore(): number {
    return this.#options.spaceBefore
  }

  get keepWithNext(): boolean {
    return this.#options.keepWithNext
  }

  get repeat(): Box | undefined {
    return this.#options.repeat
  }

  paint(list: DisplayList, x: number, y: number): void {
    const { cells, padding, rule, width } = this.#options
    cells.forEach((cell, index) => {
      cell.stack.paint(list, x + cell.x, y + padding, cell.from, this.#end(index))
    })
    if (rule !== undefined) list.push({ kind: 'rule', x, y: y + this.height - rule.thickness, width, ...rule })
  }

  split(available: number, force: boolean): readonly [Box, Box] | undefined {
    if (!force && (this.minimum === this.height || this.minimum > available)) return undefined
    const { rule: _, ...options } = this.#options
    const room = available - 2 * options.padding
    const ends: number[] = []
    let isSplit = false
    for (const [index, { stack, from }] of options.cells.entries()) {
      const end = this.#end(index)
      let to = stack.fit(from, room, end)
      if (to < end && end - to < MIN_LINES && end - MIN_LINES > from) to = end - MIN_LINES
      if (to < end && to - from < MIN_LINES) {
        if (!force) return undefined
        to = Math.max(to, from + 1)
      }
      if (to < end) isSplit = true
      ends.push(to)
    }
    if (!isSplit) return undefined
    const head = new RowBox({ ...options, ends, wholeUpTo: 0, keepWithNext: false })
    const rest = new RowBox({
      ...this.#options,
      cells: options.cells.map((cell, index) => ({ ...cell, from: ends[index] ?? cell.from })),
      spaceBefore: 0,
    })
    return [head, rest]
  }

  #end(index: number): number {
    const cell = this.#options.cells[index]
    return this.#options.ends?.[index] ?? cell?.stack.lineCount ?? 0
  }
}

class RuleBox implements Box {
  readonly height: number
  readonly minimum: number
  readonly spaceBefore: number
  readonly keepWithNext: boolean
  readonly #rule: RuleStyle
  readonly #width: number

  constructor(rule: RuleStyle, width: number, spaceBefore: number, keepWithNext: boolean) {
    this.#rule = rule
    this.#width = width
    this.height = rule.thickness
    this.minimum = rule.thickness
    this.spaceBefore = spaceBefore
    this.keepWithNext = keepWithNext
  }

  paint(list: DisplayList, x: number, y: number): void {
    list.push({ kind: 'rule', x, y, width: this.#width, ...this.#rule })
  }

  split(): undefined {
    return undefined
  }
}
