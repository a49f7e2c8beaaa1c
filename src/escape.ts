/**
 * Text as markup may hold it.
 *
 * @module
 */

/**
 * What cannot stand in XML as it is: markup, and what is no character at all (XML 1.0, 2.2: controls, lone surrogates,
 * U+FFFE and U+FFFF).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const UNSAFE = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
/** The same and both halves of every pair, which is found sooner. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const SUSPECT = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** The text with markup escaped, for content and attributes in double quotes; what XML does not allow is left out. */
export function escapeXml(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSAFE, (match) => ENTITIES.get(match) ?? '') : text
}

/** The same for a value whose line ends and tabs have to outlive attribute normalisation (XML 1.0, 3.3.3). */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n\r]/g, (match) => `&#${match.charCodeAt(0)};`)
}

/** Text for HTML, between tags and in attributes with either quote. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
}
