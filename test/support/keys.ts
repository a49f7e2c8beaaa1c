/**
 * Throw-away signing keys for tests and benchmarks, made by OpenSSL, or here where programs are not to be used.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { derBitString, derOid, derSequence } from '../../src/cms/asn1/der-writer.js'
import { OID } from '../../src/cms/asn1/oids.js'
import {
  encodeCertificate,
  encodeExtension,
  encodeName,
  encodeTbsCertificate,
} from '../../src/cms/certificate/certificate-writer.js'
import type { SignatureAlgorithm } from '../../src/sign/identity/identity.js'
import { resolveScheme } from '../../src/sign/identity/identity-algorithm.js'
import { hasTool } from './tools.js'

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

type Kind = keyof typeof NEW_KEY
type Purpose = keyof typeof PURPOSES

/**
 * Makes a key of a kind with a certificate valid for a year. Takes 0.1 to 1 s. Without OpenSSL there is no PKCS#12 file:
 * asking for it fails.
 */
export function makeTestKey(kind: Kind = 'rsa', commonName = 'Sealwright test', purpose: Purpose = 'signing'): TestKey {
  return hasTool('openssl') ? makeByOpenssl(kind, commonName, purpose) : makeHere(kind, commonName, purpose)
}

function makeByOpenssl(kind: Kind, commonName: string, purpose: Purpose): TestKey {
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

const DAY_MS = 24 * 60 * 60 * 1000
const ALGORITHMS: Readonly<Record<Kind, SignatureAlgorithm>> = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ec: { name: 'ECDSA', hash: 'SHA-256' },
  ed25519: { name: 'Ed25519' },
}

function makeHere(kind: Kind, commonName: string, purpose: Purpose): TestKey {
  const { privateKey, publicKey } = newPair(kind)
  const info = readPublicKeyInfo(readDer(publicKey.export({ type: 'spki', format: 'der' })))
  const scheme = resolveScheme(ALGORITHMS[kind], info)
  const subject = encodeName([[OID.commonName, commonName]])
  const tbs = encodeTbsCertificate({
    issuer: subject,
    subject,
    notBefore: new Date(Date.now() - 1000),
    notAfter: new Date(Date.now() + 365 * DAY_MS),
    publicKey: info.der,
    extensions: extensionsFor(purpose),
    scheme,
  })
  const der = encodeCertificate(tbs, scheme, sign(kind === 'ed25519' ? null : 'sha256', tbs, privateKey))
  const base64 = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    get pkcs12(): Uint8Array {
      throw new Error('A PKCS#12 file takes OpenSSL: skip the test where hasTool("openssl") says no.')
    },
    passphrase: 'test passphrase',
  }
}

function newPair(kind: Kind): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  if (kind === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return generateKeyPairSync('ed25519')
}

/** Extensions of {@link PURPOSES}, encoded. */
function extensionsFor(purpose: Purpose): Uint8Array[] {
  const keyUsage = (bits: number, unused: number) =>
    encodeExtension(OID.keyUsage, derBitString(Uint8Array.of(bits), unused), true)
  const purposes = (isCritical: boolean, ...oids: string[]) =>
    encodeExtension('2.5.29.37', derSequence(...oids.map(derOid)), isCritical)
  switch (purpose) {
    case 'signing':
      return [keyUsage(0xc0, 6)]
    case 'server':
      return [purposes(false, '1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2')]
    case 'unknownCritical':
      return [encodeExtension('1.3.6.1.4.1.99999.1', Uint8Array.of(0x05, 0x00), true)]
    case 'timeStamping':
      return [keyUsage(0x80, 7), purposes(true, '1.3.6.1.5.5.7.3.8')]
  }
}
