/**
 * How a field shows a number, when a script that was signed with it says so (ISO 32000-2, 12.6.3, /F of /AA): `1000` as
 * `1,000.00`.
 *
 * No script is run. A call of one of the functions that every program for forms has is read, if it is all that there is
 * and its arguments are plain values; of anything else a formatted value is another text.
 *
 * @module
 */
import type { FieldState } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text.js'
import type { DrawnStates } from '../drawn-states.js'

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

/** A decimal number in digits, which binary fractions would not keep. */
interface Decimal {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Separators of thousands and of decimals, by the style's number. */
const SEPARATORS = [
  [',', '.'],
  ['', '.'],
  ['.', ','],
  ['', ','],
  ["'", '.'],
] as const

/** How negative numbers are told; the other two are shown in red, one of them without any sign. */
const WITH_MINUS = 0
const IN_PARENTHESES = 2

/** Digits behind the point that forms ask for. */
const MAX_DECIMALS = 10

/**
 * What may stand beside a number as its currency: letters and signs, no digits, and a point only behind a letter, so that
 * nothing of it can be taken for a part of the number.
 */
const CURRENCY = /^(?:\p{L}\.?|\p{Sc}|\s)*$/u

/** `nDec, sepStyle, negStyle, currStyle, strCurrency, bCurrencyPrepend`. */
function formatNumber(value: string, args: readonly unknown[]): string | undefined {
  const [decimals, style, negative, , currency, isBefore] = args
  const number = parseDecimal(value)
  if (number === undefined || typeof currency !== 'string' || typeof isBefore !== 'boolean') return undefined
  if (!CURRENCY.test(currency)) return undefined
  if (negative !== WITH_MINUS && negative !== IN_PARENTHESES && number.isNegative) return undefined
  const digits = formatDigits(number, decimals, style)
  if (digits === undefined) return undefined
  if (!number.isNegative) return isBefore ? currency + digits : digits + currency
  if (negative === IN_PARENTHESES) return isBefore ? `(${currency}${digits})` : `(${digits}${currency})`
  return isBefore ? `-${currency}${digits}` : `-${digits}${currency}`
}

/** `nDec, sepStyle`: a hundred times the value, and the sign for per cent behind it. */
function formatPercent(value: string, [decimals, style, isBefore]: readonly unknown[]): string | undefined {
  const number = parseDecimal(value)
  if (number === undefined || isBefore === true) return undefined
  const { isNegative, whole, fraction } = number
  const shifted = { isNegative, whole: whole + fraction.padEnd(2, '0').slice(0, 2), fraction: fraction.slice(2) }
  const digits = formatDigits(shifted, decimals, style)
  return digits === undefined ? undefined : `${isNegative ? '-' : ''}${digits}%`
}

/** Zip codes, telephone and social security numbers of the United States, by their digits. */
function formatSpecial(value: string, [kind]: readonly unknown[]): string | undefined {
  const digits = /^\d+$/.test(value) ? value : undefined
  if (digits === undefined) return undefined
  const part = (from: number, to: number) => digits.slice(from, to)
  switch (`${String(kind)} ${digits.length}`) {
    case '0 5':
      return digits
    case '1 9':
      return `${part(0, 5)}-${part(5, 9)}`
    case '2 7':
      return `${part(0, 3)}-${part(3, 7)}`
    case '2 10':
      return `(${part(0, 3)}) ${part(3, 6)}-${part(6, 10)}`
    case '3 9':
      return `${part(0, 3)}-${part(3, 5)}-${part(5, 9)}`
    default:
      return undefined
  }
}

/**
 * Digits with one point or comma before the decimals, as fields hold them; with both it could be another number, and so
 * could `1,500`: programs calculate with points.
 */
const THOUSANDS = /^\s*-?[1-9]\d{0,2},\d{3}\s*$/

function parseDecimal(text: string): Decimal | undefined {
  if (THOUSANDS.test(text)) return undefined
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  return {
    isNegative: sign === '-' && /[1-9]/.test(whole + fraction),
    whole: whole.replace(/^0+(?=\d)/, '') || '0',
    fraction,
  }
}

function formatDigits(number: Decimal, decimals: unknown, style: unknown): string | undefined {
  const separators = typeof style === 'number' ? SEPARATORS[style] : undefined
  if (separators === undefined || typeof decimals !== 'number' || decimals < 0 || decimals > MAX_DECIMALS)
    return undefined
  const digits = round(number, decimals)
  if (digits === undefined) return undefined
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separators[0])
  return decimals === 0 ? grouped : `${grouped}${separators[1]}${digits.slice(digits.length - decimals)}`
}

/** All digits of a number with so many decimals. Programs round a five at the end either way. */
function round({ whole, fraction }: Decimal, decimals: number): string | undefined {
  const kept = whole + fraction.slice(0, decimals).padEnd(decimals, '0')
  const rest = fraction.slice(decimals)
  if (/^50*$/.test(rest)) return undefined
  const rounded = BigInt(kept) + (rest >= '5' ? 1n : 0n)
  return rounded.toString().padStart(decimals + 1, '0')
}
