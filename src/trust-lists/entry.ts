/**
 * The public interface of `sealwright/trust-lists`, without stores in files.
 *
 * @module
 */

export type {
  ServicePeriod,
  ServiceQualification,
  TrustListReference,
  TrustListState,
  TrustLists,
  TrustService,
} from '../trust/qualified.js'
export type { CertificateSource } from '../trust/trust-anchors.js'
export type { ListFetch } from './list-fetcher.js'
export { type AdobeTrustListOptions, loadAdobeTrustList } from './load-adobe-trust-list.js'
export { type EuTrustListOptions, loadEuTrustLists } from './load-eu-trust-lists.js'
export type { LoadOptions } from './load-options.js'
export { type FileListOptions, trustListFromFile } from './trust-list-from-file.js'
export { memoryTrustListStore, type TrustListStore } from './trust-list-store.js'
