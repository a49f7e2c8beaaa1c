/**
 * The signer for identities that sign bytes with a key. The CMS around the signature is made here.
 *
 * @module
 */

import { checkSignature, importPublicKey, type SignatureScheme } from '../../cms/algorithms.js'
import { type Certificate, parseCertificate } from '../../cms/certificates.js'
import {
  createSignedDataTemplate,
  encodeSignedAttrs,
  encodeSignedData,
  type SignedDataTemplate,
  signedDataLength,
  withSignedAttributes,
} from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'
import { type CmsSigner, subFiltersOf } from './cms-signer.js'
import { asIdentityError, type SigningIdentity } from './identity.js'
import { maxSignatureLength, normalizeEcdsaSignature, resolveScheme, toSignatureScheme } from './identity-algorithm.js'
import { callIdentity } from './identity-call.js'
import { assertKeyUsage, assertValidAt, emailOf } from './identity-certificate.js'

/** A signer without a key: it returns the bytes to sign, and makes the CMS from their signature. */
interface SplitSigner extends Omit<CmsSigner, 'createCms'> {
  readonly leaf: Certificate
  /** Hash in the signature scheme; undefined for Ed25519 and ML-DSA, which sign the bytes themselves. */
  readonly signatureHash: 'sha256' | 'sha384' | 'sha512' | undefined
  /** The bytes to sign for a document digest: the signed attributes, with further encoded ones. */
  attributesFor(digest: Uint8Array, further?: readonly Uint8Array[]): Uint8Array
  /**
   * The CMS with a signature over the attributes.
   *
   * @throws SealwrightError `signing_failed` when the signature does not match the certificate
   */
  finish(attributes: Uint8Array, signature: Uint8Array): Uint8Array
}

/**
 * Makes the signer.
 *
 * @throws SealwrightError `invalid_identity` when the certificates or the algorithm cannot be used
 */
export function createKeySigner(identity: SigningIdentity): CmsSigner {
  const split = createSplitSigner(identity)
  const { leaf, attributesFor, finish, signatureHash: _, ...facts } = split
  return {
    ...facts,
    async createCms(digest, _content, { now, signal, signedAttributes = [] }) {
      signal?.throwIfAborted()
      assertValidAt(leaf, now)
      const attributes = attributesFor(digest, signedAttributes)
      return finish(
        attributes,
        await callIdentity(() => identity.sign(attributes.slice(), signal && { signal }), signal),
      )
    },
  }
}

/**
 * Makes the signer from the facts that are known without the key.
 *
 * @throws SealwrightError `invalid_identity` when the certificates or the algorithm cannot be used
 */
export function createSplitSigner(identity: Pick<SigningIdentity, 'certificates' | 'algorithm'>): SplitSigner {
  const { certificates, leaf, template, scheme } = prepare(identity)
  const { kind } = leaf.publicKey
  const maxBytes = signedDataLength(template, maxSignatureLength(kind) ?? 0)
  return {
    digestAlgorithm: template.digestAlgorithm,
    takesAttributes: true,
    signatureHash: scheme.digest === undefined ? undefined : template.digestAlgorithm,
    commonName: leaf.subject.commonName,
    email: emailOf(leaf),
    certificates,
    leaf,
    async measure(now, signal) {
      signal?.throwIfAborted()
      assertValidAt(leaf, now)
      return { maxBytes, subFilters: subFiltersOf(true), digestAlgorithm: template.digestAlgorithm }
    },
    attributesFor(digest, further = []) {
      if (digest.length === template.digestLength)
        return encodeSignedAttrs(withSignedAttributes(template, further), digest)
      const message = 'The document digest does not have the length that the signer asks for.'
      throw new SealwrightError('internal_error', message)
    },
    finish(attributes, raw) {
      const signature = kind.type === 'ec' && kind.bits !== undefined ? normalizeEcdsaSignature(raw, kind.bits) : raw
      if (checkSignature(scheme, leaf.publicKey, [attributes], signature) !== 'match') {
        throw new SealwrightError('signing_failed', "The identity's signature does not fit its certificate.")
      }
      return encodeSignedData(template, attributes, signature)
    },
  }
}

interface PreparedIdentity {
  readonly certificates: readonly Certificate[]
  readonly leaf: Certificate
  readonly template: SignedDataTemplate
  readonly scheme: SignatureScheme
}

function prepare(identity: Pick<SigningIdentity, 'certificates' | 'algorithm'>): PreparedIdentity {
  try {
    const [first, ...chain] = identity.certificates
    if (first === undefined) throw new SealwrightError('invalid_identity', 'The identity has no certificate.')
    const leaf = parseCertificate(first)
    const certificates = [leaf, ...chain.map(parseCertificate)]
    assertKeyUsage(leaf)
    const scheme = resolveScheme(identity.algorithm, leaf.publicKey)
    const template = createSignedDataTemplate(leaf, chain, scheme)
    // An unusable key is reported now, and not with the first document. For ML-DSA, any bytes are a valid key.
    if (scheme.type !== 'ml-dsa') importPublicKey(leaf.publicKey)
    return {
      certificates,
      leaf,
      template,
      scheme: toSignatureScheme(scheme),
    }
  } catch (error) {
    throw asIdentityError(error, 'A certificate of the identity is damaged.')
  }
}
