/**
 * Grounds in buttons and lists, misused: what is taken for a ground must not be read as a mark, as a line through an
 * option, or hide the mark of a button that is on.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type Edit, signed } from '../support/cases.js'
import { dict, pdf, stream } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { verdictOf } from '../support/verdict.js'

const form = (box: string, content: string, resources = '') =>
  stream(dict`<</Type /XObject /Subtype /Form /BBox [${box}] /Resources <<${resources}>>>>`, content)

/** Whether the box to agree may be shown so, on or off. */
async function isButtonAccepted(state: 'Yes' | 'Off', on: string, off: string): Promise<boolean> {
  const { bytes, refs } = await signed({ changes: () => ({ fieldAgree: { AP: null } }) })()
  const edit: Edit = (revision, { fieldAgree }) => {
    const looks = dict`<</Yes ${revision.add(form('0 0 15 15', on))} /Off ${revision.add(form('0 0 15 15', off))}>>`
    revision.set(fieldAgree, { V: pdf`/${state}`, AS: pdf`/${state}`, AP: dict`<</N ${looks}>>` })
  }
  return (await verdictOf(revise(bytes, (revision) => edit(revision, refs)))).valid
}

const TICK = '0 G 2 w 3 8 m 6 3 l 12 12 l S\n'
const GROUND = '0.9 g 0 0 15 15 re f\n'
const PALE_TICK = '0.6 g 1 7 m 3 9 l 6 5 l 13 14 l 14 13 l 6 1 l f\n'

describe('grounds of buttons', () => {
  it('are squares or discs', async () => {
    expect(await isButtonAccepted('Yes', GROUND + TICK, GROUND)).toBe(true)
    const disc =
      '0.9 g 15 7.5 m 15 11.64 11.64 15 7.5 15 c 3.36 15 0 11.64 0 7.5 c 0 3.36 3.36 0 7.5 0 c 11.64 0 15 3.36 15 7.5 c f\n'
    expect(await isButtonAccepted('Yes', disc + TICK, disc)).toBe(true)
  })

  it.each<[string, string]>([
    ['a tick', PALE_TICK],
    ['a tick on a ground', GROUND + PALE_TICK],
    ['a cross', '0.6 g 0 0 m 3 0 l 15 12 l 15 15 l 12 15 l 0 3 l h 15 0 m 15 3 l 3 15 l 0 15 l 0 12 l 12 0 l h f\n'],
  ])('are no pale drawings: %s', async (_, off) => {
    expect(await isButtonAccepted('Off', TICK, off)).toBe(false)
  })

  it('do not lie over the mark', async () => {
    expect(await isButtonAccepted('Yes', `${TICK}1 g 0 0 15 15 re f\n`, GROUND)).toBe(false)
    expect(await isButtonAccepted('Yes', `${TICK}0.95 g 1 1 13 13 re f\n`, GROUND)).toBe(false)
  })
})

/** Whether a list box with Belgium chosen may be shown with this drawn before its two lines. */
async function isListAccepted(bars: string): Promise<boolean> {
  const { bytes, refs } = await signed({
    changes: () => ({ fieldCountry: { Ff: 0, Rect: pdf`[60 480 260 520]`, V: null, AP: null } }),
  })()
  const edit: Edit = (revision, { fieldCountry, helv }) => {
    const text = '/Tx BMC\nq\nBT\n/Helv 10 Tf\n0 g\n2 28 Td\n(Austria) Tj\n0 -14 Td\n(Belgium) Tj\nET\nQ\nEMC\n'
    const look = stream(
      dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources <</Font <</Helv ${helv}>>>>>>`,
      bars + text,
    )
    revision.set(fieldCountry, { V: pdf`(Belgium)`, I: pdf`[1]`, AP: dict`<</N ${revision.add(look)}>>` })
  }
  return (await verdictOf(revise(bytes, (revision) => edit(revision, refs)))).valid
}

describe('bars of list boxes', () => {
  it('are rectangles behind the lines that are chosen', async () => {
    expect(await isListAccepted('0.6 0.75 0.85 rg 0 11 200 13 re f\n')).toBe(true)
  })

  it.each<[string, string]>([
    ['an arrow', '0.2 g 0 11 m 200 11 l 200 13 l 20 13 l 20 24 l 0 24 l f\n'],
    ['two strokes through the line', '0 g 0 16 200 0.8 re 0 11 200 0.1 re 0 23.9 200 0.1 re f\n'],
    ['a slanted line', '0 g 0 11 m 2 11 l 200 24 l 198 24 l f\n'],
    ['a bar behind the other line', '0.6 0.75 0.85 rg 0 25 200 13 re f\n'],
  ])('are nothing else: %s', async (_, bars) => {
    expect(await isListAccepted(bars)).toBe(false)
  })
})
