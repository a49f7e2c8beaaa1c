/**
 * `sealwright verify`.
 *
 * @module
 */
import {
  LANGUAGES,
  onlineRevocation,
  type ReportFormat,
  renderReport,
  type SigningIdentity,
  type VerificationPolicy,
  type VerificationReport,
  type VerifyOptions,
  verifyDocument,
} from '../../../src/index.js'
import { describeReport, verdictOn } from '../describe-report.js'
import { readAll } from '../evidence-options.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { chooseOutputs, type InputFile, listInputs, writeResult } from '../files.js'
import type { Settings } from '../settings/settings.js'
import type { POLICY_SETTINGS, VERIFY_SETTINGS } from '../settings/verify-settings.js'
import { painter, type Terminal } from '../terminal.js'
import { workOnFiles } from '../work-on-files.js'
import { MAX_BYTES } from './sign-command.js'

type VerifySettings = Settings<typeof VERIFY_SETTINGS>

/** Verifies files. Exit codes: 0 all are valid, 1 one is not valid, 2 one could not be judged. */
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
      const { validationObjects: _, ...shown } = report
      return {
        text: describeReport(name, report, { paint, quiet }),
        json: { verdict: verdictOn(report), report: shown },
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
  const { requireQualified, password, unknownRevocation } = settings
  const certificates = Object.entries({
    trustAnchors: [
      ...(await readAll(settings.trustAnchor ?? [], terminal)),
      ...(settings.trustLists === undefined ? [] : [await openLists(settings.trustLists, terminal)]),
    ],
    timestampAnchors: await readAll(settings.timestampAnchor ?? [], terminal),
    ownCertificates: await readAll(settings.ownCertificate ?? [], terminal),
  })
  return {
    maxBytes: MAX_BYTES,
    signal: terminal.signal,
    ...Object.fromEntries(certificates.filter(([, list]) => list.length > 0)),
    ...(password === undefined ? {} : { password }),
    ...(settings.online === true ? { fetchRevocation: onlineRevocation() } : {}),
    ...(unknownRevocation === undefined ? {} : { unknownRevocation }),
    ...(chosenFormat(settings) === 'etsi-xml' ? { validationObjects: 'bytes' } : {}),
    policy: { ...readPolicySettings(settings), ...(requireQualified === undefined ? {} : { requireQualified }) },
  }
}

/** The format of the report; undefined where no report is written. */
function chosenFormat({ report, reportFormat: asked }: VerifySettings): ReportFormat | undefined {
  return report === undefined ? undefined : reportFormat(report, asked)
}

/** Requirements beyond the standards. */
export function readPolicySettings(settings: Settings<typeof POLICY_SETTINGS>): VerificationPolicy {
  const { laterChanges, requireTrust, requireTimestamp, refuseWeak } = settings
  return {
    ...(laterChanges === undefined ? {} : { laterChanges }),
    ...(requireTrust === undefined ? {} : { requireTrust }),
    ...(requireTimestamp === undefined ? {} : { requireTimestamp }),
    ...(refuseWeak === true ? { weakAlgorithms: 'refuse' } : {}),
  }
}

/** Opens trusted lists. The code is loaded only when a folder is named, since lists are much larger than a document. */
async function openLists(folder: string, terminal: Terminal) {
  return (await import('../trust-folder.js')).openTrustFolder(folder, terminal)
}

/** Returns a function that writes reports to files; undefined where no reports are asked for. */
async function reportWriter(
  inputs: readonly InputFile[],
  settings: VerifySettings,
  { policy }: VerifyOptions,
  terminal: Terminal,
) {
  const { report: output, reportLanguage } = settings
  if (output === undefined) {
    const needing = settings.reportFormat !== undefined ? '--report-format' : '--sign-report'
    if (settings.reportFormat === undefined && settings.signReport !== true) return undefined
    throw new CommandError(EXIT.usage, `${needing} needs --report, which says where the report goes.`)
  }
  const format = reportFormat(output, settings.reportFormat)
  const identity = await reportIdentity(settings, format, terminal)
  if (output === '-') throw new CommandError(EXIT.usage, '--report needs a file or a folder.')
  if (inputs.length > 1 && FILE_ENDING.test(output)) {
    throw new CommandError(EXIT.usage, 'Several reports would go to one file: name a folder with --report.')
  }
  const places = await chooseOutputs(inputs, ENDINGS[format], { output, suffix: '', force: true }, terminal)
  const language = LANGUAGES.find((each) => each === reportLanguage) ?? 'en'
  return async (report: VerificationReport, name: string, index: number) => {
    const fileName = name === '-' ? {} : { fileName: name }
    const made = {
      format,
      language,
      signal: terminal.signal,
      ...fileName,
      ...(identity === undefined ? {} : { identity }),
      ...(policy === undefined ? {} : { policy }),
    } as const
    await writeResult(places[index], (await renderReport(report, made)).bytes, terminal)
  }
}

/**
 * The identity that signs the report; undefined where the report is not signed. A key alone does not ask for that, since it may
 * be set for signing documents.
 */
async function reportIdentity(
  settings: VerifySettings,
  format: ReportFormat,
  terminal: Terminal,
): Promise<SigningIdentity | undefined> {
  if (settings.signReport !== true) return undefined
  if (format !== 'etsi-xml') {
    const message =
      '--sign-report signs a report in XML: name one with --report report.xml or --report-format etsi-xml.'
    throw new CommandError(EXIT.usage, message)
  }
  const { forReports, loadIdentity } = await import('../load-identity.js')
  return forReports(await loadIdentity(settings, terminal))
}

const ENDINGS = {
  pdf: '.pdf',
  html: '.html',
  'etsi-xml': '.xml',
  simple: '.json',
  detailed: '.json',
} as const satisfies Record<ReportFormat, string>

const FILE_ENDING = /\.(?:pdf|html?|xml|json)$/i

/** The format that is asked for, or else that of the file name extension. */
function reportFormat(output: string, asked: string | undefined): ReportFormat {
  const formats = Object.keys(ENDINGS) as ReportFormat[]
  const format = formats.find((each) => each === asked)
  if (format !== undefined) return format
  if (/\.html?$/i.test(output)) return 'html'
  if (/\.xml$/i.test(output)) return 'etsi-xml'
  if (/\.json$/i.test(output)) {
    throw new CommandError(EXIT.usage, 'There are two reports in JSON: say --report-format simple or detailed.')
  }
  return 'pdf'
}
