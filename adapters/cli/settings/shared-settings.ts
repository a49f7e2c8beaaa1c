/**
 * Settings that several commands have.
 *
 * @module
 */
import type { SettingTable } from './settings.js'

/** PAdES baseline levels, lowest first. */
export const LEVEL_CHOICES = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const

/** Settings for where results are written. */
export const OUTPUT_SETTINGS = {
  output: {
    flag: '-o, --output <place>',
    about: 'a file, a folder, or - ; beside the input if left out',
    type: 'text',
  },
  force: { flag: '-f, --force', about: 'replaces results that are there already', type: 'switch' },
} as const satisfies SettingTable

/** Settings of time-stamping authorities, and of the anchors for which validation data is gathered. */
export const EVIDENCE_SETTINGS = {
  timestampAuthority: {
    flag: '--tsa, --timestamp-authority <url...>',
    about: 'time-stamping authorities, asked in this order',
    type: 'list',
  },
  trustAnchor: { flag: '--trust-anchor <file...>', about: 'certificates that are trusted, DER or PEM', type: 'list' },
  timestampAnchor: {
    flag: '--timestamp-anchor <file...>',
    about: 'certificates that time-stamping authorities must lead to',
    type: 'list',
  },
  revocationHost: {
    flag: '--revocation-host <host...>',
    about: 'hosts of your own that OCSP answers and CRLs may come from, though their addresses are private',
    type: 'list',
  },
} as const satisfies SettingTable

export const PASSWORD_SETTINGS = {
  password: { flag: '--password', about: 'password of encrypted documents', type: 'text', isSecret: true },
} as const satisfies SettingTable

export const JSON_SETTINGS = {
  json: { flag: '--json', about: 'one line of JSON for each file', type: 'switch' },
} as const satisfies SettingTable
