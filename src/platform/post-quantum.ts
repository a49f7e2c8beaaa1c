/**
 * ML-DSA (FIPS 204) in its pure mode with an empty context, as in certificates and CMS. Node.js computes it from release 24.6
 * on. Before, a package does, which the first key of this kind loads. Builds for browsers and edge hosts use
 * `web/post-quantum.ts` instead.
 *
 * @module
 */

import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { createRequire } from 'node:module'

/** The parameter sets of FIPS 204. */
export type MlDsaName = 'ML-DSA-44' | 'ML-DSA-65' | 'ML-DSA-87'

/** The part of the package that is used. */
interface MlDsa {
  verify(signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): boolean
}

type MlDsaModule = Readonly<Record<'ml_dsa44' | 'ml_dsa65' | 'ml_dsa87', MlDsa>>

const MEMBERS = { 'ML-DSA-44': 'ml_dsa44', 'ML-DSA-65': 'ml_dsa65', 'ML-DSA-87': 'ml_dsa87' } as const

let loaded: MlDsaModule | undefined

/**
 * True for a signature that was made with the key.
 *
 * @param spki the key as SubjectPublicKeyInfo (RFC 9881, 4)
 * @param raw the bytes of the key only
 */
export function verifyMlDsa(
  name: MlDsaName,
  { spki, raw }: { readonly spki: Uint8Array; readonly raw: Uint8Array },
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const native = nativeKey(name, spki)
  if (native !== undefined) return verify(null, data, native, signature)
  loaded ??= createRequire(import.meta.url)('@noble/post-quantum/ml-dsa.js') as MlDsaModule
  return loaded[MEMBERS[name]].verify(plain(signature), plain(data), plain(raw))
}

/** True when Node.js supports such keys; undefined until the first key was tried. */
let isNative: boolean | undefined

/** The key as an object of Node.js; undefined when Node.js does not support such keys. */
function nativeKey(name: MlDsaName, spki: Uint8Array): KeyObject | undefined {
  if (isNative === false) return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
    isNative = (key.asymmetricKeyType as string) === name.toLowerCase()
    return isNative ? key : undefined
  } catch {
    isNative ??= false
    return undefined
  }
}

/** Makes a view of the class that the package accepts. */
function plain(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
