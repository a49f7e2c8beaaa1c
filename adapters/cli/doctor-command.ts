/**
 * `sealwright doctor`: what is missing on this machine.
 *
 * @module
 */
import { createRequire } from 'node:module'
import { convertFile, developmentIdentity, signDocument, verifyDocument } from '../../src/index.js'
import { CommandError, EXIT } from './exit-codes.js'
import { IDENTITY_SETTINGS, loadIdentity } from './load-identity.js'
import type { Setting, Settings } from './settings.js'
import { legible, painter, type Terminal } from './terminal.js'

export const DOCTOR_SETTINGS = {
  ...IDENTITY_SETTINGS,
  json: { flag: '--json', about: 'one line of JSON for each finding', type: 'switch' },
} as const satisfies Record<string, Setting>

/** `missing` costs something that the text names; `failed` keeps the program from working. */
export interface Diagnosis {
  readonly subject: string
  readonly state: 'ok' | 'missing' | 'failed'
  readonly text: string
}

const WARN_DAYS = 30
const DAY_MS = 86_400_000

/** Looks at everything, and gives the exit code: 1 when something has failed. */
export async function runDoctor(settings: Settings<typeof DOCTOR_SETTINGS>, terminal: Terminal): Promise<number> {
  const found = [
    diagnoseNode(process.versions.node),
    await diagnoseWork(),
    await diagnoseKey(settings, terminal),
    ...OPTIONAL.map(diagnosePackage),
  ]
  const paint = painter(terminal.isStdoutTerminal, terminal.env)
  const marks = { ok: paint('green', '✓'), missing: paint('yellow', '–'), failed: paint('red', '✗') }
  for (const { subject, state, text } of found) {
    const line =
      settings.json === true
        ? JSON.stringify({ subject, state, text })
        : `${marks[state]} ${legible(subject).padEnd(22)} ${legible(text)}`
    await terminal.writeStdout(`${line}\n`)
  }
  return found.some(({ state }) => state === 'failed') ? EXIT.failed : EXIT.ok
}

/** Whether a version of Node.js is new enough. */
export function diagnoseNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > 20 || (major === 20 && minor >= 19)
  return {
    subject: 'Node.js',
    state: isNew ? 'ok' : 'failed',
    text: isNew ? version : `${version} is too old: 20.19 or newer is needed.`,
  }
}

/** Does once what the program is for, with its fonts and workings. */
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
    return { subject, state: 'failed', text: error instanceof Error ? error.message : String(error) }
  }
}

async function diagnoseKey(settings: Settings<typeof IDENTITY_SETTINGS>, terminal: Terminal): Promise<Diagnosis> {
  const subject = 'key'
  if (settings.key === undefined) {
    return { subject, state: 'missing', text: 'none is named: --key or SEALWRIGHT_KEY' }
  }
  try {
    const identity = await loadIdentity(settings, terminal)
    return diagnoseExpiry(subject, 'certificates' in identity ? identity.certificates[0] : undefined, new Date())
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { subject, state: 'failed', text: error.message }
  }
}

async function diagnoseExpiry(subject: string, der: Uint8Array | undefined, now: Date): Promise<Diagnosis> {
  if (der === undefined) return { subject, state: 'ok', text: 'it brings its certificate itself' }
  const { X509Certificate } = await import('node:crypto')
  const end = new Date(new X509Certificate(der).validTo)
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return { subject, state: 'failed', text: `its certificate ended on ${end.toISOString()}` }
  const text = `its certificate ends in ${days} days, on ${end.toISOString()}`
  return { subject, state: days < WARN_DAYS ? 'missing' : 'ok', text }
}

/** Optional packages, and what is missing without them. */
const OPTIONAL: readonly (readonly [name: string, without: string])[] = [
  ['@expo-google-fonts/noto-sans-arabic', 'Arabic letters are shown by number on pages'],
  ['@expo-google-fonts/noto-sans-sc', 'Chinese characters are shown by number on pages'],
  ['@expo-google-fonts/noto-sans-jp', 'Japanese characters are shown by number on pages'],
  ['@expo-google-fonts/noto-emoji', 'emoji are shown by number on pages'],
  ['highlight.js', 'code in Markdown has no colours'],
]

function diagnosePackage([name, without]: readonly [string, string]): Diagnosis {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`)
    return { subject: name, state: 'ok', text: 'installed' }
  } catch {
    return { subject: name, state: 'missing', text: `not installed: ${without}` }
  }
}
