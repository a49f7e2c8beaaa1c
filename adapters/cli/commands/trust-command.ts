/**
 * `sealwright trust`: stores trusted lists in a folder, and shows them.
 *
 * @module
 */
import type { TrustListState, TrustLists } from '../../../src/trust-lists/entry.js'
import { readAll } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import type { Settings } from '../settings/settings.js'
import type { TRUST_SHOW_SETTINGS, TRUST_UPDATE_SETTINGS } from '../settings/trust-settings.js'
import { legible, painter, type Terminal } from '../terminal.js'
import {
  type FolderSettings,
  loadTrustFolder,
  openTrustFolder,
  readTrustFolder,
  TRUST_FOLDER,
  writeTrustFolder,
} from '../trust-folder.js'

/** Fetches the lists, and returns the exit code: 1 when a list cannot be used. */
export async function runTrustUpdate(
  _args: readonly string[],
  settings: Settings<typeof TRUST_UPDATE_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const { trustLists: folder = TRUST_FOLDER, listSigner, territory, listUrl, json = false } = settings
  const known = await readTrustFolder(folder, terminal)
  const signers =
    listSigner === undefined ? known?.signers : (await readAll(listSigner, terminal)).map((bytes) => toBase64(bytes))
  if (signers === undefined) {
    const message = 'Whom to trust? Name the certificates of the Official Journal with --list-signer, this first time.'
    throw new CommandError(EXIT.usage, message)
  }
  const territories = territory ?? known?.territories
  const url = listUrl ?? known?.url
  const wanted: FolderSettings = {
    signers,
    ...(territories === undefined ? {} : { territories }),
    ...(url === undefined ? {} : { url }),
  }
  const lists = await loadTrustFolder(folder, wanted, terminal, true)
  await writeTrustFolder(folder, wanted, terminal)
  return printLists(lists, json, terminal)
}

/** Shows the stored lists, and returns the exit code: 1 when a list cannot be used. */
export async function runTrustShow(
  _args: readonly string[],
  settings: Settings<typeof TRUST_SHOW_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const { trustLists: folder = TRUST_FOLDER, json = false } = settings
  return printLists(await openTrustFolder(folder, terminal), json, terminal)
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

async function printLists({ lists }: TrustLists, json: boolean, terminal: Terminal): Promise<number> {
  const paint = painter(terminal.isStdoutTerminal, terminal.env)
  for (const list of lists) {
    await terminal.writeStdout(`${json ? JSON.stringify(list) : describeState(list, paint)}\n`)
  }
  return lists.some(({ state }) => state === 'missing') ? EXIT.failed : EXIT.ok
}

const MARKS = { fresh: ['green', '✓'], stale: ['yellow', '!'], missing: ['red', '✗'] } as const

function describeState(list: TrustListState, paint: ReturnType<typeof painter>): string {
  const { state, territory, sequenceNumber, issuedAt, nextUpdate, services, operator, problem } = list
  const [color, sign] = MARKS[state]
  const mark = paint(color, sign)
  const facts =
    state === 'missing'
      ? ['not usable']
      : [
          `no. ${sequenceNumber}`,
          `of ${issuedAt?.slice(0, 10)}`,
          nextUpdate === null
            ? 'closed'
            : `until ${nextUpdate.slice(0, 10)}${state === 'stale' ? ', which has passed' : ''}`,
          `${services} services`,
          legible(operator),
        ]
  const line = `${mark} ${legible(territory ?? '-').padEnd(3)} ${facts.join(', ')}`
  return problem === null ? line : `${line}\n      ${paint('yellow', '!')} ${legible(problem)}`
}
