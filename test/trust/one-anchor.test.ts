/**
 * Trust anchors as callers give them first: one file, and not a list.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { signDocument } from '../../src/sign/sign-document.js'
import { readTrustAnchors } from '../../src/trust/trust-anchors.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { codeOf, identityOf, requestWith } from '../sign/signing.js'
import { makeTestKey } from '../support/keys.js'

describe('trust anchors', () => {
  it('may be one certificate, in PEM or DER, as well as a list', async () => {
    const { certificate } = makeTestKey()
    const der = readTrustAnchors(certificate, 'trustAnchors')?.byDer
    expect(der?.size).toBe(1)
    for (const given of [[certificate], Buffer.from(certificate)]) {
      expect([...(readTrustAnchors(given, 'trustAnchors')?.byDer.keys() ?? [])]).toEqual([...(der?.keys() ?? [])])
    }
    const identity = await identityOf()
    const { bytes } = await signDocument(makePdf(ONE_PAGE), requestWith(), { identity })
    const [anchor] = identity.certificates
    const report = await verifyDocument(bytes, { trustAnchors: anchor as Uint8Array })
    expect(report.signers[0]?.trust.status).toBe('trusted')
  })

  it('are no paths', async () => {
    const call = verifyDocument(makePdf(ONE_PAGE), { trustAnchors: 'certs/root.pem' })
    await expect(call).rejects.toThrow(
      'trustAnchors cannot be read as a certificate, in DER or PEM. Give the content of the file',
    )
    expect(await codeOf(verifyDocument(makePdf(ONE_PAGE), { trustAnchors: 7 as never }))).toBe('invalid_request')
  })
})
