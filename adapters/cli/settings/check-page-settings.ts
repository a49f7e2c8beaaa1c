/**
 * Settings of `sealwright check-page`.
 *
 * @module
 */
import type { SettingTable } from './settings.js'
import { OUTPUT_SETTINGS } from './shared-settings.js'
import { ANCHOR_SETTINGS, POLICY_SETTINGS } from './verify-settings.js'

export const CHECK_PAGE_SETTINGS = {
  ...ANCHOR_SETTINGS,
  ...POLICY_SETTINGS,
  force: OUTPUT_SETTINGS.force,
} as const satisfies SettingTable
