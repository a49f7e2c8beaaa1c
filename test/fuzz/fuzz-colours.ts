/**
 * Paints colours of every space, made by chance, and asks viewers: where the comparison of pages claims to know a colour, all of
 * them have to show it.
 *
 *     npm run fuzz:colours -- [--pages N] [--seed N]
 *
 * MuPDF is left out, since it stops a page at the first space that it rejects. Ends with code 1 when a viewer shows another colour.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { createRandom } from '../support/mutate.js'
import { Viewers } from '../verify/viewers/viewers.js'
import { CELL, CELLS, cellPage, drawOwn, knownAt, originOf, PageObjects, seenByAll } from './ink/cell-page.js'
import { randomColour } from './ink/random-colours.js'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '4' }, seed: { type: 'string', default: '1' } },
})

/** Steps of 255 in one channel. Colours of Lab beyond those of a screen are clipped in different ways. */
const MOST_DIFFERENCE = 80
const ASKED = new Set(['poppler', 'PDF.js', 'PDFium'])

const random = createRandom(Number(values.seed))
const viewers = new Viewers()
let [known, wrong] = [0, 0]
try {
  for (let page = 0; page < Number(values.pages); page++) await runPage()
} finally {
  viewers.close()
}
console.log(`${known} colours known of ${Number(values.pages) * CELLS}, ${wrong} shown otherwise`)
process.exitCode = wrong === 0 ? 0 : 1

async function runPage(): Promise<void> {
  const objects = new PageObjects()
  const cells = Array.from({ length: CELLS }, () => randomColour(random, objects))
  const file = cellPage(objects, cells)
  const [views, own] = [await viewers.draw(file), drawOwn(file)]
  for (const [i, { oddity, content, resources }] of cells.entries()) {
    const [x, y] = originOf(i).map((side) => side + CELL / 2) as [number, number]
    const colour = knownAt(own, x, y)
    if (colour === undefined) continue
    known++
    const others = seenByAll(views, x, y).filter(
      ([viewer, seen]) =>
        ASKED.has(viewer) && seen.some((value, c) => Math.abs(value - (colour[c] ?? 0)) > MOST_DIFFERENCE),
    )
    if (others.length === 0) continue
    wrong++
    console.log(
      `[${oddity}] ${content} ${resources?.['ColorSpace']}\n  known as ${colour}, shown as ${others.join('; ')}`,
    )
  }
}
