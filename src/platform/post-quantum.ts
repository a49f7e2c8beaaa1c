/**
 * ML-DSA (FIPS 204) in its pure mode with an empty context, as certificates and CMS use it. Node.js computes it from release
 * 24.6 on; before, a package does, loaded by the first key of this kind. `web/post-quantum.ts` stands in for this module in
 * builds for browsers and edge hosts.
 *
 * @module
 */

import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { createRequire } from 'node:module'

/** The parameter sets, as FIPS 204 names them. */
export type MlDsaName = 'ML-DSA-44' | 'ML-DSA-65' | 'ML-DSA-87'

/** What is asked of the package. */
interface MlDsa {
  verify(signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): boolean
}

type MlDsaModule = Readonly<Record<'ml_dsa44' | 'ml_dsa65' | 'ml_dsa87', MlDsa>>

const MEMBERS = { 'ML-DSA-44': 'ml_dsa44', 'ML-DSA-65': 'ml_dsa65', 'ML-DSA-87': 'ml_dsa87' } as const

let loaded: MlDsaModule | undefined

/**
 * Whether a signature was made with a key.
 *
 * @param spki the key as SubjectPublicKeyInfo (RFC 9881, 4)
 * @param raw the key alone
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

/** Whether Node.js knows such keys; undefined until the first one has told. */
let isNative: boolean | undefined

/** Undefined where Node.js does not know such keys. */
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

/** The package takes views of this class alone. */
function plain(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
