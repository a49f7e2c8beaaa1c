/**
 * Checks the servers that the settings name, each with one request.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { KeyIssuer, SealwrightError } from '../../../src/index.js'
import { readEvidenceOptions } from '../evidence-options.js'
import { CommandError } from '../exit-codes.js'
import { connectRedis } from '../serve/connect-redis.js'
import { DEFAULT_FOLDER, hostOf, openStore, reasonOf } from '../serve/open-store.js'
import { chooseMailer, NO_MAILER } from '../serve/service-mailer.js'
import type { Terminal } from '../terminal.js'
import type { Diagnosis, DoctorSettings } from './diagnosis.js'

/** Checks the store. A missing store is not created. */
export async function diagnoseStore(settings: DoctorSettings, terminal: Terminal): Promise<Diagnosis> {
  const subject = 'store of API keys'
  const folder = resolve(terminal.cwd, settings.data ?? DEFAULT_FOLDER)
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (settings.databaseUrl === undefined && !isThere) {
    return { subject, state: 'missing', text: `${folder} is not there: the first serve or keys create makes it` }
  }
  try {
    const store = await openStore(settings, terminal, () => undefined)
    try {
      const secret = 'only to ask whether it answers, nothing is kept'
      await new KeyIssuer({ store: store.keys, mailer: NO_MAILER, secret, rateLimiter: false }).checkStore()
    } finally {
      await store.close()
    }
    return { subject, state: 'ok', text: store.name }
  } catch (error) {
    return { subject, state: 'failed', text: plainReason(error) }
  }
}

/** Checks the server that counts limits for several processes. */
export async function diagnoseRedis({ redisUrl }: DoctorSettings): Promise<Diagnosis[]> {
  if (redisUrl === undefined) return []
  const subject = 'Redis'
  try {
    const client = await connectRedis(redisUrl, () => undefined)
    await client.call('PING')
    client.close()
    return [{ subject, state: 'ok', text: hostOf(redisUrl) }]
  } catch (error) {
    return [{ subject, state: 'failed', text: `${hostOf(redisUrl)}: ${plainReason(error)}` }]
  }
}

/** Checks whether codes could be sent, without sending any. */
export async function diagnoseMailer(settings: DoctorSettings): Promise<Diagnosis> {
  const subject = 'mail server'
  const { smtpUrl } = settings
  if (smtpUrl === undefined) {
    return { subject, state: 'missing', text: 'none is set: only keys create makes keys' }
  }
  try {
    const mailer = chooseMailer(settings, SILENT)
    await mailer?.check?.()
    return { subject, state: 'ok', text: hostOf(smtpUrl) }
  } catch (error) {
    return { subject, state: 'failed', text: `${hostOf(smtpUrl)}: ${plainReason(error)}` }
  }
}

const SILENT = { writeStderr: () => undefined }

interface AuthorityDiagnosis {
  readonly findings: readonly Diagnosis[]
  /** How far the first clock that was asked is ahead of this machine's, in milliseconds. */
  readonly clockOffsetMs: number | undefined
}

/** Asks each authority for a time stamp of arbitrary data. */
export async function diagnoseAuthorities(settings: DoctorSettings, terminal: Terminal): Promise<AuthorityDiagnosis> {
  const findings: Diagnosis[] = []
  let clockOffsetMs: number | undefined
  for (const url of settings.timestampAuthority ?? []) {
    const subject = 'time stamps'
    try {
      const { timestampAuthorities = [] } = await readEvidenceOptions({ timestampAuthority: [url] }, terminal)
      const digest = createHash('sha256').update('sealwright doctor').digest()
      for (const authority of timestampAuthorities) await authority.timestamp('sha256', digest, {})
      clockOffsetMs ??= await readClock(url)
      findings.push({ subject, state: 'ok', text: hostOf(url) })
    } catch (error) {
      findings.push({ subject, state: 'failed', text: `${hostOf(url)}: ${plainReason(error)}` })
    }
  }
  return { findings, clockOffsetMs }
}

const CLOCK_TIMEOUT_MS = 5000

/** The time in the Date field of an authority's web server. It is exact to a second, which is enough to notice a wrong clock. */
async function readClock(url: string): Promise<number | undefined> {
  try {
    const plain = new URL(url)
    plain.username = ''
    plain.password = ''
    const { headers } = await fetch(plain, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(CLOCK_TIMEOUT_MS),
    })
    const time = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(time) ? undefined : time - Date.now()
  } catch {
    return undefined
  }
}

function plainReason(error: unknown): string {
  if (error instanceof CommandError) return error.message
  if (error instanceof SealwrightError && error.cause !== undefined) return `${error.message} ${reasonOf(error.cause)}`
  return reasonOf(error)
}
