/**
 * Annotations that are not to be turned with their page (NoRotate), as Acrobat and MuPDF write notes: two viewers turn them
 * back about a corner, two leave them where they are. Neither may hide what was signed.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import { form } from '../attacks/looks.js'
import { signed } from '../support/cases.js'
import { annotation, EMPTY_PLACE } from '../support/edits.js'
import { dict } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { verdictOf } from '../support/verdict.js'
import { RESOLUTION, type ViewerName, Viewers } from '../viewers/viewers.js'

/** Print, NoZoom, NoRotate. */
const FLAGS = 4 + 8 + 16
const TURNS = [90, 180, 270] as const
type Turn = (typeof TURNS)[number]
type Place = readonly [left: number, bottom: number, right: number, top: number]

const PAGE = { width: 600, height: 800 }
/** The second line of the contract, `The price is 100 EUR.`, stands here. */
const OVER_THE_PRICE: Place = [60, 710, 180, 728]

async function annotated(turn: number, kind: string, place: readonly number[], colour = '1 g'): Promise<Uint8Array> {
  const { bytes, refs } = await signed({ changes: () => ({ page1: { Rotate: turn } }) }, { certify: 3 })()
  const [left = 0, bottom = 0, right = 0, top = 0] = place
  return revise(bytes, (revision) => {
    const [width, height] = [right - left, top - bottom]
    const N = revision.add(form(width, height, `${colour} 0 0 ${width} ${height} re f\n`))
    addAnnotation(revision, refs.page1, annotation(kind, place, { F: FLAGS, AP: dict`<</N ${N}>>` }))
  })
}

/** Where Poppler and MuPDF show it: turned about the upper left corner. */
function turnedPlace([left, bottom, right, top]: Place, turn: Turn): Place {
  const [width, height] = [right - left, top - bottom]
  if (turn === 90) return [left, top, left + height, top + width]
  if (turn === 180) return [left - width, top, left, top + height]
  return [left - height, top - width, left, top]
}

/** A rectangle that is turned to a given place. */
function placeTurnedTo([left, bottom, right, top]: Place, turn: Turn): Place {
  const [width, height] = [right - left, top - bottom]
  if (turn === 90) return [left, bottom - width, left + height, bottom]
  if (turn === 180) return [right, bottom - height, right + width, bottom]
  return [right, top - width, right + height, top]
}

describe.each(TURNS)('an annotation that stays upright on a page turned by %i', (turn) => {
  it.each(['Text', 'Stamp'])('may stand where there is nothing (%s)', async (kind) => {
    expect(await verdictOf(await annotated(turn, kind, EMPTY_PLACE))).toMatchObject({ valid: true })
  })

  it('may not hide the page where it is not turned', async () => {
    expect(await verdictOf(await annotated(turn, 'Stamp', OVER_THE_PRICE))).toMatchObject({ valid: false })
  })

  it('may not hide the page where it is turned', async () => {
    const place = placeTurnedTo(OVER_THE_PRICE, turn)
    expect(turnedPlace(place, turn)).toEqual(OVER_THE_PRICE)
    const { valid, reason } = await verdictOf(await annotated(turn, 'Stamp', place))
    expect({ valid, reason }).toMatchObject({ valid: false, reason: expect.stringContaining('hides content') })
  })
})

it('cannot be told of on a page that is turned by no quarter', async () => {
  expect(await verdictOf(await annotated(45, 'Text', EMPTY_PLACE))).toMatchObject({ valid: false })
})

describe.skipIf(!hasTool('pdftoppm') || !hasTool('mutool'))('viewers', { timeout: 60_000 }, () => {
  let viewers: Viewers
  beforeAll(() => {
    viewers = new Viewers()
  })
  afterAll(() => viewers.close())
  const TURNING: readonly ViewerName[] = ['poppler', 'MuPDF']

  it.each(TURNS)('show it in one of the two places, on a page turned by %i', async (turn) => {
    const place: Place = [300, 400, 340, 420]
    const { pages } = await viewers.draw(await annotated(turn, 'Stamp', place, '1 0 0 rg'))
    for (const [viewer, [picture]] of Object.entries(pages)) {
      if (picture === undefined) continue
      const expected = TURNING.some((name) => name === viewer) ? turnedPlace(place, turn) : place
      const seen = redPlace(picture, turn)
      expect({ viewer, isThere: seen.every((side, i) => Math.abs(side - (expected[i] ?? 0)) < 3) }).toEqual({
        viewer,
        isThere: true,
      })
    }
  })
})

/** What is red, in the coordinates of the page before it is turned. */
function redPlace({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }, turn: Turn): Place {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let i = 0; i < width * height; i++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * i, 3 * i + 3)
    if (red < 200 || green > 60 || blue > 60) continue
    const [x, y] = [i % width, Math.floor(i / width)].map((side) => ((side + 0.5) * 72) / RESOLUTION)
    const [px = 0, py = 0] = unturned(x ?? 0, y ?? 0, turn)
    xs.push(px)
    ys.push(py)
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** From a point of the picture, counted from its upper left corner, to the page. */
function unturned(x: number, y: number, turn: Turn): readonly [number, number] {
  if (turn === 90) return [y, x]
  if (turn === 180) return [PAGE.width - x, y]
  return [PAGE.width - y, PAGE.height - x]
}
