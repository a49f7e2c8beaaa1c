/**
 * A small public key infrastructure in a temporary folder, run by OpenSSL: chains, CRLs, OCSP responses, time stamps.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, parseCertificate } from '../../src/cms/certificate/x509.js'
import { KEY_KINDS, pemToDer, type TestCredential } from './openssl-keys.js'

const DAY = 86_400_000

/** A certificate with its key; the PEM forms are in the folder under the same name. */
export interface IssuedCredential extends TestCredential {
  readonly name: string
  readonly parsed: Certificate
}

export interface IssueOptions {
  readonly kind?: keyof typeof KEY_KINDS
  readonly subject?: string
  /** Who signs; itself by default. */
  readonly issuer?: IssuedCredential
  /** Lines of an extension section. */
  readonly extensions?: readonly string[]
  /** Validity in days from now. Default: a year back, a year ahead. */
  readonly from?: number
  readonly to?: number
  readonly digest?: string
  /** Certifies this key instead of a new one. */
  readonly key?: IssuedCredential
}

export interface RevokedEntry {
  readonly credential: IssuedCredential
  readonly date: Date
  readonly reason?: string
}

export const CA_EXTENSIONS = [
  'basicConstraints=critical,CA:TRUE',
  'keyUsage=critical,keyCertSign,cRLSign',
  'subjectKeyIdentifier=hash',
]

/** The infrastructure. Call `remove` when done. */
export class TestCa {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sealwright-ca-'))
  #serial = 0x1000

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Path of a file in the folder. */
  path(name: string): string {
    return join(this.#folder, name)
  }

  write(name: string, data: string | Uint8Array): string {
    writeFileSync(this.path(name), data)
    return this.path(name)
  }

  read(name: string): Uint8Array {
    return new Uint8Array(readFileSync(this.path(name)))
  }

  openssl(...args: string[]): string {
    return execFileSync('openssl', args, { stdio: 'pipe', encoding: 'utf8' })
  }

  /** Whether OpenSSL accepts the chain at a moment. */
  isVerifiedByOpenssl(anchor: IssuedCredential, others: readonly IssuedCredential[], leaf: IssuedCredential): boolean {
    const untrusted = this.write('untrusted.pem', others.map(({ certificate }) => certificate).join(''))
    const pool = others.length > 0 ? ['-untrusted', untrusted] : []
    try {
      this.openssl(
        'verify',
        '-x509_strict',
        '-CAfile',
        this.path(`${anchor.name}.pem`),
        ...pool,
        this.path(`${leaf.name}.pem`),
      )
      return true
    } catch {
      return false
    }
  }

  /** Makes a credential. */
  issue(name: string, options: IssueOptions = {}): IssuedCredential {
    const { kind = 'p256', subject = `/CN=${name}`, issuer, extensions = [], from = -365, to = 365, key } = options
    const keyFile = this.path(`${name}.key`)
    if (key === undefined) this.openssl('genpkey', ...KEY_KINDS[kind], '-out', keyFile)
    else writeFileSync(keyFile, key.key)
    const config = this.#config(extensions, options.digest ?? 'sha256')
    this.openssl(
      'req',
      '-new',
      '-utf8',
      '-key',
      keyFile,
      '-subj',
      subject,
      '-config',
      config,
      '-out',
      this.path('csr.pem'),
    )
    const signer = issuer === undefined ? ['-selfsign', '-keyfile', keyFile] : this.#issuerArguments(issuer)
    const validity = ['-startdate', asn1Time(from), '-enddate', asn1Time(to)]
    const output = ['-in', this.path('csr.pem'), '-out', this.path(`${name}.pem`)]
    this.openssl(
      'ca',
      '-batch',
      '-notext',
      '-utf8',
      '-config',
      config,
      ...signer,
      ...validity,
      '-extensions',
      'ext',
      ...output,
    )
    return this.load(name)
  }

  /** Reads a credential back that lies in the folder. */
  load(name: string): IssuedCredential {
    const certificate = readFileSync(this.path(`${name}.pem`), 'utf8')
    const key = readFileSync(this.path(`${name}.key`), 'utf8')
    return { name, key, certificate, parsed: parseCertificate(pemToDer(certificate)) }
  }

  /** A CRL; times in days from now. */
  makeCrl(
    issuer: IssuedCredential,
    revoked: readonly RevokedEntry[] = [],
    options: { last?: number; next?: number; extensions?: readonly string[] } = {},
  ): Uint8Array {
    const config = this.#config(options.extensions ?? [], 'sha256')
    this.#writeIndex(revoked)
    const times = ['-crl_lastupdate', asn1Time(options.last ?? 0), '-crl_nextupdate', asn1Time(options.next ?? 30)]
    const extensions = options.extensions === undefined ? [] : ['-crlexts', 'ext']
    const output = ['-out', this.path('crl.pem')]
    this.openssl(
      'ca',
      '-gencrl',
      '-config',
      config,
      ...this.#issuerArguments(issuer),
      ...times,
      ...extensions,
      ...output,
    )
    return pemToDer(readFileSync(this.path('crl.pem'), 'utf8'))
  }

  /** An OCSP response of this moment about one certificate; `known` are the others in the CA's index. */
  makeOcsp(
    issuer: IssuedCredential,
    responder: IssuedCredential,
    about: IssuedCredential,
    revoked: readonly RevokedEntry[] = [],
    args: readonly string[] = [],
  ): Uint8Array {
    this.#writeIndex(revoked, about)
    const files = ['-index', this.path('index.txt'), '-CA', this.path(`${issuer.name}.pem`)]
    const signer = ['-rsigner', this.path(`${responder.name}.pem`), '-rkey', this.path(`${responder.name}.key`)]
    const request = ['-issuer', this.path(`${issuer.name}.pem`), '-cert', this.path(`${about.name}.pem`)]
    const output = ['-ndays', '7', '-noverify', '-respout', this.path('ocsp.der')]
    this.openssl('ocsp', ...files, ...signer, ...args, ...request, ...output)
    return this.read('ocsp.der')
  }

  /** A time-stamp token of this moment over `data`. */
  makeTimestamp(authority: IssuedCredential, data: Uint8Array, chain: readonly IssuedCredential[] = []): Uint8Array {
    const certificates = this.write('chain.pem', chain.map(({ certificate }) => certificate).join(''))
    this.write('tsserial', '01\n')
    const config = this.write(
      'ts.cnf',
      [
        '[tsa]',
        `serial=${this.path('tsserial')}`,
        'crypto_device=builtin',
        `signer_cert=${this.path(`${authority.name}.pem`)}`,
        `signer_key=${this.path(`${authority.name}.key`)}`,
        ...(chain.length > 0 ? [`certs=${certificates}`] : []),
        'signer_digest=sha256',
        'default_policy=1.2.3.4',
        'digests=sha1,sha256,sha384,sha512',
        'ess_cert_id_alg=sha256',
      ].join('\n'),
    )
    this.openssl('ts', '-query', '-data', this.write('stamped', data), '-sha256', '-cert', '-out', this.path('query'))
    const answer = ['-queryfile', this.path('query'), '-token_out', '-out', this.path('token')]
    this.openssl('ts', '-reply', '-config', config, '-section', 'tsa', ...answer)
    return this.read('token')
  }

  #issuerArguments(issuer: IssuedCredential): string[] {
    return ['-cert', this.path(`${issuer.name}.pem`), '-keyfile', this.path(`${issuer.name}.key`)]
  }

  #writeIndex(revoked: readonly RevokedEntry[], good?: IssuedCredential): void {
    const lines = revoked.map(({ credential, date, reason }) => {
      const when = `${utcTime(date)}${reason === undefined ? '' : `,${reason}`}`
      return `R\t${utcTime(credential.parsed.notAfter)}\t${when}\t${serialOf(credential)}\tunknown\t/CN=x`
    })
    if (good !== undefined && !revoked.some(({ credential }) => credential === good)) {
      lines.push(`V\t${utcTime(good.parsed.notAfter)}\t\t${serialOf(good)}\tunknown\t/CN=x`)
    }
    this.write('index.txt', lines.map((line) => `${line}\n`).join(''))
  }

  #config(extensions: readonly string[], digest: string): string {
    this.write('index.txt', '')
    this.write('index.txt.attr', 'unique_subject = no\n')
    this.write('serial', `${(this.#serial++).toString(16)}\n`)
    return this.write(
      'ca.cnf',
      [
        '[ca]',
        'default_ca=own',
        '[own]',
        `database=${this.path('index.txt')}`,
        `serial=${this.path('serial')}`,
        `new_certs_dir=${this.#folder}`,
        `default_md=${digest}`,
        'policy=policy',
        'email_in_dn=yes',
        '[policy]',
        // The subject comes out in this order.
        'countryName=optional',
        'organizationName=optional',
        'commonName=optional',
        'emailAddress=optional',
        '[req]',
        'distinguished_name=dn',
        'utf8=yes',
        '[dn]',
        '[ext]',
        ...extensions,
      ].join('\n'),
    )
  }
}

function asn1Time(days: number): string {
  return generalized(new Date(Date.now() + days * DAY))
}

function generalized(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}

function utcTime(date: Date): string {
  return generalized(date).slice(2)
}

function serialOf({ parsed }: IssuedCredential): string {
  return Buffer.from(parsed.serialNumber).toString('hex').toUpperCase()
}
