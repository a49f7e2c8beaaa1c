/**
 * Finds the services of trusted lists that a certificate belongs to (ETSI TS 119 612, 5.5.3).
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import { equalBytes } from '../../cms/asn1.js'
import { type Certificate, subjectKeyIdentifierOf } from '../../cms/certificates.js'
import { attributeOid, equalNames, nameKey } from '../../cms/names.js'
import { hash } from '../../platform/hashes.js'
import { readCertificates } from '../trust-anchors.js'
import type { TrustService } from './trust-service.js'

const listed = new WeakMap<TrustService, readonly Certificate[]>()

/** The readable certificates that identify a service. */
export function listedCertificates(service: TrustService): readonly Certificate[] {
  let certificates = listed.get(service)
  if (certificates === undefined) {
    certificates = readCertificates(service.certificates)
    listed.set(service, certificates)
  }
  return certificates
}

/**
 * True when a certificate identifies the service. Everything in the list must match: a certificate of the same name and key,
 * the key identifier, and the name if there is no certificate. A name alone identifies nobody.
 */
export function isIdentityOf(service: TrustService, certificate: Certificate): boolean {
  const known = listedCertificates(service)
  if (service.keyIdentifiers.length > 0 && !hasKeyIdentifier(service, certificate)) return false
  if (known.length > 0) return known.some((each) => isSameHolder(each, certificate))
  if (service.certificates.length > 0 || service.keyIdentifiers.length === 0) return false
  return service.subjectNames.length === 0 || service.subjectNames.some((name) => isNamed(certificate, name))
}

/** True for the same key under the same name. CAs renew certificates, which does not change the service. */
function isSameHolder(a: Certificate, b: Certificate): boolean {
  return equalBytes(a.publicKey.der, b.publicKey.der) && equalNames(a.subject, b.subject)
}

/** Compares key identifiers: the extension of the certificate, or method 1 of RFC 5280, 4.2.1.2. */
function hasKeyIdentifier({ keyIdentifiers }: TrustService, certificate: Certificate): boolean {
  const computed = hash('sha1', certificate.publicKey.keyBytes, 'hex')
  return keyIdentifiers.includes(computed) || keyIdentifiers.includes(statedIdentifier(certificate) ?? '')
}

function statedIdentifier(certificate: Certificate): string | undefined {
  try {
    const identifier = subjectKeyIdentifierOf(certificate)
    return identifier === undefined ? undefined : toHex(identifier)
  } catch {
    return undefined
  }
}

/** Compares names. Lists write them in either order, with attribute names of their own, so known attributes are compared. */
function isNamed({ subject }: Certificate, text: string): boolean {
  const wanted = readNameText(text)
  const own = subject.parts.map(({ oid, value }) => attributeKey(oid, value ?? '')).sort()
  return wanted !== undefined && wanted.length === own.length && wanted.every((key, i) => key === own[i])
}

/** The attributes of a name in RFC 4514 form, sorted; `undefined` when one is unknown. */
function readNameText(text: string): string[] | undefined {
  const attributes = text.match(/(?:\\.|[^,+\\])+/g) ?? []
  const keys = attributes.map((attribute) => {
    const [, type, value = ''] = /^\s*([^=]+?)\s*=\s*([\s\S]*?)\s*$/.exec(attribute) ?? []
    const oid = type === undefined ? undefined : attributeOid(type)
    return oid === undefined ? undefined : attributeKey(oid, value.replace(/\\(.)/g, '$1').replace(/^"(.*)"$/, '$1'))
  })
  return keys.includes(undefined) ? undefined : (keys as string[]).sort()
}

/** A key that is equal for values that differ only in case and white space. */
function attributeKey(oid: string, value: string): string {
  return nameKey({ parts: [{ oid, value, der: undefined }] })
}
