/**
 * Replaces `../text.ts` where there are no modules of Node.js.
 *
 * @module
 */

const STRICT = new TextDecoder('utf-8', { fatal: true })
const UTF_8 = new TextDecoder()

/** True for well-formed UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The text of bytes in UTF-8, without a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string {
  return UTF_8.decode(bytes)
}

const NO_HOST = 'no-host.invalid'

/** The ASCII form of a domain name; empty for anything else. Node.js also uses the host parser of its URLs. */
export function domainToASCII(domain: string): string {
  const url = new URL(`ws://${NO_HOST}`)
  url.hostname = domain
  // A URL keeps its former host when an invalid one is set.
  return url.hostname === NO_HOST && domain.toLowerCase() !== NO_HOST ? '' : url.hostname
}
