/**
 * `sealwright verify`.
 *
 * @module
 */
import { type VerifyOptions, verifyDocument } from '../../src/index.js'
import { describeReport } from './describe-report.js'
import { EXIT } from './exit-codes.js'
import { listInputs } from './files.js'
import { readNamed } from './load-identity.js'
import type { Setting, Settings } from './settings.js'
import { MAX_BYTES } from './sign-command.js'
import { painter, type Terminal } from './terminal.js'
import { workOnFiles } from './work-on-files.js'

export const VERIFY_SETTINGS = {
  trustAnchor: { flag: '--trust-anchor <file...>', about: 'certificates that are trusted, DER or PEM', type: 'list' },
  timestampAnchor: {
    flag: '--timestamp-anchor <file...>',
    about: 'certificates that time-stamping authorities must lead to',
    type: 'list',
  },
  ownCertificate: {
    flag: '--own-certificate <file...>',
    about: 'certificates of your own signing keys, present and past',
    type: 'list',
  },
  laterChanges: {
    flag: '--later-changes <level>',
    about: 'how far changes after a signature may go',
    type: 'text',
    choices: ['none', 'validation-data', 'form-filling', 'annotations'],
  },
  requireTrust: { flag: '--require-trust', about: 'accepts only signers that lead to an anchor', type: 'switch' },
  requireTimestamp: {
    flag: '--require-timestamp',
    about: 'accepts only times that an authority proves',
    type: 'switch',
  },
  refuseWeak: { flag: '--refuse-weak', about: 'refuses MD5, SHA-1 and short keys', type: 'switch' },
  password: {
    flag: '--password',
    about: 'password of encrypted documents: SEALWRIGHT_PASSWORD or the configuration file, never a flag',
    type: 'text',
    isSecret: true,
  },
  quiet: { flag: '-q, --quiet', about: 'prints one line for each file', type: 'switch' },
  json: { flag: '--json', about: 'one line of JSON with the whole report for each file', type: 'switch' },
} as const satisfies Record<string, Setting>

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
  const paint = painter(terminal.isStdoutTerminal, terminal.env)
  return workOnFiles(
    inputs,
    terminal,
    { json, textTo: 'stdout', failureCode: EXIT.notJudged },
    async (bytes, { name }) => {
      const report = await verifyDocument(bytes, options)
      return {
        text: describeReport(name, report, { paint, quiet }),
        json: { report },
        exitCode: report.valid ? EXIT.ok : EXIT.failed,
      }
    },
  )
}

async function readOptions(settings: VerifySettings, terminal: Terminal): Promise<VerifyOptions> {
  const { laterChanges, requireTrust, requireTimestamp, refuseWeak, password } = settings
  const readAll = (paths: readonly string[] = []) => Promise.all(paths.map((path) => readNamed(path, terminal)))
  const certificates = Object.entries({
    trustAnchors: await readAll(settings.trustAnchor),
    timestampAnchors: await readAll(settings.timestampAnchor),
    ownCertificates: await readAll(settings.ownCertificate),
  })
  return {
    maxBytes: MAX_BYTES,
    signal: terminal.signal,
    ...Object.fromEntries(certificates.filter(([, list]) => list.length > 0)),
    ...(password === undefined ? {} : { password }),
    policy: {
      ...(laterChanges === undefined ? {} : { laterChanges }),
      ...(requireTrust === undefined ? {} : { requireTrust }),
      ...(requireTimestamp === undefined ? {} : { requireTimestamp }),
      ...(refuseWeak === true ? { weakAlgorithms: 'refuse' } : {}),
    },
  }
}
