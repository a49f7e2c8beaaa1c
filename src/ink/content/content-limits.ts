/**
 * What pages and appearances may ask of their interpreter.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on the drawing of pages and appearances of one file, all its revisions together. */
export const CONTENT_LIMITS = {
  /**
   * All kinds of work together, in nanoseconds as `spend` counts them: for a small file, and more for each byte, since an
   * honest file that shows much is large. A page of A4 that was scanned in black and white with 600 dots per inch, in
   * 40 KB, takes 450 million where a signature with a pen is laid over its text.
   */
  workOfSmallFiles: 650_000_000,
  workPerByte: 5000,
  maxWork: 8_000_000_000,
  maxOperators: 800_000,
  /** Items of arrays and dictionaries in the operands of one operator: a long line set letter by letter has some thousands. */
  maxOperandValues: 50_000,
  /** Operators that painting a form counts as: it begins a state, a clip and a stream of its own. */
  operatorsPerForm: 4,
  /** Annotations and signatures whose drawings are compared with their pages. No reviewer adds as many. */
  maxInspectedDrawings: 10_000,
  /** Decoded content streams, fonts and functions, in bytes. */
  maxBytes: 24 * MB,
  /** Decoded samples of pictures and what codes them, in bytes: those of thirty scanned pages at 150 dots per inch. */
  maxPictureBytes: 128 * MB,
  maxGlyphs: 400_000,
  /**
   * Steps of reading and drawing outlines of glyphs: numbers, operators and points. A letter has some 250, and is drawn
   * once for a font in each state of the file. All of them take half a second.
   */
  maxOutlineSteps: 4_000_000,
  /** Areas painted, images counted twice. Of 292 pages of real files none has 20,000. */
  maxAreas: 100_000,
  /** What is kept of drawings at one time, in bytes as `MEMORY_COSTS` counts them: some thirty pages full of text. */
  maxMemory: 24 * MB,
  /** Straight pieces of paths, dashes and outlines of strokes. */
  maxSegments: 2_000_000,
  /** Cells of grids that are painted on. */
  maxCells: 80_000_000,
  /**
   * Steps of functions: operators of their programs, samples that are mixed, and values that are read and returned. A
   * shading over a page of A4 asks a simple function 300,000 times.
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
  /** Entries of a list of what could not be interpreted. */
  maxUnknown: 100,
} as const
