/**
 * The standard 14 fonts (ISO 32000-2, 9.6.2.2) by their names, and their widths.
 *
 * @module
 */
import { getOrMake, once } from '../remember.js'
import { cffStandardStrings, dingbatsEncoding, symbolEncoding } from './encodings.js'

/** A standard font, by family and style. */
export interface StandardFont {
  readonly family: 'Helvetica' | 'Times' | 'Courier' | 'Symbol' | 'ZapfDingbats'
  /** Width of a glyph by name, in ems; `undefined` when the font has no such glyph. */
  widthOf(glyph: string): number | undefined
}

/** Family names that writers use for the standard fonts. */
const FAMILIES: readonly (readonly [RegExp, StandardFont['family']])[] = [
  [/^(Helvetica|Arial|ArialMT)$/, 'Helvetica'],
  [/^(Times|Times-Roman|TimesNewRoman|TimesNewRomanPS|TimesNewRomanPSMT)$/, 'Times'],
  [/^(Courier|CourierNew|CourierNewPS|CourierNewPSMT)$/, 'Courier'],
  [/^Symbol$/, 'Symbol'],
  [/^ZapfDingbats$/, 'ZapfDingbats'],
]

const STYLE = /(?:[,-](Bold|Italic|Oblique|BoldItalic|BoldOblique|Roman))?(MT)?$/

const COURIER_WIDTH = 0.6

/** The standard font of a name; `undefined` for other fonts. */
export function standardFont(baseFont: string): StandardFont | undefined {
  const style = STYLE.exec(baseFont)?.[1] ?? ''
  const bare = baseFont.replace(STYLE, '')
  const family = FAMILIES.find(([pattern]) => pattern.test(bare))?.[1]
  if (family === undefined) return undefined
  const [bold, italic] = [/Bold/.test(style), /Italic|Oblique/.test(style)]
  return { family, widthOf: (glyph) => widthIn(family, bold, italic, glyph) }
}

function widthIn(family: StandardFont['family'], bold: boolean, italic: boolean, glyph: string): number | undefined {
  if (family === 'Courier') return COURIER_WIDTH
  if (family === 'Symbol') return widthByCode(symbolEncoding(), symbolWidths(), glyph)
  if (family === 'ZapfDingbats') return widthByCode(dingbatsEncoding(), dingbatsWidths(), glyph)
  return textWidths(tableOf(family, bold, italic)).get(glyph)
}

function tableOf(family: 'Helvetica' | 'Times', bold: boolean, italic: boolean): string {
  if (family === 'Helvetica') return bold ? 'Helvetica-Bold' : 'Helvetica'
  if (bold) return italic ? 'Times-BoldItalic' : 'Times-Bold'
  return italic ? 'Times-Italic' : 'Times-Roman'
}

function widthByCode(
  encoding: readonly (string | undefined)[],
  widths: readonly number[],
  glyph: string,
): number | undefined {
  const width = widths[encoding.indexOf(glyph) - FIRST_CODE]
  return width === undefined ? undefined : width / 1000
}

const FIRST_CODE = 32
const tables = new Map<string, ReadonlyMap<string, number>>()

function textWidths(name: string): ReadonlyMap<string, number> {
  return getOrMake(tables, name, () => {
    const widths = numbers(STANDARD_TEXT_WIDTHS[name] ?? '')
    const strings = cffStandardStrings()
    const last = widths.length - 1
    return new Map(widths.map((width, i) => [i === last ? 'Euro' : (strings[i + 1] as string), width / 1000]))
  })
}

/** Numbers of two digits to the base 36 each. */
const numbers = (text: string): readonly number[] =>
  (text.replace(/\s/g, '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 36))

/** Widths in the order of CFF's standard strings 1 to 228, and the Euro. Oblique fonts are as wide as upright ones. */
const STANDARD_TEXT_WIDTHS: Readonly<Record<string, string>> = {
  Helvetica: `
    7q7q9vfgfgopij669999atg87q997q7qfgfgfgfgfgfgfgfgfgfg7q7qg8g8g8fgs7ijijk2k2ijgzlmk27qdwijfgn5k2lmijlmk2ijgzk2ijq8
    ijijgz7q7q7qd1fg66fgfgdwfgfg7qfgfg6666dw66n5fgfgfgfg99dw7qfgdwk2dwdwdw9a789ag899fgfg4nfgfgfgfg5b99fg9999dwdwfgfg
    fg7qex9q669999fgrsrsgz99999999999999999999999999rsrsaafglmrsa5op7q66gzq8gz99g8fgrsk2n6g8ijn6g878b4fgn699khg8fgg8
    99khijijijijijijk2ijijijij7q7q7q7qk2lmlmlmlmlmijk2k2k2k2ijijgzfgfgfgfgfgfgdwfgfgfgfg7q7q7q7qfgfgfgfgfgfgdwfgfgfg
    fgdwdwdwfg
  `,
  'Helvetica-Bold': `
    7q99d6fgfgopk27q9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg9999g8g8g8gzr3k2k2k2k2ijgzlmk27qfgk2gzn5k2lmijlmk2ijgzk2ijq8
    ijijgz997q99g8fg7qfggzfggzfg99gzgz7q7qfg7qopgzgzgzgzatfg99gzfglmfgfgdwat7satg899fgfg4nfgfgfgfg6mdwfg9999gzgzfgfg
    fg7qfg9q7qdwdwfgrsrsgz99999999999999999999999999rsrsaagzlmrsa5op7q7qgzq8gz99g8gzrsk2n6g8ijn6g87sb4gzn699khg8gzg8
    99khk2k2k2k2k2k2k2ijijijij7q7q7q7qk2lmlmlmlmlmijk2k2k2k2ijijgzfgfgfgfgfgfgfgfgfgfgfg7q7q7q7qgzgzgzgzgzgzfggzgzgz
    gzfgfgdwfg
  `,
  'Times-Roman': `
    6y99bcdwdwn5lm999999dwfo6y996y7qdwdwdwdwdwdwdwdwdwdw7q7qfofofoccplk2ijijk2gzfgk2k299atk2gzopk2k2fgk2ijfggzk2k2q8
    k2k2gz997q99d1dw99ccdwccdwcc99dwdw7q7qdw7qlmdwdwdwdw99at7qdwdwk2dwdwccdc5kdcf199dwdw4ndwdwdwdw50ccdw9999fgfgdwdw
    dw6ycl9q99ccccdwrsrscc99999999999999999999999999rsop7ogzk2op8mij7q7qdwk2dw8cfodwr8k2kufofgkufo5kb4dwku8cl4fodwfo
    8cl4k2k2k2k2k2k2ijgzgzgzgz99999999k2k2k2k2k2k2fgk2k2k2k2k2k2gzcccccccccccccccccccccc7q7q7q7qdwdwdwdwdwdwatdwdwdw
    dwdwdwccdw
  `,
  'Times-Bold': `
    6y99ffdwdwrsn5999999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwpuk2ijk2k2ijgzlmlmatdwlmijq8k2lmgzlmk2fgijk2k2rs
    k2k2ij997q99g5dw99dwfgccfgcc99dwfg7q99fg7qn5fgdwfgfgccat99fgdwk2dwdwccay64ayeg99dwdw4ndwdwdwdw7qdwdw9999fgfgdwdw
    dw6yf09q99dwdwdwrsrsdw99999999999999999999999999rsrs8cijlmrs96k27q7qdwk2fg8cfufgrsk2kufugzkufu64b4fgku8ckrfudwfu
    8ckrk2k2k2k2k2k2k2ijijijijatatatatk2lmlmlmlmlmfgk2k2k2k2k2k2ijdwdwdwdwdwdwcccccccccc7q7q7q7qfgdwdwdwdwdwatfgfgfg
    fgdwdwccdw
  `,
  'Times-Italic': `
    6y99bodwdwn5lm999999dwir6y996y7qdwdwdwdwdwdwdwdwdwdw9999iririrdwpkgzgzijk2gzgzk2k299ccijfgn5ijk2gzk2gzdwfgk2gzn5
    gzfgfgat7qatbqdw99dwdwccdwcc7qdwdw7q7qcc7qk2dwdwdwdwatat7qdwccijccccatb47nb4f1atdwdw4ndwdwdwdw5yfgdw9999dwdwdwdw
    dw6yej9q99fgfgdwoprsdw99999999999999999999999999opop7ofgk2q88mij7q7qdwijdw8cirdwr8k2kuirgzkuir7nb4dwku8cl4irdwir
    8cl4gzgzgzgzgzgzijgzgzgzgz99999999ijk2k2k2k2k2dwk2k2k2k2fgfgfgdwdwdwdwdwdwcccccccccc7q7q7q7qdwdwdwdwdwdwatdwdwdw
    dwccccatdw
  `,
  'Times-BoldItalic': `
    6yatffdwdwn5lm999999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwn4ijijijk2ijijk2lmatdwijgzopk2k2gzk2ijfggzk2ijop
    ijgzgz997q99fudw99dwdwccdwcc99dwfg7q7qdw7qlmfgdwdwdwatat7qfgccijdwccat9o649ofuatdwdw4ndwdwdwdw7qdwdw9999fgfgdwdw
    dw6ydw9q99dwdwdwrsrsdw99999999999999999999999999rsq87egzk2q88ck27q7qdwk2dw8cgug0rsk2kufugzkufu64b4dwku8ckrgudwfu
    8ckrijijijijijijijijijijijatatatatk2k2k2k2k2k2fgk2k2k2k2gzgzgzdwdwdwdwdwdwcccccccccc7q7q7q7qfgdwdwdwdwdwatfgfgfg
    fgccccatdw
  `,
}

/** Widths of Symbol from code 32 on. */
const symbolWidths = once(() =>
  numbers(`
  6y99jtdwf9n5lmc79999dwf96yf96y7qdwdwdwdwdwdwdwdwdwdw7q7qf9f9f9ccf9k2ijk2h0gzl7grk299hjk2j2opk2k2lcklfggggzj6c7lchx
  m3gz99nz99iadwdwhjf9f9dqc7ehbfgr95grf9f9g0ehf9f9ehf9grc7g0jtj2dpj2dqdc5kdcf900000000000000000000000000000000000000
  0000000000000000000000000000kuh86vf94njtdwkxkxkxkxsyrfgrrfgrb4f9bff9f9jtdqcsf9f9f9f9rsgrrsiamvj2m3rflclcmvlclcjtjt
  jtjtjtjtjtlcjtlylyoqmvf96yjtgrgrsyrfgrrfgrdq95lylylujtaoaoaoaoaoaodqdqdqdq00957mj2j2j2aoaoaoaoaoaodqdqdq00
`),
)

/** Widths of ZapfDingbats from code 32 on. */
const dingbatsWidths = once(() =>
  numbers(`
  7qr2qpr2r8jzlxlylzj6qoq3f9nrpbpxpbq9r2kznil6l5fvitl7l4l3kydqfcexg1j8lulwlwlym1m2momvlxndmvn5mon3pnkok3ktlym0jblklc
  m0l3jnjoiyjhmymnlxlxjnj3jcj5lulvjtlzltlzo9l5l6l6l3l3ososlwlsc63u7pbjawawikik00auau8t8t7o7oe5e5bebe6i6i9a9a00000000
  000000000000000000000000000000kcf4f4paijl4l4lkgjjahelwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlw
  lwlwlwlwlwlwlwlwlwounas8cqkspokspiprpspsn6o9n0popophpupvcvojn8n8o3o3jcjcoa00oal4qalfo1lfooqvoon3o9prqypi00
`),
)
