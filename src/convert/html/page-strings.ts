/**
 * Strings that elements set and headers show (CSS Generated Content for Paged Media Module, 1.1).
 *
 * @module
 */

import type {
  FlowBlock,
  FlowInline,
  FlowParagraph,
  ParagraphStyleName,
  RunFormat,
} from '../docx-writer/flow-document.js'
import type { ConversionWarnings } from './conversion-warnings.js'
import type { PageRule } from './css/page-rules.js'
import { startsPage } from './page-break.js'

type StringSet = Extract<FlowInline, { kind: 'stringSet' }>

/** How fields find the paragraphs that set a string, by the style that these have by themselves. */
type Finders = ReadonlyMap<ParagraphStyleName, number | string>

/** Sources of a string in one section: its values, and the styles of the paragraphs. */
interface Setters {
  readonly values: string[]
  readonly styles: Set<ParagraphStyleName>
}

/** Strings of one section. */
export interface SectionStrings {
  /** Key that is equal for sections with equal strings. */
  readonly key: string
  /** Resolves `string()` in the margins of the section's pages. */
  readonly stringOf: (name: string, which: string, format: RunFormat) => readonly FlowInline[]
}

/** The strings of a document, of those that margin boxes show. */
export class PageStrings {
  readonly #finders = new Map<string, Finders>()
  readonly #values = new Map<string, string>()
  readonly #warnings: ConversionWarnings
  readonly #used: ReadonlySet<string>

  /** The blocks, in which paragraphs that fields have to find have a style of their own. */
  readonly blocks: readonly FlowBlock[]

  constructor(blocks: readonly FlowBlock[], rules: readonly PageRule[], warnings: ConversionWarnings) {
    this.#warnings = warnings
    this.#used = usedStrings(rules)
    const named = new Map<FlowParagraph, string>()
    const setters = this.#used.size === 0 ? [] : [...paragraphsOf(blocks)]
    for (const name of this.#used) this.#finders.set(name, findStyles(name, setters, named))
    this.blocks = named.size === 0 ? blocks : nameStyles(blocks, named)
  }

  /** Whether a string changes on the pages up to the next break. */
  changesAfter(blocks: readonly FlowBlock[], from: number): boolean {
    if (this.#used.size === 0) return false
    for (let index = from; index < blocks.length; index++) {
      const block = blocks[index]
      if (block === undefined || (index > from && startsPage(block))) return false
      for (const { inlines } of paragraphsOf([block])) if (this.#setsOf(inlines).length > 0) return true
    }
    return false
  }

  /** Goes on to the next section. */
  enter(blocks: readonly FlowBlock[]): SectionStrings {
    if (this.#used.size === 0) return { key: '', stringOf: () => [] }
    const before = new Map(this.#values)
    const own = new Map<string, Setters>()
    for (const paragraph of paragraphsOf(blocks)) {
      for (const { name, value: set } of this.#setsOf(paragraph.inlines)) {
        // A field shows all of the paragraph.
        const value = this.#finders.get(name)?.has(paragraph.style) === true ? textOf(paragraph) : set
        if (value !== set)
          this.#warnings.add(`The string ${name} is shown with what stands before it in its paragraph.`)
        const known = own.get(name) ?? { values: [], styles: new Set() }
        known.values.push(value)
        known.styles.add(paragraph.style)
        own.set(name, known)
        this.#values.set(name, value)
      }
    }
    const stringOf: SectionStrings['stringOf'] = (name, which, format) =>
      this.#show(name, which, before.get(name), own.get(name), format)
    return { key: JSON.stringify([[...before], [...own].map(([name, { values }]) => [name, values])]), stringOf }
  }

  #show(
    name: string,
    which: string,
    before: string | undefined,
    { values, styles }: Setters = { values: [], styles: new Set() },
    format: RunFormat,
  ): readonly FlowInline[] {
    const [first = before] = values
    if (first === undefined) return []
    const [style] = styles
    const finder = style === undefined || styles.size > 1 ? undefined : this.#finders.get(name)?.get(style)
    const isLast = which === 'last'
    const text = isLast ? (values.at(-1) ?? first) : first
    const isOther = which === 'first-except' || (which === 'start' && values.length > 1)
    if (isOther) this.#warnings.add(`The string ${name} is shown as it is first on each page, not as ${which}.`)
    if (finder !== undefined)
      return [{ kind: 'styleText', style: finder, which: isLast ? 'last' : 'first', text, format }]
    if (new Set(values).size > 1)
      this.#warnings.add(`The string ${name} changes within pages of one kind, whose headers show one value of it.`)
    return text === '' ? [] : [{ kind: 'text', text, format }]
  }

  #setsOf(inlines: readonly FlowInline[]): StringSet[] {
    return inlines.filter((inline): inline is StringSet => inline.kind === 'stringSet' && this.#used.has(inline.name))
  }
}

function usedStrings(rules: readonly PageRule[]): Set<string> {
  const names = new Set<string>()
  for (const { marginBoxes } of rules) {
    for (const { declarations } of marginBoxes) {
      for (const { property, value } of declarations) {
        if (property !== 'content') continue
        for (const [, name = ''] of value.matchAll(/\bstring\(\s*([^\s,()]+)/gi)) names.add(name)
      }
    }
  }
  return names
}

/** All paragraphs, those in tables too. */
function* paragraphsOf(blocks: readonly FlowBlock[]): Generator<FlowParagraph> {
  for (const block of blocks) {
    if (block.kind === 'paragraph') yield block
    else if (block.kind === 'table') {
      for (const { cells } of block.rows) for (const cell of cells) yield* paragraphsOf(cell.blocks)
    }
  }
}

/**
 * The styles of the paragraphs that set a string, where it is their text: those of headings where all headings of the
 * level do, or else styles of their own. None where no field can find it.
 */
function findStyles(name: string, all: readonly FlowParagraph[], named: Map<FlowParagraph, string>): Finders {
  const finders = new Map<ParagraphStyleName, number | string>()
  const setters = all.filter(({ inlines }) =>
    inlines.some((inline) => inline.kind === 'stringSet' && inline.name === name),
  )
  if (!setters.every((paragraph) => endsWithIt(paragraph, name))) return finders
  for (const style of new Set(setters.map((paragraph) => paragraph.style))) {
    const own = setters.filter((paragraph) => paragraph.style === style)
    const level = Number(/^heading(\d)$/.exec(style)?.[1] ?? 0)
    const known = named.get(own[0] as FlowParagraph)
    if (level > 0 && all.filter((paragraph) => paragraph.style === style).length === own.length)
      finders.set(style, level)
    else if (own.some((paragraph) => named.get(paragraph) !== known)) continue
    else {
      const called = known ?? styleName(name, finders.size)
      finders.set(style, called)
      for (const paragraph of own) named.set(paragraph, called)
    }
  }
  return finders
}

/** A name that no style of Word has. */
function styleName(name: string, count: number): string {
  return `String ${name.replace(/[^-\w]/g, '').slice(0, 40)}${count === 0 ? '' : ` ${count + 1}`}`
}

/** Whether a string is the text of its paragraph; a number that a style sheet adds may stand before it. */
function endsWithIt(paragraph: FlowParagraph, name: string): boolean {
  const text = textOf(paragraph)
  return paragraph.inlines.every((inline) => {
    return inline.kind !== 'stringSet' || inline.name !== name || (inline.value !== '' && text.endsWith(inline.value))
  })
}

function textOf({ inlines }: FlowParagraph): string {
  return plain(inlines).replace(/\s+/g, ' ').trim()
}

function plain(inlines: readonly FlowInline[]): string {
  let text = ''
  for (const inline of inlines) {
    if (inline.kind === 'text') text += inline.text
    else if (inline.kind === 'link') text += plain(inline.inlines)
    else if (inline.kind === 'break' || inline.kind === 'tab') text += ' '
  }
  return text
}

function nameStyles(blocks: readonly FlowBlock[], named: ReadonlyMap<FlowParagraph, string>): FlowBlock[] {
  return blocks.map((block) => {
    if (block.kind === 'paragraph') {
      const namedStyle = named.get(block)
      return namedStyle === undefined ? block : { ...block, namedStyle }
    }
    if (block.kind !== 'table') return block
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: nameStyles(cell.blocks, named) })),
    }))
    return { ...block, rows }
  })
}
