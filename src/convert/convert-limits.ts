/**
 * Limits of conversions of HTML and Markdown that `conversion-budget.ts` does not cover: limits of Word, limits of the stack,
 * and limits beyond which something is shown in a simpler way.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on the structure of HTML and Markdown. */
export const CONVERT_LIMITS = {
  /** Elements that are open at once while parsing. */
  maxOpenElements: 25_000,
  /** Depth of elements that are formatted. Deeper elements keep only their text. */
  maxDepth: 256,
  /** Attributes of one element that are read. */
  maxAttributes: 500,
  /** Compound selectors of one selector. */
  maxSelectorParts: 32,
  /** Length of a declaration's value once its variables are filled in, in characters. */
  maxCssValueLength: 8192,
  /** Columns of one table, which is Word's limit. */
  maxTableColumns: 63,
  /** Nesting of tables. */
  maxTableNesting: 16,
  /** Highest number of a list item. */
  maxListNumber: 32_767,
  /** Items of a list that counts down. */
  maxReversedItems: 500,
  /** Size of one image, in bytes. */
  maxImageBytes: 25 * MB,
  /** Size of all images of one document, in bytes. */
  maxTotalImageBytes: 100 * MB,
  /** Images that the caller's loader is asked for, for one document. */
  maxLoadedImages: 2000,
  /** Nesting of an equation. */
  maxMathNesting: 48,
  /** Nesting of lists and quotes in Markdown. */
  maxMarkdownNesting: 100,
  /** Characters of code in one Markdown document that are highlighted. Further code stays plain. */
  maxHighlightedCharacters: 500_000,
  /** Characters of very long paragraphs in one Markdown document that are searched for the ends of one kind of construct. */
  maxLongSearch: 32 * MB,
  /** Length of the front matter of a Markdown document, in characters. */
  maxFrontMatterCharacters: 64 * 1024,
  /** Warnings about one document that are listed. */
  maxWarnings: 100,
} as const
