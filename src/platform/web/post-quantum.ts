/**
 * Replaces `../post-quantum.ts` where there is no `node:crypto`: ML-DSA by `@noble/post-quantum`.
 *
 * @module
 */

import { LatePart } from './late-parts.js'

const sets = new LatePart(() => import('@noble/post-quantum/ml-dsa.js'))
const MEMBERS = { 'ML-DSA-44': 'ml_dsa44', 'ML-DSA-65': 'ml_dsa65', 'ML-DSA-87': 'ml_dsa87' } as const

/** True for a signature that was made with the key. */
export function verifyMlDsa(
  name: keyof typeof MEMBERS,
  { raw }: { readonly raw: Uint8Array },
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  return sets.get()[MEMBERS[name]].verify(Uint8Array.from(signature), Uint8Array.from(data), Uint8Array.from(raw))
}
