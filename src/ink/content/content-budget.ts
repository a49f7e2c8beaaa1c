/**
 * Limits the work that drawing may take, for a whole file.
 *
 * @module
 */
import { CONTENT_LIMITS } from './content-limits.js'

/** What is left, shared by everything that is drawn for one file. All of it only falls, except `memory`. */
export interface ContentBudget {
  /** All kinds of work together, in nanoseconds on an ordinary processor. */
  work: number
  /** Bytes of drawings that may still be kept. Forgetting a drawing gives its bytes back. */
  memory: number
  operators: number
  bytes: number
  /** Bytes of pictures, decoded and encoded. */
  pictureBytes: number
  glyphs: number
  /** Operators and points of glyph outlines. */
  outlines: number
  areas: number
  segments: number
  cells: number
  /** Steps of functions in shadings, colour spaces and transfer functions. */
  functionSteps: number
}

/** Nanoseconds that one unit of each kind takes, measured with documents that ask for nothing else, and rounded up. */
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

/** A fresh budget for a file of this many bytes, with the limits of `CONTENT_LIMITS`. */
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

/** Takes an amount from the budget; false once the budget is used up, and ever after. */
export function spend(budget: ContentBudget, kind: keyof ContentBudget, amount: number): boolean {
  budget.work -= amount * WORK_COSTS[kind]
  if (!(amount <= budget[kind]) || budget.work < 0) {
    budget[kind] = -1
    return false
  }
  budget[kind] -= amount
  return true
}

/** Bytes that parts of a drawing take while it is kept. Measured with their entries in the index, and rounded up. */
export const MEMORY_COSTS = {
  /** A glyph, with the record of what can be seen of it. */
  glyph: 280,
  /** An area, with what is made of it while it is drawn. */
  area: 320,
  number: 8,
  /** A straight piece of a path while it is built: two numbers in a growing list, and in its copy. */
  builtPiece: 48,
  /** A picture, in addition to its area: its dictionary, and its reader. */
  picture: 1000,
  /** A colour, opacity or clip that differs from the item before. */
  paint: 180,
  clip: 160,
} as const

/** Returns memory. A budget that was overdrawn starts from 0, since refused requests took no memory. */
export function giveBackMemory(budget: ContentBudget, bytes: number): void {
  budget.memory = Math.max(0, budget.memory) + bytes
}

/** True when something was left out because there was too much of it, so that the drawing cannot be relied on. */
export function isUsedUp({ work, cells, segments, functionSteps }: ContentBudget): boolean {
  return work < 0 || cells < 0 || segments < 0 || functionSteps < 0
}

/** Counts down to zero. */
export class Quota {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  /** True while this many are left. */
  has(count: number): boolean {
    return count <= this.#left
  }

  /** Takes one; false when none is left. */
  take(): boolean {
    this.#left--
    return this.#left >= 0
  }
}
