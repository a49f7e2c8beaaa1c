/**
 * What a field may draw besides its text, misused: lines of a comb that form a letter or leave one alone to be read as a
 * letter, and grounds that are drawings.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { PdfRef } from '../../../src/pdf/objects.js'
import { type Edit, signed } from '../support/cases.js'
import { dict, pdf, stream } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { verdictOf } from '../support/verdict.js'

const comb = signed({ changes: () => ({ fieldAmount: { Ff: 1 << 24, MaxLen: 10, V: null, AP: null } }) })
const plain = signed({ changes: () => ({ fieldAmount: { Ff: 0, MaxLen: null, V: null, AP: null } }) })

const IN_CELLS = '7 6.5 Td\n(1) Tj\n20 0 Td\n(0) Tj\n20 0 Td\n(0) Tj\n'
const IN_A_ROW = '60 6.5 Td\n(100) Tj\n'

/** Whether the amount 100 may be filled in with these marks around it. */
async function isAccepted(from: typeof comb, letters: string, before: string, after = ''): Promise<boolean> {
  const { bytes, refs } = await from()
  const look = (helv: PdfRef) =>
    stream(
      dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv ${helv}>>>>>>`,
      `q 0 G ${before}Q\n/Tx BMC\nq\nBT\n0 g\n/Helv 10 Tf\n${letters}ET\nQ\nEMC\n${after}`,
    )
  const edit: Edit = (revision, { fieldAmount, helv }) =>
    revision.set(fieldAmount, { V: pdf`(100)`, AP: dict`<</N ${revision.add(look(helv))}>>` })
  return (await verdictOf(revise(bytes, (revision) => edit(revision, refs)))).valid
}

const lineAt = (x: number, low = 0.5, high = 19.5) => `${x} ${low} m ${x} ${high} l\n`
const barAt = (x: number, width = 1) => `${x - width / 2} 0.5 ${width} 19 re\n`
const linesBut = (left: number) =>
  EDGES.filter((x) => x !== left)
    .map((x) => lineAt(x))
    .join('')
const EDGES = Array.from({ length: 9 }, (_, i) => 20 * i + 20)
const LINES = linesBut(0)
const BARS = EDGES.map((x) => barAt(x)).join('')

describe('the lines of a comb', () => {
  it.each<[string, string]>([
    ['strokes, one path', `1 w ${LINES} S\n`],
    ['strokes, a path each', `1 w ${EDGES.map((x) => `${lineAt(x)} s\n`).join('')}`],
    ['filled bars', `${BARS} f\n`],
    ['bars, each by itself', `${EDGES.map((x) => `${barAt(x)} f\n`).join('')}`],
    ['dashed, as iText draws them in a dashed frame', `[3] 0 d 1 w ${LINES} S\n`],
    ['within a clip of the field', `0 0 200 20 re W n 1 w ${LINES} S\n`],
    ['on a ground, with a frame', `0.9 g 0 0 200 20 re f 1 w 0.5 0.5 199 19 re s ${LINES} S\n`],
    [
      'a little off the edges, as the frame makes the cells smaller',
      `1 w ${EDGES.map((x) => lineAt(1 + x * 0.99)).join('')} S\n`,
    ],
  ])('are accepted: %s', async (_, marks) => {
    expect(await isAccepted(comb, IN_CELLS, marks)).toBe(true)
  })

  const alone = lineAt(60)
  it.each<[string, string]>([
    ['clipped to one of them', `50 0 20 20 re W n 1 w ${LINES} S\n`],
    ['clipped to one of them by a path', `50 0 m 70 0 l 70 20 l 60 21 l 50 20 l h W n 1 w ${LINES} S\n`],
    ['clipped to their middles', `0 5 200 8 re W n 1 w ${LINES} S\n`],
    ['white but for one', `1 w 1 G ${linesBut(60)} S 0 G ${alone} S\n`],
    ['pale but for one', `1 w 0.9 G ${linesBut(60)} S 0 G ${alone} S\n`],
    ['thin but for one', `0.01 w ${linesBut(60)} S 1.5 w ${alone} S\n`],
    ['all of hair but for one', `0 w ${linesBut(60)} S 1.5 w ${alone} S\n`],
    ['dashed so that one is left', `1 w [19 1000] 0 d ${alone} S [1 1000] 500 d ${linesBut(60)} S\n`],
    ['dashed so that dots are left', `1 w [1 3] 0 d ${LINES} S\n`],
    ['dashed so that each is a hyphen', `2 w [9 9] 0 d ${LINES} S\n`],
    ['dashed in three ways at a time', `1 w [3 1 1 3] 0 d ${LINES} S\n`],
    ['dashed but for one', `1 w [3] 0 d ${linesBut(60)} S [] 0 d ${alone} S\n`],
    ['dashed with another beginning at one', `1 w [3] 0 d ${linesBut(60)} S [3] 3 d ${alone} S\n`],
    ['filled where a line has no area', `${linesBut(60)} f 59.5 0.5 1 19 re f\n`],
    [
      'cancelled by the even-odd rule',
      `${EDGES.filter((x) => x !== 60)
        .map((x) => barAt(x) + barAt(x))
        .join('')} ${barAt(60)} f*\n`,
    ],
    ['under a ground', `1 w ${linesBut(60)} S 1 g 0 0 200 20 re f ${alone} S\n`],
    ['partly under a ground', `1 w ${LINES} S 1 g 70 0 130 20 re f\n`],
    ['of which one is heavier', `0.5 w ${linesBut(60)} S 2 w ${alone} S\n`],
    ['of which one is shorter', `1 w ${linesBut(60)} ${lineAt(60, 4, 15)} S\n`],
    ['two at one edge', `1 w ${LINES} ${lineAt(62)} S\n`],
    ['drawn as a digit', `1 w ${linesBut(60)} 59 0.5 m 61 0.5 l 61 10 l 59 10 l 59 19.5 l 61 19.5 l S\n`],
    ['with a flag', `1 w ${linesBut(60)} 59 14 m 60 19.5 l 60 0.5 l S\n`],
    [
      'of bars, with a corner cut out',
      `${EDGES.filter((x) => x !== 60)
        .map((x) => barAt(x, 2))
        .join('')} 59 0.5 m 61 0.5 l 61 19.5 l 59 15 l h f\n`,
    ],
    ['slanted', `1 w ${EDGES.map((x) => `${x - 1} 0.5 m ${x + 1} 19.5 l\n`).join('')} S\n`],
    ['here left, there right of the edge', `1 w ${linesBut(60)} ${lineAt(58)} S\n`],
    ['with long caps', `2 w 2 J ${EDGES.map((x) => lineAt(x, 4, 15)).join('')} S 1 J\n`],
  ])('are refused: %s', async (_, marks) => {
    expect(await isAccepted(comb, IN_CELLS, marks)).toBe(false)
  })
})

describe('the ground of a field', () => {
  it.each<[string, string]>([
    ['all of it', '0.9 g 0 0 200 20 re f\n'],
    ['with a margin', '0.9 g 1 1 198 18 re f\n'],
    ['with a frame of lines', '0.9 g 0 0 200 20 re f 0.5 0.5 m 199.5 0.5 l S 0.5 19.5 m 199.5 19.5 l S\n'],
    ['with a frame of dashes', '[3 2] 0 d 0.5 0.5 199 19 re S\n'],
    ['with bevels', '0.9 g 1 1 m 1 19 l 199 19 l 197 17 l 2 17 l 2 2 l f 0.5 G 0.5 0.5 199 19 re s\n'],
  ])('is accepted: %s', async (_, marks) => expect(await isAccepted(plain, IN_A_ROW, marks)).toBe(true))

  it.each<[string, string]>([
    ['a nine before the text', '0.3 g 50 2 m 56 2 l 56 18 l 50 18 l 50 9 l 54 9 l 54 6 l 50 6 l h 195 2 1 1 re f\n'],
    ['a stroke before the text, in a frame', '0.3 g 54 2 2 16 re 2 2 1 1 re 197 2 1 1 re f\n'],
    ['a frame filled by the even-odd rule, with a stroke', '0.3 g 0 0 200 20 re 1 1 198 18 re 54 2 2 16 re f*\n'],
    ['cut by a clip', '54 2 2 16 re 2 2 1 1 re 197 2 1 1 re W n 0.3 g 0 0 200 20 re f\n'],
    ['a line through the text', '0.6 g 0 2 m 200 18 l 200 17 l 0 1 l h f\n'],
    ['a bar that a second ground leaves of the first', '0 g 0 3 84 14 re f 1 g 0 0 82 20 re f\n'],
    ['a point in the band of the frame, between the digits', '66.3 0.4 1 1.4 re f\n'],
    ['a point as the clip leaves it of a frame', '66.3 0 1 20 re W n 0 0.5 m 200 0.5 l S\n'],
    ['a point as a long dash leaves it', '[1 999] 0 d 66.3 0.5 m 200 0.5 l S\n'],
    ['a point as the cap of a line without length', '1 J 1.5 w 66.3 10 m 66.3 10 l S\n'],
    ['a bar of two broad frames', '0 G 240 w 0 3 m 0 17 l S 1 G 236 w 0 3 m 0 17 l S\n'],
    ['letters along the frame', '0.4 w 60 0.2 m 60 2 l 61 2 l 61 0.2 l 199 0.2 l S\n'],
    ['a pattern', '/Pattern cs /P scn 0 0 200 20 re f\n'],
    ['a comma between the digits', '0.2 g 0 0 200 20 re 67 2 m 66 2 l 66 20 l 0 20 l h f*\n'],
  ])('is refused: %s', async (_, marks) => expect(await isAccepted(plain, IN_A_ROW, marks)).toBe(false))
})
