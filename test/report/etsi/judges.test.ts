/**
 * What independent programs say of validation reports: xmllint of their form, xmlsec1 and Java of their signatures.
 *
 * @module
 */

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderReport } from '../../../src/report/render-report.js'
import { extendDocument } from '../../../src/sign/extend-document.js'
import type { SigningIdentity } from '../../../src/sign/identity/identity.js'
import { identityFromPem } from '../../../src/sign/identity/pem-identity.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import type { VerificationReport } from '../../../src/verify/report.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { identityOf, sign } from '../../sign/signing.js'
import { makeTestKey } from '../../support/keys.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool, runTool } from '../../support/tools.js'
import { makeContract } from '../../verify/support/contract.js'
import { hostileReport } from '../hostile-report.js'
import { schemaFaults } from './check-schema.js'

const contract = makeContract().bytes

async function xml(report: VerificationReport, identity?: SigningIdentity): Promise<Uint8Array> {
  const { bytes } = await renderReport(report, { format: 'etsi-xml', ...(identity === undefined ? {} : { identity }) })
  return bytes
}

describe.skipIf(!['xmllint', 'openssl'].every(hasTool))('the schema, as xmllint reads it', () => {
  let pki: LongTermPki

  beforeAll(async () => {
    pki = await openLongTermPki({ isFast: true, kinds: ['p256'] })
  })

  afterAll(() => pki.close())

  async function longTerm(): Promise<Uint8Array> {
    const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation(), now: () => pki.now() }
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const options = { ...evidence, timestampAuthorities, level: 'B-LTA' } as const
    const signed = await sign(contract, { identity: await pki.identity('p256'), ...options })
    return (await extendDocument(signed, { ...evidence, timestampAuthorities })).bytes
  }

  it('finds nothing against reports of all kinds, signed or not', async () => {
    const bytes = await longTerm()
    const passed = await verifyDocument(bytes, { trustAnchors: pki.anchors, validationTime: pki.now() })
    expect(passed.signers[0]?.indication).toBe('TOTAL-PASSED')
    const broken = await sign(contract)
    broken[broken.indexOf(0x2f, 20) + 1] = 0x58
    const reports = [
      passed,
      await verifyDocument(bytes),
      await verifyDocument(contract),
      await verifyDocument(broken),
      await verifyDocument(broken.subarray(0, broken.length - 200)),
      await hostileReport(),
    ]
    const identity = await identityOf('rsa')
    const files = await Promise.all(reports.flatMap((report) => [xml(report), xml(report, identity)]))
    expect(await schemaFaults(files)).toEqual(files.map(() => undefined))
  })

  it('finds what stands in a wrong place, is missing, or has a wrong value', async () => {
    const good = new TextDecoder().decode(await xml(await verifyDocument(await sign(contract))))
    const changes: [RegExp, string][] = [
      [/<vr:HashOnly>false<\/vr:HashOnly>/, ''],
      [/<vr:HashOnly>false</, '<vr:HashOnly>perhaps<'],
      [/(<vr:ValidationTime>.*?<\/vr:ValidationTime>)(<vr:BestSignatureTime>.*?<\/vr:BestSignatureTime>)/, '$2$1'],
      [/<vr:ValidationTime>[^<]*</, '<vr:ValidationTime>yesterday<'],
      [/id="document"/, 'id="1"'],
      [/<vr:ByteRange>/, '<vr:ByteRange>a '],
    ]
    const files = changes.map(([from, to]) => {
      const changed = good.replace(from, to)
      expect(changed).not.toBe(good)
      return new TextEncoder().encode(changed)
    })
    const faults = await schemaFaults(files)
    for (const [index, fault] of faults.entries()) expect(fault, String(changes[index]?.[0])).toContain('error')
  })
})

describe.skipIf(!['xmlsec1', 'java'].every(hasTool))('the signature', () => {
  const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'
  const PROGRAM = fileURLToPath(new URL('./verify-report.java', import.meta.url))

  /** The certificate comes with the report; whom it belongs to is another question. */
  async function xmlsecSays(file: string): Promise<string> {
    const args = ['--verify', '--insecure', '--enabled-key-data', 'x509', '--id-attr:Id', SIGNED_PROPERTIES]
    const { stderr, stdout, code } = await runTool('xmlsec1', [...args, file])
    return code === 0 && (stdout + stderr).includes('References (ok/all): 2/2') ? 'valid' : 'invalid'
  }

  async function javaSays(...files: readonly string[]): Promise<string[]> {
    const { stdout, stderr } = await runTool('java', [PROGRAM, ...files])
    expect(stderr).toBe('')
    return stdout.trim().split('\n')
  }

  it('is right for every kind of key, and wrong after a change, as xmlsec1 and Java see it', async () => {
    const report = await hostileReport()
    const pss = await identityFromPem(makeTestKey('rsa'), { algorithm: { name: 'RSASSA-PSS', hash: 'SHA-256' } })
    const identities = {
      rsa: await identityOf('rsa'),
      ec: await identityOf('ec'),
      ed25519: await identityOf('ed25519'),
      pss,
    }
    const files: Record<string, Uint8Array> = {}
    for (const [name, identity] of Object.entries(identities)) {
      const bytes = await xml(report, identity)
      files[name] = bytes
      const changed = new TextDecoder().decode(bytes).replace('mainindication:', 'mainindication.')
      files[`${name}-changed`] = new TextEncoder().encode(changed)
    }
    await withFiles(files, async (path) => {
      const names = Object.keys(files)
      expect(await javaSays(...names.map(path))).toEqual(
        names.map((name) => (name.endsWith('changed') ? 'invalid 2' : 'valid 2')),
      )
      // It does not have the others yet.
      for (const name of ['rsa', 'ec']) {
        expect(await xmlsecSays(path(name))).toBe('valid')
        expect(await xmlsecSays(path(`${name}-changed`))).toBe('invalid')
      }
    })
  })
})
