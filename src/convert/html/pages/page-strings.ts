/**
 * Strings that elements set and headers show (CSS Generated Content for Paged Media Module, 1.1).
 *
 * @module
 */

import type { StringPlace } from '../../../typeset/model/document-model.js'
import type { FlowBlock, FlowInline, FlowParagraph } from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName, RunFormat } from '../../docx-writer/flow-format.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { PageRule } from '../css/page-rules.js'
import { startsPage } from './page-break.js'

type StringSet = Extract<FlowInline, { kind: 'stringSet' }>

/** How fields find the paragraphs that set a string, by their default style. */
type Finders = ReadonlyMap<ParagraphStyleName, number | string>

/** Values of a string in one section, and the styles of the paragraphs that set it. */
interface Setters {
  readonly values: string[]
  readonly styles: Set<ParagraphStyleName>
  /** Whether the first text of the section sets the string. */
  readonly isOpening: boolean
}

const NO_SETTERS: Setters = { values: [], styles: new Set(), isOpening: false }

/** Strings of one section. */
interface SectionStrings {
  /** A key that is equal for sections with equal strings. */
  readonly key: string
  /** Resolves `string()` in the margins of the section's pages. */
  readonly stringOf: StringOf
  /** Resolves `string()` on the first page of the section, where strings differ there. */
  readonly openingStringOf?: StringOf
}

type StringOf = (name: string, which: string, format: RunFormat) => readonly FlowInline[]

/** The strings that margin boxes of a document show. */
export class PageStrings {
  readonly #finders = new Map<string, Finders>()
  readonly #values = new Map<string, string>()
  readonly #warnings: ConversionWarnings
  readonly #used: ReadonlySet<string>
  /** Whether a margin box shows a string on all pages except those that set it. */
  readonly #hasExcept: boolean

  /** The blocks. Paragraphs that fields must find have a style of their own. */
  readonly blocks: readonly FlowBlock[]

  constructor(blocks: readonly FlowBlock[], rules: readonly PageRule[], warnings: ConversionWarnings) {
    this.#warnings = warnings
    this.#used = usedStrings(rules)
    this.#hasExcept = contentsOf(rules).some((value) => /\bfirst-except\b/i.test(value))
    const named = new Map<FlowParagraph, string>()
    const setters = this.#used.size === 0 ? [] : [...paragraphsOf(blocks)]
    for (const name of this.#used) this.#finders.set(name, findStyles(name, setters, named))
    this.blocks = named.size === 0 ? blocks : nameStyles(blocks, named)
  }

  /** Whether a string changes before the next break. */
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
    let isOpening = true
    for (const paragraph of paragraphsOf(blocks)) {
      for (const { name, value: set } of this.#setsOf(paragraph.inlines)) {
        // A field shows the whole paragraph.
        const value = this.#finders.get(name)?.has(paragraph.style) === true ? textOf(paragraph) : set
        if (value !== set)
          this.#warnings.add(`The string ${name} is shown with what stands before it in its paragraph.`)
        const known = own.get(name) ?? { values: [], styles: new Set(), isOpening }
        known.values.push(value)
        known.styles.add(paragraph.style)
        own.set(name, known)
        this.#values.set(name, value)
      }
      isOpening &&= textOf(paragraph) === ''
    }
    const show =
      (isFirstPage: boolean): StringOf =>
      (name, which, format) => {
        const place = placeOf(which)
        const setters = own.get(name) ?? NO_SETTERS
        if (isFirstPage && place === 'first-except' && setters.isOpening) return []
        return this.#show({ name, place, before: before.get(name), setters, format })
      }
    const hasOpening = this.#hasExcept && [...own.values()].some((setters) => setters.isOpening)
    return {
      key: JSON.stringify([[...before], [...own].map(([name, { values, isOpening }]) => [name, values, isOpening])]),
      stringOf: show(false),
      ...(hasOpening ? { openingStringOf: show(true) } : {}),
    }
  }

  #show({ name, place, before, setters: { values, styles, isOpening }, format }: Shown): readonly FlowInline[] {
    // Word only knows the first or last value on a page. At the start of a page this is the right value, in the middle it is
    // not.
    const isEntry = place === 'start' || (place === 'first-except' && values.length > 0)
    const first = isEntry && !isOpening ? before : (values[0] ?? before)
    if (first === undefined && values.length === 0) return []
    const [style] = styles
    const finder = style === undefined || styles.size > 1 ? undefined : this.#finders.get(name)?.get(style)
    const text = place === 'last' ? (values.at(-1) ?? first ?? '') : (first ?? '')
    if (finder !== undefined) {
      if (isEntry && !(isOpening && values.length === 1))
        this.#warnings.add(`In Word, the string ${name} is shown as it is first on each page, not as ${place}.`)
      return [{ kind: 'styleText', style: finder, which: place, text, format }]
    }
    if (new Set(values).size > 1)
      this.#warnings.add(`The string ${name} changes within pages of one kind, whose headers show one value of it.`)
    return text === '' ? [] : [{ kind: 'text', text, format }]
  }

  #setsOf(inlines: readonly FlowInline[]): StringSet[] {
    return inlines.filter((inline): inline is StringSet => inline.kind === 'stringSet' && this.#used.has(inline.name))
  }
}

/** A string that a margin box shows, with its value in the section. */
interface Shown {
  readonly name: string
  readonly place: StringPlace
  readonly before: string | undefined
  readonly setters: Setters
  readonly format: RunFormat
}

function placeOf(which: string): StringPlace {
  return which === 'last' || which === 'start' || which === 'first-except' ? which : 'first'
}

/** The `content` values of all margin boxes. */
function contentsOf(rules: readonly PageRule[]): string[] {
  return rules.flatMap(({ marginBoxes }) =>
    marginBoxes.flatMap(({ declarations }) =>
      declarations.flatMap(({ property, value }) => (property === 'content' ? [value] : [])),
    ),
  )
}

function usedStrings(rules: readonly PageRule[]): Set<string> {
  const names = new Set<string>()
  for (const value of contentsOf(rules)) {
    for (const [, name = ''] of value.matchAll(/\bstring\(\s*([^\s,()]+)/gi)) names.add(name)
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
 * Finds the styles of paragraphs whose text is a string: heading styles if all headings of a level set it, or else styles of
 * their own. Empty if no field can find it.
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

/** Whether a string is the text of its paragraph, possibly after a generated number. */
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
