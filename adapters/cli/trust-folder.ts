/**
 * A folder with trusted lists: the lists, the certificates of the signers of the list of lists, and the settings they were
 * fetched with.
 *
 * @module
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SealwrightError } from '../../src/index.js'
import { codeOf, messageOf } from '../../src/input/foreign-values.js'
import { loadEuTrustLists, type TrustLists } from '../../src/trust-lists/entry.js'
import { makeFolder } from '../make-folder.js'
import { fileTrustListStore } from '../trust-lists/file-trust-list-store.js'
import { CommandError, EXIT } from './exit-codes.js'
import type { Terminal } from './terminal.js'

/** Default folder. */
export const TRUST_FOLDER = 'trust-lists'
const SIGNERS = 'signers.json'

/** What a folder stores besides lists. */
export interface FolderSettings {
  /** Certificates, DER or PEM, each in base64. */
  readonly signers: readonly string[]
  readonly territories?: readonly string[]
  readonly url?: string
}

/** @throws CommandError for a folder that was never updated or cannot be read */
export async function readTrustFolder(folder: string, terminal: Terminal): Promise<FolderSettings | undefined> {
  try {
    const settings: FolderSettings = JSON.parse(await readFile(placeOf(folder, terminal), 'utf8'))
    if (Array.isArray(settings.signers)) return settings
    throw new Error('it has no signers')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new CommandError(EXIT.noInput, `${join(folder, SIGNERS)}: ${messageOf(error)}`, { cause: error })
  }
}

/** @throws CommandError when the folder cannot be written to */
export async function writeTrustFolder(folder: string, settings: FolderSettings, terminal: Terminal): Promise<void> {
  try {
    await makeFolder(resolve(terminal.cwd, folder), 0o700)
    await writeFile(placeOf(folder, terminal), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw new CommandError(EXIT.cannotCreate, `${join(folder, SIGNERS)}: ${messageOf(error)}`, { cause: error })
  }
}

function placeOf(folder: string, { cwd }: Terminal): string {
  return join(resolve(cwd, folder), SIGNERS)
}

/**
 * Loads the lists of a folder.
 *
 * @param isOnline whether lists may be fetched; otherwise stored lists are used as long as they are valid
 * @throws CommandError when no valid list of lists is available
 */
export async function loadTrustFolder(
  folder: string,
  { signers, territories, url }: FolderSettings,
  terminal: Terminal,
  isOnline: boolean,
): Promise<TrustLists> {
  try {
    return await loadEuTrustLists({
      signers: signers.map((text) => new Uint8Array(Buffer.from(text, 'base64'))),
      store: fileTrustListStore(resolve(terminal.cwd, folder)),
      fetch: isOnline ? globalThis.fetch : stayOffline,
      refreshMs: isOnline ? 0 : Number.POSITIVE_INFINITY,
      signal: terminal.signal,
      ...(territories === undefined ? {} : { territories }),
      ...(url === undefined ? {} : { url }),
    })
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    const exitCode = error.code === 'invalid_request' ? EXIT.configuration : EXIT.unavailable
    throw new CommandError(exitCode, error.message, { cause: error })
  }
}

const stayOffline = () => Promise.reject(new Error('this command fetches nothing: run sealwright trust update.'))

/** The lists of a folder, for commands that verify. */
export async function openTrustFolder(folder: string, terminal: Terminal): Promise<TrustLists> {
  const settings = await readTrustFolder(folder, terminal)
  if (settings === undefined) {
    throw new CommandError(EXIT.noInput, `There are no trusted lists in ${folder}: run sealwright trust update.`)
  }
  return loadTrustFolder(folder, settings, terminal, false)
}
