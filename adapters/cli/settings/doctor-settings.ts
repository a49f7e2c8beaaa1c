/**
 * Settings that `sealwright doctor` checks.
 *
 * @module
 */
import { SERVE_SETTINGS } from './serve-settings.js'
import type { SettingTable } from './settings.js'

const { key, keyAlias, keySerialNumber, certificate, chain, passphrase, development } = SERVE_SETTINGS
const { data, databaseUrl, redisUrl, smtpUrl, mailFrom, timestampAuthority } = SERVE_SETTINGS

export const DOCTOR_SETTINGS = {
  key,
  keyAlias,
  keySerialNumber,
  certificate,
  chain,
  passphrase,
  development,
  data,
  databaseUrl,
  redisUrl,
  smtpUrl,
  mailFrom,
  timestampAuthority,
  json: { flag: '--json', about: 'one line of JSON for each finding', type: 'switch' },
} as const satisfies SettingTable
