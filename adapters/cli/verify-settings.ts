/**
 * Settings of `sealwright verify`.
 *
 * @module
 */
import type { SettingTable } from './settings.js'
import { PASSWORD_SETTINGS } from './shared-settings.js'

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
  online: {
    flag: '--online',
    about: "asks the certificates' issuers whether they were revoked, over the network",
    type: 'switch',
  },
  ...PASSWORD_SETTINGS,
  report: {
    flag: '--report <file>',
    about: 'writes a report for people: a file that ends in .pdf or .html, or a folder (PDF) for several documents',
    type: 'text',
  },
  reportLanguage: {
    flag: '--report-language <language>',
    about: 'language of the report; default: en',
    type: 'text',
    choices: ['en', 'de', 'fr', 'es'],
  },
  quiet: { flag: '-q, --quiet', about: 'prints one line for each file', type: 'switch' },
  json: { flag: '--json', about: 'one line of JSON with the whole report for each file', type: 'switch' },
} as const satisfies SettingTable
