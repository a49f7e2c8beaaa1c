/**
 * How much work drawing may take, for a whole file.
 *
 * @module
 */
import { CONTENT_LIMITS } from './content-limits.js'

/** What is left. Shared by everything that is drawn for one file; it only ever falls. */
export interface ContentBudget {
  operators: number
  bytes: number
  /** Samples of pictures, and what codes them. */
  pictureBytes: number
  glyphs: number
  areas: number
  segments: number
  cells: number
}

/** A fresh budget with the limits of the package. */
export function createContentBudget(): ContentBudget {
  return {
    operators: CONTENT_LIMITS.maxOperators,
    bytes: CONTENT_LIMITS.maxBytes,
    pictureBytes: CONTENT_LIMITS.maxPictureBytes,
    glyphs: CONTENT_LIMITS.maxGlyphs,
    areas: CONTENT_LIMITS.maxAreas,
    segments: CONTENT_LIMITS.maxSegments,
    cells: CONTENT_LIMITS.maxCells,
  }
}

/** Takes from the budget; false once it is used up, for good. */
export function spend(budget: ContentBudget, kind: keyof ContentBudget, amount: number): boolean {
  if (!(amount <= budget[kind])) {
    budget[kind] = -1
    return false
  }
  budget[kind] -= amount
  return true
}

/** Whether something could not be painted since there was too much of it: what was painted then cannot be relied on. */
export function isUsedUp({ cells, segments }: ContentBudget): boolean {
  return cells < 0 || segments < 0
}
