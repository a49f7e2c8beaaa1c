/**
 * Throw-away signing keys for tests and benchmarks, made by OpenSSL.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A private key and a self-signed certificate for it, alone and together in a PKCS#12 file. */
export interface TestKey {
  readonly key: string
  readonly certificate: string
  readonly pkcs12: Uint8Array
  readonly passphrase: string
}

/** What `openssl req -newkey` calls the kinds of key. */
const NEW_KEY = {
  rsa: ['-newkey', 'rsa:2048'],
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ed25519: ['-newkey', 'ed25519'],
} as const

/** What a certificate is for, in OpenSSL's words. */
const PURPOSES = {
  signing: ['-addext', 'keyUsage=critical,digitalSignature,nonRepudiation'],
  server: ['-addext', 'extendedKeyUsage=serverAuth,clientAuth'],
  unknownCritical: ['-addext', '1.3.6.1.4.1.99999.1=critical,DER:0500'],
  timeStamping: ['-addext', 'keyUsage=critical,digitalSignature', '-addext', 'extendedKeyUsage=critical,timeStamping'],
} as const

/** Makes a key of a kind with a certificate valid for a year. Takes 0.1 to 1 s. */
export function makeTestKey(
  kind: keyof typeof NEW_KEY = 'rsa',
  commonName = 'Sealwright test',
  purpose: keyof typeof PURPOSES = 'signing',
): TestKey {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-keys-'))
  const path = (name: string) => join(folder, name)
  const passphrase = 'test passphrase'
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  try {
    const files = ['-keyout', path('key.pem'), '-out', path('certificate.pem')]
    openssl(
      'req',
      '-x509',
      '-nodes',
      '-days',
      '365',
      ...NEW_KEY[kind],
      '-subj',
      `/CN=${commonName}`,
      ...PURPOSES[purpose],
      ...files,
    )
    const pair = ['-inkey', path('key.pem'), '-in', path('certificate.pem')]
    openssl('pkcs12', '-export', ...pair, '-passout', `pass:${passphrase}`, '-out', path('key.p12'))
    return {
      key: readFileSync(path('key.pem'), 'utf8'),
      certificate: readFileSync(path('certificate.pem'), 'utf8'),
      pkcs12: new Uint8Array(readFileSync(path('key.p12'))),
      passphrase,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
