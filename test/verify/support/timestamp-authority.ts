/**
 * A time-stamping authority (RFC 3161) of our own, by OpenSSL.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from './cases.js'

const CONFIGURATION = `
[req]
distinguished_name = subject
x509_extensions = tsa
prompt = no
[subject]
CN = Test time-stamping authority
[tsa]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[authority]
serial = serial
signer_cert = certificate.pem
signer_key = key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`

/** Key and certificate of the authority. */
const authority = once(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-tsa-'))
  const path = (name: string) => join(folder, name)
  try {
    writeFileSync(path('openssl.cnf'), CONFIGURATION)
    const files = ['-keyout', path('key.pem'), '-out', path('certificate.pem')]
    const request = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '30', '-config', path('openssl.cnf')]
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
    return {
      key: readFileSync(path('key.pem')),
      certificate: readFileSync(path('certificate.pem')),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The certificate of the authority, PEM. */
export function authorityCertificate(): string {
  return authority().certificate.toString('latin1')
}

/** A time-stamp token (DER) over some bytes. */
export function stampTime(content: Uint8Array): Promise<Uint8Array> {
  return stampDigest(createHash('sha256').update(content).digest())
}

/** A time-stamp token (DER) for a SHA-256 digest. */
export async function stampDigest(sha256: Uint8Array): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-tsa-'))
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  try {
    writeFileSync(join(folder, 'openssl.cnf'), CONFIGURATION)
    writeFileSync(join(folder, 'key.pem'), authority().key)
    writeFileSync(join(folder, 'certificate.pem'), authority().certificate)
    writeFileSync(join(folder, 'serial'), '01')
    const digest = Buffer.from(sha256).toString('hex')
    run('ts', '-query', '-digest', digest, '-sha256', '-cert', '-out', 'query')
    const reply = ['-config', 'openssl.cnf', '-section', 'authority', '-queryfile', 'query', '-token_out']
    run('ts', '-reply', ...reply, '-out', 'token')
    return new Uint8Array(readFileSync(join(folder, 'token')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
