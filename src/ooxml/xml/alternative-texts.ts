/**
 * Texts of the branches of alternatives (mc:AlternateContent, ECMA-376-3, 9.3), to find those in which programs show different
 * texts: each program takes the first branch that it knows the namespaces of.
 *
 * @module
 */

import { type AttributeList, rawAttribute } from './xml-tokenizer.js'

/** Two texts of one place, of which each program shows one. */
export type DifferingTexts = readonly [first: string, second: string]

/** Differences that are kept for a part. One is enough to make readers look. */
const MAX_DIFFERENCES = 5
/** Characters of a branch that are compared. */
const MAX_TEXT = 10_000
/** Characters that alternatives within a branch count for there. They may stand in each other as deep as elements. */
const MAX_INNER_TEXT = 100

const ALTERNATIVES = 'AlternateContent'

/** An open mc:AlternateContent. */
interface Alternatives {
  readonly depth: number
  readonly branches: string[]
}

/** Follows the tags of a part, also those of branches that are not read. */
export class AlternativeTexts {
  readonly differences: DifferingTexts[] = []
  readonly #open: Alternatives[] = []
  /** Local names of the open elements, from the outermost mc:AlternateContent on. */
  readonly #names: string[] = []

  /** Whether an element has to be told of: only inside of alternatives, or where they begin. */
  follows(rawName: string): boolean {
    return this.#open.length > 0 || rawName.endsWith(ALTERNATIVES)
  }

  open(rawName: string): void {
    const name = rawName.slice(rawName.indexOf(':') + 1)
    const around = this.#open.at(-1)
    if (name === ALTERNATIVES) this.#open.push({ depth: this.#names.length, branches: [] })
    else if (around?.depth === this.#names.length - 1) around.branches.push('')
    this.#names.push(name)
  }

  /** Characters by number, such as emoji in w16se:symEx, for which the other branch has a text. */
  empty(rawName: string, attributes: AttributeList): void {
    if (this.#open.length === 0 || !rawName.endsWith(':symEx')) return
    const prefix = rawName.slice(0, -'symEx'.length)
    const code = Number.parseInt(rawAttribute(attributes, `${prefix}char`) ?? '', 16)
    if (code > 0 && code <= 0x10ffff) this.#add(String.fromCodePoint(code))
  }

  text(text: string): void {
    if (this.#open.length > 0 && this.#names.at(-1) === 't') this.#add(text)
  }

  close(): void {
    if (this.#open.length === 0) return
    this.#names.pop()
    const ended = this.#open.at(-1)
    if (ended?.depth !== this.#names.length) return
    this.#open.pop()
    const [first = '', ...others] = ended.branches
    // Where a later branch is empty, text is lost at most, and the text census names that.
    const other = others.find((text) => bare(text) !== '' && bare(text) !== bare(first))
    if (other !== undefined && this.differences.length < MAX_DIFFERENCES) this.differences.push([first, other])
    this.#add(first.slice(0, MAX_INNER_TEXT))
  }

  #add(text: string): void {
    const branches = this.#open.at(-1)?.branches
    const last = branches?.at(-1)
    if (branches === undefined || last === undefined || last.length >= MAX_TEXT) return
    branches[branches.length - 1] = last + text
  }
}

/** A text without white space, which the branches break at different places. */
function bare(text: string): string {
  return text.replace(/\s+/g, '')
}
