/**
 * The numbers by which ink is judged.
 *
 * @module
 */
export const POLICY = {
  /** Share of a letter's cell, or of its ink, from which on it cannot be read. */
  hiddenShare: 0.42,
  /** Share of the ink of a letter without text from which on it is gone. */
  goneShare: 0.8,
  /** What a letter without text counts that is hidden and not gone. */
  partlyHidden: 1 / 6,
  /** How much of its cell a dark letter hides, and a pale one. */
  darkLetter: 0.35,
  paleLetter: 0.6,
  /** Lightness from which on a letter is pale. */
  paleLightness: 0.7,
  /** Size of letters that hide like areas, in points. */
  largeLetter: 24,
  /** Width of a line around a letter that fills its cell, in ems. */
  thickStroke: 0.12,
  /** Difference in one channel up to which a colour looks like the ground. */
  likeGround: 0.14,
  /** Lightness from which on ink on a ground of unknown colour may look like the ground. */
  penLightness: 0.3,
  /** Share of a cell that has to be painted before it counts as painted over. */
  paintedOver: 0.5,
  /** Share of a letter's ink that has to be painted over to make another letter of it: of text, and of other print. */
  erasedShare: 0.08,
  erasedPrint: 0.2,
  /** Share of a cell from which on it is inked. */
  inked: 0.2,
  /** Share of the middle of a letter that ink has to take to change it. */
  crossedShare: 0.08,
  /** Largest sign beside a letter, in ems: across and up. */
  signWidth: 3,
  signHeight: 1.6,
  /** Least height of a letter of a word, in ems of the text beside it. */
  letterHeight: 0.3,
  /** Letters that make a word. */
  lettersOfWord: 3,
  /** Distance within which a sign, and other print, reads on with a letter, in ems. */
  wordSpace: 0.75,
  /** Distance within which a word reads on with text, in ems. */
  readTogether: 1.5,
  /** Length of a word along its line, in ems. */
  wordLength: 6,
  /** Square points of an unreadable picture that may be gone. */
  unknownArea: 24,
} as const
