/**
 * Rules for the texts of a signing request.
 *
 * @module
 */

import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'

/** NUL, which PDF viewers and databases treat in different ways, and lone surrogates, which UTF-8 cannot express. */
const NOT_TEXT = /[\0\p{Cs}]/u
/** Anything visible: neither a space nor a formatting character, such as a zero-width one. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u

const LOCAL_PART = /^[^\s\p{Cc}\p{Cf}\p{Cs}@"(),:;<>[\]\\]+$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u

/** True when the text can be stored anywhere: it has no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !NOT_TEXT.test(text)
}

/** True when the text has nothing visible. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/**
 * True for a plain e-mail address: local part, `@`, and a domain of at least two labels (RFC 5321, 4.1.2). International
 * addresses (RFC 6531) are accepted; quoted local parts, comments and address literals are not.
 */
export function isEmailAddress(text: string): boolean {
  // First, so that the patterns below are only applied to short text.
  if (text.length > SIGN_REQUEST_LIMITS.maxEmailBytes) return false
  if (new TextEncoder().encode(text).length > SIGN_REQUEST_LIMITS.maxEmailBytes) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || at > 64 || !LOCAL_PART.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = text.slice(at + 1).split('.')
  return labels.length >= 2 && labels.every((label) => label.length <= 63 && DOMAIN_LABEL.test(label))
}
