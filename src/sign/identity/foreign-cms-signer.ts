/**
 * The signer for identities that make a whole CMS themselves. Size, attributes and certificate are found from what they make,
 * and every CMS is checked.
 *
 * @module
 */

import { soundHashOf, verifySignerInfo } from '../../cms/algorithms.js'
import { derOid, equalBytes, OID } from '../../cms/asn1.js'
import { type Certificate, orderChain, parseCertificate, subjectKeyIdentifierOf } from '../../cms/certificates.js'
import {
  isEssMatch,
  isSignerCertificate,
  messageDigestOf,
  parseSignedData,
  readSigningCertificate,
  type SignedData,
  type SignerInfo,
  singleAttributeValue,
} from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'
import { hash } from '../../platform/hashes.js'
import { type CmsMeasure, type CmsSigner, subFiltersOf } from './cms-signer.js'
import type { CmsIdentity } from './identity.js'
import { maxSignatureLength } from './identity-algorithm.js'
import { callIdentity } from './identity-call.js'
import { assertKeyUsage, assertValidAt, emailOf } from './identity-certificate.js'

/** Small content with which the identity is tried out. */
const SAMPLE = Uint8Array.of(0x25, 0x50, 0x44, 0x46)

/** Levels of DER around a signature whose length octets may grow with it. */
const ENCLOSING_LEVELS = 6

interface Learnt {
  readonly leaf: Certificate
  readonly certificates: readonly Certificate[]
  readonly measure: CmsMeasure
}

/** Makes the signer. */
export function createForeignSigner(identity: CmsIdentity): CmsSigner {
  let learnt: Learnt | undefined

  async function make(content: Uint8Array, now: Date, signal: AbortSignal | undefined): Promise<CheckedCms> {
    const options = signal === undefined ? { signingTime: now } : { signingTime: now, signal }
    const checked = checkCms(await callIdentity(() => identity.signDetached(content, options), signal), content)
    assertKeyUsage(checked.leaf)
    assertValidAt(checked.leaf, now)
    const { leaf, signer, signedData, hasEss } = checked
    const { oid } = signer.digestAlgorithm
    const measure = {
      maxBytes: Math.max(learnt?.measure.maxBytes ?? 0, signedData.der.length + spareBytes(checked)),
      subFilters: subFiltersOf(hasEss),
      digestAlgorithm: soundHashOf(oid) ?? oid,
    }
    learnt = { leaf, certificates: orderChain(leaf, readCertificates(signedData)), measure }
    return checked
  }

  return {
    takesAttributes: false,
    digestAlgorithm: 'sha256',
    get commonName() {
      return learnt?.leaf.subject.commonName
    },
    get email() {
      return learnt === undefined ? undefined : emailOf(learnt.leaf)
    },
    get certificates() {
      return learnt?.certificates ?? []
    },
    async measure(now, signal) {
      signal?.throwIfAborted()
      if (learnt === undefined) await make(SAMPLE, now, signal)
      if (learnt === undefined)
        throw signingFailed(
          'The signing identity gave no signature in the trial run that measures how much space one takes.',
        )
      assertValidAt(learnt.leaf, now)
      return learnt.measure
    },
    async createCms(_digest, content, { now, signal }) {
      signal?.throwIfAborted()
      return (await make(content(), now, signal)).signedData.der
    },
  }
}

interface CheckedCms {
  readonly signedData: SignedData
  readonly signer: SignerInfo
  readonly leaf: Certificate
  readonly hasEss: boolean
}

function signingFailed(message: string, cause?: unknown): SealwrightError {
  return new SealwrightError('signing_failed', message, cause === undefined ? {} : { cause })
}

function checkCms(bytes: Uint8Array, content: Uint8Array): CheckedCms {
  try {
    const signedData = parseSignedData(bytes)
    const [signer, another] = signedData.signerInfos
    if (signer === undefined || another !== undefined) throw signingFailed('The CMS does not have exactly one signer.')
    if (signedData.content !== undefined) throw signingFailed('The CMS is not detached: it holds the document.')
    if (!signedData.isTrailingZero) throw signingFailed('There are bytes after the end of the CMS.')
    const leaf = findLeaf(signedData, signer)
    assertDigest(signer, content)
    if (!verifySignerInfo(signer, leaf.publicKey, content)) throw signingFailed('The signature in the CMS is wrong.')
    const ess = readSigningCertificate(signer.signedAttrs)?.[0]
    if (ess !== undefined && !isEssMatch(ess, leaf))
      throw signingFailed('The CMS names another certificate as the signer.')
    return { signedData, signer, leaf, hasEss: ess !== undefined }
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_asn1') {
      throw signingFailed('The signing identity did not give a CMS signature.', error)
    }
    throw error
  }
}

/** The readable certificates in a CMS. */
function readCertificates({ certificates }: SignedData): Certificate[] {
  return certificates.flatMap((encoding) => {
    try {
      return [parseCertificate(encoding)]
    } catch (error) {
      if (error instanceof SealwrightError) return []
      throw error
    }
  })
}

function findLeaf(signedData: SignedData, signer: SignerInfo): Certificate {
  for (const encoding of signedData.certificates) {
    const certificate = parseCertificate(encoding)
    if (isSignerCertificate(signer.sid, certificate, subjectKeyIdentifierOf(certificate))) return certificate
  }
  throw signingFailed("The CMS does not hold the signer's certificate.")
}

/** With signed attributes, requires that contentType and messageDigest are present and right (RFC 5652, 5.4 and 11). */
function assertDigest(signer: SignerInfo, content: Uint8Array): void {
  if (signer.signedAttrsDer === undefined) return
  const contentType = singleAttributeValue(signer.signedAttrs, OID.contentType)
  if (contentType === undefined || !equalBytes(contentType, derOid(OID.data))) {
    throw signingFailed('The content type in the CMS is not "data".')
  }
  const algorithm = soundHashOf(signer.digestAlgorithm.oid)
  const messageDigest = messageDigestOf(signer)
  const isRight =
    algorithm !== undefined &&
    messageDigest !== undefined &&
    equalBytes(messageDigest, hash(algorithm, content, 'buffer'))
  if (!isRight) throw signingFailed('The digest in the CMS is not that of the document.')
}

/** How much longer another CMS by the same signer can be, in bytes, because ECDSA signatures vary in length. */
function spareBytes({ signer, leaf }: CheckedCms): number {
  const spare = Math.max(0, (maxSignatureLength(leaf.publicKey.kind) ?? 0) - signer.signature.length)
  return spare === 0 ? 0 : spare + ENCLOSING_LEVELS
}
