/**
 * `sealwright verify`.
 *
 * @module
 */
import {
  LANGUAGES,
  onlineRevocation,
  renderReport,
  type VerificationReport,
  type VerifyOptions,
  verifyDocument,
} from '../../src/index.js'
import { describeReport, verdictOn } from './describe-report.js'
import { readAll } from './evidence-options.js'
import { CommandError, EXIT } from './exit-codes.js'
import { chooseOutputs, type InputFile, listInputs, writeResult } from './files.js'
import type { Settings } from './settings.js'
import { MAX_BYTES } from './sign-command.js'
import { painter, type Terminal } from './terminal.js'
import type { VERIFY_SETTINGS } from './verify-settings.js'
import { workOnFiles } from './work-on-files.js'

type VerifySettings = Settings<typeof VERIFY_SETTINGS>

/** Verifies files: 0 all valid, 1 one is not, 2 one could not be judged. */
export async function runVerify(
  args: readonly string[],
  settings: VerifySettings,
  terminal: Terminal,
): Promise<number> {
  const inputs = await listInputs(args, ['.pdf'], terminal)
  const options = await readOptions(settings, terminal)
  const { json = false, quiet = false } = settings
  const writeReport = await reportWriter(inputs, settings, options, terminal)
  const paint = painter(terminal.isStdoutTerminal, terminal.env)
  return workOnFiles(
    inputs,
    terminal,
    { json, textTo: 'stdout', failureCode: EXIT.notJudged },
    async (bytes, { name }, index) => {
      const report = await verifyDocument(bytes, options)
      await writeReport?.(report, name, index)
      return {
        text: describeReport(name, report, { paint, quiet }),
        json: { verdict: verdictOn(report), report },
        exitCode: EXIT_CODES[verdictOn(report)],
      }
    },
  )
}

const EXIT_CODES = {
  VALID: EXIT.ok,
  'NOT VALID': EXIT.failed,
  'NOT SIGNED': EXIT.failed,
  'NOT PROVED': EXIT.notJudged,
} as const

async function readOptions(settings: VerifySettings, terminal: Terminal): Promise<VerifyOptions> {
  const { laterChanges, requireTrust, requireTimestamp, refuseWeak, password } = settings
  const certificates = Object.entries({
    trustAnchors: await readAll(settings.trustAnchor ?? [], terminal),
    timestampAnchors: await readAll(settings.timestampAnchor ?? [], terminal),
    ownCertificates: await readAll(settings.ownCertificate ?? [], terminal),
  })
  return {
    maxBytes: MAX_BYTES,
    signal: terminal.signal,
    ...Object.fromEntries(certificates.filter(([, list]) => list.length > 0)),
    ...(password === undefined ? {} : { password }),
    ...(settings.online === true ? { fetchRevocation: onlineRevocation() } : {}),
    policy: {
      ...(laterChanges === undefined ? {} : { laterChanges }),
      ...(requireTrust === undefined ? {} : { requireTrust }),
      ...(requireTimestamp === undefined ? {} : { requireTimestamp }),
      ...(refuseWeak === true ? { weakAlgorithms: 'refuse' } : {}),
    },
  }
}

/** Puts each report into its file; undefined where none are asked for. */
async function reportWriter(
  inputs: readonly InputFile[],
  { report: output, reportLanguage }: VerifySettings,
  { policy }: VerifyOptions,
  terminal: Terminal,
) {
  if (output === undefined) return undefined
  const format = /\.html?$/i.test(output) ? 'html' : 'pdf'
  if (output === '-') throw new CommandError(EXIT.usage, '--report needs a file or a folder.')
  if (inputs.length > 1 && /\.(?:pdf|html?)$/i.test(output)) {
    throw new CommandError(EXIT.usage, 'Several reports would go to one file: name a folder with --report.')
  }
  const places = await chooseOutputs(inputs, `.${format}`, { output, suffix: '', force: true }, terminal)
  const language = LANGUAGES.find((each) => each === reportLanguage) ?? 'en'
  return async (report: VerificationReport, name: string, index: number) => {
    const fileName = name === '-' ? {} : { fileName: name }
    const made = {
      format,
      language,
      signal: terminal.signal,
      ...fileName,
      ...(policy === undefined ? {} : { policy }),
    } as const
    await writeResult(places[index], (await renderReport(report, made)).bytes, terminal)
  }
}
