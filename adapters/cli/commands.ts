/**
 * All commands, in the order of the help. What a command needs to run is loaded when it runs.
 *
 * @module
 */

import { type Command, define, FILES } from './command-definition.js'
import { ASSETS_SETTINGS } from './settings/assets-settings.js'
import {
  BATCH_ENQUEUE_SETTINGS,
  BATCH_LOOK_SETTINGS,
  BATCH_STATUS_SETTINGS,
  BATCH_WORK_SETTINGS,
} from './settings/batch-settings.js'
import { CHECK_PAGE_SETTINGS } from './settings/check-page-settings.js'
import { CONVERT_SETTINGS } from './settings/convert-settings.js'
import { DOCTOR_SETTINGS } from './settings/doctor-settings.js'
import { EXTEND_SETTINGS } from './settings/extend-settings.js'
import {
  KEYS_CREATE_SETTINGS,
  KEYS_LIST_SETTINGS,
  KEYS_PURGE_SETTINGS,
  KEYS_REVOKE_SETTINGS,
  KEYS_ROTATE_SETTINGS,
} from './settings/keys-settings.js'
import { SERVE_SETTINGS } from './settings/serve-settings.js'
import { settingNames } from './settings/settings.js'
import { SIGN_SETTINGS } from './settings/sign-settings.js'
import { TRUST_SHOW_SETTINGS, TRUST_UPDATE_SETTINGS } from './settings/trust-settings.js'
import { VERIFY_SETTINGS } from './settings/verify-settings.js'

/** Purpose of each group of commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  keys: 'manages the API keys of the service',
  batch: 'processes many documents, on this machine or on many',
  trust: 'keeps the trusted lists of the EU in a folder',
}

const DATA_NOTE =
  'The store is an SQLite file below --data, or the database that SEALWRIGHT_DATABASE_URL names (postgres:// or redis://): the same as of sealwright serve, which may be running meanwhile.'

const BATCH_NOTE =
  'Batches are kept in an SQLite file below --data, which one process has at a time, or in the Redis that SEALWRIGHT_REDIS_URL names, for any number of processes on any number of hosts.'
const BATCH = { spelling: '<batch>', about: 'id or name of the batch' } as const
const batchAction = (action: 'pause' | 'resume' | 'cancel' | 'retry' | 'remove', about: string) =>
  define({
    name: `batch ${action}`,
    about,
    argument: BATCH,
    settings: BATCH_LOOK_SETTINGS,
    notes: [BATCH_NOTE],
    examples: [[`sealwright batch ${action} "contracts of May"`, '']],
    run: async (...call) => (await import('./commands/batch-command.js')).runBatchAction(action, ...call),
  })

const BATCH_COMMANDS: readonly Command[] = [
  define({
    name: 'batch enqueue',
    about: 'adds documents to a batch',
    argument: { spelling: '<sources...>', about: 'folders, documents, manifests (.csv, .jsonl), or - for JSON Lines' },
    settings: BATCH_ENQUEUE_SETTINGS,
    notes: [
      'The same command again goes on with the same batch: what is there is not done twice. Exit code: 1 when something was not taken.',
      BATCH_NOTE,
    ],
    examples: [
      [
        'sealwright batch enqueue contracts/ --signer-name Ada --signer-email ada@example.com --key key.p12 --work',
        'signs a folder here, with the state in an SQLite file',
      ],
      [
        'SEALWRIGHT_REDIS_URL=redis://… sealwright batch enqueue contracts.csv --batch-name "contracts of May"',
        'for the workers that sealwright batch work starts',
      ],
    ],
    run: async (...call) => (await import('./commands/batch-command.js')).runBatchEnqueue(...call),
  }),
  define({
    name: 'batch work',
    about: 'works on batches until it is told to end',
    settings: BATCH_WORK_SETTINGS,
    notes: ['SIGTERM and SIGINT end it once the documents in progress are done.', BATCH_NOTE],
    examples: [
      ['SEALWRIGHT_REDIS_URL=redis://… sealwright batch work --key key.p12 --inputs /srv/in --results /srv/out', ''],
    ],
    run: async (...call) => (await import('./commands/batch-command.js')).runBatchWork(...call),
  }),
  define({
    name: 'batch status',
    about: 'prints the progress of a batch, or lists all',
    argument: { spelling: '[batch]', about: 'id or name of the batch; all if left out' },
    settings: BATCH_STATUS_SETTINGS,
    notes: [BATCH_NOTE],
    examples: [['sealwright batch status "contracts of May" --watch', 'rate, time left and failures, live']],
    run: async (...call) => (await import('./commands/batch-command.js')).runBatchStatus(...call),
  }),
  define({
    name: 'batch results',
    about: 'lists which result belongs to which document',
    argument: BATCH,
    settings: BATCH_LOOK_SETTINGS,
    notes: [BATCH_NOTE],
    examples: [['sealwright batch results "contracts of May" --json > results.jsonl', '']],
    run: async (...call) => (await import('./commands/batch-command.js')).runBatchResults(...call),
  }),
  define({
    name: 'batch failures',
    about: 'lists what was not taken and what will not be done, with the reasons',
    argument: BATCH,
    settings: BATCH_LOOK_SETTINGS,
    notes: ['Exit code: 1 when there is anything.', BATCH_NOTE],
    examples: [['sealwright batch failures "contracts of May"', '']],
    run: async (...call) => (await import('./commands/batch-command.js')).runBatchFailures(...call),
  }),
  batchAction('pause', 'starts no further documents for now'),
  batchAction('resume', 'goes on with a batch that was paused'),
  batchAction('cancel', 'starts no further documents, for good'),
  batchAction('retry', 'tries again what is on the dead-letter list'),
  batchAction('remove', 'forgets a batch that has ended; its results stay'),
]

export const COMMANDS: readonly Command[] = [
  define({
    name: 'sign',
    about: 'signs PDF and DOCX files',
    argument: FILES,
    settings: SIGN_SETTINGS,
    notes: ['The result begins with every byte of the input. It stands beside it, or at --output.'],
    examples: [
      [
        'sealwright sign contract.pdf --key key.p12 --signer-name "Ada Lovelace" --signer-email ada@example.com',
        'writes contract-signed.pdf; the passphrase is in SEALWRIGHT_PASSPHRASE',
      ],
      [
        'sealwright sign contracts/ --output signed/ --request request.json --level B-LT --tsa https://tsa.example.com',
        'signs all PDF and DOCX files of a folder, with time stamps',
      ],
      [
        'cat a.pdf | sealwright sign - --development --signer-name Ada --signer-email ada@example.com > b.pdf',
        'tries it out in a pipe, with a key that nobody trusts',
      ],
    ],
    run: async (...call) => (await import('./commands/sign-command.js')).runSign(...call),
  }),
  define({
    name: 'verify',
    about: 'says whether signed PDF files are valid, and what was changed',
    argument: FILES,
    settings: VERIFY_SETTINGS,
    notes: [
      'VALID: every signature is intact, and nothing has been changed since that it does not permit. NOT VALID: something is broken, was changed, or is refused by what you ask for. NOT SIGNED: there is no signature. NOT PROVED: nothing is broken, but something that would have to be known is not.',
      'Exit code: 0 all are valid, 1 one is not valid or not signed, 2 one is not proved or could not be judged.',
    ],
    examples: [
      ['sealwright verify contract-signed.pdf', 'prints the verdict, who signed, when, and every change since'],
      [
        'sealwright verify archive/ --trust-anchor root.pem --require-timestamp --quiet',
        'prints a line for each PDF of a folder',
      ],
      ['sealwright verify contract.pdf --trust-lists trust-lists/', 'says whether it is a qualified signature'],
      ['sealwright verify "archive/**/*.pdf" --json > verdicts.jsonl', 'writes whole reports for a program'],
    ],
    run: async (...call) => (await import('./commands/verify-command.js')).runVerify(...call),
  }),
  define({
    name: 'convert',
    about: 'converts DOCX, Markdown and HTML to PDF and DOCX',
    argument: FILES,
    settings: CONVERT_SETTINGS,
    examples: [
      ['sealwright convert contract.docx', 'writes contract.pdf'],
      ['sealwright convert letters/ --output pdfs/ --conformance PDF/A-3u', 'converts a folder for an archive'],
      ['sealwright convert - --from md --to docx < notes.md > notes.docx', 'converts in a pipe'],
    ],
    run: async (...call) => (await import('./commands/convert-command.js')).runConvert(...call),
  }),
  define({
    name: 'extend',
    about: 'raises signed PDF files to a level that lasts, or renews their archive',
    argument: FILES,
    settings: EXTEND_SETTINGS,
    notes: ['No key is needed. Prints the level that was reached, and when the file should be extended again.'],
    examples: [
      [
        'sealwright extend contract-signed.pdf --tsa https://tsa.example.com',
        'writes contract-signed-extended.pdf with all that is needed to validate it for years',
      ],
      [
        'sealwright extend archive/ --in-place --tsa https://tsa.example.com --trust-anchor root.pem --json',
        'renews an archive, from a timer; each line has renewBefore',
      ],
    ],
    run: async (...call) => (await import('./commands/extend-command.js')).runExtend(...call),
  }),
  define({
    name: 'serve',
    about: 'runs the HTTP API as a service',
    settings: SERVE_SETTINGS,
    notes: [
      'Keys of the API are kept in an SQLite file below --data, or in PostgreSQL or Redis (SEALWRIGHT_DATABASE_URL). Several processes that share a database count limits together by SEALWRIGHT_REDIS_URL.',
      'Without SEALWRIGHT_SMTP_URL nobody can ask for a key over HTTP: make keys with sealwright keys create.',
      'SIGTERM and SIGINT end it: readiness turns 503 first, requests in progress are finished. A second one ends it at once.',
      'Logs are lines of JSON on the standard output, without keys, codes, addresses or contents.',
    ],
    examples: [
      ['sealwright serve --development', 'tries it out on http://127.0.0.1:3000; codes are printed'],
      [
        'SEALWRIGHT_PASSPHRASE_FILE=/run/secrets/passphrase sealwright serve --listen 0.0.0.0:3000 --key seal.p12 --data /var/lib/sealwright',
        'one machine, SQLite',
      ],
      [
        'SEALWRIGHT_DATABASE_URL=postgres://… SEALWRIGHT_REDIS_URL=redis://… SEALWRIGHT_CODE_SECRET=… SEALWRIGHT_SMTP_URL=smtps://… sealwright serve --key seal.p12 --mail-from keys@example.com',
        'one of several replicas',
      ],
    ],
    run: async (...call) => (await import('./serve/serve-command.js')).runServe(...call),
  }),
  define({
    name: 'check-page',
    about: 'writes the page for verifying as a folder, for any static host',
    argument: { spelling: '[folder]', about: 'where to; default: check-page' },
    settings: CHECK_PAGE_SETTINGS,
    notes: [
      "Browsers verify: no file leaves its reader's device, and the page works without the network after the first visit. Anchors and policy stand in the page, for everybody to see.",
      'It asks nobody whether certificates were revoked. It draws pages where the package pdfjs-dist is installed.',
    ],
    examples: [['sealwright check-page public/check --trust-anchor root.pem', 'a page that trusts one root']],
    run: async (...call) => (await import('./commands/check-page-command.js')).runCheckPage(...call),
  }),
  define({
    name: 'assets',
    about: 'writes the fonts that conversions in browsers need as a folder, for any static host',
    argument: { spelling: '[folder]', about: 'where to; default: sealwright-assets' },
    settings: ASSETS_SETTINGS,
    notes: [
      'With convertFile(file, request, { assets: { url } }), browsers fetch from it what a document needs. Fonts for further scripts (@expo-google-fonts/noto-...) are in it where they are installed.',
    ],
    examples: [['sealwright assets public/sealwright', 'a folder for { assets: { url: "/sealwright/" } }']],
    run: async (...call) => (await import('./commands/assets-command.js')).runAssets(...call),
  }),
  ...BATCH_COMMANDS,
  define({
    name: 'keys list',
    about: 'lists the API keys of an address, or all',
    argument: { spelling: '[address]', about: 'whose keys; those of all addresses if left out' },
    settings: KEYS_LIST_SETTINGS,
    notes: [DATA_NOTE],
    examples: [['sealwright keys list ada@example.com', 'shows id, first characters, name, scopes and times']],
    run: async (...call) => (await import('./serve/keys-command.js')).runKeysList(...call),
  }),
  define({
    name: 'keys create',
    about: 'makes an API key for an address, without a code by e-mail',
    argument: { spelling: '<address>', about: 'whom the key is for' },
    settings: KEYS_CREATE_SETTINGS,
    notes: [
      'The key alone goes to the standard output, this one time; what is known about it to the standard error output.',
      DATA_NOTE,
    ],
    examples: [
      [
        'sealwright keys create ci@example.com --name "build server" --scopes sign verify --days 90 > key.txt',
        'a key that signs and verifies, for three months',
      ],
    ],
    run: async (...call) => (await import('./serve/keys-command.js')).runKeysCreate(...call),
  }),
  define({
    name: 'keys rotate',
    about: 'replaces a key with a new one; the old one works a while longer',
    argument: { spelling: '<id>', about: 'id of the key, as keys list prints it' },
    settings: KEYS_ROTATE_SETTINGS,
    notes: [DATA_NOTE],
    examples: [['sealwright keys rotate key_0123456789abcdef --grace-hours 1', 'the old key ends in an hour']],
    run: async (...call) => (await import('./serve/keys-command.js')).runKeysRotate(...call),
  }),
  define({
    name: 'keys revoke',
    about: 'ends API keys for good, at once',
    argument: { spelling: '<ids...>', about: 'ids of keys, as keys list prints them' },
    settings: KEYS_REVOKE_SETTINGS,
    notes: [DATA_NOTE],
    examples: [['sealwright keys revoke key_0123456789abcdef', '']],
    run: async (...call) => (await import('./serve/keys-command.js')).runKeysRevoke(...call),
  }),
  define({
    name: 'keys purge',
    about: 'deletes expired codes, and keys that ended long ago',
    settings: KEYS_PURGE_SETTINGS,
    notes: ['sealwright serve does so by itself, every hour.', DATA_NOTE],
    examples: [['sealwright keys purge --keep-days 365', '']],
    run: async (...call) => (await import('./serve/keys-command.js')).runKeysPurge(...call),
  }),
  define({
    name: 'trust update',
    about: 'fetches the trusted lists of the EU, and checks whether they are authentic',
    settings: TRUST_UPDATE_SETTINGS,
    notes: [
      'All trust comes from the certificates that sign the list of the lists. The Official Journal of the EU publishes them; name them once with --list-signer.',
      'A list that is older than the one in the folder, or not signed by the right signer, is refused, and the one in the folder stays. Exit code: 1 when a list cannot be used.',
    ],
    examples: [
      ['sealwright trust update --list-signer official-journal.pem', 'fills the folder trust-lists'],
      ['sealwright trust update --territory DE AT --json', 'the lists of two countries, from a timer'],
    ],
    run: async (...call) => (await import('./commands/trust-command.js')).runTrustUpdate(...call),
  }),
  define({
    name: 'trust show',
    about: 'shows the trusted lists of a folder, and which of them are stale',
    settings: TRUST_SHOW_SETTINGS,
    examples: [['sealwright trust show', 'a line for each list']],
    run: async (...call) => (await import('./commands/trust-command.js')).runTrustShow(...call),
  }),
  define({
    name: 'doctor',
    about: 'checks this machine and reports what is missing',
    settings: DOCTOR_SETTINGS,
    notes: [
      'Looks at Node.js, the clock, fonts, optional packages, the key and its expiry, the store, the mail server and the time-stamping authorities that the settings name. Exit code: 1 when something would fail.',
    ],
    examples: [
      ['sealwright doctor', 'what is there'],
      ['sealwright doctor --config /etc/sealwright.json', 'whether a service would start with these settings'],
    ],
    run: async (_, settings, terminal) =>
      (await import('./commands/doctor-command.js')).runDoctor(settings, terminal, KNOWN_NAMES),
  }),
]

/** All names that a configuration file may contain. */
export const KNOWN_NAMES: ReadonlySet<string> = settingNames(COMMANDS.map(({ settings }) => settings))
