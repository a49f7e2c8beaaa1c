/**
 * Settings of `sealwright assets`.
 *
 * @module
 */
import type { SettingTable } from './settings.js'
import { OUTPUT_SETTINGS } from './shared-settings.js'

export const ASSETS_SETTINGS = { force: OUTPUT_SETTINGS.force } as const satisfies SettingTable
