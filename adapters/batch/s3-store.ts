/**
 * Documents in an S3 bucket, or in that of a compatible service.
 *
 * @module
 */

import { assertDocumentName, type DocumentFacts, type DocumentStore, SealwrightError } from '../../src/index.js'
import { checkOptions, having, type OptionTable, required, SWITCH, TEXT } from '../../src/input/check-options.js'

/** The parts of `S3` of `@aws-sdk/client-s3` that are used here. */
interface S3Client {
  getObject(input: { Bucket: string; Key: string }, options?: SendOptions): Promise<S3Object>
  headObject(input: { Bucket: string; Key: string }): Promise<S3Object>
  putObject(input: S3Put, options?: SendOptions): Promise<unknown>
  listObjectsV2(input: { Bucket: string; Prefix?: string; ContinuationToken?: string }): Promise<S3List>
  deleteObject(input: { Bucket: string; Key: string }): Promise<unknown>
}

interface SendOptions {
  readonly abortSignal?: AbortSignal
}

interface S3Object {
  readonly ContentLength?: number | undefined
  readonly ETag?: string | undefined
  readonly Body?: (AsyncIterable<Uint8Array> & object) | unknown
}

interface S3Put {
  readonly Bucket: string
  readonly Key: string
  readonly Body: Uint8Array
  readonly ContentType: string
  readonly IfNoneMatch?: string
}

interface S3Entry {
  readonly Key?: string | undefined
  readonly Size?: number | undefined
  readonly ETag?: string | undefined
}

interface S3List {
  readonly Contents?: readonly S3Entry[] | undefined
  readonly NextContinuationToken?: string | undefined
}

export interface S3StoreOptions {
  /** A client of `@aws-sdk/client-s3`: `new S3({ region })`. */
  readonly client: S3Client
  readonly bucket: string
  /** Prefix of all keys, such as `contracts/`. Default: none. */
  readonly prefix?: string | undefined
  /**
   * Whether the service supports conditional writes (`If-None-Match`), as AWS, R2 and MinIO do. Without them, when two writers
   * write a document at the same moment, the later one replaces the other's. Default true.
   */
  readonly hasConditionalWrites?: boolean | undefined
}

const OPTIONS: OptionTable<S3StoreOptions> = {
  client: required(having('getObject', 'headObject', 'putObject', 'deleteObject', 'listObjectsV2')),
  bucket: required(TEXT),
  prefix: TEXT,
  hasConditionalWrites: SWITCH,
}

/**
 * A store of documents in a bucket. Objects appear whole or not at all, so no drafts are needed.
 *
 * @example
 * ```ts
 * const outputs = s3Store({ client: new S3({ region: 'eu-central-1' }), bucket: 'signed' })
 * ```
 */
export function s3Store(options: S3StoreOptions): DocumentStore {
  checkOptions(options, OPTIONS)
  const { client, bucket, prefix = '', hasConditionalWrites = true } = options
  const place = (name: string) => {
    assertDocumentName(name)
    return { Bucket: bucket, Key: `${prefix}${name}` }
  }
  const head = (name: string) => orNull(client.headObject(place(name)))

  return {
    async read(name, { maxBytes, signal }) {
      const object = await orNull(client.getObject(place(name), signal === undefined ? {} : { abortSignal: signal }))
      if (object === null) throw new SealwrightError('document_not_found', 'There is no such document.')
      return { bytes: await readBody(object, maxBytes), version: object.ETag ?? '' }
    },

    async stat(name) {
      const object = await head(name)
      return object === null ? null : { name, size: object.ContentLength ?? 0, version: object.ETag ?? '' }
    },

    async write(name, bytes, { contentType, signal }) {
      const put = { ...place(name), Body: bytes, ContentType: contentType }
      if (!hasConditionalWrites && (await head(name)) !== null) return 'exists'
      try {
        await client.putObject(
          hasConditionalWrites ? { ...put, IfNoneMatch: '*' } : put,
          signal === undefined ? {} : { abortSignal: signal },
        )
        return 'written'
      } catch (error) {
        if (statusOf(error) === 412) return 'exists'
        throw error
      }
    },

    async *list(folder) {
      if (folder !== '') assertDocumentName(folder)
      const Prefix = folder === '' ? prefix : `${prefix}${folder}/`
      let token: string | undefined
      do {
        const continued = token === undefined ? {} : { ContinuationToken: token }
        const page: S3List = await client.listObjectsV2({ Bucket: bucket, Prefix, ...continued })
        for (const object of page.Contents ?? []) yield* describe(object, prefix)
        token = page.NextContinuationToken
      } while (token !== undefined)
    },

    async remove(name) {
      await client.deleteObject(place(name))
    },
  }
}

/** Describes an object. Keys that end in a slash are folders that some programs make, and are left out. */
function* describe({ Key = '', Size = 0, ETag = '' }: S3Entry, prefix: string): Generator<DocumentFacts> {
  if (!Key.endsWith('/')) yield { name: Key.slice(prefix.length), size: Size, version: ETag }
}

async function readBody({ Body, ContentLength = 0 }: S3Object, maxBytes: number): Promise<Uint8Array> {
  const body = Body as AsyncIterable<Uint8Array> & { destroy?(): void }
  const tooLarge = () => new SealwrightError('file_too_large', `The document has more than ${maxBytes} bytes.`)
  if (ContentLength > maxBytes) {
    body.destroy?.()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}

function statusOf(error: unknown): number | undefined {
  const metadata: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, '$metadata') : undefined
  const status: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined
  return typeof status === 'number' ? status : undefined
}
