/**
 * What one conversion of HTML or Markdown may take, counted as it is done: in steps and in bytes, whatever asks for them.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** How much one conversion may take. */
export interface ConversionLimits {
  /** Steps: about as long each as comparing an element with a selector, a twentieth of a microsecond. */
  readonly steps: number
  /** Memory for what is made, as far as it grows with the document, in bytes; what it takes besides is some 50 MB. */
  readonly bytes: number
}

/** Kinds of work, each with what it is called where there is too much of it. */
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
 * What is left for one conversion. Whatever multiplies asks here before it is done; past the limit the conversion ends, and the
 * error names the kind that took most.
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
   * @throws SealwrightError `document_too_complex` when there are not as many left
   */
  step(kind: CostKind, count = 1): void {
    this.#spent[kind].steps += count
    this.#steps -= count
    if (this.#steps < 0) throw this.#tooMuch('steps')
  }

  /**
   * Takes memory; less than nothing gives back what turned out to be of no use.
   *
   * @throws SealwrightError `document_too_complex` when there is not as much left
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

  /** Remembers what is left, for work that may have to be done again: the result gives all back that was taken since. */
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
 * What a conversion may take unless the caller says otherwise: something in any case, more for each byte of the file, and in
 * no case more than `most`. A file of 100 KB may take about a second and 150 MB, any other a quarter of a minute and 1.2 GB,
 * the memory that every conversion takes included.
 */
export const CONVERSION_LIMITS = {
  steps: { least: 15_000_000, perByte: 30, most: 250_000_000 },
  bytes: { least: 40 * MB, perByte: 1024, most: 1100 * MB },
} as const

/**
 * The budget of a conversion.
 *
 * @param length of the file, in bytes or characters
 * @param chosen what the caller allows
 */
export function createConversionBudget(length: number, chosen: Partial<ConversionLimits> = {}): ConversionBudget {
  const limitOf = (unit: keyof ConversionLimits) => {
    const { least, perByte, most } = CONVERSION_LIMITS[unit]
    return chosen[unit] ?? Math.min(most, least + perByte * length)
  }
  const budget = new ConversionBudget({ steps: limitOf('steps'), bytes: limitOf('bytes') })
  budget.hold('text', COSTS.character * length)
  return budget
}

/**
 * Memory that parts of a document take on their way from the text to the DOCX, in bytes, as measured on documents of nothing
 * but these.
 */
export const COSTS = {
  /** A token of Markdown, and an item of a list besides its own tokens. */
  token: 150,
  item: 400,
  /** An element of the tree with its box and its paragraph, each of its attributes, and each text in the tree. */
  element: 400,
  attribute: 150,
  textNode: 150,
  /** A cell of a table besides its element. */
  cell: 1400,
  /** The token of a cell with nothing in it. */
  cellToken: 500,
  /** A rule of a style sheet, and each character of its declarations. */
  rule: 700,
  declarationCharacter: 12,
  /** The style of elements that look alike. */
  style: 2500,
  /** A variable that a style has of its own or has inherited. */
  variable: 64,
  /** A line of text whose lines are kept, or a tab in it. */
  line: 250,
  /** A character of text: in the tree, in a run, and on its way into XML. */
  character: 4,
} as const
