/**
 * Findings of `sealwright doctor`.
 *
 * @module
 */
import type { DOCTOR_SETTINGS } from '../settings/doctor-settings.js'
import type { Settings } from '../settings/settings.js'

/** A finding. `missing` means that a feature, named in the text, is not available; `failed` prevents the program from working. */
export interface Diagnosis {
  readonly subject: string
  readonly state: 'ok' | 'missing' | 'failed'
  readonly text: string
}

export type DoctorSettings = Settings<typeof DOCTOR_SETTINGS>
