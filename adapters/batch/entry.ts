/**
 * The entry `sealwright/batch`: work on many documents, on one host or on many.
 *
 * @module
 */

export {
  type BatchAccess,
  type BatchEngine,
  type BatchEntry,
  type Batches,
  type BatchFailure,
  type BatchOptions,
  type BatchPage,
  type BatchRequest,
  type BatchResult,
  type BatchStatus,
  type BatchWorker,
  createBatches,
  type DocumentFacts,
  type DocumentStore,
  type EnqueueOptions,
  type EnqueueReport,
  type EntrySource,
  fromCsv,
  fromFolder,
  fromJsonLines,
  fromList,
  type RejectedEntry,
  type WorkOptions,
  webhookHeaders,
} from '../../src/index.js'
export { type BullmqEngineOptions, bullmqEngine } from './bullmq-engine.js'
export { type FileStoreOptions, fileStore } from './file-store.js'
export { type S3StoreOptions, s3Store } from './s3-store.js'
export { type SqliteEngineOptions, sqliteEngine } from './sqlite-engine.js'
