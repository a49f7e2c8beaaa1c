/**
 * The functions by which forms format numbers (Acrobat Forms JavaScript Object Specification: AFNumber_Format,
 * AFPercent_Format, AFSpecial_Format). What programs do differently, or what loses the sign, gives nothing.
 *
 * @module
 */

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
export function formatNumber(value: string, args: readonly unknown[]): string | undefined {
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
export function formatPercent(value: string, [decimals, style, isBefore]: readonly unknown[]): string | undefined {
  const number = parseDecimal(value)
  if (number === undefined || isBefore === true) return undefined
  const { isNegative, whole, fraction } = number
  const shifted = { isNegative, whole: whole + fraction.padEnd(2, '0').slice(0, 2), fraction: fraction.slice(2) }
  const digits = formatDigits(shifted, decimals, style)
  return digits === undefined ? undefined : `${isNegative ? '-' : ''}${digits}%`
}

/** Zip codes, telephone and social security numbers of the United States, by their digits. */
export function formatSpecial(value: string, [kind]: readonly unknown[]): string | undefined {
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
