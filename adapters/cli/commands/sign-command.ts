/**
 * `sealwright sign`.
 *
 * @module
 */
import { type SignOptions, type SignRequest, signDocument } from '../../../src/index.js'
import { readEvidenceOptions } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { assertJsonHasRoom, chooseOutputs, listInputs, PIPE, writeResult } from '../files.js'
import { loadIdentity } from '../load-identity.js'
import { readJsonFile } from '../read-json-file.js'
import type { Settings } from '../settings/settings.js'
import type { SIGN_SETTINGS } from '../settings/sign-settings.js'
import { describeWarnings, legible, painter, type Terminal } from '../terminal.js'
import { workOnFiles } from '../work-on-files.js'

type SignSettings = Settings<typeof SIGN_SETTINGS>

/** Signs files, and returns the exit code. */
export async function runSign(args: readonly string[], settings: SignSettings, terminal: Terminal): Promise<number> {
  const inputs = await listInputs(args, ['.pdf', '.docx'], terminal, settings.output)
  const { output, suffix = '-signed', force = false, json = false } = settings
  const places = await chooseOutputs(inputs, '.pdf', { output, suffix, force }, terminal)
  const request = await readRequest(settings, terminal)
  const options = await readOptions(settings, terminal)
  const paint = painter(terminal.isStderrTerminal, terminal.env)
  assertJsonHasRoom(json, places)
  return workOnFiles(
    inputs,
    terminal,
    { json, textTo: 'stderr', failureCode: EXIT.failed },
    async (bytes, { name }, index) => {
      const signed = await signDocument(bytes, withTime(request), options)
      const place = places[index]
      await writeResult(place, signed.bytes, terminal)
      const { bytes: _, contentType: __, ...facts } = signed
      return {
        text: `${paint('green', '✓')} ${legible(`${name} → ${place ?? PIPE}`)}  ${signed.level}${describeWarnings(signed.warnings, paint)}`,
        json: { output: place ?? PIPE, ...facts },
        exitCode: EXIT.ok,
      }
    },
  )
}

/** Adds the current time as the event of submission, where the request brings no trail. */
function withTime(request: SignRequest): SignRequest {
  if (request.auditTrail !== undefined && request.auditTrail.length > 0) return request
  return { ...request, auditTrail: [{ timestamp: new Date().toISOString(), type: 'submit' }] }
}

async function readRequest(settings: SignSettings, terminal: Terminal): Promise<SignRequest> {
  const given = settings.request === undefined ? {} : await readJsonFile(settings.request, terminal)
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
  // signDocument checks the contents, and names each fault by its place.
  return { ...given, signer, ...page } as SignRequest
}

async function readOptions(settings: SignSettings, terminal: Terminal): Promise<SignOptions> {
  const { documentName, serviceName, reason, location, field, certify, level, password } = settings
  if (certify !== undefined && certify !== 1 && certify !== 2 && certify !== 3) {
    throw new CommandError(EXIT.usage, '--certify must be 1, 2 or 3.')
  }
  const texts = Object.entries({ documentName, serviceName, reason, location, field, password })
  return {
    identity: await loadIdentity(settings, terminal),
    signal: terminal.signal,
    maxBytes: MAX_BYTES,
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
    ...(certify === undefined ? {} : { certify }),
    ...(level === undefined ? {} : { level }),
    ...(await readEvidenceOptions(settings, terminal)),
  }
}

/** Largest file in bytes. Files belong to the person who runs the command, so the limit is larger than for a service. */
export const MAX_BYTES = 1024 * 1024 * 1024
