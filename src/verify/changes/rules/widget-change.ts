/**
 * Input of the rules for fields: one widget before and after.
 *
 * @module
 */

import type { FieldState } from '../../../pdf/forms.js'
import type { PdfDict } from '../../../pdf/objects.js'

/** One widget of a field in both states. */
export interface WidgetChange {
  /** The field in the newer state. */
  readonly field: FieldState
  /** Object number of the widget. */
  readonly num: number
  readonly before: PdfDict
  readonly after: PdfDict
  /** True when the bytes of the value changed. The text may still be equal, since it can be encoded in several ways. */
  readonly valueChanged: boolean
  /** True when the text of the value is unchanged. */
  readonly keepsText: boolean
  /** Name of the field, for people. */
  readonly name: string
}
