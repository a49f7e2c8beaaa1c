/**
 * A signing identity for another thread: its certificates go there, its key and its code stay here.
 *
 * @module
 */

import type { MessagePort } from 'node:worker_threads'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import type {
  CmsIdentity,
  IdentityIssuer,
  IssuedIdentity,
  IssuedTo,
  SigningIdentity,
} from '../../sign/identity/identity.js'
import { isIssuer } from '../../sign/identity/identity-for.js'

/** What the other thread knows of an identity. */
export type IdentityFacts =
  | ({ readonly type: 'key' } & Pick<SigningIdentity, 'certificates' | 'algorithm'>)
  | { readonly type: 'cms' }
  | { readonly type: 'issuer'; readonly certificates: readonly Uint8Array[] }

type Call =
  | { readonly data: Uint8Array }
  /** For a CmsIdentity; milliseconds since 1970. */
  | { readonly data: Uint8Array; readonly signingTime: number }
  /** For an IdentityIssuer. What is signed later is signed with the identity that it makes. */
  | { readonly signer: IssuedTo; readonly now: number }

/** What an issued identity is, but for its key. */
type IssuedFacts = Pick<SigningIdentity, 'certificates' | 'algorithm'>

type Answer =
  | { readonly value: Uint8Array | IssuedFacts }
  | { readonly error: { readonly code?: ErrorCode | undefined; readonly message: string } }

/** What may cross to another thread. */
export function identityFacts(identity: SigningIdentity | CmsIdentity | IdentityIssuer): IdentityFacts {
  if (isIssuer(identity)) return { type: 'issuer', certificates: identity.issuerCertificates }
  if ('signDetached' in identity) return { type: 'cms' }
  const { certificates, algorithm } = identity
  return { type: 'key', certificates, algorithm }
}

/**
 * Signs what the other end of the port asks for.
 *
 * @param onFailure Told the error of the identity, which does not cross over whole.
 */
export function serveIdentity(
  port: MessagePort,
  identity: SigningIdentity | CmsIdentity | IdentityIssuer,
  options: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): void {
  const { signal, onFailure } = options
  let issued: IssuedIdentity | undefined
  const answer = async (call: Call): Promise<Uint8Array | IssuedFacts> => {
    if ('signer' in call) {
      if (!isIssuer(identity)) throw new SealwrightError('internal_error', 'The identity is not an issuer.')
      issued = await identity.issueIdentity(call.signer, { now: new Date(call.now), signal })
      const { certificates, algorithm } = issued
      return { certificates, algorithm }
    }
    if ('signingTime' in call && 'signDetached' in identity) {
      return identity.signDetached(call.data, { signingTime: new Date(call.signingTime), signal })
    }
    const key = isIssuer(identity) ? issued : identity
    if (key === undefined || !('sign' in key)) {
      throw new SealwrightError('internal_error', 'There is no key to sign with.')
    }
    return key.sign(call.data, { signal })
  }
  port.on('close', () => issued?.forget())
  port.on('message', (call: Call) => {
    answer(call).then(
      (value) => port.postMessage({ value } satisfies Answer),
      (error: unknown) => {
        onFailure(error)
        const code = error instanceof SealwrightError ? error.code : undefined
        const message = error instanceof Error ? error.message : 'The signing identity failed.'
        port.postMessage({ error: { code, message } } satisfies Answer)
      },
    )
  })
}

/** The identity as seen from the other thread. It signs one thing at a time. */
export function connectIdentity(
  port: MessagePort,
  facts: IdentityFacts,
): SigningIdentity | CmsIdentity | IdentityIssuer {
  const call = <T extends Uint8Array | IssuedFacts>(request: Call) =>
    new Promise<T>((resolve, reject) => {
      port.once('message', (answer: Answer) => {
        if ('value' in answer) return resolve(answer.value as T)
        const { code, message } = answer.error
        reject(code === undefined ? new Error(message) : new SealwrightError(code, message))
      })
      port.postMessage(request)
    })
  if (facts.type === 'cms') {
    return { signDetached: (data, { signingTime }) => call({ data, signingTime: signingTime.getTime() }) }
  }
  const sign = (data: Uint8Array) => call<Uint8Array>({ data })
  if (facts.type === 'issuer') {
    return {
      issuerCertificates: facts.certificates,
      async issueIdentity(signer, { now }) {
        const issued = await call<IssuedFacts>({ signer, now: now.getTime() })
        // The key is in the other thread, which forgets it when the port closes, after this document.
        return { ...issued, sign, forget: () => undefined }
      },
    }
  }
  const { certificates, algorithm } = facts
  return { certificates, algorithm, sign }
}
