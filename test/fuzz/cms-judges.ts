/**
 * Signatures, time stamps, OCSP responses and CRLs, each with what accepts it here, and how OpenSSL is asked.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import type { Certificate } from '../../src/cms/certificate/x509.js'
import { TrustBudget } from '../../src/trust/paths/trust-paths.js'
import { RevocationStatements } from '../../src/trust/revocation/revocation.js'
import { readRevocationData } from '../../src/trust/revocation/revocation-data.js'
import { checkSignatureIntegrity } from '../../src/verify/signature/signature-integrity.js'
import type { KEY_KINDS } from '../cms/openssl-keys.js'
import { CA_EXTENSIONS, type IssuedCredential, TestCa } from '../cms/test-ca.js'

/** A structure that both accept, and how they are asked about mutants of it. */
export interface JudgedStructure {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isAcceptedHere: (bytes: Uint8Array) => boolean
  readonly isAcceptedByOpenssl: (bytes: Uint8Array) => boolean
}

const CONTENT = Buffer.from('%PDF-1.7 what is signed')
const PSS = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:32']
const SIGNATURES: readonly (readonly [name: string, kind: keyof typeof KEY_KINDS, args: readonly string[]])[] = [
  ['RSA', 'rsa', []],
  ['RSA without attributes', 'rsa', ['-noattr']],
  ['RSASSA-PSS', 'rsa', PSS],
  ['ECDSA', 'p256', ['-cades']],
  ['ECDSA by key identifier', 'p384', ['-cades', '-keyid', '-md', 'sha384']],
]

/** Makes the structures in a temporary folder. Call `close` at the end. */
export class CmsJudges {
  readonly #ca = new TestCa()

  structures(): JudgedStructure[] {
    const root = this.#ca.issue('root', { kind: 'p256', extensions: CA_EXTENSIONS })
    const leaf = this.#ca.issue('leaf', { kind: 'p256', issuer: root })
    return [
      ...SIGNATURES.map(([name, kind, args], i) => this.#signature(name, `signer${i}`, kind, args)),
      this.#timestamp(root),
      this.#ocsp(root, leaf),
      this.#crl(root, leaf),
    ]
  }

  close(): void {
    this.#ca.remove()
  }

  /** Whether the program ends well, and says what it should. */
  #says(wanted: RegExp, ...args: readonly string[]): boolean {
    const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
    return status === 0 && wanted.test(stdout + stderr)
  }

  #signature(name: string, file: string, kind: keyof typeof KEY_KINDS, args: readonly string[]): JudgedStructure {
    const extensions = ['keyUsage=digitalSignature', 'subjectKeyIdentifier=hash']
    this.#ca.issue(file, { kind, extensions })
    const content = this.#ca.write('content', CONTENT)
    const signer = ['-signer', this.#ca.path(`${file}.pem`), '-inkey', this.#ca.path(`${file}.key`)]
    const out = ['-outform', 'DER', '-out', this.#ca.path('cms')]
    this.#ca.openssl('cms', '-sign', '-binary', '-in', content, ...signer, ...out, ...args)
    const verifying = [
      'cms',
      '-verify',
      '-noverify',
      '-binary',
      '-inform',
      'DER',
      '-content',
      content,
      '-out',
      '/dev/null',
    ]
    return {
      name,
      bytes: this.#ca.read('cms'),
      isAcceptedHere: (contents) => isIntact(contents, 'adbe.pkcs7.detached'),
      isAcceptedByOpenssl: (bytes) => this.#says(/successful/, ...verifying, '-in', this.#ca.write('mutant', bytes)),
    }
  }

  #timestamp(root: IssuedCredential): JudgedStructure {
    const extensions = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping']
    const authority = this.#ca.issue('authority', { kind: 'rsa', issuer: root, extensions })
    const bytes = this.#ca.makeTimestamp(authority, CONTENT)
    const verifying = ['ts', '-verify', '-data', this.#ca.write('content', CONTENT), '-token_in']
    const trusted = ['-CAfile', this.#ca.path('root.pem')]
    return {
      name: 'time stamp',
      bytes,
      isAcceptedHere: (contents) => isIntact(contents, 'ETSI.RFC3161'),
      isAcceptedByOpenssl: (mutant) =>
        this.#says(/OK/, ...verifying, ...trusted, '-in', this.#ca.write('mutant', mutant)),
    }
  }

  #ocsp(root: IssuedCredential, leaf: IssuedCredential): JudgedStructure {
    const files = ['-no_nonce', '-issuer', this.#ca.path('root.pem'), '-cert', this.#ca.path('leaf.pem')]
    const trusted = ['-CAfile', this.#ca.path('root.pem'), '-VAfile', this.#ca.path('root.pem')]
    return {
      name: 'OCSP response',
      bytes: this.#ca.makeOcsp(root, root, leaf),
      isAcceptedHere: (bytes) => isGood(leaf.parsed, root.parsed, [], [bytes]),
      isAcceptedByOpenssl: (bytes) =>
        this.#says(/: good[\s\S]*verify OK/, 'ocsp', '-respin', this.#ca.write('mutant', bytes), ...files, ...trusted),
    }
  }

  #crl(root: IssuedCredential, leaf: IssuedCredential): JudgedStructure {
    const revoked = this.#ca.issue('revoked', { kind: 'p256', issuer: root })
    const date = new Date(Date.now() - 86_400_000)
    const checking = ['verify', '-crl_check', '-CAfile', this.#ca.path('root.pem'), '-CRLfile']
    return {
      name: 'CRL',
      bytes: this.#ca.makeCrl(root, [{ credential: revoked, date, reason: 'superseded' }]),
      isAcceptedHere: (bytes) => isGood(leaf.parsed, root.parsed, [bytes], []),
      isAcceptedByOpenssl: (bytes) => {
        const lines = Buffer.from(bytes)
          .toString('base64')
          .replace(/.{64}(?=.)/g, '$&\n')
        const pem = this.#ca.write('mutant', `-----BEGIN X509 CRL-----\n${lines}\n-----END X509 CRL-----\n`)
        return this.#says(/OK/, ...checking, pem, this.#ca.path('leaf.pem'))
      },
    }
  }
}

function isIntact(contents: Uint8Array, subFilter: string): boolean {
  const input = { contents, subFilter, signedRanges: [CONTENT], isTimestamp: subFilter === 'ETSI.RFC3161' }
  return checkSignatureIntegrity(input).status === 'valid'
}

function isGood(
  certificate: Certificate,
  issuer: Certificate,
  crls: readonly Uint8Array[],
  ocsps: readonly Uint8Array[],
): boolean {
  const statements = new RevocationStatements(readRevocationData(crls, ocsps), new TrustBudget())
  return statements.about(certificate, issuer)[0]?.status === 'good'
}
