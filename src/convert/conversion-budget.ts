/**
 * Limits on the work and memory of one conversion of HTML or Markdown. They are counted as the work is done, in steps and in
 * bytes.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** How much one conversion may take. */
export interface ConversionLimits {
  /** Number of steps. A step takes about as long as comparing an element with a selector: a twentieth of a microsecond. */
  readonly steps: number
  /** Memory that grows with the document, in bytes. A conversion takes some 50 MB in addition. */
  readonly bytes: number
}

/** Limits that a caller has chosen. The others depend on the length of the text. */
export type ChosenLimits = { readonly [K in keyof ConversionLimits]?: number | undefined }

/** Kinds of work, each with the words for an error when there is too much of it. */
const KINDS = {
  elements: 'elements, their attributes and texts',
  rules: 'rules and declarations of style sheets',
  selectors: 'elements that are compared with selectors',
  styles: 'different styles of elements',
  generated: 'content that style sheets add',
  addresses: 'addresses of links and pictures that are used again and again',
  cells: 'cells of tables, those that fill up short rows included',
  text: 'lines of text',
  written: 'formatting',
  drawings: 'drawings that are also written as pictures',
} as const

/** A kind of work. */
type CostKind = keyof typeof KINDS

/** Steps and bytes that one kind of work has taken so far. */
interface Spending {
  steps: number
  bytes: number
}

/**
 * The budget of one conversion. Work that may multiply is charged here before it is done. When the budget is used up, the
 * conversion ends, and the error names the kind of work that took most.
 */
export class ConversionBudget {
  #steps: number
  #bytes: number
  readonly #spent: Readonly<Record<CostKind, Spending>>

  constructor({ steps, bytes }: ConversionLimits) {
    this.#steps = steps
    this.#bytes = bytes
    const nothing = Object.keys(KINDS).map((kind) => [kind, { steps: 0, bytes: 0 }])
    this.#spent = Object.fromEntries(nothing)
  }

  /**
   * Takes steps.
   *
   * @throws SealwrightError `document_too_complex` when fewer steps are left
   */
  step(kind: CostKind, count = 1): void {
    this.#spent[kind].steps += count
    this.#steps -= count
    if (this.#steps < 0) throw this.#tooMuch('steps')
  }

  /**
   * Takes memory. A negative number gives back memory that is not needed after all.
   *
   * @throws SealwrightError `document_too_complex` when less memory is left
   */
  hold(kind: CostKind, bytes: number): void {
    this.#spent[kind].bytes += bytes
    this.#bytes -= bytes
    if (this.#bytes < 0) throw this.#tooMuch('bytes')
  }

  /** Memory that one kind of work has taken so far, in bytes. */
  held(kind: CostKind): number {
    return this.#spent[kind].bytes
  }

  /**
   * Remembers the current state, for work that may have to be repeated. The returned function gives back everything that was
   * taken since.
   */
  mark(): () => void {
    const [steps, bytes, spent] = [this.#steps, this.#bytes, structuredClone(this.#spent)]
    return () => {
      this.#steps = steps
      this.#bytes = bytes
      for (const kind of Object.keys(KINDS) as CostKind[]) Object.assign(this.#spent[kind], spent[kind])
    }
  }

  #tooMuch(unit: keyof ConversionLimits): SealwrightError {
    const kinds = Object.keys(KINDS) as CostKind[]
    const most = kinds.reduce((a, b) => (this.#spent[b][unit] > this.#spent[a][unit] ? b : a))
    const what = unit === 'steps' ? 'takes too long to convert' : 'takes too much memory to convert'
    const message = `The document ${what}, most of it for ${KINDS[most]}.`
    return new SealwrightError('document_too_complex', message)
  }
}

const MB = 1024 * 1024

/**
 * The default budget: a minimum, an additional amount for each byte of the file, and at most `most`. A file of 100 KB may take
 * about a second and 150 MB, and any file at most 15 seconds and 1.2 GB, including the memory that every conversion takes.
 */
export const CONVERSION_LIMITS = {
  steps: { least: 15_000_000, perByte: 30, most: 250_000_000 },
  bytes: { least: 40 * MB, perByte: 1024, most: 1100 * MB },
} as const

/**
 * Makes the budget of a conversion.
 *
 * @param length length of the file, in bytes or characters
 * @param chosen limits that the caller has chosen
 */
export function createConversionBudget(length: number, chosen: ChosenLimits = {}): ConversionBudget {
  const limitOf = (unit: keyof ConversionLimits) => {
    const { least, perByte, most } = CONVERSION_LIMITS[unit]
    return chosen[unit] ?? Math.min(most, least + perByte * length)
  }
  const budget = new ConversionBudget({ steps: limitOf('steps'), bytes: limitOf('bytes') })
  budget.hold('text', COSTS.character * length)
  return budget
}

/**
 * Memory in bytes that parts of a document take, on the way from the text to the DOCX. The figures were measured on documents
 * that consist of one kind of part only.
 */
export const COSTS = {
  /** A token of Markdown. */
  token: 150,
  /** An item of a list, in addition to its tokens. */
  item: 400,
  /** An element of the tree, with its box and its paragraph. */
  element: 400,
  /** An attribute of an element. */
  attribute: 150,
  /** A text in the tree. */
  textNode: 150,
  /** A cell of a table, in addition to its element. */
  cell: 1400,
  /** The token of an empty cell. */
  cellToken: 500,
  /** A rule of a style sheet. */
  rule: 700,
  /** A character in the declarations of a rule. */
  declarationCharacter: 12,
  /** The style that elements of equal appearance share. */
  style: 2500,
  /** A variable that a style sets or inherits. */
  variable: 64,
  /** A line of preformatted text, or a tab in it. */
  line: 250,
  /** A character of text in the tree, in a run, and in the XML. */
  character: 4,
} as const
