/**
 * Certificate pages whose first signer forges the rows themselves: it has the key, and draws the page with a program of its own.
 *
 * @module
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FoundPlace } from '../../../src/sign/certificate/party-table.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { ADA, CHARLES, MARY, signAs } from '../../sign/parties/party-signing.js'

/** What the forger does in place of the honest program. */
const forger = vi.hoisted(() => ({
  unsignedText: (text: string): string => text,
  places: (places: FoundPlace[]): FoundPlace[] => places,
  skipsCheck: false,
}))

vi.mock('../../../src/sign/parties/row-drawing.js', async (load) => {
  const original = await load<typeof import('../../../src/sign/parties/row-drawing.js')>()
  const drawUnsignedRow: typeof original.drawUnsignedRow = (sink, text, size, style) =>
    original.drawUnsignedRow(sink, forger.unsignedText(text), size, style)
  return { ...original, drawUnsignedRow }
})

vi.mock('../../../src/sign/certificate/party-table.js', async (load) => {
  const original = await load<typeof import('../../../src/sign/certificate/party-table.js')>()
  const findPartyPlaces: typeof original.findPartyPlaces = (pages, parties, setting) =>
    forger.places(original.findPartyPlaces(pages, parties, setting))
  return { ...original, findPartyPlaces }
})

vi.mock('../../../src/sign/parties/check-row.js', async (load) => {
  const original = await load<typeof import('../../../src/sign/parties/check-row.js')>()
  const checkRow: typeof original.checkRow = (file, plan, password) => {
    if (!forger.skipsCheck) original.checkRow(file, plan, password)
  }
  return { ...original, checkRow }
})

const honest = { ...forger }
beforeEach(() => {
  Object.assign(forger, honest)
})
afterEach(() => {
  Object.assign(forger, honest)
})

async function codesOf(parties = [ADA, CHARLES, MARY]): Promise<{ valid: boolean; codes: readonly string[] }> {
  const { bytes } = await signAs(makePdf(ONE_PAGE), ADA, { parties })
  const { valid, signers } = await verifyDocument(bytes)
  return { valid, codes: signers.flatMap(({ reasons }) => reasons.map(({ code }) => code)) }
}

it('an honest page is valid', async () => {
  expect(await codesOf()).toEqual({ valid: true, codes: [] })
})

describe('an empty row is refused that says', () => {
  it.each([
    'Signed by Charles Babbage',
    'Signed',
    'Not yet signed by Charles',
    'Not signed',
    'Yet signed',
    'Noch nicht unterschrieben',
    '',
  ])('"%s"', async (text) => {
    forger.unsignedText = () => text
    const { valid, codes } = await codesOf()
    expect([valid, codes]).toEqual([false, ['party_row_painted', 'party_row_painted']])
  })
})

describe('rows are refused that', () => {
  const at = (places: FoundPlace[], index: number): FoundPlace => places[index] as FoundPlace
  const move = (index: number, changes: Partial<FoundPlace>) => (places: FoundPlace[]) =>
    places.map((place, i) => (i === index ? { ...place, ...changes } : place))
  const FORGERIES: Readonly<Record<string, (places: FoundPlace[]) => FoundPlace[]>> = {
    'change their places': (places) => [at(places, 0), at(places, 2), at(places, 1)],
    'change the place with the signer': (places) => [at(places, 1), at(places, 0), at(places, 2)],
    'lie on one another': (places) => [at(places, 0), at(places, 0), at(places, 2)],
    'overlap the row above': (places) => move(1, { y: at(places, 1).y - 400 })(places),
    'stand below the name of the next': (places) => move(1, { y: at(places, 2).y + 100 })(places),
    'stand outside of the page': move(2, { x: 11_000 }),
    'go beyond the foot of the page': move(2, { y: 16_000 }),
    'are too small to be seen': move(1, { width: 20, height: 20 }),
    'have no area': move(1, { width: 0 }),
    'are left out': (places) => places.slice(0, 2),
  }
  it.each(Object.entries(FORGERIES))('%s', async (_, places) => {
    forger.places = places
    forger.skipsCheck = true
    expect((await codesOf()).valid).toBe(false)
  })
})
