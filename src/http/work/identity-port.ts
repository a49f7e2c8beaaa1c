/**
 * A signing identity for another thread: its certificates go there, its key and its code stay here.
 *
 * @module
 */

import type { MessagePort } from 'node:worker_threads'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import type { CmsIdentity, SigningIdentity } from '../../sign/identity/identity.js'

/** What the other thread knows of an identity. */
export type IdentityFacts =
  | ({ readonly type: 'key' } & Pick<SigningIdentity, 'certificates' | 'algorithm'>)
  | { readonly type: 'cms' }

interface Call {
  readonly data: Uint8Array
  /** Milliseconds since 1970; for a CmsIdentity. */
  readonly signingTime: number
}

type Answer =
  | { readonly value: Uint8Array }
  | { readonly error: { readonly code?: ErrorCode | undefined; readonly message: string } }

/** What may cross to another thread. */
export function identityFacts(identity: SigningIdentity | CmsIdentity): IdentityFacts {
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
  identity: SigningIdentity | CmsIdentity,
  options: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): void {
  const { signal, onFailure } = options
  const sign = async ({ data, signingTime }: Call) =>
    'signDetached' in identity
      ? identity.signDetached(data, { signingTime: new Date(signingTime), signal })
      : identity.sign(data, { signal })
  port.on('message', (call: Call) => {
    sign(call).then(
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
export function connectIdentity(port: MessagePort, facts: IdentityFacts): SigningIdentity | CmsIdentity {
  const call = (request: Call) =>
    new Promise<Uint8Array>((resolve, reject) => {
      port.once('message', (answer: Answer) => {
        if ('value' in answer) return resolve(answer.value)
        const { code, message } = answer.error
        reject(code === undefined ? new Error(message) : new SealwrightError(code, message))
      })
      port.postMessage(request)
    })
  if (facts.type === 'cms') {
    return { signDetached: (data, { signingTime }) => call({ data, signingTime: signingTime.getTime() }) }
  }
  const { certificates, algorithm } = facts
  return { certificates, algorithm, sign: (data) => call({ data, signingTime: 0 }) }
}
