/**
 * Numbers as the predefined counter styles write them (CSS Counter Styles Level 3, 6 and 7), except those that Word has
 * formats for.
 *
 * @module
 */

/** How a style writes numbers, and what follows them in a marker. */
export interface CounterStyle {
  /** `undefined` for numbers that the style cannot write. */
  readonly write: (value: number) => string | undefined
  readonly prefix?: string
  readonly suffix: string
}

/** Digits from zero on, and the units of ten, hundred and thousand. */
interface Units {
  readonly digits: string
  readonly units: string
  /** Whether no one stands before a unit. */
  readonly skipsOne: boolean
}

type Weight = readonly [value: number, symbol: string]

/** Digit zero of systems that write numbers as `decimal` does; their digits follow each other in Unicode. */
const ZEROS: Readonly<Record<string, number>> = {
  'arabic-indic': 0x660,
  bengali: 0x9e6,
  cambodian: 0x17e0,
  devanagari: 0x966,
  gujarati: 0xae6,
  gurmukhi: 0xa66,
  kannada: 0xce6,
  khmer: 0x17e0,
  lao: 0xed0,
  malayalam: 0xd66,
  mongolian: 0x1810,
  myanmar: 0x1040,
  oriya: 0xb66,
  persian: 0x6f0,
  tamil: 0xbe6,
  telugu: 0xc66,
  thai: 0xe50,
  tibetan: 0xf20,
}

const CJK_DIGITS = '〇一二三四五六七八九'

/** Systems whose symbols are letters, as a to z are in `lower-alpha`. */
const LETTERS: Readonly<Record<string, string>> = {
  'lower-greek': 'αβγδεζηθικλμνξοπρστυφχψω',
  hiragana: 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん',
  'hiragana-iroha': 'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす',
  katakana: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン',
  'katakana-iroha': 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
}

/** Systems that end with their last symbol. */
const FIXED: Readonly<Record<string, string>> = {
  'cjk-earthly-branch': '子丑寅卯辰巳午未申酉戌亥',
  'cjk-heavenly-stem': '甲乙丙丁戊己庚辛壬癸',
}

const ARMENIAN = 'ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ'
const GEORGIAN = 'ჵჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა'
const HEBREW_TEENS: readonly Weight[] = [
  [19, 'יט'],
  [18, 'יח'],
  [17, 'יז'],
  [16, 'טז'],
  [15, 'טו'],
]
const HEBREW = 'תשרקצפעסנמלכיטחזוהדגבא'

/** Japanese and Korean, which leave zeros out. */
const EAST_ASIAN: Readonly<Record<string, Units>> = {
  'japanese-informal': { digits: CJK_DIGITS, units: '十百千', skipsOne: true },
  'japanese-formal': { digits: '零壱弐参四伍六七八九', units: '拾百阡', skipsOne: false },
  'korean-hangul-formal': { digits: '영일이삼사오육칠팔구', units: '십백천', skipsOne: false },
  'korean-hanja-informal': { digits: '零一二三四五六七八九', units: '十百千', skipsOne: true },
  'korean-hanja-formal': { digits: '零壹貳參四五六七八九', units: '拾百仟', skipsOne: false },
}

/** Chinese, which writes zeros between digits. */
const CHINESE: Readonly<Record<string, Units>> = {
  'cjk-ideographic': { digits: '零一二三四五六七八九', units: '十百千', skipsOne: true },
  'simp-chinese-informal': { digits: '零一二三四五六七八九', units: '十百千', skipsOne: true },
  'simp-chinese-formal': { digits: '零壹贰叁肆伍陆柒捌玖', units: '拾佰仟', skipsOne: false },
  'trad-chinese-informal': { digits: '零一二三四五六七八九', units: '十百千', skipsOne: true },
  'trad-chinese-formal': { digits: '零壹貳參肆伍陸柒捌玖', units: '拾佰仟', skipsOne: false },
}

/** Largest number of the East Asian systems. */
const MAX_EAST_ASIAN = 9999

const LATIN = 'abcdefghijklmnopqrstuvwxyz'

const ROMAN: readonly Weight[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** Largest number that is written in letters or Roman numerals. */
const MAX_LETTERED = 3999

/** A predefined style that Word has a format for, by its name in lower case. */
export function wordStyle(name: string): CounterStyle | undefined {
  if (name === 'decimal') return { write: String, suffix: '.' }
  if (name === 'decimal-leading-zero') return { write: (value) => String(value).padStart(2, '0'), suffix: '.' }
  const [, place, system] = /^(lower|upper)-(alpha|latin|roman)$/.exec(name) ?? []
  if (system === undefined) return undefined
  const write = (value: number) => (system === 'roman' ? inWeights(value, ROMAN) : inLetters(value, LATIN))
  return {
    write: (value) => {
      const text = value > 0 && value <= MAX_LETTERED ? write(value) : undefined
      return place === 'upper' ? text?.toUpperCase() : text
    },
    suffix: '.',
  }
}

/** A predefined style that Word has no format for, by its name in lower case. */
export function counterStyle(name: string): CounterStyle | undefined {
  const of = <T>(table: Readonly<Record<string, T>>): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined
  const zero = of(ZEROS)
  if (zero !== undefined)
    return { write: (value) => inDigits(value, (digit) => String.fromCodePoint(zero + digit)), suffix: '.' }
  if (name === 'cjk-decimal')
    return { write: (value) => inDigits(value, (digit) => CJK_DIGITS.charAt(digit)), suffix: '、' }
  const letters = of(LETTERS)
  if (letters !== undefined) {
    return {
      write: (value) => (value < 1 ? undefined : inLetters(value, letters)),
      suffix: name === 'lower-greek' ? '.' : '、',
    }
  }
  const fixed = of(FIXED)
  if (fixed !== undefined) return { write: (value) => fixed[value - 1], suffix: '、' }
  const eastAsian = of(EAST_ASIAN)
  if (eastAsian !== undefined)
    return { write: (value) => inUnits(value, eastAsian), suffix: name.startsWith('k') ? ',' : '、' }
  const chinese = of(CHINESE)
  if (chinese !== undefined) return { write: (value) => inChinese(value, chinese), suffix: '、' }
  const weights = additive(name)
  return weights === undefined ? undefined : { write: (value) => inKnownWeights(value, weights), suffix: '.' }
}

function additive(name: string): readonly Weight[] | undefined {
  if (name === 'armenian' || name === 'upper-armenian') return weightsOf(ARMENIAN)
  if (name === 'lower-armenian') return weightsOf(ARMENIAN.toLowerCase())
  if (name === 'georgian') return [[10_000, GEORGIAN.charAt(0)], ...weightsOf(GEORGIAN.slice(1))]
  if (name !== 'hebrew') return undefined
  const letters = weightsOf(HEBREW, [400, 300, 200, 100])
  // 15 and 16 are not written with the letters of the name of God, and so all up to 19 are weights of their own.
  return letters.flatMap((weight) => (weight[0] === 10 ? [...HEBREW_TEENS, weight] : [weight]))
}

/** The symbols of 9000, 8000 ... 2, 1, or of other numbers at first. */
function weightsOf(symbols: string, first: readonly number[] = []): readonly Weight[] {
  const values = [...first]
  const from = first.length > 0 ? 10 : 1000
  for (let unit = from; unit >= 1; unit /= 10) for (let digit = 9; digit >= 1; digit--) values.push(digit * unit)
  return [...symbols].map((symbol, index): Weight => [values[index] ?? 0, symbol])
}

function inDigits(value: number, digitOf: (digit: number) => string): string {
  const digits = [...String(Math.abs(value))].map((digit) => digitOf(Number(digit))).join('')
  return value < 0 ? `-${digits}` : digits
}

/** A number in letters, as `a` to `z`, `aa` and so on. */
export function inLetters(value: number, letters: string | readonly string[]): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / letters.length)) {
    text = (letters[(rest - 1) % letters.length] ?? '') + text
  }
  return text
}

/** Largest numbers of the systems by their largest weight. Hebrew repeats it once. */
const LIMITS: ReadonlyMap<number, number> = new Map([
  [400, 999],
  [9000, 9999],
  [10_000, 19_999],
])

/** A number as the sum of symbols; `undefined` where it is larger than those allow. */
function inKnownWeights(value: number, weights: readonly Weight[]): string | undefined {
  const [largest = 0] = weights[0] ?? []
  return value < 1 || value > (LIMITS.get(largest) ?? largest) ? undefined : inWeights(value, weights)
}

/** Longest number in characters. Longer ones are written as the fallback style has it, as browsers do. */
export const MAX_LENGTH = 60

/** A number as the sum of symbols, whose weights fall; `undefined` where a rest remains, or it is too long. */
export function inWeights(value: number, weights: readonly Weight[]): string | undefined {
  let text = ''
  let rest = value
  for (const [weight, symbol] of weights) {
    const times = Math.floor(rest / weight)
    if (text.length + times * symbol.length > MAX_LENGTH) return undefined
    text += symbol.repeat(times)
    rest -= times * weight
  }
  return rest === 0 ? text : undefined
}

function inUnits(value: number, { digits, units, skipsOne }: Units): string | undefined {
  if (value < 0 || value > MAX_EAST_ASIAN) return undefined
  if (value === 0) return digits.charAt(0)
  let text = ''
  for (const [place, digit] of [...String(value)].reverse().entries()) {
    if (digit === '0') continue
    const unit = place === 0 ? '' : units.charAt(place - 1)
    text = (skipsOne && place > 0 && digit === '1' ? '' : digits.charAt(Number(digit))) + unit + text
  }
  return text
}

/** Chinese writes a zero between digits that do not follow each other (CSS Counter Styles Level 3, 7.1). */
function inChinese(value: number, { digits, units, skipsOne }: Units): string | undefined {
  if (value < 0 || value > MAX_EAST_ASIAN) return undefined
  if (value === 0) return digits.charAt(0)
  const written = [...String(value)]
  let text = ''
  for (const [index, digit] of written.entries()) {
    const place = written.length - 1 - index
    if (digit !== '0') text += digits.charAt(Number(digit)) + (place === 0 ? '' : units.charAt(place - 1))
    else if (written[index + 1] !== '0' && index < written.length - 1) text += digits.charAt(0)
  }
  return skipsOne && value >= 10 && value < 20 ? text.slice(1) : text
}
