/**
 * Recognizes files with keys by their first bytes.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** The kind of a file. `der`: one DER value other than PKCS#12. `base64`: PKCS#12 written as text. */
type KeyFileKind = 'pkcs12' | 'base64' | 'der' | 'pem' | 'jks' | 'jceks' | 'unknown'

/** The beginning of a PFX, with its version 3 (RFC 7292, 4). No private key and no certificate begins like this. */
const PKCS12 = /^30(?:[0-7].|80|8[1-4](?:..){1,4}?)02010330/

/** Recognizes the kind of a file. */
export function keyFileKind(input: string | Uint8Array): KeyFileKind {
  const head = textOf(input.slice(0, 16))
  if (head.startsWith('\xfe\xed\xfe\xed')) return 'jks'
  if (head.startsWith('\xce\xce\xce\xce')) return 'jceks'
  if (head.startsWith('\x30')) return isPkcs12(head) ? 'pkcs12' : 'der'
  if (decodeBase64Pkcs12(input) !== undefined) return 'base64'
  return textOf(input).includes('-----BEGIN ') ? 'pem' : 'unknown'
}

/** Decodes PKCS#12 from base64, with or without line breaks and PEM boundaries; undefined for anything else. */
export function decodeBase64Pkcs12(input: string | Uint8Array): Uint8Array | undefined {
  const text = textOf(input)
  const body = text
    .replace(/-----(?:BEGIN|END) (?:PKCS ?#?12|PFX|P12)-----/gi, '')
    .replace(/(?:\\r)?\\n|["'\s]|^\xef\xbb\xbf/g, '')
  // A SEQUENCE begins with 0x30, which is M in base64.
  if (!body.startsWith('M') || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(body)) return undefined
  const bytes = Uint8Array.from(Buffer.from(body, 'base64'))
  return isPkcs12(textOf(bytes.subarray(0, 16))) ? bytes : undefined
}

/**
 * Refuses a Java keystore.
 *
 * @throws SealwrightError `invalid_identity` for a Java keystore, with the command that converts it
 */
export function refuseJavaKeystore(input: string | Uint8Array): void {
  const kind = keyFileKind(input)
  if (kind !== 'jks' && kind !== 'jceks') return
  const message = `The file is a Java keystore (${kind.toUpperCase()}). Convert it to PKCS#12: keytool -importkeystore -srckeystore old.${kind} -srcstoretype ${kind.toUpperCase()} -destkeystore new.p12 -deststoretype PKCS12`
  throw new SealwrightError('invalid_identity', message)
}

function isPkcs12(head: string): boolean {
  return PKCS12.test(Buffer.from(head, 'latin1').toString('hex'))
}

function textOf(input: string | Uint8Array): string {
  if (typeof input === 'string') return input
  return Buffer.from(input.buffer, input.byteOffset, input.byteLength).toString('latin1')
}
