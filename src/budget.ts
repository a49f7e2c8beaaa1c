/**
 * What one piece of work may take, counted as it is done: in steps and in bytes, whatever asks for them.
 *
 * @module
 */

import { type ErrorCode, SealwrightError } from './errors.js'

/** How much one piece of work may take. */
export interface WorkLimits {
  /** Steps: about as long each as comparing an element with a selector, a twentieth of a microsecond. */
  readonly steps: number
  /** Memory for what is made, as far as it grows with the document, in bytes; what it takes besides is some 50 MB. */
  readonly bytes: number
}

/** Kinds of work, each with what it is called where there is too much of it. */
const KINDS = {
  elements: 'elements',
  rules: 'rules and declarations of style sheets',
  selectors: 'elements that are compared with selectors',
  styles: 'different styles of elements',
  generated: 'content that style sheets add',
  addresses: 'addresses of links and pictures that are used again and again',
  cells: 'cells of tables, those that fill up short rows included',
  text: 'text',
  layout: 'boxes inside of each other',
  pictures: 'drawings and pictures',
  written: 'formatting',
} as const

/** A kind of work. */
export type WorkKind = keyof typeof KINDS

/** What was taken for one kind of work so far. */
interface Spending {
  steps: number
  bytes: number
}

/**
 * What is left for one piece of work. Whatever multiplies asks here before it is done; past the limit the work ends, and the
 * error names the kind that took most.
 */
export class WorkBudget {
  #steps: number
  #bytes: number
  readonly #code: ErrorCode
  readonly #spent = new Map<WorkKind, Spending>()

  constructor({ steps, bytes }: WorkLimits, code: ErrorCode = 'document_too_complex') {
    this.#steps = steps
    this.#bytes = bytes
    this.#code = code
  }

  /**
   * Takes steps.
   *
   * @throws SealwrightError `document_too_complex` when there are not as many left
   */
  step(kind: WorkKind, count = 1): void {
    this.#of(kind).steps += count
    this.#steps -= count
    if (this.#steps < 0) throw this.#tooMuch('steps')
  }

  /**
   * Takes memory; less than nothing gives back what turned out to be of no use.
   *
   * @throws SealwrightError `document_too_complex` when there is not as much left
   */
  hold(kind: WorkKind, bytes: number): void {
    this.#of(kind).bytes += bytes
    this.#bytes -= bytes
    if (this.#bytes < 0) throw this.#tooMuch('bytes')
  }

  /** Memory that one kind of work has taken so far, in bytes. */
  held(kind: WorkKind): number {
    return this.#of(kind).bytes
  }

  #of(kind: WorkKind): Spending {
    let spending = this.#spent.get(kind)
    if (spending === undefined) {
      spending = { steps: 0, bytes: 0 }
      this.#spent.set(kind, spending)
    }
    return spending
  }

  #tooMuch(unit: keyof WorkLimits): SealwrightError {
    let most: WorkKind | undefined
    for (const [kind, spending] of this.#spent) {
      if (most === undefined || spending[unit] > (this.#spent.get(most)?.[unit] ?? 0)) most = kind
    }
    const what = unit === 'steps' ? 'takes too long to convert' : 'takes too much memory to convert'
    const message = `The document ${what}, most of it for ${KINDS[most ?? 'elements']}.`
    return new SealwrightError(this.#code, message)
  }
}
