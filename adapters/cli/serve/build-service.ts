/**
 * Builds the API with everything that the settings ask for.
 *
 * @module
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Api,
  type ApiKeys,
  type ApiLogger,
  type ApiOptions,
  createApi,
  KeyIssuer,
  type Mailer,
  onlineRevocation,
  schedulePurge,
  type Telemetry,
  type WorkerOptions,
} from '../../../src/index.js'
import { diskSpace } from '../../disk-space.js'
import { type EvidenceChoice, readAll, readEvidenceOptions } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { forReports, loadIdentity } from '../load-identity.js'
import type { ServeSettings } from '../settings/serve-settings.js'
import type { Terminal } from '../terminal.js'
import { readCodeSecret } from './code-secret.js'
import { hostOf, type OpenStore, openStore, reasonOf } from './open-store.js'
import type { BatchSettings, ServiceBatches } from './service-batches.js'
import { chooseMailer, NO_MAILER } from './service-mailer.js'

export interface Service {
  readonly api: Api
  /** What is stored where, for the log. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Closes stores. To be called when no request is in progress. */
  close(): Promise<void>
}

const MB = 1024 * 1024
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** @throws CommandError for what is not available, and for settings that exclude each other */
export async function buildService(settings: ServeSettings, terminal: Terminal, logger: ApiLogger): Promise<Service> {
  const warn = (error: unknown) => logger.warn({ error }, 'connection')
  const identity = await loadIdentity(settings, terminal)
  const mailer = chooseMailer(settings, terminal)
  const telemetry = settings.telemetry === true ? await loadTelemetry() : undefined
  const store = await openStore(settings, terminal, warn)
  const ends = [() => store.close()]
  try {
    const shared = await openShared(settings, warn)
    ends.unshift(async () => shared?.close())
    const keys = await createIssuer(settings, store, shared?.rateLimiter, mailer, logger)
    const apiOptions = await readApiOptions(settings, terminal, shared, warn)
    const opened = await openOwnBatches(settings, { identity, ...apiOptions }, terminal, warn)
    ends.unshift(async () => opened?.close())
    const folders = [store.folder, ...(opened?.folders ?? [])].filter((folder) => folder !== undefined)
    const options: ApiOptions = {
      identity,
      ...(settings.signReports === true ? { reportIdentity: forReports(identity) } : {}),
      keys: mailer === undefined ? withoutCodes(keys) : keys,
      ...apiOptions,
      ...(opened === undefined ? {} : { batches: opened.batches }),
      readiness: readReadiness(settings, folders),
      ...(telemetry === undefined ? {} : { telemetry }),
      idempotency: { store: store.idempotency, ...readTtl(settings) },
      logger,
    }
    const api = createApi(options)
    ends.unshift(schedulePurge([keys, store.idempotency], { onError: warn }))
    const facts = { store: store.name, mail: describeMail(settings), limits: shared?.name ?? 'in this process' }
    return { api, facts: { ...facts, ...opened?.facts }, close: () => runAll(ends) }
  } catch (error) {
    await runAll(ends)
    throw error
  }
}

async function runAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
  for (const end of ends) await end()
}

async function createIssuer(
  { codeSecret, keyDays, serviceName }: ServeSettings,
  store: OpenStore,
  rateLimiter: ApiOptions['rateLimiter'],
  mailer: Mailer | undefined,
  logger: ApiLogger,
): Promise<KeyIssuer> {
  return new KeyIssuer({
    store: store.keys,
    mailer: mailer ?? NO_MAILER,
    secret: await readCodeSecret(codeSecret, store),
    onEvent: (event) => logger.info({ ...event }, 'key event'),
    ...(rateLimiter === undefined ? {} : { rateLimiter }),
    ...(keyDays === undefined ? {} : { keyTtlMs: Math.round(keyDays * DAY_MS) }),
    ...(serviceName === undefined ? {} : { serviceName }),
  })
}

/** Hides the methods that need a code, so that the API has no routes for them. */
function withoutCodes(keys: KeyIssuer): ApiKeys {
  return {
    authenticate: (apiKey, context) => keys.authenticate(apiKey, context),
    checkStore: (context) => keys.checkStore(context),
    checkClock: (context) => keys.checkClock(context),
    checkLimits: (context) => keys.checkLimits(context),
  }
}

/** How long answers are kept, as an option. */
function readTtl({ answerHours }: ServeSettings): { readonly ttlMs?: number } {
  return answerHours === undefined ? {} : { ttlMs: Math.round(answerHours * HOUR_MS) }
}

function describeMail({ smtpUrl, development }: ServeSettings): string {
  if (smtpUrl !== undefined) return `SMTP at ${hostOf(smtpUrl)}`
  return development === true ? 'codes are printed' : 'none: only keys create makes keys'
}

type Shared = Awaited<ReturnType<typeof openShared>>

/** Opens batches; their code is loaded only where they are wanted. */
async function openOwnBatches(
  settings: ServeSettings,
  options: BatchSettings,
  terminal: Terminal,
  warn: (error: unknown) => void,
): Promise<ServiceBatches | undefined> {
  if (settings.batches !== true) return undefined
  const { openBatches } = await import('./service-batches.js')
  return openBatches(settings, options, readWorkers(settings, terminal), terminal, warn)
}

function readReadiness(
  { checkMail, minFreeMb }: ServeSettings,
  folders: readonly string[],
): NonNullable<ApiOptions['readiness']> {
  const options = minFreeMb === undefined ? {} : { minFreeBytes: minFreeMb * MB }
  const checks = folders.map((folder) => diskSpace(folder, options))
  return {
    ...(checkMail === true ? { mailer: true } : {}),
    ...(checks.length === 0 ? {} : { checks: { disk: () => Promise.all(checks.map((check) => check())) } }),
  }
}

/** Opens what processes with one Redis count together. */
async function openShared({ redisUrl, limitsOutage }: ServeSettings, warn: (error: unknown) => void) {
  if (redisUrl === undefined) return undefined
  const { connectRedis } = await import('./connect-redis.js')
  const { redisConcurrencyLimiter, redisRateLimiter, redisRevocationStore } = await import(
    '../../stores/redis-store.js'
  )
  const client = await connectRedis(redisUrl, warn).catch((cause: unknown) => {
    if (cause instanceof CommandError) throw cause
    const message = `Redis at ${hostOf(redisUrl)} cannot be reached: ${reasonOf(cause)}`
    throw new CommandError(EXIT.unavailable, message, { cause })
  })
  const fallback = limitsOutage === 'refuse' ? ({ fallback: false } as const) : {}
  return {
    rateLimiter: redisRateLimiter(client, fallback),
    concurrency: redisConcurrencyLimiter(client, fallback),
    revocation: redisRevocationStore(client),
    name: `Redis at ${hostOf(redisUrl)}`,
    close: () => client.close(),
  }
}

async function readApiOptions(
  settings: ServeSettings,
  terminal: Terminal,
  shared: Shared,
  warn: (error: unknown) => void,
): Promise<Partial<ApiOptions>> {
  const { serviceName, level, levels, formerCertificate, corsOrigin, maxDocumentMb, metrics, metricsToken } = settings
  const evidence = await readEvidenceOptions(settings, terminal, shared?.revocation)
  return {
    sign: {
      ...evidence,
      ...(serviceName === undefined ? {} : { serviceName }),
      ...(level === undefined ? {} : { level }),
    },
    verify: await readVerifyChoice(settings, evidence, terminal, warn),
    ...(levels === undefined ? {} : { levels }),
    ...(formerCertificate === undefined ? {} : { identities: await readAll(formerCertificate, terminal) }),
    ...(corsOrigin === undefined ? {} : { cors: { origins: corsOrigin.includes('*') ? '*' : corsOrigin } }),
    ...(maxDocumentMb === undefined ? {} : { maxDocumentBytes: Math.floor(maxDocumentMb * MB) }),
    ...(settings.fetch === false ? { fetchDocument: false } : {}),
    ...(settings.verifyNeedsKey === true ? { verifyNeedsKey: true } : {}),
    ...(settings.docs === false ? { docs: false } : {}),
    workers: readWorkers(settings, terminal),
    ...(settings.checkPage === true ? { check: { inPage: settings.checkInPage !== false } } : {}),
    ...(metrics === true ? { metrics: metricsToken === undefined ? true : { token: metricsToken } } : {}),
    ...(shared === undefined ? {} : { concurrency: shared.concurrency, rateLimiter: shared.rateLimiter }),
  }
}

function readWorkers({ threads, workerModule }: ServeSettings, { cwd }: Terminal): WorkerOptions {
  return {
    ...(threads === undefined ? {} : { threads }),
    ...(workerModule === undefined ? {} : { url: pathToFileURL(resolve(cwd, workerModule)) }),
  }
}

async function loadTelemetry(): Promise<Telemetry> {
  try {
    const { openTelemetry } = await import('../../opentelemetry.js')
    return openTelemetry()
  } catch (cause) {
    const message =
      '--telemetry needs the package @opentelemetry/api, and an SDK that is loaded before: npm install @opentelemetry/api'
    throw new CommandError(EXIT.unavailable, message, { cause })
  }
}

/** @throws CommandError for a folder without trusted lists */
async function readVerifyChoice(
  { trustLists, online, revocationHost }: ServeSettings,
  { trustAnchors = [], timestampAnchors, revocation }: EvidenceChoice,
  terminal: Terminal,
  warn: (error: unknown) => void,
): Promise<NonNullable<ApiOptions['verify']>> {
  const anchors = [...trustAnchors, ...(trustLists === undefined ? [] : [await openLists(trustLists, terminal, warn)])]
  const trustedHosts = revocationHost === undefined ? {} : { trustedHosts: revocationHost }
  return {
    ...(anchors.length === 0 ? {} : { trustAnchors: anchors }),
    ...(timestampAnchors === undefined ? {} : { timestampAnchors }),
    ...(online === true ? { fetchRevocation: revocation ?? onlineRevocation(trustedHosts) } : {}),
  }
}

/** Opens trusted lists. The code is loaded only when a folder is named. */
async function openLists(folder: string, terminal: Terminal, warn: (error: unknown) => void) {
  const { openReloadedLists } = await import('./reloaded-lists.js')
  return openReloadedLists(folder, terminal, { onProblem: warn })
}
