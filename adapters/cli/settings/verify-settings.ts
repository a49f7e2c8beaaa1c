/**
 * Settings of `sealwright verify`.
 *
 * @module
 */
import { IDENTITY_SETTINGS } from './identity-settings.js'
import type { SettingTable } from './settings.js'
import { PASSWORD_SETTINGS } from './shared-settings.js'
import { TRUST_LISTS_SETTINGS } from './trust-settings.js'

/** Settings of trust anchors. */
export const ANCHOR_SETTINGS = {
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
} as const satisfies SettingTable

/** Settings of what signatures must fulfil. */
export const POLICY_SETTINGS = {
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
} as const satisfies SettingTable

export const VERIFY_SETTINGS = {
  ...ANCHOR_SETTINGS,
  ...TRUST_LISTS_SETTINGS,
  requireQualified: {
    flag: '--require-qualified <kind>',
    about: 'accepts only qualified signatures, seals, or any of the two; needs --trust-lists',
    type: 'text',
    choices: ['signature', 'seal', 'any'],
  },
  ...POLICY_SETTINGS,
  online: {
    flag: '--online',
    about: "asks the certificates' issuers whether they were revoked, over the network",
    type: 'switch',
  },
  unknownRevocation: {
    flag: '--unknown-revocation <outcome>',
    about: 'what becomes of a signature when nobody knows whether its certificate was revoked (indicate)',
    type: 'text',
    choices: ['indicate', 'refuse', 'accept'],
  },
  ...PASSWORD_SETTINGS,
  report: {
    flag: '--report <file>',
    about:
      'writes a report: a file that ends in .pdf, .html or .xml (ETSI TS 119 102-2), or a folder for several documents',
    type: 'text',
  },
  reportFormat: {
    flag: '--report-format <format>',
    about: 'form of the report; default: what the ending of --report says, in a folder pdf',
    type: 'text',
    choices: ['pdf', 'html', 'etsi-xml', 'simple', 'detailed'],
  },
  reportLanguage: {
    flag: '--report-language <language>',
    about: 'language of a report in PDF or HTML; default: en',
    type: 'text',
    choices: ['en', 'de', 'fr', 'es'],
  },
  signReport: {
    flag: '--sign-report',
    about: 'signs a report in XML with the key that --key names',
    type: 'switch',
  },
  ...IDENTITY_SETTINGS,
  quiet: { flag: '-q, --quiet', about: 'prints one line for each file', type: 'switch' },
  json: { flag: '--json', about: 'one line of JSON with the whole report for each file', type: 'switch' },
} as const satisfies SettingTable
