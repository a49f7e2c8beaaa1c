/**
 * Addresses that may stand in a hyperlink of a DOCX.
 *
 * @module
 */

import { LINK_SCHEMES } from '../link-schemes.js'

/** Longest address, in characters. Word, and the URL library of Internet Explorer that it uses, accept no more. */
const MAX_LENGTH = 2083

/**
 * The target of a hyperlink as a URI (RFC 3986) that may stand in a relationship. `undefined` for an invalid address, or one
 * that could run code. Relative references are kept.
 */
export function toLinkTarget(url: string): string | undefined {
  const trimmed = url.trim()
  let target: string
  try {
    if (/^[a-z][a-z\d+.-]*:/i.test(trimmed)) {
      const parsed = new URL(trimmed)
      if (!LINK_SCHEMES.has(parsed.protocol)) return undefined
      target = parsed.href
    } else {
      // The constructor throws for text that is not even a relative reference, such as `//[`.
      new URL(trimmed, 'https://example.com/')
      target = trimmed
    }
    target = encodeRest(target)
  } catch {
    return undefined
  }
  return target.length === 0 || target.length > MAX_LENGTH ? undefined : target
}

/** Percent-encodes what a URI may not hold after its authority, and a second `#`. */
function encodeRest(target: string): string {
  const authority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? ''
  const encoded = target
    .slice(authority.length)
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, encodeURIComponent)
  const fragment = encoded.indexOf('#') + 1
  if (fragment === 0) return authority + encoded
  return authority + encoded.slice(0, fragment) + encoded.slice(fragment).replaceAll('#', '%23')
}
