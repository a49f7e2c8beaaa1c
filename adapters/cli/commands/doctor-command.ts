/**
 * `sealwright doctor`: finds what is missing on this machine.
 *
 * @module
 */

import { convertFile, developmentIdentity, signDocument, verifyDocument } from '../../../src/index.js'
import { messageOf } from '../../../src/input/foreign-values.js'
import type { Diagnosis, DoctorSettings } from '../doctor/diagnosis.js'
import { diagnosePackages } from '../doctor/packages.js'
import { diagnoseAuthorities, diagnoseMailer, diagnoseRedis, diagnoseStore } from '../doctor/servers.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { loadIdentity } from '../load-identity.js'
import { unknownVariables } from '../settings/settings.js'
import { legible, painter, type Terminal } from '../terminal.js'

const WARN_DAYS = 30
const DAY_MS = 86_400_000
/**
 * Tolerated error of the clock, in milliseconds. With a larger one, certificates may not be valid yet, and time stamps differ
 * too much.
 */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * Checks everything, and returns the exit code: 1 when a check has failed.
 *
 * @param known names of all settings
 */
export async function runDoctor(
  settings: DoctorSettings,
  terminal: Terminal,
  known: ReadonlySet<string>,
): Promise<number> {
  const paint = painter(terminal.isStdoutTerminal, terminal.env)
  const marks = { ok: paint('green', '✓'), missing: paint('yellow', '–'), failed: paint('red', '✗') }
  let hasFailed = false
  for await (const { subject, state, text } of diagnose(settings, terminal, known)) {
    hasFailed ||= state === 'failed'
    const line =
      settings.json === true
        ? JSON.stringify({ subject, state, text })
        : `${marks[state]} ${legible(subject).padEnd(22)} ${legible(text)}`
    await terminal.writeStdout(`${line}\n`)
  }
  return hasFailed ? EXIT.failed : EXIT.ok
}

async function* diagnose(
  settings: DoctorSettings,
  terminal: Terminal,
  known: ReadonlySet<string>,
): AsyncGenerator<Diagnosis> {
  yield diagnoseNode(process.versions.node)
  yield await diagnoseWork()
  yield* diagnoseVariables(terminal, known)
  yield await diagnoseKey(settings, terminal)
  yield await diagnoseStore(settings, terminal)
  yield* await diagnoseRedis(settings)
  yield await diagnoseMailer(settings)
  const { findings, clockOffsetMs } = await diagnoseAuthorities(settings, terminal)
  yield diagnoseClock(clockOffsetMs)
  yield* findings
  yield* diagnosePackages()
}

/** Whether a version of Node.js is new enough. */
function diagnoseNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > 20 || (major === 20 && minor >= 19)
  return {
    subject: 'Node.js',
    state: isNew ? 'ok' : 'failed',
    text: isNew ? version : `${version} is too old: 20.19 or newer is needed.`,
  }
}

/** Signs and converts once, which uses the built-in fonts and everything else that is installed. */
async function diagnoseWork(): Promise<Diagnosis> {
  const subject = 'convert, sign, verify'
  try {
    const { bytes } = await convertFile(new TextEncoder().encode('# Trial\n\nÄ → Ω'), { from: 'md', to: 'pdf' })
    const request = {
      signer: { name: 'Trial', email: 'trial@example.com' },
      auditTrail: [{ timestamp: new Date().toISOString(), type: 'submit' }],
    }
    const signed = await signDocument(bytes, request, { identity: await developmentIdentity() })
    const { valid, reason } = await verifyDocument(signed.bytes)
    return { subject, state: valid ? 'ok' : 'failed', text: valid ? 'a trial document went through' : reason }
  } catch (error) {
    return { subject, state: 'failed', text: messageOf(error) }
  }
}

function* diagnoseVariables(terminal: Terminal, known: ReadonlySet<string>): Generator<Diagnosis> {
  for (const variable of unknownVariables(terminal, known)) {
    yield { subject: 'environment', state: 'missing', text: `${variable} is not a setting and has no effect` }
  }
}

async function diagnoseKey(settings: DoctorSettings, terminal: Terminal): Promise<Diagnosis> {
  const subject = 'key'
  if (settings.key === undefined) {
    return { subject, state: 'missing', text: 'none is set: --key or SEALWRIGHT_KEY' }
  }
  try {
    const identity = await loadIdentity(settings, terminal)
    const expiry = await diagnoseExpiry(
      subject,
      'certificates' in identity ? identity.certificates[0] : undefined,
      new Date(),
    )
    const [warning] = 'warnings' in identity ? (identity.warnings ?? []) : []
    if (warning === undefined || expiry.state === 'failed') return expiry
    return { subject, state: 'missing', text: `${warning} Besides, ${expiry.text}` }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { subject, state: 'failed', text: error.message }
  }
}

async function diagnoseExpiry(subject: string, der: Uint8Array | undefined, now: Date): Promise<Diagnosis> {
  if (der === undefined) return { subject, state: 'ok', text: 'it brings its certificate itself' }
  const { X509Certificate } = await import('node:crypto')
  const { validFrom, validTo } = new X509Certificate(der)
  const [begin, end] = [new Date(validFrom), new Date(validTo)]
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return { subject, state: 'failed', text: `its certificate expired on ${end.toISOString()}` }
  if (begin > now)
    return { subject, state: 'failed', text: `its certificate is not valid before ${begin.toISOString()}` }
  const text = `its certificate expires in ${days} days, on ${end.toISOString()}`
  return { subject, state: days < WARN_DAYS ? 'missing' : 'ok', text }
}

/** @param offsetMs how far an authority's clock is ahead of this machine's, in milliseconds; undefined where none was asked */
function diagnoseClock(offsetMs: number | undefined): Diagnosis {
  const subject = 'clock'
  const now = new Date()
  if (offsetMs === undefined) {
    const isAbsurd = now.getUTCFullYear() < 2025
    return {
      subject,
      state: isAbsurd ? 'failed' : 'ok',
      text: `${now.toISOString()}; not compared with any other clock`,
    }
  }
  const isRight = Math.abs(offsetMs) <= CLOCK_TOLERANCE_MS
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const text = `${now.toISOString()}, ${seconds} s ${offsetMs < 0 ? 'ahead of' : 'behind'} a time-stamping authority`
  return { subject, state: isRight ? 'ok' : 'failed', text }
}
