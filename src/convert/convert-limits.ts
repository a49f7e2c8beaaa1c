/**
 * What HTML and Markdown may ask of their conversion, besides the work and the memory that `conversion-budget.ts` is about: what
 * Word has no room for, what the stack has none for, and what is shown in a simpler way where there is too much of it.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on what HTML and Markdown may ask of their conversion. */
export const CONVERT_LIMITS = {
  /** Elements that are open at once while parsing. */
  maxOpenElements: 25_000,
  /** Nesting of elements that are formatted; what lies deeper keeps only its text. */
  maxDepth: 256,
  /** Attributes of one element that are looked at. */
  maxAttributes: 500,
  /** Compound selectors of one selector. */
  maxSelectorParts: 32,
  /** Length of a declaration's value once its variables are filled in, in characters. */
  maxCssValueLength: 8192,
  /** Columns of one table, as Word has it. */
  maxTableColumns: 63,
  /** Nesting of tables. */
  maxTableNesting: 16,
  /** Highest number of a list item. */
  maxListNumber: 32_767,
  /** Items of a list that counts down. */
  maxReversedItems: 500,
  /** One image, in bytes. */
  maxImageBytes: 25 * MB,
  /** All images of one document, in bytes. */
  maxTotalImageBytes: 100 * MB,
  /** Images that are asked of the caller's loader for one document. */
  maxLoadedImages: 2000,
  /** Nesting of an equation. */
  maxMathNesting: 48,
  /** Nesting of lists and quotes in Markdown. */
  maxMarkdownNesting: 100,
  /** Code of one Markdown document that is highlighted, in characters; what comes after stays plain. */
  maxHighlightedCharacters: 500_000,
  /** Text of very long paragraphs that is searched for the ends of one kind of thing in one Markdown document, in characters. */
  maxLongSearch: 32 * MB,
  /** Length of the front matter of a Markdown document, in characters. */
  maxFrontMatterCharacters: 64 * 1024,
  /** Warnings about one document that are listed. */
  maxWarnings: 100,
} as const
