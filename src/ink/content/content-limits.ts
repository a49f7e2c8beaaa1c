/**
 * Limits on what the interpreter of pages and appearances does.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on the drawing of pages and appearances of one file, all its revisions together. */
export const CONTENT_LIMITS = {
  /**
   * All kinds of work together for a small file, in nanoseconds as `spend` counts them. Each byte of the file adds to it, since
   * an honest file that shows much is large. A signature drawn by pen over the text of an A4 page, scanned in black and white at
   * 600 dpi (40 KB), takes 450 million.
   */
  workOfSmallFiles: 650_000_000,
  workPerByte: 5000,
  maxWork: 8_000_000_000,
  maxOperators: 800_000,
  /** Items of arrays and dictionaries in the operands of one operator. A long line set letter by letter has some thousands. */
  maxOperandValues: 50_000,
  /** Operators that painting a form counts as, because it begins a state, a clip and a stream. */
  operatorsPerForm: 4,
  /** Annotations and signatures whose drawings are compared with their pages. No reviewer adds as many. */
  maxInspectedDrawings: 10_000,
  /** Decoded content streams, fonts and functions, in bytes. */
  maxBytes: 24 * MB,
  /** Decoded and encoded bytes of pictures. Thirty scanned pages at 150 dots per inch have as many. */
  maxPictureBytes: 128 * MB,
  maxGlyphs: 400_000,
  /**
   * Steps of reading and drawing outlines of glyphs: numbers, operators and points. A letter takes some 250, once for each font
   * and state of the file. This many steps take half a second.
   */
  maxOutlineSteps: 4_000_000,
  /** Painted areas, where an image counts twice. None of 292 pages of real files has 20,000. */
  maxAreas: 100_000,
  /** Drawings that are kept at one time, in bytes as `MEMORY_COSTS` counts them: some thirty pages full of text. */
  maxMemory: 24 * MB,
  /** Straight pieces of paths, dashes and outlines of strokes. */
  maxSegments: 2_000_000,
  /** Cells of grids that are painted on. */
  maxCells: 80_000_000,
  /**
   * Steps of functions: operators of their programs, mixed samples, and values read and returned. A shading on an A4 page calls a
   * simple function 300,000 times.
   */
  maxFunctionSteps: 20_000_000,
  /** One content stream, decoded, in bytes. */
  maxStreamBytes: 24 * MB,
  /** One font program, decoded, in bytes. */
  maxBigEndianBytes: 16 * MB,
  /** One CMap, decoded, in bytes. */
  maxCMapBytes: 2 * MB,
  /** Nesting of form XObjects, patterns and Type 3 glyphs. */
  maxNesting: 12,
  maxSavedStates: 512,
  maxMarkedContentNesting: 512,
  /** Entries in the list of what could not be interpreted. */
  maxUnknown: 100,
} as const
