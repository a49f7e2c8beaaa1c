/**
 * Documents in a folder of the file system, local or shared between hosts.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import {
  assertDocumentName,
  type DocumentFacts,
  type DocumentStore,
  DRAFTS_FOLDER,
  SealwrightError,
} from '../../src/index.js'
import { checkOptions, SWITCH } from '../../src/input/check-options.js'

export interface FileStoreOptions {
  /** Whether a document is on the disk, and not only with the operating system, before it counts as written. Default true. */
  readonly isDurable?: boolean
}

/**
 * Documents below a folder. What is written goes into `.drafts` first, to the disk, and from there to its place in one step
 * (link(2), which replaces nothing), so that nobody ever sees half a document. Symbolic links that lead out of the folder are not
 * followed.
 *
 * @param folder is made when something is written
 *
 * @example
 * ```ts
 * const inputs = fileStore('/srv/contracts')
 * ```
 */
export function fileStore(folder: string, options: FileStoreOptions = {}): DocumentStore {
  checkOptions(options, { isDurable: SWITCH })
  const root = resolve(folder)
  const drafts = join(root, DRAFTS_FOLDER)
  const { isDurable = true } = options

  return {
    async read(name, { maxBytes, signal }) {
      signal?.throwIfAborted()
      const file = await openInside(root, name)
      if (file === null) throw notFound()
      try {
        const facts = await file.stat({ bigint: true })
        if (!facts.isFile()) throw notFound()
        if (facts.size > maxBytes) {
          throw new SealwrightError(
            'file_too_large',
            `The document has ${facts.size} bytes, more than the limit of ${maxBytes}.`,
          )
        }
        return { bytes: new Uint8Array(await file.readFile()), version: versionOf(facts) }
      } finally {
        await file.close()
      }
    },

    async stat(name) {
      assertDocumentName(name)
      const facts = await orNull(stat(join(root, name), { bigint: true }))
      return facts === null || !facts.isFile() ? null : { name, size: Number(facts.size), version: versionOf(facts) }
    },

    async write(name, bytes, { job, signal }) {
      assertDocumentName(name)
      signal?.throwIfAborted()
      const place = join(root, name)
      await mkdir(drafts, { recursive: true })
      await mkdir(dirname(place), { recursive: true })
      await assertInside(root, dirname(place))
      const draft = join(drafts, `${job}.${randomUUID()}`)
      try {
        await writeDraft(draft, bytes, isDurable)
        signal?.throwIfAborted()
        const outcome = await publish(draft, place)
        if (isDurable && outcome === 'written') await syncFolder(dirname(place))
        return outcome
      } finally {
        await orNull(unlink(draft))
      }
    },

    list: (below) => listFolder(root, below),

    async remove(name) {
      assertDocumentName(name)
      await assertInside(root, dirname(join(root, name)))
      await orNull(unlink(join(root, name)))
    },

    async tidy(job) {
      for (const draft of (await orNull(readdir(drafts))) ?? []) {
        const isLeft = job === undefined ? await isOld(join(drafts, draft)) : draft.startsWith(`${job}.`)
        if (isLeft) await orNull(unlink(join(drafts, draft)))
      }
      // Only when it is empty.
      if (job === undefined) await rmdir(drafts).catch(() => undefined)
    },
  }
}

/** Nobody writes a draft for ten minutes. */
const DRAFT_AGE_MS = 10 * 60_000

/** Size and time of the last change, to the nanosecond. */
function versionOf({ size, mtimeNs }: BigIntStats): string {
  return `${size}-${mtimeNs}`
}

/** Null where there is none. */
async function openInside(root: string, name: string): Promise<FileHandle | null> {
  assertDocumentName(name)
  const path = await orNull(realpath(join(root, name)))
  if (path === null) return null
  await assertInside(root, dirname(path))
  // What was resolved is no link any more; one that is put there now is not followed.
  return orNull(open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)))
}

/** Links may lead elsewhere, and a document's name is not the host's. */
async function assertInside(root: string, folder: string): Promise<void> {
  const [outer, inner] = await Promise.all([orNull(realpath(root)), orNull(realpath(folder))])
  if (
    inner === null ||
    outer === null ||
    inner === outer ||
    inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
  )
    return
  throw new SealwrightError('invalid_request', 'The name of the document leads out of its folder.')
}

async function writeDraft(path: string, bytes: Uint8Array, isDurable: boolean): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    if (isDurable) await file.datasync()
  } finally {
    await file.close()
  }
}

/** File systems that know no links get a rename, which would replace what another process has put there in that very moment. */
async function publish(draft: string, place: string): Promise<'written' | 'exists'> {
  try {
    await link(draft, place)
    return 'written'
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists'
    // Somebody has tidied up after this job, so it is somebody else's by now.
    if (codeOf(error) === 'ENOENT' && (await orNull(stat(place))) !== null) return 'exists'
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
  }
  if ((await orNull(stat(place))) !== null) return 'exists'
  await rename(draft, place)
  return 'written'
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** The entry in the folder is on the disk as well. Not every system lets folders be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function* listFolder(root: string, below: string): AsyncGenerator<DocumentFacts> {
  if (below !== '') {
    assertDocumentName(below)
    await assertInside(root, join(root, below))
  }
  const entries = await orNull(opendir(join(root, below)))
  if (entries === null) throw notFound()
  for await (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory() && entry.name !== DRAFTS_FOLDER) yield* listFolder(root, name)
    else if (entry.isFile()) {
      const facts = await orNull(stat(join(root, name), { bigint: true }))
      if (facts !== null) yield { name, size: Number(facts.size), version: versionOf(facts) }
    }
  }
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function notFound(): SealwrightError {
  return new SealwrightError('document_not_found', 'There is no such document.')
}
