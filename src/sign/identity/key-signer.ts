/**
 * The signer for identities that sign bytes with a key. The CMS around the signature is made here.
 *
 * @module
 */

import type { KeyObject } from 'node:crypto'
import { importPublicKey } from '../../cms/public-key.js'
import { type SignatureScheme, verifySignature } from '../../cms/signature-algorithm.js'
import {
  createSignedDataTemplate,
  encodeSignedAttrs,
  encodeSignedData,
  type SignedDataTemplate,
  signedDataLength,
} from '../../cms/signed-data-writer.js'
import { type Certificate, parseCertificate } from '../../cms/x509.js'
import { SealwrightError } from '../../errors.js'
import { type CmsSigner, subFiltersOf } from './cms-signer.js'
import { asIdentityError, type SigningIdentity } from './identity.js'
import { maxSignatureLength, normalizeEcdsaSignature, resolveScheme, toSignatureScheme } from './identity-algorithm.js'
import { callIdentity } from './identity-call.js'
import { assertKeyUsage, assertValidAt, emailOf } from './identity-certificate.js'

/**
 * Makes the signer.
 *
 * @throws SealwrightError `invalid_identity` when the certificates or the algorithm cannot be used
 */
export function createKeySigner(identity: SigningIdentity): CmsSigner {
  const { certificates, leaf, publicKey, template, scheme } = prepare(identity)
  const { kind } = leaf.publicKey
  const maxBytes = signedDataLength(template, maxSignatureLength(kind) ?? 0)
  return {
    digestAlgorithm: template.digestAlgorithm,
    commonName: leaf.subject.commonName,
    email: emailOf(leaf),
    certificates,
    async measure(now, signal) {
      signal?.throwIfAborted()
      assertValidAt(leaf, now)
      return { maxBytes, subFilters: subFiltersOf(true), digestAlgorithm: template.digestAlgorithm }
    },
    async createCms(digest, _content, { now, signal }) {
      signal?.throwIfAborted()
      assertValidAt(leaf, now)
      if (digest.length !== template.digestLength) {
        throw new SealwrightError(
          'internal_error',
          'The document digest does not have the length that the signer asks for.',
        )
      }
      const signedAttrs = encodeSignedAttrs(template, digest)
      const raw = await callIdentity(() => identity.sign(signedAttrs.slice(), signal && { signal }), signal)
      const signature = kind.type === 'ec' && kind.bits !== undefined ? normalizeEcdsaSignature(raw, kind.bits) : raw
      if (!verifySignature(scheme, publicKey, signedAttrs, signature)) {
        throw new SealwrightError('signing_failed', "The identity's signature does not fit its certificate.")
      }
      return encodeSignedData(template, signedAttrs, signature)
    },
  }
}

interface PreparedIdentity {
  readonly certificates: readonly Certificate[]
  readonly leaf: Certificate
  readonly publicKey: KeyObject
  readonly template: SignedDataTemplate
  readonly scheme: SignatureScheme
}

function prepare(identity: SigningIdentity): PreparedIdentity {
  try {
    const [first, ...chain] = identity.certificates
    if (first === undefined) throw new SealwrightError('invalid_identity', 'The identity has no certificate.')
    const leaf = parseCertificate(first)
    const certificates = [leaf, ...chain.map(parseCertificate)]
    assertKeyUsage(leaf)
    const scheme = resolveScheme(identity.algorithm, leaf.publicKey)
    const template = createSignedDataTemplate(leaf, chain, scheme)
    return {
      certificates,
      leaf,
      publicKey: importPublicKey(leaf.publicKey),
      template,
      scheme: toSignatureScheme(scheme),
    }
  } catch (error) {
    throw asIdentityError(error, 'A certificate of the identity is damaged.')
  }
}
