/**
 * `sealwright batch`: work on many documents, on one host or on many.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Batches,
  type BatchFailure,
  type BatchRequest,
  type BatchStatus,
  createBatches,
  type EntrySource,
  fromCsv,
  fromFolder,
  fromJsonLines,
  fromList,
  type StepKind,
} from '../../../src/index.js'
import { codeOf, messageOf } from '../../../src/input/foreign-values.js'
import { fileStore } from '../../batch/file-store.js'
import { readEvidenceOptions } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { PIPE } from '../files.js'
import { loadIdentity } from '../load-identity.js'
import { openEngine } from '../open-engine.js'
import { formatSeconds } from '../progress.js'
import { readJsonFile } from '../read-json-file.js'
import { DEFAULT_FOLDER } from '../serve/open-store.js'
import type {
  BATCH_ENQUEUE_SETTINGS,
  BATCH_LOOK_SETTINGS,
  BATCH_STATUS_SETTINGS,
  BATCH_WORK_SETTINGS,
} from '../settings/batch-settings.js'
import type { Settings } from '../settings/settings.js'
import { LEVEL_CHOICES } from '../settings/shared-settings.js'
import { legible, painter, type Terminal } from '../terminal.js'

type EnqueueSettings = Settings<typeof BATCH_ENQUEUE_SETTINGS>
type WorkSettings = Settings<typeof BATCH_WORK_SETTINGS>
type LookSettings = Settings<typeof BATCH_LOOK_SETTINGS>

const LOOK_MS = 1000
/** Folder of a tenant's results: none, since a command line has only one tenant. */
const WITHOUT_FOLDER = () => ''

/** Adds documents to a batch. The exit code is 1 when a document was not taken, or failed with `--work`. */
export async function runBatchEnqueue(
  sources: readonly string[],
  settings: EnqueueSettings,
  terminal: Terminal,
): Promise<number> {
  const request = await readRequest(settings, terminal)
  const { batches, close } = await open(settings, terminal, settings.work === true)
  try {
    const name = settings.batchName ?? nameOf(sources, settings, request, terminal)
    const report = await batches.enqueue(readSources(sources, settings, batches, terminal), {
      name,
      request,
      signal: terminal.signal,
      onRejected: ({ position, input = '', code, message }) =>
        terminal.writeStderr(`${legible(`${position} ${input}: ${message} (${code})`)}\n`),
    })
    if (settings.json === true) await terminal.writeStdout(`${JSON.stringify(report)}\n`)
    else {
      const { id, taken, repeated, rejected } = report
      const twice = repeated === 0 ? '' : `, ${repeated} of them twice`
      await terminal.writeStdout(`${id}  ${taken} taken${twice}, ${rejected} not taken\n`)
    }
    if (settings.work !== true) return report.rejected > 0 ? EXIT.failed : EXIT.ok
    await batches.work({ concurrency: settings.concurrency ?? 4 })
    const status = await watch(batches, report.id, settings, terminal)
    return status.failed + status.rejected > 0 ? EXIT.failed : EXIT.ok
  } finally {
    await close()
  }
}

/** Works until it is told to end, or until no work is left. */
export async function runBatchWork(_: readonly string[], settings: WorkSettings, terminal: Terminal): Promise<number> {
  const { batches, close } = await open(settings, terminal, true)
  try {
    const worker = await batches.work({ concurrency: settings.concurrency ?? 4 })
    terminal.writeStderr('working; Ctrl+C ends it once the documents in progress are done\n')
    while (!terminal.signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal: terminal.signal }).catch(() => undefined)
      if (settings.untilDone === true && worker.active === 0 && (await isAllDone(batches))) break
    }
    return EXIT.ok
  } finally {
    await close()
  }
}

async function isAllDone(batches: Batches): Promise<boolean> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await batches.list(null, { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
    if (page.items.some(({ state }) => state === 'running' || state === 'filling')) return false
    cursor = page.cursor
  }
  return true
}

/** Prints the progress of one batch or of all. */
export async function runBatchStatus(
  [batch]: readonly string[],
  settings: Settings<typeof BATCH_STATUS_SETTINGS>,
  terminal: Terminal,
): Promise<number> {
  const { batches, close } = await open(settings, terminal, false)
  try {
    if (batch === undefined) {
      const { items } = await batches.list(null, { limit: 100 })
      for (const status of items) await terminal.writeStdout(`${describe(status, settings.json)}\n`)
      return EXIT.ok
    }
    const id = await findId(batches, batch)
    if (settings.watch === true) await watch(batches, id, settings, terminal)
    else await terminal.writeStdout(`${describe(await batches.status(id), settings.json)}\n`)
    return EXIT.ok
  } finally {
    await close()
  }
}

/** The actions on a batch. */
const BATCH_ACTIONS = ['pause', 'resume', 'cancel', 'retry', 'remove'] as const

/** Applies an action to a batch. */
export async function runBatchAction(
  action: (typeof BATCH_ACTIONS)[number],
  [batch = '']: readonly string[],
  settings: LookSettings,
  terminal: Terminal,
): Promise<number> {
  return withBatch(batch, settings, terminal, async (batches, id) => {
    const count = await batches[action](id)
    if (typeof count === 'number') terminal.writeStderr(`${count} put back\n`)
    if (action !== 'remove') await terminal.writeStdout(`${describe(await batches.status(id), settings.json)}\n`)
    return EXIT.ok
  })
}

/** Prints entries that were not taken and documents that failed, with the reasons. The exit code is 1 when there are any. */
export async function runBatchFailures(
  [batch = '']: readonly string[],
  settings: LookSettings,
  terminal: Terminal,
): Promise<number> {
  return withBatch(batch, settings, terminal, async (batches, id) => {
    const count = await printAll(
      terminal,
      (page) => batches.failures(id, page),
      (failure: BatchFailure) => {
        if (settings.json === true) return JSON.stringify(failure)
        const { input, position, code, message, attempts } = failure
        const place = position === undefined ? `${attempts}×` : `line ${position}`
        return row(place, input, code, message)
      },
    )
    return count > 0 ? EXIT.failed : EXIT.ok
  })
}

/** Prints which result belongs to which document. */
export async function runBatchResults(
  [batch = '']: readonly string[],
  settings: LookSettings,
  terminal: Terminal,
): Promise<number> {
  return withBatch(batch, settings, terminal, async (batches, id) => {
    await printAll(
      terminal,
      (page) => batches.results(id, page),
      (result) => (settings.json === true ? JSON.stringify(result) : row(result.input, result.output, result.sha256)),
    )
    return EXIT.ok
  })
}

/** Runs work on the batch with a name or id, and closes what was opened for it. */
async function withBatch(
  batch: string,
  settings: LookSettings,
  terminal: Terminal,
  work: (batches: Batches, id: string) => Promise<number>,
): Promise<number> {
  const { batches, close } = await open(settings, terminal, false)
  try {
    return await work(batches, await findId(batches, batch))
  } finally {
    await close()
  }
}

/** Fields separated by tabs. Fields themselves contain none. */
function row(...fields: readonly string[]): string {
  return fields.map(legible).join('\t')
}

interface Page<T> {
  readonly items: readonly T[]
  readonly cursor: string | null
}

async function printAll<T>(
  terminal: Terminal,
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  write: (item: T) => string,
): Promise<number> {
  let count = 0
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page<T> = await read({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) })
    for (const item of page.items) await terminal.writeStdout(`${write(item)}\n`)
    count += page.items.length
    cursor = page.cursor
  }
  return count
}

/** Shows the progress of a batch until it ends: one line on a terminal, a line each second elsewhere. */
async function watch(
  batches: Batches,
  id: string,
  settings: { readonly json?: boolean },
  terminal: Terminal,
): Promise<BatchStatus> {
  const isLive = terminal.isStdoutTerminal && settings.json !== true
  for (;;) {
    const status = await batches.status(id)
    const hasEnded = status.state === 'finished' || status.state === 'cancelled' || terminal.signal.aborted
    const line = describe(status, settings.json, painter(isLive, terminal.env))
    await terminal.writeStdout(isLive ? `\r\u001b[K${line}${hasEnded ? '\n' : ''}` : `${line}\n`)
    if (hasEnded) return status
    await sleep(LOOK_MS, undefined, { signal: terminal.signal }).catch(() => undefined)
  }
}

function describe(
  status: BatchStatus,
  json: boolean | undefined,
  paint: ReturnType<typeof painter> = (_, text) => text,
): string {
  if (json === true) return JSON.stringify(status)
  const { id, name, state, total, done, failed, rejected, retrying, rate, secondsLeft } = status
  const bad = failed + rejected === 0 ? '' : paint('red', `  ${failed} failed, ${rejected} not taken`)
  const again = retrying === 0 ? '' : `  ${retrying} to be tried again`
  const speed = rate === null ? '' : `  ${rate}/s`
  const left = secondsLeft === null ? '' : `  ${formatSeconds(secondsLeft)} left`
  return `${id}  ${state}  ${done}/${total}${bad}${again}${speed}${left}  ${legible(name)}`
}

/** The id of a batch that is given by id or name. */
async function findId(batches: Batches, batch: string): Promise<string> {
  const ids = [batch, batches.idOf(batch)]
  for (const id of ids) {
    const found = await batches.status(id).catch(() => undefined)
    if (found !== undefined) return id
  }
  throw new CommandError(EXIT.noInput, `There is no batch ${legible(batch)}.`)
}

async function open(settings: WorkSettings, terminal: Terminal, isWorker: boolean) {
  const { inputs = '.', results = 'results', level } = settings
  const hasKey = settings.key !== undefined || settings.development === true
  const identity = isWorker && hasKey ? { identity: await loadIdentity(settings, terminal) } : {}
  const evidence = isWorker ? await readEvidenceOptions(settings, terminal) : {}
  const { data = DEFAULT_FOLDER, redisUrl } = settings
  const engine = await openEngine({ data, redisUrl, redisSetting: 'SEALWRIGHT_REDIS_URL' }, terminal)
  const batches = createBatches({
    engine: engine.engine,
    inputs: fileStore(resolve(terminal.cwd, inputs)),
    outputs: fileStore(resolve(terminal.cwd, results)),
    sign: { ...evidence, ...(level === undefined ? {} : { level }) },
    levels: LEVEL_CHOICES,
    folderOf: WITHOUT_FOLDER,
    dedicated: true,
    ...identity,
    onError: (error) => terminal.writeStderr(`${legible(messageOf(error))}\n`),
  })
  return {
    batches,
    async close() {
      await batches.close()
      engine.close()
    },
  }
}

const STEPS: readonly string[] = ['convert', 'sign', 'extend', 'verify']

async function readRequest(settings: EnqueueSettings, terminal: Terminal): Promise<BatchRequest> {
  const steps = settings.steps ?? ['sign']
  const unknown = steps.find((step) => !STEPS.includes(step))
  if (unknown !== undefined)
    throw new CommandError(EXIT.usage, `--steps must be of ${STEPS.join(', ')}, not ${unknown}.`)
  const given = settings.request === undefined ? {} : await readJsonFile(settings.request, terminal)
  const { signerName, signerEmail } = settings
  const signer = {
    ...(typeof given['signer'] === 'object' ? given['signer'] : {}),
    ...(signerName === undefined ? {} : { name: signerName }),
    ...(signerEmail === undefined ? {} : { email: signerEmail }),
  }
  const sign = Object.keys(signer).length === 0 ? given : { ...given, signer }
  return { steps: steps as StepKind[], ...(steps.includes('sign') ? { sign } : {}) }
}

/** A name for the batch, derived from the command, so that the same command continues the same batch. */
function nameOf(
  sources: readonly string[],
  { inputs = '.' }: EnqueueSettings,
  request: BatchRequest,
  { cwd }: Terminal,
): string {
  const places = sources.map((source) => (source === PIPE ? PIPE : resolve(cwd, source)))
  const hash = createHash('sha256')
    .update(JSON.stringify([places, resolve(cwd, inputs), request]))
    .digest('hex')
  return `${sources.join(' ').slice(0, 100)} ${hash.slice(0, 12)}`.replace(/[\p{Cc}\u2028\u2029\p{Cs}]/gu, '_')
}

/** Entries from folders, manifests (`.csv`, `.jsonl`, or JSON Lines from a pipe), and documents. */
async function* readSources(
  sources: readonly string[],
  settings: EnqueueSettings,
  batches: Batches,
  terminal: Terminal,
): EntrySource & AsyncGenerator<EntrySource extends AsyncIterable<infer T> ? T : never> {
  const root = resolve(terminal.cwd, settings.inputs ?? '.')
  const results = resolve(terminal.cwd, settings.results ?? 'results')
  const without = (name: string) => `${join(root, name)}${sep}`.startsWith(`${results}${sep}`)
  for (const source of sources) {
    if (source === PIPE) yield* fromJsonLines([await terminal.readStdin()])
    else if (/\.csv$/i.test(source)) yield* fromCsv(readManifest(source, terminal))
    else if (/\.(jsonl|ndjson)$/i.test(source)) yield* fromJsonLines(readManifest(source, terminal))
    else {
      const path = resolve(terminal.cwd, source)
      const facts = await stat(path).catch(() => undefined)
      if (facts === undefined) throw new CommandError(EXIT.noInput, `There is no ${source}.`)
      const name = relative(root, path).split(sep).join('/')
      if (name.startsWith('..')) throw new CommandError(EXIT.usage, `${source} is not below --inputs.`)
      yield* facts.isDirectory() ? fromFolder(batches.inputs, name, { without }) : fromList([name])
    }
  }
}

async function* readManifest(source: string, { cwd }: Terminal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(resolve(cwd, source))
  } catch (cause) {
    const isMissing = codeOf(cause) === 'ENOENT'
    throw new CommandError(EXIT.noInput, isMissing ? `There is no ${source}.` : `${source} cannot be read.`, { cause })
  }
}
