/**
 * Settings of `sealwright trust`, and of commands that verify with trusted lists.
 *
 * @module
 */
import type { SettingTable } from './settings.js'

const FOLDER = {
  trustLists: {
    flag: '--trust-lists <folder>',
    about: 'folder that trusted lists are kept in',
    type: 'text',
  },
} as const satisfies SettingTable

export const TRUST_SHOW_SETTINGS = {
  ...FOLDER,
  json: { flag: '--json', about: 'one line of JSON for each list', type: 'switch' },
} as const satisfies SettingTable

export const TRUST_UPDATE_SETTINGS = {
  ...TRUST_SHOW_SETTINGS,
  listSigner: {
    flag: '--list-signer <file...>',
    about: 'certificates that sign the list of the lists, as the Official Journal publishes them; kept in the folder',
    type: 'list',
  },
  territory: { flag: '--territory <country...>', about: 'countries, such as DE; all if left out', type: 'list' },
  listUrl: {
    flag: '--list-url <url>',
    about: 'where the list of the lists is, if not at its usual place',
    type: 'text',
  },
} as const satisfies SettingTable

/** Setting of trusted lists for commands that verify. */
export const TRUST_LISTS_SETTINGS = {
  trustLists: {
    flag: '--trust-lists <folder>',
    about: 'folder with the trusted lists that sealwright trust update keeps: says what is qualified',
    type: 'text',
  },
} as const satisfies SettingTable
