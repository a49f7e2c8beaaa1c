/**
 * The entry `sealwright/trust-lists`: trusted lists of the EU, of Adobe, and of your own.
 *
 * @example
 * ```ts
 * import { fileTrustListStore, loadEuTrustLists } from 'sealwright/trust-lists'
 *
 * const lists = await loadEuTrustLists({ signers: await readFile('official-journal.pem'), store: fileTrustListStore('lists') })
 * const report = await verifyDocument(bytes, { trustAnchors: lists })
 * ```
 *
 * @module
 */

export {
  type AdobeTrustListOptions,
  type CertificateSource,
  type EuTrustListOptions,
  type FileListOptions,
  type ListFetch,
  type LoadOptions,
  loadAdobeTrustList,
  loadEuTrustLists,
  memoryTrustListStore,
  type ServicePeriod,
  type ServiceQualification,
  type TrustListReference,
  type TrustListState,
  type TrustListStore,
  type TrustLists,
  type TrustService,
  trustListFromFile,
} from '../../src/trust-lists/entry.js'
export { fileTrustListStore } from './file-trust-list-store.js'
