/**
 * What the rules for fields look at: one widget before and after.
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
  /** The bytes of the value are others: a text may be spelled in several ways. */
  readonly valueChanged: boolean
  /** The text that the value says is the same as before. */
  readonly keepsText: boolean
  /** For people. */
  readonly name: string
}
