/**
 * Targets of links: absolute addresses that are safe to follow, and places in the same document.
 *
 * @module
 */

import { LINK_SCHEMES } from '../../link-schemes.js'
import { mendSurrogates } from '../boxes/clean-text.js'

/** An absolute URI with a host (RFC 3986), without dot segments in its path. */
const WRITTEN_URI =
  /^(?:https?|ftp):\/\/[\w.~-]+(?::\d+)?(?:[/?](?!.*\/\.\.?(?:[/?#]|$))(?:[\w\-.~:/?@!$&'()*+,;=]|%[\da-fA-F]{2})*)?(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[\da-fA-F]{2})*)?$/

/** Longest address that Word takes in a hyperlink, in characters. */
const MAX_LENGTH = 2079

/**
 * The address of a link, as a valid URI (RFC 3986); `undefined` for one that must not or cannot be followed.
 *
 * @param baseUrl base of relative addresses; left out: they are not resolved
 */
export function resolveLink(href: string, baseUrl: string | undefined): string | undefined {
  const url = parseUrl(href.trim(), baseUrl)
  if (url === undefined || !LINK_SCHEMES.has(url.protocol)) return undefined
  // An address that is valid as it is written is not changed: `new URL` would add a slash, or change the case of letters.
  const written = href.trim()
  if (WRITTEN_URI.test(written) && isLegible(url, written)) return written
  // `new URL` keeps some characters that a URI must not contain.
  const uri = url.href
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(mendSurrogates(character)))
    .replace(/[[\]]/g, (bracket, at: number, whole: string) =>
      isInHost(whole, at) ? bracket : encodeURIComponent(bracket),
    )
  return isLegible(url, uri) ? uri : undefined
}

/** The fragment of an address in the same document; `undefined` for any other address. */
export function fragmentOf(href: string): string | undefined {
  const trimmed = href.trim()
  if (!trimmed.startsWith('#')) return undefined
  try {
    return decodeURIComponent(trimmed.slice(1))
  } catch {
    return trimmed.slice(1)
  }
}

function parseUrl(href: string, baseUrl: string | undefined): URL | undefined {
  try {
    return new URL(href, baseUrl)
  } catch {
    return undefined
  }
}

/** Brackets are permitted only in the addresses of hosts (RFC 3986, 3.2.2). */
function isInHost(uri: string, at: number): boolean {
  const start = uri.indexOf('//') + 2
  const end = uri.slice(start).search(/[/?#]/)
  return start > 1 && at >= start && (end < 0 || at < start + end)
}

function isLegible({ protocol, pathname }: URL, uri: string): boolean {
  if (uri.length > MAX_LENGTH || uri.indexOf('#') !== uri.lastIndexOf('#')) return false
  return (protocol !== 'mailto:' && protocol !== 'tel:') || pathname !== ''
}
