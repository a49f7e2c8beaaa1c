/**
 * Escaping of text for XML and HTML.
 *
 * @module
 */

/**
 * Characters that cannot stand in XML as they are: markup, and code points that are not characters (XML 1.0, 2.2: controls, lone
 * surrogates, U+FFFE and U+FFFF).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const UNSAFE = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
/** Quick test before UNSAFE: finds the same characters, and in addition both halves of surrogate pairs that are well formed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const SUSPECT = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Escapes markup, for content and for attributes in double quotes. Characters that XML does not allow are left out. */
export function escapeXml(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSAFE, (match) => ENTITIES.get(match) ?? '') : text
}

/** Escapes the value of an attribute whose line ends and tabs have to outlive attribute normalisation (XML 1.0, 3.3.3). */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n\r]/g, (match) => `&#${match.charCodeAt(0)};`)
}

/** Escapes text for HTML: between tags, and in attributes with either kind of quote. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
}
