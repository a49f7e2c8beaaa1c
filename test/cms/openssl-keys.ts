/**
 * Keys and certificates of every kind that these tests need, made by OpenSSL.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Arguments of `openssl genpkey`. */
export const KEY_KINDS = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  rsaPss: ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  rsaPss384: [
    ...['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048', '-pkeyopt', 'rsa_pss_keygen_md:sha384'],
    ...['-pkeyopt', 'rsa_pss_keygen_mgf1_md:sha384', '-pkeyopt', 'rsa_pss_keygen_saltlen:50'],
  ],
  p256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  p521: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  brainpool: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  ed25519: ['-algorithm', 'ED25519'],
  ed448: ['-algorithm', 'ED448'],
} as const

export interface TestCredential {
  /** PKCS#8 PEM. */
  readonly key: string
  /** PEM. */
  readonly certificate: string
}

export interface CredentialOptions {
  readonly kind?: keyof typeof KEY_KINDS
  /** As `-subj` takes it. */
  readonly subject?: string
  /** Lines of an extension section. */
  readonly extensions?: readonly string[]
  /** Who signs the certificate; itself by default. */
  readonly issuer?: TestCredential
}

/** Makes a key and a certificate that is valid for 30 days. */
export function makeCredential(options: CredentialOptions = {}): TestCredential {
  const { kind = 'rsa', subject = '/CN=Test Signer', extensions = ['keyUsage=digitalSignature'], issuer } = options
  return withFolder((path) => {
    openssl('genpkey', ...KEY_KINDS[kind], '-out', path('key.pem'))
    const config = `[req]\ndistinguished_name=dn\nutf8=yes\n[dn]\n[ext]\n${extensions.join('\n')}\n`
    writeFileSync(path('config'), config)
    const request = ['req', '-new', '-utf8', '-key', path('key.pem'), '-subj', subject, '-config', path('config')]
    if (issuer === undefined) {
      openssl(...request, '-x509', '-days', '30', '-extensions', 'ext', '-out', path('certificate.pem'))
    } else {
      writeFileSync(path('ca.key'), issuer.key)
      writeFileSync(path('ca.pem'), issuer.certificate)
      openssl(...request, '-out', path('request.pem'))
      const signing = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial', '-days', '30']
      const section = ['-extfile', path('config'), '-extensions', 'ext']
      openssl('x509', '-req', '-in', path('request.pem'), ...signing, ...section, '-out', path('certificate.pem'))
    }
    return { key: readFileSync(path('key.pem'), 'utf8'), certificate: readFileSync(path('certificate.pem'), 'utf8') }
  })
}

/** Runs OpenSSL with files by name: `@name` in an argument is the path of that file, and `@out` is what comes back. */
export function opensslWithFiles(files: Readonly<Record<string, string | Uint8Array>>, ...args: string[]): Uint8Array {
  return withFolder((path) => {
    for (const [name, data] of Object.entries(files)) writeFileSync(path(name), data)
    openssl(...args.map((argument) => (argument.startsWith('@') ? path(argument.slice(1)) : argument)))
    return new Uint8Array(readFileSync(path('out')))
  })
}

/** A PKCS#12 file; `more` are further certificates in PEM. */
export function makePkcs12(credential: TestCredential, passphrase: string, args: string[] = [], more = ''): Uint8Array {
  return opensslWithFiles(
    { key: credential.key, certificate: credential.certificate, more },
    ...['pkcs12', '-export', '-inkey', '@key', '-in', '@certificate', '-passout', `pass:${passphrase}`, '-out', '@out'],
    ...(more === '' ? [] : ['-certfile', '@more']),
    ...args,
  )
}

/** The DER inside one PEM block. */
export function pemToDer(pem: string): Uint8Array {
  return new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'))
}

/** A certificate as one PEM block (RFC 7468). */
export function derToPem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' })
}

function withFolder<T>(use: (path: (name: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-cms-'))
  try {
    return use((name) => join(folder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
