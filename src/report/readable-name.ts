/**
 * Names of certificates for people, without the escapes of RFC 4514.
 *
 * @module
 */

/** Separates the parts of a name. The same character inside of a value is shown by its number. */
const SEPARATOR = ' · '
const SEPARATOR_NOTATION = '‹U+00B7›'

/**
 * A distinguished name, the common name first and without its key.
 *
 * @example
 * ```ts
 * readableName('CN=Ada Lovelace (development only\\, not trusted),O=Analytical Engines,C=GB')
 * // 'Ada Lovelace (development only, not trusted) · O: Analytical Engines · C: GB'
 * ```
 */
export function readableName(distinguishedName: string): string {
  const parts = splitUnescaped(distinguishedName, /[,+]/)
  const pairs = parts.map((part) => {
    const [key = '', ...rest] = splitUnescaped(part, /=/)
    return { key: key.trim(), value: unescapeValue(rest.join('=')) }
  })
  // A name of any other form stays as it is.
  if (pairs.some(({ key, value }) => key === '' || value === '')) return distinguishedName
  const isCommonName = ({ key }: { readonly key: string }) => key.toUpperCase() === 'CN'
  const first = pairs.find(isCommonName)
  const others = pairs.filter((pair) => pair !== first).map(({ key, value }) => `${key}: ${value}`)
  return [...(first === undefined ? [] : [first.value]), ...others].join(SEPARATOR)
}

function splitUnescaped(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    if (letter === '\\') part += letter + text.charAt(++i)
    else if (separator.test(letter)) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part]
}

/** Removes escapes: a backslash before a character or before two hexadecimal digits of an octet of UTF-8 (RFC 4514, 2.4). */
function unescapeValue(value: string): string {
  const plain = value.replace(/(?:\\[0-9a-fA-F]{2})+|\\(.)/g, (escaped: string, letter: string | undefined) =>
    letter === undefined ? Buffer.from(escaped.replaceAll('\\', ''), 'hex').toString('utf8') : letter,
  )
  return plain.replaceAll('·', SEPARATOR_NOTATION)
}
