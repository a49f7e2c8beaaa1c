/**
 * How a field shows a number, when a script that was signed with it says so (ISO 32000-2, 12.6.3, /F of /AA): `1000` as
 * `1,000.00`.
 *
 * No script is run. A call of one of the functions that every program for forms has is read, if it is all that there is
 * and its arguments are plain values; of anything else a formatted value is another text.
 *
 * @module
 */

import type { FieldState } from '../../pdf/form/form-field.js'
import { resolveOrNull } from '../../pdf/lenient-lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text-string.js'
import type { DrawnStates } from '../drawn-states.js'
import { formatNumber, formatPercent, formatSpecial } from './number-formats.js'

/** Longer scripts do more than call a function. */
const MAX_SCRIPT = 500
/** One call and nothing else. */
const CALL = /^\s*(AFNumber_Format|AFPercent_Format|AFSpecial_Format)\s*\(([^()]*)\)\s*;?\s*$/
/** An argument: a number, a truth value, a text in quotation marks with letters written as \uXXXX at most. */
const ARGUMENT =
  /^\s*(?:(-?\d{1,3})|(true|false)|"((?:[^"\\]|\\u[\da-fA-F]{4})*)"|'((?:[^'\\]|\\u[\da-fA-F]{4})*)')\s*$/
/** Commas between arguments: those with an even number of quotation marks behind them. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

type Argument = number | boolean | string

/** The formatted value of a field; `undefined` when it has no format, or none that is understood. */
export function formattedValue(pair: DrawnStates, field: FieldState, value: string): string | undefined {
  const [only, ...others] = field.widgets
  const ofWidget = only === undefined || others.length > 0 ? undefined : readFormatScript(pair, only.num)
  const script = readFormatScript(pair, field.num) ?? ofWidget
  const [, name, list = ''] = (script !== undefined && CALL.exec(script)) || []
  if (name === undefined) return undefined
  const args = readArguments(list)
  if (args === undefined) return undefined
  if (name === 'AFPercent_Format') return formatPercent(value, args)
  return name === 'AFNumber_Format' ? formatNumber(value, args) : formatSpecial(value, args)
}

/** The script that formats a field, in the state that was there before the value was changed. */
function readFormatScript(pair: DrawnStates, num: number): string | undefined {
  const dict = pair.before(num)
  const actions = dict instanceof PdfDict ? pair.oldValue(dict, 'AA') : null
  const action = actions instanceof PdfDict ? pair.oldValue(actions, 'F') : null
  if (!(action instanceof PdfDict) || action.has('Next')) return undefined
  if (nameOf(pair.oldValue(action, 'S')) !== 'JavaScript') return undefined
  return readText(pair, action.get('JS'))
}

function readText(pair: DrawnStates, object: PdfObject | undefined): string | undefined {
  const value = resolveOrNull(pair.older, object)
  if (value instanceof PdfString) return value.bytes.length > 2 * MAX_SCRIPT ? undefined : decodeTextString(value.bytes)
  if (!(value instanceof PdfStream)) return undefined
  try {
    return decodeTextString(pair.older.decode(value, { maxBytes: MAX_SCRIPT }))
  } catch {
    return undefined
  }
}

function readArguments(list: string): readonly Argument[] | undefined {
  const read = list.split(COMMA).map((text): Argument | undefined => {
    const [, number, truth, double, single] = ARGUMENT.exec(text) ?? []
    if (number !== undefined) return Number(number)
    if (truth !== undefined) return truth === 'true'
    return (double ?? single)?.replace(/\\u([\da-fA-F]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  })
  return read.every((argument) => argument !== undefined) ? read : undefined
}
