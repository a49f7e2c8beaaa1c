/**
 * Chooses which of several private keys of a file signs.
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

/** What the host states about the key that it wants. */
interface KeyChoice {
  readonly alias?: string | undefined
  readonly serialNumber?: string | undefined
}

/**
 * The pair that a choice names. For one key with several certificates, no choice is needed: the first certificate is used.
 *
 * @throws SealwrightError `key_ambiguous` when several keys match, `invalid_identity` when none does; both list the pairs
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

/** The hexadecimal digits of a serial number, which programs write with colons, 0x, leading zeros, in either case. */
function plainSerial(text: string): string {
  return text
    .toLowerCase()
    .replace(/^0x|[:\s]/g, '')
    .replace(/^0+/, '')
}

/** A list of the pairs. Serial numbers are written like those of `openssl x509 -serial`. */
function list(pairs: readonly KeyPair[]): string {
  const lines = pairs.map(({ alias, certificate }) => {
    const name = alias === undefined ? 'no alias' : `alias "${alias}"`
    const serial = toHex(certificate.serialNumber).toUpperCase()
    return `${name}, subject ${formatName(certificate.subject)}, serial number ${serial}`
  })
  return `It holds: ${lines.join('; ')}.`
}
