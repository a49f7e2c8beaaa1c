/**
 * CRLs of all kinds about a certificate, judged by us and by OpenSSL.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTool } from '../support/tools.js'
import { type CrlCase, type Status, TODAY, world } from './crl-matrix/case.js'
import { CRL_CASES, judgeCase } from './crl-matrix/cases.js'
import { when } from './support/dated-pki.js'

function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

function askOpenssl(folder: string, { about, crls, others = [], at = TODAY }: CrlCase): Status {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const certificates = (holders: readonly { certificate: { der: Uint8Array } }[]) =>
    holders.map(({ certificate }) => pem('CERTIFICATE', certificate.der)).join('')
  const files = [
    ...['-CAfile', write('root.pem', certificates([world.root]))],
    ...['-untrusted', write('others.pem', certificates([world.ca, ...others]))],
    ...['-CRLfile', write('crls.pem', crls.map((crl) => pem('X509 CRL', crl)).join(''))],
    write('leaf.pem', certificates([about])),
  ]
  const seconds = String(when(at).getTime() / 1000)
  try {
    execFileSync('openssl', ['verify', '-crl_check', '-extended_crl', '-use_deltas', '-attime', seconds, ...files], {
      stdio: 'pipe',
    })
    return 'good'
  } catch (error) {
    const { stderr } = error as { stderr: Buffer }
    const said = stderr.toString()
    if (!said.includes('verification failed')) throw error
    return said.includes('certificate revoked') ? 'revoked' : 'unknown'
  }
}

describe('the matrix of CRLs', () => {
  it('has at least 100 cases', () => {
    expect(Object.values(CRL_CASES).flat().length).toBeGreaterThanOrEqual(100)
  })

  describe.each(Object.entries(CRL_CASES))('%s', (_, cases) => {
    it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => {
      expect(judgeCase(each)).toBe(each.gives)
    })
  })
})

describe.skipIf(!hasTool('openssl'))('OpenSSL on the same files', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealwright-crls-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each(Object.entries(CRL_CASES))('%s', (_, cases) => {
    it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => {
      expect(askOpenssl(folder, each), each.openssl?.because).toBe(each.openssl?.gives ?? each.gives)
    })
  })
})
