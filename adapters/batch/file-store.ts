/**
 * Documents in a folder of the file system, local or shared between hosts.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { type BigIntStats, constants, fstatSync } from 'node:fs'
import { opendir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import {
  assertDocumentName,
  type DocumentFacts,
  type DocumentStore,
  DRAFTS_FOLDER,
  SealwrightError,
  type StoredDocument,
} from '../../src/index.js'
import { checkOptions, SWITCH } from '../../src/input/check-options.js'
import { codeOf } from '../../src/input/foreign-values.js'
import { makeFolder } from '../make-folder.js'
import { DIRECT_CALLS, type FileCalls, THREADED_CALLS } from './file-calls.js'
import { type GroupedWrite, GroupWriter } from './group-writer.js'
import { closeFile, readWhole, syncData, whileOpen, writeAll, writeNewFile } from './open-file.js'

export interface FileStoreOptions {
  /**
   * Whether a document must be on the disk itself, not only in the operating system's cache, before it counts as written.
   * Default true.
   */
  readonly isDurable?: boolean
}

/**
 * A store of documents in a folder. A document is first written to `.drafts` and flushed to the disk, and then moved to its
 * place in one step (link(2), which replaces nothing), so that nobody ever sees half a document. Symbolic links that lead out of
 * the folder are not followed.
 *
 * @param folder created when the first document is written
 *
 * @example
 * ```ts
 * const inputs = fileStore('/srv/contracts')
 * ```
 */
export function fileStore(folder: string, options: FileStoreOptions = {}): DocumentStore {
  checkOptions(options, { isDurable: SWITCH })
  return new FileStore(folder, options.isDurable ?? true)
}

/** Methods are properties of the store itself, so that hosts can replace some: `{ ...fileStore(folder), read }`. */
class FileStore implements DocumentStore {
  readonly #root: Root
  readonly #drafts: string
  readonly #isDurable: boolean
  readonly #writer = new GroupWriter(THREADED_CALLS)

  constructor(folder: string, isDurable: boolean) {
    this.#root = new Root(resolve(folder))
    this.#drafts = join(this.#root.path, DRAFTS_FOLDER)
    this.#isDurable = isDurable
  }

  readonly read: DocumentStore['read'] = async (name, { maxBytes, signal, mayBlock }) => {
    signal?.throwIfAborted()
    const document = await readInside(this.#root, name, { maxBytes, calls: callsFor(mayBlock) })
    if (document === null) throw notFound()
    return document
  }

  readonly stat: DocumentStore['stat'] = async (name, { mayBlock } = {}) => {
    assertDocumentName(name)
    const facts = await orNull(callsFor(mayBlock).stat(join(this.#root.path, name)))
    return facts === null || !facts.isFile() ? null : { name, size: Number(facts.size), version: versionOf(facts) }
  }

  readonly write: DocumentStore['write'] = async (name, bytes, { job, signal, mayBlock }) => {
    assertDocumentName(name)
    signal?.throwIfAborted()
    const calls = callsFor(mayBlock)
    const place = join(this.#root.path, name)
    await this.#root.makeFolder(dirname(place), calls)
    const draft = join(this.#drafts, `${job}.${randomUUID()}`)
    if (this.#isDurable) return this.#writer.write(new DraftWrite({ calls, draft, place, bytes, signal }))
    try {
      await writeDraft(draft, () => writeNewFile(calls, draft, bytes))
      signal?.throwIfAborted()
      return await publish(calls, draft, place)
    } finally {
      await orNull(calls.unlink(draft))
    }
  }

  readonly list: DocumentStore['list'] = (below) => listFolder(this.#root, below)

  readonly remove: DocumentStore['remove'] = async (name) => {
    assertDocumentName(name)
    await this.#root.assertInside(dirname(join(this.#root.path, name)))
    await orNull(unlink(join(this.#root.path, name)))
  }

  readonly removeFolder = async (folder: string): Promise<void> => {
    assertDocumentName(folder)
    const path = join(this.#root.path, folder)
    await this.#root.assertInside(path)
    // Another process may just be writing into the folder.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
    for (let around = dirname(path); around !== this.#root.path; around = dirname(around)) {
      if (!(await removeEmpty(around))) return
    }
  }

  readonly tidy = async (job?: string): Promise<void> => {
    for (const draft of (await orNull(readdir(this.#drafts))) ?? []) {
      const isLeft = job === undefined ? await isOld(join(this.#drafts, draft)) : draft.startsWith(`${job}.`)
      if (isLeft) await orNull(unlink(join(this.#drafts, draft)))
    }
    // Only when it is empty.
    if (job === undefined) await rmdir(this.#drafts).catch(() => undefined)
  }
}

function callsFor(mayBlock = false): FileCalls {
  return mayBlock ? DIRECT_CALLS : THREADED_CALLS
}

/** Age of a draft, in milliseconds, after which its writer must be dead. */
const DRAFT_AGE_MS = 10 * 60_000

/** Version of a document: its size, and the time of its last change in nanoseconds. */
function versionOf({ size, mtimeNs }: BigIntStats): string {
  return `${size}-${mtimeNs}`
}

/** Reads a document; null where it does not exist. */
async function readInside(root: Root, name: string, reading: Reading): Promise<StoredDocument | null> {
  assertDocumentName(name)
  const { calls } = reading
  const path = await orNull(calls.realpath(join(root.path, name)))
  if (path === null) return null
  await root.assertHas(dirname(path), calls)
  // The resolved path contains no links. A link that is put there now is not followed.
  return orNull(whileOpen(calls, path, READING, (file) => readDocument(file, reading)))
}

interface Reading {
  readonly maxBytes: number
  readonly calls: FileCalls
}

/**
 * Flags for reading. Without O_NONBLOCK, opening a pipe would wait until somebody writes to it. Some systems lack some of these
 * flags.
 */
const READING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function readDocument(file: number, { maxBytes, calls }: Reading): Promise<StoredDocument> {
  // The file was opened just now, so the system answers from memory.
  const facts = fstatSync(file, { bigint: true })
  if (!facts.isFile()) throw notFound()
  if (facts.size > maxBytes) {
    throw new SealwrightError(
      'file_too_large',
      `The document has ${facts.size} bytes, more than the limit of ${maxBytes}.`,
    )
  }
  return { bytes: await readWhole(calls, file, Number(facts.size)), version: versionOf(facts) }
}

/** The folder of a store. Links in it may lead outside, and names of documents come from strangers. */
class Root {
  /**
   * The resolved path of the folder. It is resolved again when something is not found, since the folder may be a link that was
   * changed.
   */
  #real: string | null = null

  constructor(readonly path: string) {}

  /** @throws SealwrightError `invalid_request` when the folder exists and is reached through a link that leads elsewhere */
  async assertInside(folder: string, calls = THREADED_CALLS): Promise<void> {
    if (folder === this.path) return
    const real = await orNull(calls.realpath(folder))
    if (real !== null) await this.assertHas(real, calls)
  }

  /** @param real a folder without links in its path */
  async assertHas(real: string, calls: FileCalls): Promise<void> {
    if (this.#real !== null && isIn(this.#real, real)) return
    this.#real = await orNull(calls.realpath(this.path))
    if (this.#real === null || isIn(this.#real, real)) return
    throw new SealwrightError('invalid_request', 'The name of the document leads out of its folder.')
  }

  /** Makes a folder for documents if it does not exist. */
  async makeFolder(folder: string, calls: FileCalls): Promise<void> {
    if (folder !== this.path && (await orNull(calls.stat(folder))) === null) await makeFolder(folder)
    await this.assertInside(folder, calls)
  }
}

function isIn(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
}

interface DraftOptions {
  readonly calls: FileCalls
  readonly draft: string
  readonly place: string
  readonly bytes: Uint8Array
  readonly signal: AbortSignal | undefined
}

/** The steps of writing one document to the disk. */
class DraftWrite implements GroupedWrite {
  #file: number | undefined

  constructor(readonly options: DraftOptions) {}

  get place(): string {
    return this.options.place
  }

  async write(): Promise<void> {
    const { calls, draft, bytes } = this.options
    this.#file = await writeDraft(draft, () => calls.open(draft, 'wx'))
    await writeAll(calls, this.#file, bytes)
  }

  async flush(): Promise<void> {
    if (this.#file !== undefined) await syncData(this.#file)
  }

  publish(): Promise<'written' | 'exists'> {
    const { calls, draft, place, signal } = this.options
    signal?.throwIfAborted()
    return publish(calls, draft, place)
  }

  async clear(): Promise<void> {
    const { calls, draft } = this.options
    if (this.#file !== undefined) await closeFile(this.#file)
    await orNull(calls.unlink(draft))
  }
}

/** The folder of drafts usually exists. It is missing before the first draft, and after a batch has ended. */
async function writeDraft<T>(path: string, write: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt >= MAX_FOLDER_ATTEMPTS) throw error
      await makeFolder(dirname(path))
    }
  }
}

/** Attempts to publish a document while other processes remove its empty folder. */
const MAX_FOLDER_ATTEMPTS = 5

/**
 * Publishes a draft. On file systems without hard links the file is renamed, which would replace a file that another process
 * puts there at the same moment.
 */
async function publish(
  calls: FileCalls,
  draft: string,
  place: string,
  tries = MAX_FOLDER_ATTEMPTS,
): Promise<'written' | 'exists'> {
  try {
    await calls.link(draft, place)
    return 'written'
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists'
    // The draft was tidied up, so the job now belongs to another worker, which has published the document.
    if (codeOf(error) === 'ENOENT' && (await orNull(stat(place))) !== null) return 'exists'
    // Another process removed the folder, which was empty a moment ago.
    if (codeOf(error) === 'ENOENT' && tries > 0 && (await orNull(stat(draft))) !== null) {
      await makeFolder(dirname(place))
      return publish(calls, draft, place, tries - 1)
    }
    if (!NO_LINKS.has(codeOf(error))) throw error
  }
  if ((await orNull(stat(place))) !== null) return 'exists'
  await rename(draft, place)
  return 'written'
}

const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function* listFolder(root: Root, below: string): AsyncGenerator<DocumentFacts> {
  if (below !== '') {
    assertDocumentName(below)
    await root.assertInside(join(root.path, below))
  }
  const entries = await orNull(opendir(join(root.path, below)))
  if (entries === null) throw notFound()
  for await (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory() && entry.name !== DRAFTS_FOLDER) yield* listFolder(root, name)
    else if (entry.isFile()) {
      const facts = await orNull(stat(join(root.path, name), { bigint: true }))
      if (facts !== null) yield { name, size: Number(facts.size), version: versionOf(facts) }
    }
  }
}

/** Removes a folder if it is empty. Returns whether it is gone. */
async function removeEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
}

async function isOld(path: string): Promise<boolean> {
  const facts = await orNull(stat(path))
  return facts !== null && Date.now() - facts.mtimeMs > DRAFT_AGE_MS
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null
    throw error
  }
}

function notFound(): SealwrightError {
  return new SealwrightError('document_not_found', 'There is no such document.')
}
