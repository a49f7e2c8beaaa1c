/**
 * Settings of commands that use the store of API keys.
 *
 * @module
 */
import type { SettingTable } from './settings.js'

export const STORE_SETTINGS = {
  data: {
    flag: '--data <folder>',
    about: 'where the SQLite file is, where no database is named (./sealwright-data)',
    type: 'text',
  },
  databaseUrl: {
    flag: '--database-url',
    about: 'database in place of SQLite: postgres://user:password@host/name, or redis://host',
    type: 'text',
    isSecret: true,
  },
} as const satisfies SettingTable
