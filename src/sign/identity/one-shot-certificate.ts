/**
 * The profile of a one-shot certificate: a signer's own, valid for minutes, for a key that signs one document.
 *
 * A certificate that expires before a revocation could become known is never revoked. So it has neither CRL distribution
 * points nor an OCSP address, and states that in two ways: noRevAvail (RFC 9608) and validity-assured-short-term (ETSI EN 319
 * 412-1, 5.2.2).
 *
 * @module
 */

import type { PublicKeyInfo } from '../../cms/algorithms.js'
import {
  derBitString,
  derExplicit,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derUtf8String,
  encodeDer,
  OID,
} from '../../cms/asn1.js'
import {
  type Certificate,
  encodeExtension,
  encodeName,
  encodeTbsCertificate,
  subjectKeyIdentifierOf,
} from '../../cms/certificates.js'
import type { SigningScheme } from '../../cms/messages.js'
import { hash } from '../../platform/hashes.js'
import { domainToASCII } from '../../platform/text.js'
import type { IssuedTo } from './identity.js'

/** Contents of a one-shot certificate. */
interface OneShotFacts {
  readonly issuer: Certificate
  /** Signature scheme of the issuer. */
  readonly scheme: SigningScheme
  readonly signer: IssuedTo
  readonly publicKey: PublicKeyInfo
  readonly notBefore: Date
  readonly notAfter: Date
  /** Object identifiers of certificate policies. */
  readonly policies: readonly string[]
}

/** Longest common name (RFC 5280, appendix A.1: ub-common-name). */
const MAX_COMMON_NAME = 64
const ASCII = /^[\x21-\x7e]+$/

/** The bytes for the issuer to sign. */
export function encodeOneShotTbs(facts: OneShotFacts): Uint8Array {
  const { issuer, scheme, signer, publicKey, notBefore, notAfter } = facts
  return encodeTbsCertificate({
    issuer: issuer.subject.der,
    subject: subjectOf(signer.name),
    notBefore,
    notAfter,
    publicKey: publicKey.der,
    extensions: encodeExtensions(facts),
    scheme,
  })
}

/** The subject. A name that is too long for a commonName is added in full (X.520, 6.2.1). */
function subjectOf(name: string): Uint8Array {
  const letters = Array.from(name)
  if (letters.length <= MAX_COMMON_NAME) return encodeName([[OID.commonName, name]])
  const beginning = letters.slice(0, MAX_COMMON_NAME - 1).join('')
  return encodeName([
    [OID.name, name],
    [OID.commonName, `${beginning}…`],
  ])
}

function encodeExtensions({ issuer, signer, publicKey, policies }: OneShotFacts): Uint8Array[] {
  const issuerKey = subjectKeyIdentifierOf(issuer) ?? hash('sha1', issuer.publicKey.keyBytes, 'buffer')
  const policyList = policies.map((policy) => derSequence(derOid(policy)))
  return [
    encodeExtension(OID.basicConstraints, derSequence(), true),
    // Only nonRepudiation, the second bit: the key only serves to commit to what is signed.
    encodeExtension(OID.keyUsage, derBitString(Uint8Array.of(0x40), 6), true),
    encodeExtension(OID.extendedKeyUsage, derSequence(derOid(OID.documentSigning))),
    encodeExtension(OID.subjectKeyIdentifier, derOctetString(hash('sha1', publicKey.keyBytes, 'buffer'))),
    encodeExtension(OID.authorityKeyIdentifier, derSequence(encodeDer(0x80, issuerKey))),
    encodeExtension(OID.subjectAltName, derSequence(mailboxName(signer.email))),
    ...(policyList.length === 0 ? [] : [encodeExtension(OID.certificatePolicies, derSequence(...policyList))]),
    encodeExtension(OID.noRevAvail, derNull()),
    encodeExtension(OID.validityAssuredShortTerm, derNull()),
  ]
}

/** GeneralName of an address: rfc822Name, or SmtpUTF8Mailbox if the local part is not ASCII (RFC 9598, 3). */
function mailboxName(email: string): Uint8Array {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const address = `${local}@${domainToASCII(email.slice(at + 1))}`
  if (ASCII.test(address)) return encodeDer(0x81, new TextEncoder().encode(address))
  return encodeDer(0xa0, derOid(OID.smtpUtf8Mailbox), derExplicit(0, derUtf8String(address)))
}
