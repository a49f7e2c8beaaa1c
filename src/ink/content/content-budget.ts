/**
 * How much work drawing may take, for a whole file.
 *
 * @module
 */
import { CONTENT_LIMITS } from './content-limits.js'

/** What is left. Shared by everything that is drawn for one file; all of it but `memory` only ever falls. */
export interface ContentBudget {
  /** All kinds of work together, in nanoseconds of an ordinary processor. */
  work: number
  /** Bytes that may still be kept of drawings; what is forgotten is given back. */
  memory: number
  operators: number
  bytes: number
  /** Samples of pictures, and what codes them. */
  pictureBytes: number
  glyphs: number
  /** Operators and points of the outlines of glyphs. */
  outlines: number
  areas: number
  segments: number
  cells: number
  /** Steps of functions: of shadings, colour spaces and transfer functions. */
  functionSteps: number
}

/** What each kind of work takes, in nanoseconds; measured with documents that ask for nothing else, and rounded up. */
const WORK_COSTS: Readonly<Record<keyof ContentBudget, number>> = {
  work: 0,
  memory: 0,
  operators: 1000,
  bytes: 20,
  pictureBytes: 5,
  glyphs: 3000,
  outlines: 125,
  areas: 8000,
  segments: 500,
  cells: 25,
  functionSteps: 120,
}

/** A fresh budget for a file of so many bytes, with the limits of the package. */
export function createContentBudget(fileBytes = 0): ContentBudget {
  return {
    work: Math.min(CONTENT_LIMITS.maxWork, CONTENT_LIMITS.workOfSmallFiles + CONTENT_LIMITS.workPerByte * fileBytes),
    memory: CONTENT_LIMITS.maxMemory,
    operators: CONTENT_LIMITS.maxOperators,
    bytes: CONTENT_LIMITS.maxBytes,
    pictureBytes: CONTENT_LIMITS.maxPictureBytes,
    glyphs: CONTENT_LIMITS.maxGlyphs,
    outlines: CONTENT_LIMITS.maxOutlineSteps,
    areas: CONTENT_LIMITS.maxAreas,
    segments: CONTENT_LIMITS.maxSegments,
    cells: CONTENT_LIMITS.maxCells,
    functionSteps: CONTENT_LIMITS.maxFunctionSteps,
  }
}

/** Takes from the budget; false once it is used up, for good. */
export function spend(budget: ContentBudget, kind: keyof ContentBudget, amount: number): boolean {
  budget.work -= amount * WORK_COSTS[kind]
  if (!(amount <= budget[kind]) || budget.work < 0) {
    budget[kind] = -1
    return false
  }
  budget[kind] -= amount
  return true
}

/** What drawings take while they are kept, in bytes: measured with their places in the index, and rounded up. */
export const MEMORY_COSTS = {
  /** With what can be seen of it. */
  glyph: 280,
  /** With what is made of it while it is drawn. */
  area: 320,
  number: 8,
  /** A straight piece of a path while it is built: two numbers in a list that grows, and in its copy. */
  builtPiece: 48,
  /** Bytes of a picture, in addition to its area: its dictionary, and what reads it. */
  picture: 1000,
  /** A colour, opacity or clip that the item before did not have. */
  paint: 180,
  clip: 160,
} as const

/** Returns memory. A budget that was overdrawn starts from 0: what was refused took none. */
export function giveBackMemory(budget: ContentBudget, bytes: number): void {
  budget.memory = Math.max(0, budget.memory) + bytes
}

/** Whether something was left out because there was too much of it: then what was painted cannot be relied on. */
export function isUsedUp({ work, cells, segments, functionSteps }: ContentBudget): boolean {
  return work < 0 || cells < 0 || segments < 0 || functionSteps < 0
}

/** Counts down to none. */
export class Quota {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  /** True while there are so many left. */
  has(count: number): boolean {
    return count <= this.#left
  }

  /** False for one too many. */
  take(): boolean {
    this.#left--
    return this.#left >= 0
  }
}
