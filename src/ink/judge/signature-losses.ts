/**
 * What later drawings together hide of the drawing of a signature: the scan of a name in writing, a seal. The letters in it
 * count like those of the page, and its shapes and pictures here.
 *
 * @module
 */

import type { Box } from '../../pdf/matrix.js'
import { isPaperColour } from '../colour/tone.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import { type Drawing, replay } from '../content/drawing.js'
import { CoveredArea } from '../raster/covered-area.js'
import { inkOf } from './hiding.js'

/** Cells of the grid of one signature: enough to tell whether a third of a picture is hidden. */
const MAX_CELLS = 2_000
/** Signatures of a page whose drawings are kept; of further ones it is not known what is hidden. */
const MAX_SIGNATURES = 64

/** A signature that is seen, and what it draws besides letters. */
interface SeenSignature {
  readonly num: number
  readonly box: Box
  readonly areas: () => readonly PaintedArea[]
}

interface KeptSignature {
  /** Share of each cell that its drawing paints. */
  readonly ink: Float32Array
  readonly cover: CoveredArea
}

/** Adds up what is hidden of the signatures of one page. */
export class SignatureLosses {
  readonly #kept = new Map<number, KeptSignature>()

  /** The largest part of a signature's drawing that is hidden, 0 to 1, once a drawing is added. */
  hide(signatures: readonly SeenSignature[], drawing: Drawing, budget: ContentBudget): number {
    let most = 0
    for (const signature of signatures) {
      const kept = this.#keep(signature, budget)
      if (kept === undefined) return 1
      replay(drawing, kept.cover)
      most = Math.max(most, shareOf(kept))
    }
    return most
  }

  #keep({ num, box, areas }: SeenSignature, budget: ContentBudget): KeptSignature | undefined {
    const known = this.#kept.get(num)
    if (known !== undefined || this.#kept.size >= MAX_SIGNATURES) return known
    const drawn = new CoveredArea(box, budget, { maxCells: MAX_CELLS })
    for (const area of areas()) {
      const { colour } = area.paint
      // A ground like paper is no part of what a signature shows.
      if (colour === undefined || !isPaperColour(colour)) drawn.area(area, 'ink')
    }
    const cover = new CoveredArea(box, budget, { maxCells: MAX_CELLS, letters: inkOf })
    const kept = { ink: drawn.cells.hidden, cover }
    this.#kept.set(num, kept)
    return kept
  }
}

function shareOf({ ink, cover }: KeptSignature): number {
  const { hidden } = cover.cells
  let [all, gone] = [0, 0]
  for (let i = 0; i < ink.length; i++) {
    const share = ink[i] as number
    all += share
    gone += share * (hidden[i] as number)
  }
  return all === 0 ? 0 : gone / all
}
