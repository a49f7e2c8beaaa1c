/**
 * Batches of the service: their engine, their document stores, and the work on them.
 *
 * @module
 */
import { resolve } from 'node:path'
import {
  type ApiOptions,
  type Batches,
  createBatches,
  type DocumentStore,
  type WorkerOptions,
} from '../../../src/index.js'
import { fileStore } from '../../batch/file-store.js'
import { s3Store } from '../../batch/s3-store.js'
import { makeFolder } from '../../make-folder.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { openEngine } from '../open-engine.js'
import type { ServeSettings } from '../settings/serve-settings.js'
import type { Terminal } from '../terminal.js'
import { DEFAULT_FOLDER, hostOf } from './open-store.js'
import { splitSecrets } from './split-secrets.js'

/** Documents that one process works on at once by default. */
const DEFAULT_CONCURRENCY = 2

/** Options with which documents are signed, verified and converted; they are those of single requests. */
export type BatchSettings = Pick<ApiOptions, 'sign' | 'verify' | 'levels'> & {
  readonly identity: ApiOptions['identity']
}

export interface ServiceBatches {
  readonly batches: Batches
  /** Facts for the log. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Folders on this machine whose disk space is checked. */
  readonly folders: readonly string[]
  close(): Promise<void>
}

/** @throws CommandError for what is not available, and for settings that exclude each other */
export async function openBatches(
  settings: ServeSettings,
  { identity, sign = {}, verify, levels }: BatchSettings,
  workers: WorkerOptions,
  terminal: Terminal,
  warn: (error: unknown) => void,
): Promise<ServiceBatches> {
  const { data = DEFAULT_FOLDER, queueUrl, webhookSecret, batchConcurrency = DEFAULT_CONCURRENCY } = settings
  const redisUrl = queueUrl ?? settings.redisUrl
  const redisSetting = queueUrl === undefined ? 'SEALWRIGHT_REDIS_URL' : 'SEALWRIGHT_QUEUE_URL'
  const inputs = await openDocuments(settings.batchInputs ?? `${data}/inputs`, settings, terminal)
  const outputs = await openDocuments(settings.batchResults ?? `${data}/results`, settings, terminal)
  const engine = await openEngine({ data, redisUrl, redisSetting }, terminal)
  const batches = createBatches({
    engine: engine.engine,
    inputs: inputs.store,
    outputs: outputs.store,
    sign,
    ...(verify === undefined ? {} : { verify }),
    ...(levels === undefined ? {} : { levels }),
    ...('issuerCertificates' in identity ? {} : { identity }),
    ...(webhookSecret === undefined ? {} : { webhooks: { secret: splitSecrets(webhookSecret) } }),
    workers: { ...workers, threads: Math.max(1, batchConcurrency) },
    ...readKeeping(settings),
    onError: warn,
  })
  if (batchConcurrency > 0) await batches.work({ concurrency: batchConcurrency })
  return {
    batches,
    facts: { batches: redisUrl === undefined ? 'in SQLite' : `Redis at ${hostOf(redisUrl)}`, documents: outputs.name },
    folders: [inputs.folder, outputs.folder].filter((folder) => folder !== undefined),
    async close() {
      await batches.close()
      engine.close()
    },
  }
}

const MB = 1024 * 1024
const DAY_MS = 86_400_000

/** Allowance of owners, and how long batches are kept, as options. */
function readKeeping({ ownerMb, ownerDocuments, ownerUrls, keepDays }: ServeSettings) {
  return {
    allowance: {
      ...(ownerMb === undefined ? {} : { bytes: Math.floor(ownerMb * MB) }),
      ...(ownerDocuments === undefined ? {} : { documents: ownerDocuments }),
      ...(ownerUrls === undefined ? {} : { urls: ownerUrls }),
    },
    ...(keepDays === undefined ? {} : { keepMs: Math.round(keepDays * DAY_MS) }),
  }
}

interface OpenDocuments {
  readonly store: DocumentStore
  readonly name: string
  /** Folder of the documents; undefined for a bucket. */
  readonly folder: string | undefined
}

/** @param place a folder, or `s3://bucket/prefix` */
async function openDocuments(place: string, { s3Endpoint }: ServeSettings, { cwd }: Terminal): Promise<OpenDocuments> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? []
  if (bucket === undefined) {
    if (place.startsWith('s3:')) throw new CommandError(EXIT.configuration, `${place} is not s3://bucket/prefix.`)
    const folder = resolve(cwd, place)
    await makeFolder(folder, 0o700)
    return { store: fileStore(folder), name: folder, folder }
  }
  const { S3 } = await import('@aws-sdk/client-s3').catch((cause: unknown) => {
    throw new CommandError(EXIT.unavailable, 'Documents in S3 need a package: npm install @aws-sdk/client-s3', {
      cause,
    })
  })
  // The AWS SDK finds region and credentials itself: in AWS_REGION, AWS_ACCESS_KEY_ID, a role and other places.
  const client = new S3(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint, forcePathStyle: true })
  const store = s3Store({ client, bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` })
  return { store, name: `s3://${bucket}/${prefix}`, folder: undefined }
}
