/**
 * `sealwright sign`.
 *
 * @module
 */
import { type SignOptions, type SignRequest, signDocument, timestampAuthority } from '../../src/index.js'
import { CommandError, EXIT } from './exit-codes.js'
import { chooseOutputs, listInputs, PIPE, writeResult } from './files.js'
import { IDENTITY_SETTINGS, loadIdentity, readNamed } from './load-identity.js'
import type { Setting, Settings } from './settings.js'
import { legible, painter, type Terminal } from './terminal.js'
import { workOnFiles } from './work-on-files.js'

export const SIGN_SETTINGS = {
  ...IDENTITY_SETTINGS,
  signerName: { flag: '--signer-name <name>', about: 'who signs', type: 'text' },
  signerEmail: { flag: '--signer-email <address>', about: "the signer's address", type: 'text' },
  request: {
    flag: '--request <file>',
    about: 'a sign request in JSON, as POST /v1/sign takes it without the document: audit trail, metadata and more',
    type: 'text',
  },
  output: {
    flag: '-o, --output <place>',
    about: 'a file, a folder, or - ; beside the input if left out',
    type: 'text',
  },
  suffix: {
    flag: '--suffix <text>',
    about: 'put behind the name of results beside their input (-signed)',
    type: 'text',
  },
  force: { flag: '-f, --force', about: 'replaces results that are there already', type: 'switch' },
  page: { flag: '--no-page', about: 'adds no certificate page; needed to counter-sign', type: 'switch' },
  documentName: {
    flag: '--document-name <name>',
    about: 'for the certificate page; the title if left out',
    type: 'text',
  },
  serviceName: { flag: '--service-name <name>', about: 'for the certificate page', type: 'text' },
  reason: { flag: '--reason <text>', about: 'shown by viewers', type: 'text' },
  location: { flag: '--location <text>', about: 'shown by viewers', type: 'text' },
  field: { flag: '--field <name>', about: 'an existing, empty signature field', type: 'text' },
  certify: {
    flag: '--certify <1|2|3>',
    about: '1 permits no change afterwards, 2 form filling and signing, 3 annotations too',
    type: 'number',
    min: 1,
    max: 3,
  },
  level: {
    flag: '--level <level>',
    about: 'PAdES baseline level',
    type: 'text',
    choices: ['B-B', 'B-T', 'B-LT', 'B-LTA'],
  },
  timestampAuthority: {
    flag: '--timestamp-authority <url...>',
    about: 'authorities, asked in this order; for level B-T and above',
    type: 'list',
  },
  password: {
    flag: '--password',
    about: 'password of encrypted documents: SEALWRIGHT_PASSWORD or the configuration file, never a flag',
    type: 'text',
    isSecret: true,
  },
  json: { flag: '--json', about: 'one line of JSON for each file', type: 'switch' },
} as const satisfies Record<string, Setting>

type SignSettings = Settings<typeof SIGN_SETTINGS>

/** Signs files, and gives the exit code. */
export async function runSign(args: readonly string[], settings: SignSettings, terminal: Terminal): Promise<number> {
  const inputs = await listInputs(args, ['.pdf', '.docx'], terminal)
  const { output, suffix = '-signed', force = false, json = false } = settings
  const places = await chooseOutputs(inputs, '.pdf', { output, suffix, force }, terminal)
  const request = await readRequest(settings, terminal)
  const options = await readOptions(settings, terminal)
  const paint = painter(terminal.isStderrTerminal, terminal.env)
  if (json && places.includes(undefined)) {
    throw new CommandError(EXIT.usage, 'The standard output cannot hold the document and --json: name an --output.')
  }
  return workOnFiles(
    inputs,
    terminal,
    { json, textTo: 'stderr', failureCode: EXIT.failed },
    async (bytes, { name }, index) => {
      const signed = await signDocument(bytes, withTime(request), options)
      const place = places[index]
      await writeResult(place, signed.bytes, terminal)
      const { bytes: _, contentType: __, ...facts } = signed
      const warnings = signed.warnings.map((warning) => `\n    ${paint('yellow', '!')} ${legible(warning)}`).join('')
      return {
        text: `${paint('green', '✓')} ${legible(`${name} → ${place ?? PIPE}`)}  ${signed.level}${warnings}`,
        json: { output: place ?? PIPE, ...facts },
        exitCode: EXIT.ok,
      }
    },
  )
}

/** The command itself is the event of submission, where the request brings no trail. */
function withTime(request: SignRequest): SignRequest {
  if (request.auditTrail !== undefined && request.auditTrail.length > 0) return request
  return { ...request, auditTrail: [{ timestamp: new Date().toISOString(), type: 'submit' }] }
}

async function readRequest(settings: SignSettings, terminal: Terminal): Promise<SignRequest> {
  const given = settings.request === undefined ? {} : await readJson(settings.request, terminal)
  const signer = {
    ...(typeof given['signer'] === 'object' ? given['signer'] : {}),
    ...(settings.signerName === undefined ? {} : { name: settings.signerName }),
    ...(settings.signerEmail === undefined ? {} : { email: settings.signerEmail }),
  }
  if (!('name' in signer) || !('email' in signer)) {
    throw new CommandError(
      EXIT.usage,
      'Who signs? Give --signer-name and --signer-email, or a --request with a signer.',
    )
  }
  const page = settings.page === false ? { certificate: { enabled: false } } : {}
  // What it holds is checked by signDocument, which names each fault by its place.
  return { ...given, signer, ...page } as SignRequest
}

async function readJson(path: string, terminal: Terminal): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readNamed(path, terminal))
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new CommandError(EXIT.noInput, `${path} does not hold a JSON object.`)
}

async function readOptions(settings: SignSettings, terminal: Terminal): Promise<SignOptions> {
  const { documentName, serviceName, reason, location, field, certify, level, password } = settings
  if (certify !== undefined && certify !== 1 && certify !== 2 && certify !== 3) {
    throw new CommandError(EXIT.usage, '--certify must be 1, 2 or 3.')
  }
  const texts = Object.entries({ documentName, serviceName, reason, location, field, password })
  const timestampAuthorities = (settings.timestampAuthority ?? []).map((url) => timestampAuthority(url))
  return {
    identity: await loadIdentity(settings, terminal),
    signal: terminal.signal,
    maxBytes: MAX_BYTES,
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
    ...(certify === undefined ? {} : { certify }),
    ...(level === undefined ? {} : { level }),
    ...(timestampAuthorities.length === 0 ? {} : { timestampAuthorities }),
  }
}

/** Files of the person who runs the command: larger than what a service takes from strangers. */
export const MAX_BYTES = 1024 * 1024 * 1024
