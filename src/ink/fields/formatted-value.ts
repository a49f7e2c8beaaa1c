/**
 * How a field shows a number when a signed script formats it (ISO 32000-2, 12.6.3, /F of /AA): `1000` as `1,000.00`.
 *
 * No script is run. The reader accepts a single call of one of the functions that every program for forms has, with plain values
 * as arguments. After any other script the formatted text counts as different from the value.
 *
 * @module
 */
import type { FieldState } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text.js'
import type { DrawnStates } from '../drawn-states.js'

/** Longest script that is read, in characters. A longer one does more than call a function. */
const MAX_SCRIPT = 500
/** One function call and nothing else. */
const CALL = /^\s*(AFNumber_Format|AFPercent_Format|AFSpecial_Format)\s*\(([^()]*)\)\s*;?\s*$/
/** An argument: a number, a Boolean, or a quoted text without escapes other than \uXXXX. */
const ARGUMENT =
  /^\s*(?:(-?\d{1,3})|(true|false)|"((?:[^"\\]|\\u[\da-fA-F]{4})*)"|'((?:[^'\\]|\\u[\da-fA-F]{4})*)')\s*$/
/** Commas between arguments, which have an even number of quotation marks after them. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

type Argument = number | boolean | string

/** The formatted value of a field; `undefined` when the field has no format, or an unknown one. */
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

/** The script that formats a field, from the state before the value was changed. */
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

/** A decimal number as digits, since binary fractions are not exact. */
interface Decimal {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Thousands separators and decimal separators, indexed by sepStyle. */
const SEPARATORS = [
  [',', '.'],
  ['', '.'],
  ['.', ','],
  ['', ','],
  ["'", '.'],
] as const

/** Values of negStyle that show the sign. The other two only show negative numbers in red, one of them without a sign. */
const WITH_MINUS = 0
const IN_PARENTHESES = 2

/** Most decimals that a format may ask for. */
const MAX_DECIMALS = 10

/** A currency: letters and signs, no word that reads as digits (`10OOO`), a point only after a letter. */
const CURRENCY =
  /^(?!.*(?<!\p{L})[OoQIl\u0399\u039f\u03bf\u0406\u041e\u043e\u0417\u0437]+(?!\p{L}))(?:\p{L}\.?|\p{Sc}|\s)*$/u

/** Formats by `nDec, sepStyle, negStyle, currStyle, strCurrency, bCurrencyPrepend`. */
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

/** Formats by `nDec, sepStyle`: the value times a hundred, and a percent sign after it. */
function formatPercent(value: string, [decimals, style, isBefore]: readonly unknown[]): string | undefined {
  const number = parseDecimal(value)
  if (number === undefined || isBefore === true) return undefined
  const { isNegative, whole, fraction } = number
  const shifted = { isNegative, whole: whole + fraction.padEnd(2, '0').slice(0, 2), fraction: fraction.slice(2) }
  const digits = formatDigits(shifted, decimals, style)
  return digits === undefined ? undefined : `${isNegative ? '-' : ''}${digits}%`
}

/** Formats zip codes, telephone numbers and social security numbers of the United States by their digits. */
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
 * A number with a comma that may separate thousands. Values have one point or comma before the decimals, so `1,500` is ambiguous:
 * programs calculate with points. A value with both is not read either.
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

/** All digits of a number rounded to this many decimals; `undefined` for a 5 at the end, which programs round either way. */
function round({ whole, fraction }: Decimal, decimals: number): string | undefined {
  const kept = whole + fraction.slice(0, decimals).padEnd(decimals, '0')
  const rest = fraction.slice(decimals)
  if (/^50*$/.test(rest)) return undefined
  const rounded = BigInt(kept) + (rest >= '5' ? 1n : 0n)
  return rounded.toString().padStart(decimals + 1, '0')
}
