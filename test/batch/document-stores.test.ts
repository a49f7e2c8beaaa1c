/**
 * Document stores in the file system and in S3, held against their contract.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { s3Store } from '../../adapters/batch/s3-store.js'
import type { DocumentStore } from '../../src/index.js'
import { documentStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { findFreePort } from '../support/free-port.js'
import { listFiles, makeFolder } from './support.js'

describe('the file system', () => {
  const folder = makeFolder()
  describeContract(
    'fileStore',
    documentStoreContract(() => fileStore(join(folder, 'contract'))),
  )

  describeContract(
    'fileStore, in a thread that may wait',
    documentStoreContract(() => whileBlocking(fileStore(join(folder, 'contract-blocking')))),
  )

  const JOB = { contentType: 'application/pdf', job: 'job1' }

  it('leaves no draft behind', async () => {
    const root = join(folder, randomUUID())
    await fileStore(root).write('a.pdf', Uint8Array.of(1), JOB)
    await fileStore(root).write('a.pdf', Uint8Array.of(2), JOB)
    expect(listFiles(root)).toEqual(['a.pdf'])
  })

  it('lets one of many who write the same document at once win, whole', async () => {
    const root = join(folder, randomUUID())
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fileStore(root).write('a.pdf', new Uint8Array(100_000).fill(i), JOB)),
    )
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
    const { bytes } = await fileStore(root).read('a.pdf', { maxBytes: 1_000_000 })
    expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
    expect(bytes).toHaveLength(100_000)
    expect(listFiles(root)).toEqual(['a.pdf'])
  })

  it('removes what a killed writer left: of a job, or of anybody after a while', async () => {
    const root = join(folder, randomUUID())
    const drafts = join(root, '.drafts')
    mkdirSync(drafts, { recursive: true })
    for (const name of ['job1.x', 'job1.y', 'job12.x', 'job2.x']) writeFileSync(join(drafts, name), 'half')
    const store = fileStore(root)
    await store.tidy?.('job1')
    expect(readdirSync(drafts).sort()).toEqual(['job12.x', 'job2.x'])
    await store.tidy?.()
    expect(readdirSync(drafts)).toHaveLength(2)
    for (const name of readdirSync(drafts)) utimesSync(join(drafts, name), 1, 1)
    await store.tidy?.()
    expect(readdirSync(root)).toEqual([])
  })

  // Opening one waits until somebody writes to it: four of them held all file work of the process.
  it.skipIf(process.platform === 'win32')('does not wait for a pipe in its folder', async () => {
    const root = mkdtempSync(join(folder, 'root-'))
    execFileSync('mkfifo', [join(root, 'pipe.pdf')])
    const reads = Array.from({ length: 4 }, () => fileStore(root).read('pipe.pdf', { maxBytes: 100 }))
    for (const { reason } of (await Promise.allSettled(reads)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'document_not_found' })
    }
  })

  it('follows no link that leads out of its folder', async () => {
    const outside = mkdtempSync(join(folder, 'outside-'))
    const root = mkdtempSync(join(folder, 'root-'))
    writeFileSync(join(outside, 'secret.pdf'), 'secret')
    symlinkSync(outside, join(root, 'folder'))
    symlinkSync(join(outside, 'secret.pdf'), join(root, 'file.pdf'))
    const store = fileStore(root)
    for (const name of ['folder/secret.pdf', 'file.pdf']) {
      await expect(store.read(name, { maxBytes: 100 })).rejects.toMatchObject({ code: 'invalid_request' })
    }
    await expect(store.write('folder/new.pdf', Uint8Array.of(1), JOB)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(store.remove('folder/secret.pdf')).rejects.toMatchObject({ code: 'invalid_request' })
    expect(listFiles(outside)).toEqual(['secret.pdf'])
    const found: string[] = []
    for await (const { name } of store.list('')) found.push(name)
    expect(found).toEqual([])
  })
})

describe('S3', () => {
  const folder = makeFolder()
  let server: { close(): Promise<void> }
  let client: S3

  beforeAll(async () => {
    const port = await findFreePort()
    const { default: S3rver } = (await import('s3rver' as string)) as {
      default: new (options: object) => { run(): Promise<unknown>; close(): Promise<void> }
    }
    const opened = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'documents' }],
    })
    await opened.run()
    server = opened
    client = new S3({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      // As the server has them by default.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      // It is older than these checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  })

  afterAll(async () => {
    client.destroy()
    await server.close()
  })

  // It does not know conditional writes either.
  describeContract(
    's3Store',
    documentStoreContract(() =>
      s3Store({ client, bucket: 'documents', prefix: 'tenant/', hasConditionalWrites: false }),
    ),
  )

  it('lists more than one answer holds', async () => {
    const names = Array.from({ length: 25 }, (_, i) => `many/${i}.pdf`).sort()
    for (const Key of names) await client.putObject({ Bucket: 'documents', Key, Body: new Uint8Array(1) })
    // The server fails at its own continuation tokens, so what it lists is given out in pieces.
    const listObjectsV2 = async ({ ContinuationToken, ...input }: { Bucket: string; ContinuationToken?: string }) => {
      const { Contents = [] } = await client.listObjectsV2(input)
      const end = Number(ContinuationToken ?? 0) + 10
      const rest = end < Contents.length ? { NextContinuationToken: String(end) } : {}
      return { Contents: Contents.slice(end - 10, end), ...rest }
    }
    const paged = { ...boundTo(client), putObject: client.putObject.bind(client), listObjectsV2 }
    const found: string[] = []
    for await (const { name } of s3Store({ client: paged as never, bucket: 'documents' }).list('many')) found.push(name)
    expect(found).toEqual(names)
  })

  it('asks services that know it to replace nothing', async () => {
    const inputs: unknown[] = []
    const refused = Object.assign(new Error('PreconditionFailed'), { $metadata: { httpStatusCode: 412 } })
    const other = {
      ...boundTo(client),
      putObject: async (input: unknown) => {
        inputs.push(input)
        throw refused
      },
    }
    const store = s3Store({ client: other, bucket: 'documents' })
    expect(await store.write('a.pdf', Uint8Array.of(1), { contentType: 'application/pdf', job: 'x' })).toBe('exists')
    expect(inputs).toMatchObject([{ IfNoneMatch: '*', Key: 'a.pdf', ContentType: 'application/pdf' }])
  })
})

/** A store that is called as by a process that has nothing else to do. */
function whileBlocking(store: DocumentStore): DocumentStore {
  return {
    ...store,
    read: (name, options) => store.read(name, { ...options, mayBlock: true }),
    stat: (name) => store.stat(name, { mayBlock: true }),
    write: (name, bytes, options) => store.write(name, bytes, { ...options, mayBlock: true }),
  }
}

function boundTo(client: S3) {
  return {
    getObject: client.getObject.bind(client),
    headObject: client.headObject.bind(client),
    listObjectsV2: client.listObjectsV2.bind(client),
    deleteObject: client.deleteObject.bind(client),
  } as unknown as Omit<Parameters<typeof s3Store>[0]['client'], 'putObject'>
}
