/**
 * Keys in this process whose signatures take long: they are made by Node's own threads where this one has other work.
 *
 * @module
 */

type SignAside = (data: Uint8Array) => Promise<Uint8Array>

const slowSigners = new WeakMap<object, SignAside>()

/**
 * Tells how a signature is made without holding this thread, for a key whose signature takes longer than using another thread.
 *
 * @param signAtOnce the function of the identity, which holds the thread
 */
export function setSignAside(signAtOnce: object, signAside: SignAside): void {
  slowSigners.set(signAtOnce, signAside)
}

/**
 * An identity for a thread with other work: if its key is slow and in this process, Node's own threads make the signature.
 * For one document after another, signing in this thread is slightly faster.
 */
export function sparingThread<I extends object>(identity: I): I {
  if (!('sign' in identity) || typeof identity.sign !== 'function') return identity
  const signAside = slowSigners.get(identity.sign)
  if (signAside === undefined) return identity
  return {
    ...identity,
    async sign(data: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array> {
      options?.signal?.throwIfAborted()
      return signAside(data)
    },
  }
}
