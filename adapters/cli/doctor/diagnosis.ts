/**
 * What doctor finds.
 *
 * @module
 */
import type { DOCTOR_SETTINGS } from '../settings/doctor-settings.js'
import type { Settings } from '../settings/settings.js'

/** `missing` costs something that the text names; `failed` keeps the program from working. */
export interface Diagnosis {
  readonly subject: string
  readonly state: 'ok' | 'missing' | 'failed'
  readonly text: string
}

export type DoctorSettings = Settings<typeof DOCTOR_SETTINGS>
