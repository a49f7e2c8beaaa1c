/**
 * Settings of `sealwright keys`.
 *
 * @module
 */
import type { SettingTable } from './settings.js'
import { STORE_SETTINGS } from './store-settings.js'

const JSON_OUTPUT = {
  json: { flag: '--json', about: 'one line of JSON for each key', type: 'switch' },
} as const satisfies SettingTable

export const KEYS_LIST_SETTINGS = {
  active: { flag: '--active', about: 'leaves out what was revoked, rotated or has expired', type: 'switch' },
  ...STORE_SETTINGS,
  ...JSON_OUTPUT,
} as const satisfies SettingTable

export const KEYS_CREATE_SETTINGS = {
  name: { flag: '--name <text>', about: 'what the key is called', type: 'text' },
  scopes: {
    flag: '--scopes <scope...>',
    about: 'what it permits; everything if left out',
    type: 'list',
    choices: ['sign', 'verify', 'convert', 'keys'],
  },
  days: {
    flag: '--days <number>',
    about: 'its lifetime; unlimited if left out',
    type: 'number',
    min: 0.001,
    max: 36_500,
  },
  ...STORE_SETTINGS,
  ...JSON_OUTPUT,
} as const satisfies SettingTable

export const KEYS_ROTATE_SETTINGS = {
  graceHours: {
    flag: '--grace-hours <number>',
    about: 'how long the old key works on (24)',
    type: 'number',
    min: 0,
    max: 876_000,
  },
  ...STORE_SETTINGS,
  ...JSON_OUTPUT,
} as const satisfies SettingTable

export const KEYS_REVOKE_SETTINGS = { ...STORE_SETTINGS, ...JSON_OUTPUT } as const satisfies SettingTable

export const KEYS_PURGE_SETTINGS = {
  keepDays: {
    flag: '--keep-days <number>',
    about: 'how long keys that ended are kept (30)',
    type: 'number',
    min: 0,
    max: 36_500,
  },
  ...STORE_SETTINGS,
  ...JSON_OUTPUT,
} as const satisfies SettingTable
