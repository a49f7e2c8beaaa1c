/**
 * Names of the optional Markdown extensions. Each changes the meaning of some text of plain CommonMark.
 *
 * @module
 */

/** Names of extensions, with what each reads. */
export const MARKDOWN_EXTENSIONS = [
  /** `{#id .class key=value}` behind headings, links, images and code, and `[text]{.class}`. */
  'attributes',
  /** `::: name` to `:::` around blocks. */
  'fenced-divs',
  /** A term, and `: ` before each of its definitions. */
  'definition-lists',
  /** `: caption` beside a table, and an image that stands alone in a paragraph. */
  'captions',
  /** `^[A note.]` in the text. */
  'inline-footnotes',
  /** `H~2~O`; then one tilde no longer strikes text through. */
  'subscript',
  /** `2^nd^`. */
  'superscript',
  /** `==marked==`. */
  'mark',
  /** `*[HTML]: Hypertext Markup Language`, spelled out where it is used first. */
  'abbreviations',
  /** `:tada:`, by the names that GitHub has. */
  'emoji',
  /** Quotes, dashes and ellipses as the language of the document has them. */
  'smart-punctuation',
  /** `\(…\)` in a line and `\[…\]` as a block. */
  'backslash-math',
] as const

/** The name of an extension of Markdown. */
export type MarkdownExtension = (typeof MARKDOWN_EXTENSIONS)[number]

/** Name that selects all extensions. */
export const ALL_EXTENSIONS = 'all'

/** One extension, or all of them. */
export type MarkdownExtensionChoice = MarkdownExtension | typeof ALL_EXTENSIONS

/** Extensions that are switched on. */
export type ExtensionSet = ReadonlySet<MarkdownExtension>

/** The extensions in a list of names. Unknown names are ignored. */
export function chooseExtensions(names: readonly string[]): ExtensionSet {
  if (names.includes(ALL_EXTENSIONS)) return new Set(MARKDOWN_EXTENSIONS)
  return new Set(MARKDOWN_EXTENSIONS.filter((name) => names.includes(name)))
}

/** Whether this is a list of extensions that exist. */
export function isExtensionList(value: unknown): value is readonly MarkdownExtensionChoice[] {
  return Array.isArray(value) && value.every(isExtensionChoice)
}

/** Whether a name is that of an extension, or selects all. */
function isExtensionChoice(name: unknown): name is MarkdownExtensionChoice {
  return name === ALL_EXTENSIONS || MARKDOWN_EXTENSIONS.some((known) => known === name)
}

/** The names in a text, separated by commas, as in query parameters and flags. */
export function parseExtensions(text: string): readonly MarkdownExtensionChoice[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(isExtensionChoice)
}
