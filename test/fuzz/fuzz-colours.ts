/**
 * Paints colours of every space, pictures in every coding, or drawings, made by chance, and asks viewers: where the comparison of
 * pages claims to know a colour, all of them have to show it, or nothing.
 *
 *     npm run fuzz:colours -- [--kind colours|pictures|drawings] [--pages N] [--seed N]
 *
 * Each of the N documents has 300 cells. Ends with code 1 when a viewer shows another colour.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { createRandom } from '../support/mutate.js'
import {
  CELLS,
  type CellDrawing,
  CellViewers,
  cellPages,
  drawOwn,
  knownAt,
  PageObjects,
  seenByAll,
} from './ink/cell-page.js'
import { randomColour } from './ink/random-colours.js'
import { LAYERS, layersOf, randomDrawing } from './ink/random-drawings.js'
import { randomPicture } from './ink/random-pictures.js'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'colours' },
    pages: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
})

const MAKERS = { colours: randomColour, pictures: randomPicture, drawings: randomDrawing }
const make = MAKERS[values.kind as keyof typeof MAKERS]
if (make === undefined) throw new Error(`There is no kind ${values.kind}.`)

/** Steps of 255 in one channel. Colours of Lab beyond those of a screen are clipped in different ways. */
const MOST_DIFFERENCE = 80
/** Points of a cell, away from its edges and its middle. The left half lies on black, the right one on paper. */
const PLACES = [10.5, 30.5].flatMap((x) => [10.5, 30.5].map((y) => [x, y] as const))

const random = createRandom(Number(values.seed))
const viewers = new CellViewers()
let [known, wrong] = [0, 0]
try {
  for (let page = 0; page < Number(values.pages); page++) await runPage(page)
} finally {
  viewers.close()
}
console.log(`${known} colours known of ${Number(values.pages) * CELLS * PLACES.length}, ${wrong} cells shown otherwise`)
process.exitCode = wrong === 0 ? 0 : 1

async function runPage(page: number): Promise<void> {
  const objects = new PageObjects()
  Object.assign(objects.objects, LAYERS)
  const cells = Array.from({ length: CELLS }, () => make(random, objects))
  const grounded = cells.map((cell): CellDrawing => ({ ...cell, content: `q 0 g 0 0 20 40 re f Q ${cell.content}` }))
  const file = cellPages(objects, grounded, layersOf(page % 2 === 0 ? '' : '/BaseState /OFF'))
  const [views, own] = [await viewers.draw(file, CELLS), drawOwn(file, CELLS)]
  for (const [i, view] of own.entries()) {
    // An addition that is not wholly understood is refused.
    const faults = view.unknown.length > 0 ? [] : PLACES.flatMap(([x, y]) => faultsAt(i, x, y))
    const [first] = faults
    if (first === undefined) continue
    wrong++
    console.log(`[${cells[i]?.oddity}] ${cells[i]?.content}\n  ${first}`)
  }

  function faultsAt(i: number, x: number, y: number): string[] {
    const view = own[i]
    const colour = view && knownAt(view, x, y)
    if (colour === undefined) return []
    known++
    const ground = x < 20 ? 0 : 255
    const differs = (seen: readonly number[], from: (channel: number) => number) =>
      seen.some((value, c) => Math.abs(value - from(c)) > MOST_DIFFERENCE)
    return seenByAll(views, i, x, y).flatMap(([viewer, seen]) =>
      differs(seen, () => ground) && differs(seen, (c) => colour[c] ?? 0)
        ? [`at ${x}, ${y} known as ${colour}, shown as ${seen} by ${viewer}`]
        : [],
    )
  }
}
