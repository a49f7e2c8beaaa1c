/**
 * Time-stamping authorities over HTTP (RFC 3161, 3.4).
 *
 * @module
 */

import type { TimestampHash } from '../../cms/timestamps.js'
import { SealwrightError } from '../../errors.js'
import { checkOptions, FUNCTION, must, OBJECT, type OptionTable, oneOf } from '../../input/check-options.js'
import { CircuitBreaker } from '../../net/circuit-breaker.js'
import type { TimestampAuthority, TimestampAuthorityOptions } from './authority-options.js'

/**
 * A time-stamping authority (RFC 3161 with RFC 5816) at an address. The address is the host's own and is not checked:
 * private addresses are allowed.
 *
 * Every answer is checked: status, one signer, version, imprint, nonce, policy, the certificate, its purpose (critical, time
 * stamping alone), its binding by signing-certificate or signing-certificate-v2, its validity, the time, and the signature.
 * Each check has an error code of its own, `timestamp_…`.
 *
 * Make it once and keep it: after two requests in a row that were not answered, all calls fail at once for as long as
 * the authority kept the last one waiting (at least a second); then one call tests whether it is back. While it is not,
 * the time doubles, up to half a minute.
 *
 * @throws SealwrightError `invalid_request` for options that make no sense
 *
 * @example
 * ```ts
 * const authority = timestampAuthority('https://tsa.example.com/tsr', { headers: { authorization: `Bearer ${token}` } })
 * const { bytes } = await signDocument(pdf, request, { identity, level: 'B-T', timestampAuthorities: [authority] })
 * ```
 */
export function timestampAuthority(url: string, options: TimestampAuthorityOptions = {}): TimestampAuthority {
  assertAuthority(url, options)
  const { hash = 'sha256', clockToleranceMs } = options
  const breaker = new CircuitBreaker()
  return {
    url,
    hash,
    ...(clockToleranceMs === undefined ? {} : { clockToleranceMs }),
    async timestamp(hashName, digest, call = {}) {
      if (!isTimestampHash(hashName)) throw invalid('Time stamps are over SHA-256, SHA-384 or SHA-512.')
      const { askAuthority } = await import('./ask-authority.js')
      return askAuthority({ url, options, breaker }, { hash: hashName, digest }, call)
    },
  }
}

/** True for the name of a digest that can be stamped. */
function isTimestampHash(name: unknown): name is TimestampHash {
  return name === 'sha256' || name === 'sha384' || name === 'sha512'
}

const OID_FORM = /^[0-2](\.\d{1,15}){1,30}$/

const MILLISECONDS = must(
  'a number of milliseconds',
  (value) => typeof value === 'number' && value > 0 && value < 2 ** 31,
)

const OPTIONS: OptionTable<TimestampAuthorityOptions> = {
  headers: OBJECT,
  policy: must('an object identifier, as 1.2.3', (value) => typeof value === 'string' && OID_FORM.test(value)),
  hash: oneOf(['sha256', 'sha384', 'sha512']),
  timeoutMs: MILLISECONDS,
  clockToleranceMs: MILLISECONDS,
  fetch: FUNCTION,
}

function assertAuthority(url: string, options: TimestampAuthorityOptions): void {
  const protocol = typeof url === 'string' && URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw invalid('The address of a time-stamping authority must be an http or https URL.')
  }
  checkOptions(options, OPTIONS)
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
