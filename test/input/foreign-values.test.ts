/**
 * Values of other realms: what a test runner with classes of its own hands to the library, and what Node.js throws there.
 *
 * @module
 */

import { runInNewContext } from 'node:vm'
import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { ownBytes } from '../../src/bytes.js'
import { developmentIdentity, identityFromPkcs12, signDocument, verifyDocument } from '../../src/index.js'
import { codeOf, isBytes, messageOf } from '../../src/input/foreign-values.js'
import { makeTestKey } from '../support/keys.js'
import { hasTool } from '../support/tools.js'

const REQUEST = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }],
  certificate: { enabled: false },
}

/** The same bytes, in an array of another realm's class. */
function foreign(bytes: Uint8Array): Uint8Array {
  return runInNewContext('Uint8Array.from(list)', { list: Array.from(bytes) }) as Uint8Array
}

describe('values of another realm', () => {
  it('are no instances of the classes here, which is why they are told apart by other means', () => {
    const bytes = foreign(Uint8Array.of(1, 2))
    expect(bytes instanceof Uint8Array).toBe(false)
    expect(isBytes(bytes)).toBe(true)
    expect([isBytes([1]), isBytes('a'), isBytes(null), isBytes(new Uint16Array(1))]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('may be the time', async () => {
    const identity = await developmentIdentity()
    const now = () => runInNewContext('new Date()') as Date
    const pdf = await PDFDocument.create()
    pdf.addPage()
    const { sealedAt } = await signDocument(await pdf.save(), REQUEST, { identity, now })
    expect(Math.abs(Date.parse(String(sealedAt)) - Date.now())).toBeLessThan(3_600_000)
  })

  it('have codes and messages as errors have', () => {
    const error = runInNewContext(`Object.assign(new Error('gone'), { code: 'ENOENT' })`)
    expect(error instanceof Error).toBe(false)
    expect([codeOf(error), messageOf(error)]).toEqual(['ENOENT', 'gone'])
    expect([codeOf(undefined), codeOf('text'), codeOf({}), messageOf('text')]).toEqual([
      undefined,
      undefined,
      undefined,
      'text',
    ])
  })

  it('are not copied when they own their memory', () => {
    const bytes = foreign(Uint8Array.of(1, 2, 3))
    expect(ownBytes(bytes)).toBe(bytes)
  })

  it.skipIf(!hasTool('openssl'))(
    'are signed and verified: the file, the key, the signature that a key service gives',
    async () => {
      const { pkcs12, passphrase } = makeTestKey()
      const document = await PDFDocument.create()
      document.addPage([300, 200])
      const local = await identityFromPkcs12(foreign(pkcs12), passphrase)
      const identity = {
        ...local,
        certificates: local.certificates.map(foreign),
        sign: async (data: Uint8Array) => foreign(await local.sign(data)),
      }
      const { bytes } = await signDocument(foreign(await document.save()), REQUEST, { identity })
      const report = await verifyDocument(foreign(bytes), {
        trustAnchors: [foreign(local.certificates.at(-1) ?? bytes)],
      })
      expect([report.reason, report.valid]).toEqual([expect.any(String), true])
    },
  )
})
