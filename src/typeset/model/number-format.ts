/**
 * Formats numbers of lists, pages and notes as in ST_NumberFormat (ECMA-376-1, 17.18.59).
 *
 * @module
 */

/** Numbers past this are written in decimal digits where a system would take a sign for each unit. */
const MAX_REPEATED = 32_767

const ROMAN: readonly (readonly [value: number, sign: string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const CYRILLIC = 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'
const CHICAGO = '*†‡§'

/** Alphabets whose letters are repeated after the last one: a, b, ... z, aa, bb. */
const ALPHABETS: Readonly<Record<string, string>> = {
  upperLetter: LATIN,
  lowerLetter: LATIN.toLowerCase(),
  russianUpper: CYRILLIC,
  russianLower: CYRILLIC.toLowerCase(),
  chicago: CHICAGO,
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  thaiLetters: 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
  hindiVowels: 'अआइईउऊऋऌएऐओऔ',
  hindiConsonants: 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  aiueo: 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ',
  aiueoFullWidth: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha: 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽ',
  irohaFullWidth: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
}

/** Signs that each represent one number. Numbers after the last sign are written in decimal digits. */
const ENUMERATIONS: Readonly<Record<string, string>> = {
  decimalEnclosedCircle: '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳',
  decimalEnclosedCircleChinese: '①②③④⑤⑥⑦⑧⑨⑩',
  decimalEnclosedFullstop: '⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛',
  decimalEnclosedParen: '⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇',
  ideographEnclosedCircle: '㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
}

/** Ten digits, from zero. */
const DIGITS: Readonly<Record<string, string>> = {
  decimalFullWidth: '０１２３４５６７８９',
  decimalFullWidth2: '０１２３４５６７８９',
  hindiNumbers: '०१२३४५६७८९',
  thaiNumbers: '๐๑๒๓๔๕๖๗๘๙',
  ideographDigital: '〇一二三四五六七八九',
  japaneseDigitalTenThousand: '〇一二三四五六七八九',
  koreanDigital: '영일이삼사오육칠팔구',
  koreanDigital2: '零一二三四五六七八九',
  taiwaneseDigital: '○一二三四五六七八九',
}

interface CountingSystem {
  /** Digits from zero to nine. */
  readonly digits: string
  /** Units: ten, a hundred, a thousand. */
  readonly units: string
  /** Unit of ten thousand. */
  readonly myriad: string
  /** Whether the digit one is written before a unit. */
  readonly writesOne: boolean
  /** Whether a zero marks empty places between digits. */
  readonly marksZero: boolean
}

const CHINESE: CountingSystem = {
  digits: '〇一二三四五六七八九',
  units: '十百千',
  myriad: '万',
  writesOne: true,
  marksZero: true,
}
const JAPANESE: CountingSystem = { ...CHINESE, writesOne: false, marksZero: false }
const COUNTING: Readonly<Record<string, CountingSystem>> = {
  chineseCounting: CHINESE,
  chineseCountingThousand: { ...CHINESE, digits: '零一二三四五六七八九' },
  taiwaneseCounting: { ...CHINESE, digits: '○一二三四五六七八九', myriad: '萬' },
  taiwaneseCountingThousand: { ...CHINESE, digits: '零一二三四五六七八九', myriad: '萬' },
  chineseLegalSimplified: { ...CHINESE, digits: '零壹贰叁肆伍陆柒捌玖', units: '拾佰仟' },
  ideographLegalTraditional: { ...CHINESE, digits: '零壹貳參肆伍陸柒捌玖', units: '拾佰仟', myriad: '萬' },
  japaneseCounting: JAPANESE,
  japaneseLegal: { ...JAPANESE, digits: '零壱弐参四伍六七八九', units: '拾百阡', myriad: '萬', writesOne: true },
  koreanCounting: { ...JAPANESE, digits: '영일이삼사오육칠팔구', units: '십백천', myriad: '만' },
  koreanLegal: { ...JAPANESE, digits: '영일이삼사오육칠팔구', units: '십백천', myriad: '만' },
}

const HEBREW_NUMERALS: readonly (readonly [value: number, sign: string])[] = [
  [400, 'ת'],
  [300, 'ש'],
  [200, 'ר'],
  [100, 'ק'],
  [90, 'צ'],
  [80, 'פ'],
  [70, 'ע'],
  [60, 'ס'],
  [50, 'נ'],
  [40, 'מ'],
  [30, 'ל'],
  [20, 'כ'],
  // 15 and 16 have other spellings, so that they do not spell a holy name.
  [16, 'טז'],
  [15, 'טו'],
  [10, 'י'],
  [9, 'ט'],
  [8, 'ח'],
  [7, 'ז'],
  [6, 'ו'],
  [5, 'ה'],
  [4, 'ד'],
  [3, 'ג'],
  [2, 'ב'],
  [1, 'א'],
]

/**
 * Formats a number.
 *
 * @param format a name of ST_NumberFormat, or a pattern such as `001` (w:format of a custom one); unknown ones are decimal
 *
 * @example
 * ```ts
 * formatNumber(28, 'lowerLetter') // 'bb'
 * formatNumber(4, 'upperRoman') // 'IV'
 * ```
 */
export function formatNumber(value: number, format: string): string {
  const number = Math.trunc(value)
  if (format === 'none' || format === 'bullet') return ''
  const padding = minimumDigits(format)
  if (padding !== undefined) return number < 0 ? String(number) : String(number).padStart(padding, '0')
  const digits = DIGITS[format]
  if (digits !== undefined) return String(number).replace(/\d/g, (digit) => [...digits][Number(digit)] ?? digit)
  if (format === 'numberInDash') return `- ${number} -`
  if (format === 'hex') return number < 0 ? String(number) : number.toString(16).toUpperCase()
  // All other formats start at one.
  if (number < 1) return String(number)
  return formatPositive(number, format) ?? String(number)
}

/** Formats that are written in digits on purpose, besides those with signs of their own. */
const IN_DIGITS: ReadonlySet<string> = new Set(['decimal', 'decimalHalfWidth', 'none', 'bullet', 'numberInDash', 'hex'])

/** Whether {@link formatNumber} knows a format. It writes all others in decimal digits. */
export function isKnownFormat(format: string): boolean {
  const isOfDigits = IN_DIGITS.has(format) || DIGITS[format] !== undefined || minimumDigits(format) !== undefined
  return isOfDigits || formatPositive(1, format) !== undefined
}

/** Formats whose words or endings are those of a language. Those of English are known alone. */
export const SPELLED_FORMATS: ReadonlySet<string> = new Set(['ordinal', 'cardinalText', 'ordinalText'])

function formatPositive(number: number, format: string): string | undefined {
  const alphabet = ALPHABETS[format]
  if (alphabet !== undefined) return repeatedLetter(number, [...alphabet])
  const enumeration = ENUMERATIONS[format]
  if (enumeration !== undefined) return [...enumeration][number - 1]
  const counting = COUNTING[format]
  if (counting !== undefined) return count(number, counting)
  switch (format) {
    case 'upperRoman':
      return additive(number, ROMAN)
    case 'lowerRoman':
      return additive(number, ROMAN)?.toLowerCase()
    case 'hebrew1':
      return additive(number, HEBREW_NUMERALS)
    case 'ordinal':
      return `${number}${ordinalSuffix(number)}`
    case 'cardinalText':
      return numberInWords(number)
    case 'ordinalText':
      return ordinalInWords(number)
    default:
      return undefined
  }
}

function minimumDigits(format: string): number | undefined {
  if (format === 'decimalZero') return 2
  return /^0{1,9}[1-9]$/.test(format.split(',', 1)[0] ?? '') ? (format.split(',', 1)[0] ?? '').length : undefined
}

function repeatedLetter(number: number, letters: readonly string[]): string | undefined {
  if (number > MAX_REPEATED) return undefined
  const times = Math.floor((number - 1) / letters.length) + 1
  return letters[(number - 1) % letters.length]?.repeat(times)
}

function additive(number: number, signs: readonly (readonly [number, string])[]): string | undefined {
  if (number > MAX_REPEATED) return undefined
  let text = ''
  let rest = number
  for (const [value, sign] of signs) {
    while (rest >= value) {
      text += sign
      rest -= value
    }
  }
  return text
}

function ordinalSuffix(number: number): string {
  const tens = number % 100
  if (tens >= 11 && tens <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'
}

/** A number in digits with units between them, in groups of four digits. */
function count(number: number, system: CountingSystem): string | undefined {
  if (number >= 100_000_000) return undefined
  const high = Math.floor(number / 10_000)
  const low = number % 10_000
  if (high === 0) return countGroup(low, system, true)
  const gap = system.marksZero && low > 0 && low < 1000 ? (system.digits[0] ?? '') : ''
  return countGroup(high, system, true) + system.myriad + gap + (low === 0 ? '' : countGroup(low, system, false))
}

function countGroup(number: number, system: CountingSystem, leads: boolean): string {
  let text = ''
  let gap = false
  for (let power = 3; power >= 0; power--) {
    const digit = Math.floor(number / 10 ** power) % 10
    if (digit === 0) {
      gap = text !== ''
      continue
    }
    if (gap && system.marksZero) text += system.digits[0]
    gap = false
    // Ten to nineteen begin with the sign for ten.
    const dropsOne = digit === 1 && power > 0 && (!system.writesOne || (power === 1 && text === '' && leads))
    text += (dropsOne ? '' : system.digits[digit]) + (power === 0 ? '' : (system.units[power - 1] ?? ''))
  }
  return text
}

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
const LIMIT = 1_000_000

/** `Twenty-one`; `undefined` past 999,999. */
function numberInWords(value: number): string | undefined {
  const words = spell(value)
  return words === undefined ? undefined : capitalize(words)
}

/** `Twenty-first`; `undefined` past 999,999. */
function ordinalInWords(value: number): string | undefined {
  const words = spell(value)
  if (words === undefined) return undefined
  const start = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1
  const last = words.slice(start)
  const ordinal = IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  return capitalize(words.slice(0, start) + ordinal)
}

function spell(value: number): string | undefined {
  if (value < 0 || value >= LIMIT) return undefined
  if (value >= 1000) return join(`${spell(Math.floor(value / 1000))} thousand`, value % 1000)
  if (value >= 100) return join(`${SMALL[Math.floor(value / 100)]} hundred`, value % 100)
  if (value < 20) return SMALL[value]
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens}-${SMALL[value % 10]}`
}

function join(words: string, rest: number): string {
  return rest === 0 ? words : `${words} ${spell(rest)}`
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
