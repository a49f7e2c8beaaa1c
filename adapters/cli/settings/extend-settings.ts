/**
 * Settings of `sealwright extend`.
 *
 * @module
 */
import type { SettingTable } from './settings.js'
import { EVIDENCE_SETTINGS, JSON_SETTINGS, OUTPUT_SETTINGS, PASSWORD_SETTINGS } from './shared-settings.js'

export const EXTEND_SETTINGS = {
  level: {
    flag: '--level <level>',
    about: 'PAdES baseline level to reach (B-LTA)',
    type: 'text',
    choices: ['B-T', 'B-LT', 'B-LTA'],
  },
  ...EVIDENCE_SETTINGS,
  degrade: {
    flag: '--degrade',
    about: 'takes the highest level that can be reached, with a warning, where that one cannot',
    type: 'switch',
  },
  ...OUTPUT_SETTINGS,
  suffix: {
    flag: '--suffix <text>',
    about: 'added to the name of results beside their input (-extended)',
    type: 'text',
  },
  inPlace: {
    flag: '-i, --in-place',
    about: 'puts results in the place of their inputs, whose bytes they begin with',
    type: 'switch',
  },
  ...PASSWORD_SETTINGS,
  ...JSON_SETTINGS,
} as const satisfies SettingTable
