/**
 * Public interface of the folder for fetching and keeping what is needed to verify later.
 *
 * @module
 */

export {
  type GatheredPath,
  gatherPath,
  isIncompletePath,
  mergeMaterial,
  type PathTarget,
} from './gather/gather-material.js'
export { type OnlineRevocation, onlineRevocation } from './gather/online-revocation.js'
export type { RevocationStore } from './gather/revocation-store.js'
export type { RevocationFreshness } from './revocation/freshness.js'
export type { RevocationFetcher } from './revocation/revocation-fetcher.js'
