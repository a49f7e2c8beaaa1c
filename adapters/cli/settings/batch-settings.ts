/**
 * Settings of `sealwright batch`.
 *
 * @module
 */
import { IDENTITY_SETTINGS } from './identity-settings.js'
import { SERVE_SETTINGS } from './serve-settings.js'
import type { SettingTable } from './settings.js'
import { EVIDENCE_SETTINGS } from './shared-settings.js'
import { SIGN_SETTINGS } from './sign-settings.js'
import { STORE_SETTINGS } from './store-settings.js'

const ENGINE = { data: STORE_SETTINGS.data, redisUrl: SERVE_SETTINGS.redisUrl } as const
const PLACES = {
  inputs: { flag: '--inputs <folder>', about: 'folder of the documents (the current one)', type: 'text' },
  results: { flag: '--results <folder>', about: 'folder for the results (./results)', type: 'text' },
} as const
const JSON_LINES = { json: { flag: '--json', about: 'lines of JSON', type: 'switch' } } as const
const WORK = {
  concurrency: { flag: '--concurrency <n>', about: 'documents at once (4)', type: 'number', min: 1, max: 256 },
} as const
const { signerName, signerEmail, request } = SIGN_SETTINGS
const { key, keyAlias, keySerialNumber, certificate, chain, passphrase, development } = IDENTITY_SETTINGS
const WORKER = {
  key,
  keyAlias,
  keySerialNumber,
  certificate,
  chain,
  passphrase,
  development,
  ...EVIDENCE_SETTINGS,
  level: SIGN_SETTINGS.level,
} as const

export const BATCH_ENQUEUE_SETTINGS = {
  ...ENGINE,
  ...PLACES,
  steps: {
    flag: '--steps <step...>',
    about: 'what is done with each document: convert, sign, extend, verify (sign)',
    type: 'list',
  },
  batchName: {
    flag: '--batch-name <name>',
    about: 'name of the batch; the same name continues it (derived from the rest)',
    type: 'text',
  },
  signerName,
  signerEmail,
  request,
  work: { flag: '--work', about: 'works on it here until it has ended', type: 'switch' },
  ...WORKER,
  ...WORK,
  ...JSON_LINES,
} as const satisfies SettingTable

export const BATCH_WORK_SETTINGS = {
  ...ENGINE,
  ...PLACES,
  ...WORKER,
  ...WORK,
  untilDone: { flag: '--until-done', about: 'ends when no batch is in progress any more', type: 'switch' },
} as const satisfies SettingTable

export const BATCH_LOOK_SETTINGS = { ...ENGINE, ...JSON_LINES } as const satisfies SettingTable

export const BATCH_STATUS_SETTINGS = {
  ...BATCH_LOOK_SETTINGS,
  watch: { flag: '--watch', about: 'looks again every second until the batch has ended', type: 'switch' },
} as const satisfies SettingTable
