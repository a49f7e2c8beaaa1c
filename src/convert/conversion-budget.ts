/**
 * What one conversion of HTML or Markdown may take.
 *
 * @module
 */

import { WorkBudget, type WorkLimits } from '../budget.js'

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
export function createConversionBudget(length: number, chosen: Partial<WorkLimits> = {}): WorkBudget {
  const limitOf = (unit: keyof WorkLimits) => {
    const { least, perByte, most } = CONVERSION_LIMITS[unit]
    return chosen[unit] ?? Math.min(most, least + perByte * length)
  }
  const budget = new WorkBudget({ steps: limitOf('steps'), bytes: limitOf('bytes') })
  budget.hold('text', COSTS.character * length)
  return budget
}

/**
 * Memory that parts of a document take on their way from the text to the DOCX, in bytes, as measured on documents of nothing
 * but these.
 */
export const COSTS = {
  /** An element of the tree, with its box and its paragraph. */
  element: 600,
  /** A cell of a table besides its element. */
  cell: 1400,
  /** The token of a cell with nothing in it. */
  cellToken: 500,
  /** A rule of a style sheet, and each character of its declarations. */
  rule: 700,
  declarationCharacter: 12,
  /** The style of elements that look alike. */
  style: 2000,
  /** A variable that a style has of its own or has inherited. */
  variable: 64,
  /** A character of text: in the tree, in a run, and on its way into XML. */
  character: 4,
} as const
