/**
 * Which of several private keys of one file signs.
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { SealwrightError } from '../../errors.js'
import type { KeyObject } from '../../platform/public-keys.js'

/** A private key with a certificate that belongs to it. */
export interface KeyPair {
  readonly key: KeyObject
  readonly certificate: Certificate
  readonly alias?: string | undefined
}

/** What the host says about the key it wants. */
interface KeyChoice {
  readonly alias?: string | undefined
  readonly serialNumber?: string | undefined
}

/**
 * The pair that a choice names. One key that has several certificates needs none: the first certificate is taken.
 *
 * @throws SealwrightError `key_ambiguous` when several keys are left, `invalid_identity` when none is; both list the pairs
 */
export function chooseKey(pairs: readonly KeyPair[], { alias, serialNumber }: KeyChoice): KeyPair {
  const serial = serialNumber === undefined ? undefined : plainSerial(serialNumber)
  const left = pairs.filter(
    (pair) =>
      (alias === undefined || pair.alias?.toLowerCase() === alias.toLowerCase()) &&
      (serial === undefined || plainSerial(toHex(pair.certificate.serialNumber)) === serial),
  )
  const [first] = left
  if (first === undefined) {
    throw new SealwrightError('invalid_identity', `The file has no key of that alias or serial number. ${list(pairs)}`)
  }
  if (left.every(({ key }) => key.equals(first.key))) return first
  const message = 'The file holds several private keys: choose one by its alias or serial number.'
  throw new SealwrightError('key_ambiguous', `${message} ${list(left)}`)
}

/** Hexadecimal digits as programs write them: with colons, 0x, leading zeros, in either case. */
function plainSerial(text: string): string {
  return text
    .toLowerCase()
    .replace(/^0x|[:\s]/g, '')
    .replace(/^0+/, '')
}

/** Serial numbers are written as `openssl x509 -serial` does. */
function list(pairs: readonly KeyPair[]): string {
  const lines = pairs.map(({ alias, certificate }) => {
    const name = alias === undefined ? 'no alias' : `alias "${alias}"`
    const serial = toHex(certificate.serialNumber).toUpperCase()
    return `${name}, subject ${formatName(certificate.subject)}, serial number ${serial}`
  })
  return `It holds: ${lines.join('; ')}.`
}
