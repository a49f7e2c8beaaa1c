/**
 * Names that CAs and signing services have written otherwise than the standards say.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readDer } from '../../src/cms/asn1/der.js'
import { readText } from '../../src/cms/asn1/der-values.js'
import { derExplicit, derOctetString, derSequence, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { OID } from '../../src/cms/asn1/oids.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { checkSigningCertificate } from '../../src/trust/integrity/ess-check.js'
import { identityOf } from '../sign/signing.js'

const PRINTABLE = 0x13
const TELETEX = 0x14

describe('a string', () => {
  it.each([
    ['ASCII in a PrintableString', PRINTABLE, Buffer.from('Mueller'), 'Mueller'],
    ['UTF-8 in a PrintableString', PRINTABLE, Buffer.from('Müller'), 'Müller'],
    ['Latin-1 in a PrintableString', PRINTABLE, Buffer.from('Müller', 'latin1'), 'Müller'],
    ['Latin-1 in a TeletexString', TELETEX, Buffer.from('Müller', 'latin1'), 'Müller'],
    ['bytes that are UTF-8 too in a TeletexString', TELETEX, Buffer.from('Müller'), 'MÃ¼ller'],
  ])('is read: %s', (_, tag, bytes, expected) => {
    expect(readText(readDer(encodeDer(tag, bytes)))).toBe(expected)
  })
})

describe('the attribute that names the certificate', async () => {
  const [der = new Uint8Array(0)] = (await identityOf()).certificates
  const certificate = parseCertificate(der)

  /** The attribute with an issuer name in the given wrapping. */
  function check(issuer: Uint8Array) {
    const serial = encodeDer(0x02, certificate.serialNumber)
    const id = derSequence(
      derOctetString(hash('sha256', certificate.der, 'buffer')),
      derSequence(derSequence(issuer), serial),
    )
    const value = derSequence(derSequence(id))
    const { isBound, faults, warnings } = checkSigningCertificate(
      [{ oid: OID.signingCertificateV2, values: [value] }],
      certificate,
    )
    return { isBound, codes: [...faults, ...warnings].map(({ code }) => code) }
  }

  it('may have its issuer wrapped once or twice', () => {
    const once = derExplicit(4, certificate.issuer.der)
    expect(check(once)).toEqual({ isBound: true, codes: [] })
    expect(check(derExplicit(4, once))).toEqual({ isBound: true, codes: [] })
  })

  it('is told of with another issuer in either wrapping', () => {
    const other = derExplicit(4, derSequence())
    const told = { isBound: true, codes: ['signing_certificate_issuer_differs'] }
    expect(check(other)).toEqual(told)
    expect(check(derExplicit(4, other))).toEqual(told)
  })
})
