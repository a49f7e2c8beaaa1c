/**
 * The documents that hold the numbers of `ink-policy.ts` in place: for each number a forged one just beyond it, and an
 * honest one just within it.
 *
 * An example is one page that depends on one measure. The two measures lie so near the number that they change sides when
 * it moves by 15 %.
 *
 * @module
 */
import { INK_POLICY, type PolicyName } from '../../../src/ink/ink-policy.js'
import type { DrawnPage, Found } from './drawn-page.js'
import { BLACK, bars, DESCENT, N_WIDTH, opacity, picture, rect, slanted, text, UNREADABLE, WHITE } from './operators.js'

/** A page, and everything that must be found in what is drawn on it. */
export interface Example {
  readonly page: DrawnPage
  readonly found: readonly Found[]
}

/** Both examples of a number. */
export interface Examples {
  readonly forged: Example
  readonly honest: Example
}

/** Measures of the two pages, in the unit of the number unless told. */
interface Measures {
  readonly forged: number
  readonly honest: number
}

function examples(
  { forged, honest }: Measures,
  pageOf: (measure: number) => DrawnPage,
  found: readonly Found[],
  remarks: readonly Found[] = [],
): Examples {
  return { forged: { page: pageOf(forged), found }, honest: { page: pageOf(honest), found: remarks } }
}

const HIDES: readonly Found[] = ['hidesTooMuch', 'hidesCharacters']
/** One letter at least is hidden, and no more than may be. */
const A_LETTER: readonly Found[] = ['hidesCharacters']

/** A letter `n` of ten points, which stands at 100 on the line at 100. */
const LETTER = text('n', 100, 100, 10)
/** Where its cell ends. */
const BEHIND = 100 + 10 * N_WIDTH

/** A stamp over the first letters of a row of thirty, which are six points large. */
function overLetters(count: number): string {
  return rect(20, 100 - 6 * DESCENT, count * 6 * N_WIDTH, 6)
}
const ROW = text('n'.repeat(30), 20, 100, 6)

/** Each drawing takes one of the letters that stand at these places. */
function eachTaken(places: readonly (readonly [x: number, y: number])[]): DrawnPage {
  return {
    page: places.map(([x, y]) => text('n', x, y, 10)).join('\n'),
    drawn: places.map(([x, y]) => ({ content: rect(x, y - 10 * DESCENT, 10 * N_WIDTH, 10) })),
  }
}

/** Letters of a scan beneath a letter of a stamp, and beneath its pale ground if there is one. */
function underStamp(printed: number, letter: string, alpha = 0): DrawnPage {
  const ground = alpha === 0 ? '' : `q /A gs ${rect(10, 80, 50, 50)} Q`
  return {
    page: bars(printed, 24, 100, 4),
    drawn: [{ content: `${ground} ${letter}`, resources: opacity(alpha) }],
  }
}

/** Blots in the colour of a pen, at these places behind the letter. */
function blots(places: readonly number[], height = 5): DrawnPage {
  return { page: LETTER, drawn: [{ content: places.map((x) => rect(BEHIND + x, 100, 3, height)).join('\n') }] }
}

/** A letter of an annotation on a page with one letter. */
function written(x: number, y: number, size = 10): DrawnPage {
  return { page: LETTER, drawn: [{ content: text('n', x, y, size) }] }
}

/** A sign behind the letter. */
function sign(colour: string): DrawnPage {
  return { page: LETTER, drawn: [{ content: rect(BEHIND + 2, 100, 4, 6, colour) }] }
}

/** Text of fifty points that is struck out. */
function struck(y: number, thickness: number, length: number): DrawnPage {
  const end = 50 + 9 * 10 * N_WIDTH
  const entries = `/QuadPoints [50 107.5 ${end} 107.5 50 97.5 ${end} 97.5]`
  const content = rect(50, y, (length / 50) * (end - 50), thickness, BLACK)
  return { page: text('nnnnnnnnn', 50, 100, 10), drawn: [{ subtype: 'StrikeOut', entries, content }] }
}

/** By the name of the number. */
export const EXAMPLES: Readonly<Record<PolicyName, Examples>> = {
  charactersHidden: examples(
    { forged: 2, honest: 1 },
    (count) => ({ page: ROW, drawn: [{ content: overLetters(count) }] }),
    HIDES,
    A_LETTER,
  ),
  charactersUnderIcon: examples(
    { forged: 5, honest: 4 },
    (count) => ({ page: ROW, drawn: [{ as: 'note', content: overLetters(count) }] }),
    HIDES,
    A_LETTER,
  ),
  charactersInSignedPlace: examples(
    { forged: 25, honest: 24 },
    (count) => ({ page: ROW, drawn: [{ as: 'signature in a signed place', content: overLetters(count) }] }),
    HIDES,
    A_LETTER,
  ),
  pictureHidden: examples(
    { forged: 0.32, honest: 0.28 },
    (share) => ({ page: picture(50, 50, 100), drawn: [{ content: rect(50, 50, 100 * share, 100) }] }),
    ['hidesTooMuch'],
  ),
  pictureUnderSignature: examples(
    { forged: 0.54, honest: 0.46 },
    (share) => ({ page: picture(50, 50, 100), drawn: [{ as: 'signature', content: rect(50, 50, 100 * share, 100) }] }),
    ['hidesTooMuch'],
  ),
  timesOnPage: examples(
    { forged: 4, honest: 3 },
    (count) => eachTaken(Array.from({ length: count }, (_, i) => [20, 20 + 40 * i])),
    HIDES,
    A_LETTER,
  ),
  // By fifteen cells in height, of which there are three to a point.
  unknownArea: examples(
    { forged: 16 / 3, honest: 14 / 3 },
    (width) => ({
      page: 'q 100 0 0 100 50 50 cm /Im Do Q',
      resources: '/XObject <</Im 60 0 R>>',
      objects: { 60: UNREADABLE },
      drawn: [{ content: rect(80, 80, width, 5) }],
    }),
    ['unknown'],
  ),
  // The third letter of a word, of which another drawing has the first two.
  seenTogether: examples(
    { forged: 93, honest: 107 },
    (gap) => ({
      page: text('n', 5, 100, 24),
      drawn: [{ content: `${rect(22, 100, 6, 12)} ${rect(32, 100, 6, 12)}` }, { content: rect(38 + gap, 100, 6, 12) }],
    }),
    ['marksText'],
  ),

  hiddenShare: examples(
    { forged: 0.45, honest: 0.39 },
    (share) => ({
      page: text('nn', 20, 100, 20),
      drawn: [{ content: rect(20, 100 - 20 * DESCENT, 40 * N_WIDTH, 20 * share) }],
    }),
    HIDES,
  ),
  goneShare: examples(
    { forged: 0.84, honest: 0.76 },
    (share) => ({ page: bars(2, 20, 100, 15), drawn: [{ content: rect(15, 100, 30, 15 * share) }] }),
    HIDES,
  ),
  // Letters of a scan that are hidden by 60 %: six of them count as one letter.
  partlyHidden: examples(
    { forged: 8, honest: 7 },
    (count) => ({ page: bars(count, 20, 100, 10), drawn: [{ content: rect(15, 100, 60, 6) }] }),
    HIDES,
    A_LETTER,
  ),
  // The opacity of the ground of a stamp. With a dark letter on it, 44 % of the letters beneath are hidden, and 40 %.
  darkLetter: examples(
    { forged: 0.14, honest: 0.08 },
    (alpha) => underStamp(8, slanted('W', 20, 92, 23), alpha),
    HIDES,
  ),
  // The same with a pale letter: 82 % and 78 %.
  paleLetter: examples(
    { forged: 0.55, honest: 0.45 },
    (alpha) => underStamp(2, slanted('W', 20, 92, 23, '0.8 g'), alpha),
    HIDES,
  ),
  paleLightness: examples(
    { forged: 0.74, honest: 0.66 },
    (lightness) => underStamp(8, slanted('W', 20, 92, 23, `${lightness} g`)),
    HIDES,
  ),
  largeLetter: examples({ forged: 25, honest: 23 }, (size) => underStamp(8, slanted('W', 20, 92, size)), HIDES),
  thickStroke: examples(
    { forged: 0.13, honest: 0.11 },
    (width) => underStamp(8, `1 Tr 1 j ${20 * width} w ${slanted('W', 20, 92, 20)}`),
    HIDES,
  ),

  // Slivers on a letter that stands on a grey ground, or on one of unknown colour.
  likeGround: examples(
    { forged: 0.125, honest: 0.15 },
    (difference) => ({
      page: `${rect(10, 80, 180, 60, '0.5 g')} ${text('n', 20, 100, 20)}`,
      drawn: [{ content: rect(20, 101, 11, 3, `${0.5 + difference} g`) }],
    }),
    ['erasesText'],
  ),
  paperLightness: examples(
    { forged: 0.92, honest: 0.88 },
    (lightness) => ({
      page: `${rect(10, 80, 180, 60, '0.5 g')} ${text('n', 20, 100, 20)}`,
      drawn: [{ content: rect(20, 101, 11, 3, `${lightness} g`) }],
    }),
    ['erasesText'],
  ),
  printLightness: examples({ forged: 0.37, honest: 0.43 }, (lightness) => sign(`${lightness} g`), ['marksText']),
  printChroma: examples({ forged: 0.27, honest: 0.33 }, (red) => sign(`${red} 0 0 rg`), ['marksText']),
  // The ink of a letter of forty points is 23.6 points high.
  erasedShare: examples(
    { forged: 0.085, honest: 0.071 },
    (share) => ({
      page: text('H', 20, 100, 40),
      drawn: [{ content: rect(20, 110, 30, 23.6 * share, WHITE) }],
    }),
    ['erasesText'],
  ),

  // The opacity of a sign behind a letter.
  inked: examples(
    { forged: 0.22, honest: 0.18 },
    (alpha) => ({
      page: LETTER,
      drawn: [{ content: `/A gs ${rect(BEHIND + 2, 100, 4, 6, BLACK)}`, resources: opacity(alpha) }],
    }),
    ['marksText'],
  ),
  signWidth: examples(
    { forged: 2.85, honest: 3.2 },
    (width) => ({ page: LETTER, drawn: [{ content: rect(BEHIND + 2, 102, 10 * width, 2.5, BLACK) }] }),
    ['marksText'],
  ),
  signHeight: examples(
    { forged: 1.5, honest: 1.7 },
    (height) => ({ page: LETTER, drawn: [{ content: rect(BEHIND + 2, 98, 3, 10 * height, BLACK) }] }),
    ['marksText'],
  ),
  letterHeight: examples({ forged: 0.33, honest: 0.27 }, (height) => blots([2, 7, 12], 10 * height), ['marksText']),
  lettersOfWord: examples(
    { forged: 3, honest: 2 },
    (count) => blots(Array.from({ length: count }, (_, i) => 2 + 5 * i)),
    ['marksText'],
  ),
  // How far the third blot is: the first stands as close as words do, which are looked for from there on.
  wordLength: examples(
    { forged: 5.7, honest: 6.3 },
    (length) => blots([2, 7, 10 * (INK_POLICY.readTogether.value + length)]),
    ['marksText'],
  ),
  wordSpace: examples(
    { forged: 0.7, honest: 0.8 },
    (gap) => ({
      page: text('n', 20, 100, 20),
      drawn: [{ content: rect(20 + 20 * (N_WIDTH + gap), 100, 6, 10, BLACK) }],
    }),
    ['marksText'],
  ),
  readTogether: examples({ forged: 1.4, honest: 1.6 }, (gap) => blots([10 * gap, 10 * gap + 5, 10 * gap + 10]), [
    'marksText',
  ]),
  readOn: examples({ forged: 3.8, honest: 4.2 }, (gap) => written(BEHIND + 10 * gap, 100), ['continuesText']),
  oneSize: examples({ forged: 1.07, honest: 1.15 }, (ratio) => written(BEHIND + 30, 100, 10 * ratio), [
    'continuesText',
  ]),
  sizeRatio: examples({ forged: 2.3, honest: 2.7 }, (ratio) => written(BEHIND + 10, 100, 10 * ratio), [
    'continuesText',
  ]),
  sameLine: examples({ forged: 0.32, honest: 0.38 }, (rise) => written(BEHIND + 30, 100 + 10 * rise), [
    'continuesText',
  ]),
  sameLineCloseBy: examples({ forged: 0.52, honest: 0.58 }, (rise) => written(BEHIND + 10, 100 + 10 * rise), [
    'continuesText',
  ]),
  nextLineFrom: examples({ forged: 0.95, honest: 0.86 }, (drop) => written(100, 100 - 10 * drop), ['continuesText']),
  // A letter that is turned by 90 degrees, so that it is of no line, over the top of one that is not.
  overprinted: examples(
    { forged: 0.22, honest: 0.18 },
    (share) => ({
      page: LETTER,
      drawn: [{ content: `BT /F1 10 Tf 0 1 -1 0 105 ${107.5 - 10 * share} Tm (n) Tj ET` }],
    }),
    ['continuesText'],
  ),
  oneDirection: examples(
    { forged: 0.185, honest: 0.215 },
    (sine) => {
      const cosine = Math.sqrt(1 - sine * sine)
      const matrix = `${cosine} ${sine} ${-sine} ${cosine} ${BEHIND + 10} 100 Tm`
      return { page: LETTER, drawn: [{ content: `BT /F1 10 Tf ${matrix} (n) Tj ET` }] }
    },
    ['continuesText'],
  ),

  markedShare: examples({ forged: 0.75, honest: 0.85 }, (share) => struck(101, 1, 50 * share), ['marksText']),
  markedBand: examples({ forged: 3.2, honest: 2.8 }, (thickness) => struck(102.5 - thickness / 2, thickness, 50), [
    'marksText',
  ]),
  // How far a line is longer than its text, at both of its ends.
  samePlace: examples({ forged: 1.6, honest: 1.4 }, (excess) => struck(101, 1, 50 + 2 * excess), ['marksText']),
}
