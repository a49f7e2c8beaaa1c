/**
 * The numbers by which the comparison of pages judges ink, in one table.
 *
 * For each, `test/ink/policy/examples.ts` has a forged document just beyond it and an honest one just within it. Moving a number
 * past either makes a test fail: `npm run ink:mutations` shows that for all numbers.
 *
 * @module
 */

interface PolicyNumber {
  readonly value: number
  readonly unit: string
  /** Reason for the number, in one sentence. */
  readonly why: string
}

/** All numbers by name. */
export const INK_POLICY = {
  // Limits on what may be hidden.
  charactersHidden: {
    value: 1,
    unit: 'characters that stand together',
    why: 'A stamp or a signature that was placed carelessly takes a letter now and then.',
  },
  charactersUnderIcon: {
    value: 4,
    unit: 'characters that stand together',
    why: 'Viewers draw the icon of a note over the text that it is about.',
  },
  charactersInSignedPlace: {
    value: 24,
    unit: 'characters',
    why: 'A place that was signed for a signature may hold a prompt, which is to be signed over.',
  },
  pictureHidden: {
    value: 0.3,
    unit: 'share of a picture',
    why: 'A note may touch a picture, and everybody sees that it does.',
  },
  pictureUnderSignature: {
    value: 0.5,
    unit: 'share of a picture',
    why: 'A signature may lie on a logo or on an earlier signature, which stays to be recognised.',
  },
  timesOnPage: {
    value: 3,
    unit: 'times what one drawing may hide',
    why: 'Many small losses on one page are a large one.',
  },
  unknownArea: {
    value: 24,
    unit: 'square points',
    why: 'A small letter has as many; what a picture shows that cannot be read may be one.',
  },
  seenTogether: {
    value: 100,
    unit: 'points',
    why: 'Drawings this close to each other are judged together: pieces of one word may come from several.',
  },

  // Limits at which a letter counts as hidden.
  hiddenShare: {
    value: 0.42,
    unit: 'share of the cell of a letter',
    why: 'With so much of its cell gone a letter cannot be told from others.',
  },
  goneShare: {
    value: 0.8,
    unit: 'share of the ink of a letter without text',
    why: 'The strokes of a pen leave a fifth of the ink of most letters, and the edges in a scan are uncertain by as much.',
  },
  partlyHidden: {
    value: 1 / 7,
    unit: 'letters',
    why: 'What a letter of a scan counts that is hidden and not gone: most can still be read.',
  },
  darkLetter: {
    value: 0.35,
    unit: 'share of its cell',
    why: 'Print over print leaves both to be read with some pain, unless much of it is in one place.',
  },
  paleLetter: {
    value: 0.6,
    unit: 'share of its cell',
    why: 'Pale letters are written over dark ones by nobody who means well.',
  },
  paleLightness: { value: 0.7, unit: 'lightness', why: 'From here on a letter is pale.' },
  largeLetter: {
    value: 24,
    unit: 'points',
    why: 'Letters from this size on hide like areas: some of them are full blocks.',
  },
  thickStroke: { value: 0.12, unit: 'ems', why: 'A line as wide around a letter fills its cell.' },

  // Limits at which ink is removed unnoticed.
  likeGround: {
    value: 0.14,
    unit: 'difference in one channel',
    why: 'Two colours closer than this cannot be told apart in print.',
  },
  paperLightness: { value: 0.9, unit: 'lightness', why: 'Lighter ink passes for paper.' },
  printLightness: { value: 0.4, unit: 'lightness', why: 'Lighter ink is seen to be a marker or a pen.' },
  printChroma: {
    value: 0.3,
    unit: 'difference of two channels',
    why: 'Print is black or grey, and ink of a stronger colour is seen to be of a pen or a stamp.',
  },
  erasedShare: {
    value: 0.08,
    unit: 'share of the ink of a letter, or of its middle',
    why: 'A sliver of paper makes an 8 a 3, and a line through the middle strikes a letter out.',
  },

  // Limits at which ink is read as a continuation.
  inked: { value: 0.2, unit: 'share of a cell', why: 'The thinnest lines that are seen take as much of a cell.' },
  signWidth: { value: 3, unit: 'ems', why: 'A digit, or a few that touch each other, is no wider.' },
  signHeight: {
    value: 1.6,
    unit: 'ems',
    why: 'What is higher than the letters of a line is seen to be of a pen or a stamp.',
  },
  letterHeight: { value: 0.3, unit: 'ems', why: 'Lower blots are dots and dashes, and make no word.' },
  lettersOfWord: { value: 3, unit: 'blots', why: 'One or two blots are dots and dashes of a picture.' },
  wordLength: { value: 6, unit: 'ems', why: 'The letters of one word are looked for within this distance.' },
  wordSpace: {
    value: 0.75,
    unit: 'ems',
    why: 'Words are a quarter to a half apart, and broad letters have space of their own.',
  },
  readTogether: {
    value: 1.5,
    unit: 'ems',
    why: 'Words this close are read as one text, whatever their colour and size.',
  },
  readOn: { value: 4, unit: 'ems', why: 'Letters of one size look like parts of one text at a greater distance.' },
  oneSize: { value: 1.1, unit: 'times', why: 'Sizes that differ by more are seen to differ.' },
  sizeRatio: { value: 2.5, unit: 'times', why: 'Letters that are so much larger or smaller are not of one line.' },
  sameLine: { value: 0.35, unit: 'ems', why: 'Baselines this close are one line.' },
  sameLineCloseBy: { value: 0.55, unit: 'ems', why: 'Close by, even a raised letter is read with its line.' },
  nextLineFrom: { value: 0.9, unit: 'ems', why: 'The next line of a text is at least so far below.' },
  overprinted: {
    value: 0.2,
    unit: 'share of the smaller cell',
    why: 'A letter that lies so far on another is written over it.',
  },
  oneDirection: {
    value: 0.2,
    unit: 'sine of an angle',
    why: 'Letters that are turned by more than eleven degrees are seen to be of another text.',
  },

  // Limits within which a line is that of a marking.
  markedShare: {
    value: 0.8,
    unit: 'share of the marked text',
    why: 'A marking runs along all of its text; shorter lines could form letters.',
  },
  markedBand: {
    value: 0.3,
    unit: 'share of the height of the marked text',
    why: 'Lines under letters lie in the lowest third of their height, and lines through letters in the middle.',
  },
  samePlace: { value: 1.5, unit: 'points', why: 'Programs round places, and leave out the width of lines.' },
} as const satisfies Readonly<Record<string, PolicyNumber>>

export type PolicyName = keyof typeof INK_POLICY

/** The values without units and reasons. */
export const POLICY = Object.fromEntries(
  Object.entries(INK_POLICY).map(([name, { value }]) => [name, value]),
) as Readonly<Record<PolicyName, number>>
