import type { DisplayList } from './display-list.js'

/** Something measured that a page can take: as a whole, or in two parts. Lengths in twips. */
export interface Box {
  readonly height: number
  /** Space above; falls away at the top of a page. */
  readonly spaceBefore: number
  /** Stays on one page with the start of the next box. */
  readonly keepWithNext: boolean
  /** Height of the smallest part that may stand at the foot of a page: the whole height when it must not be split. */
  readonly minimum: number
  /** Painted above the box where it, or the rest of it, starts a page: the header row of its table. */
  readonly repeat?: Box | undefined
  paint(list: DisplayList, x: number, y: number): void
  /** The largest part that fits in `available`, and the rest; `undefined` when no part of a sensible size does. */
  split(available: number, force: boolean): readonly [head: Box, rest: Box] | undefined
}
