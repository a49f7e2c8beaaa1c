/**
 * Whether the appearance of a field shows its value, and nothing else.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { isHonestlyMissing, readShownPart } from '../../../src/ink/fields/shown-part.js'
import { dependsOnReader, readShownText, showsItsCaption, showsItsValue } from '../../../src/ink/fields/shown-value.js'
import { type Filled, fill, line } from './field-page.js'

/** What is wrong with how a value is shown: its kind, and details where it has any. */
function faultOf(filled: Filled): string | undefined {
  const { pair, field, widget, stream } = fill(filled)
  const { fault } = readShownText(pair, field, widget, stream)
  if (fault === undefined) return undefined
  return fault.kind === 'mismatch' ? `shows ${fault.shown}` : `${fault.kind}: ${fault.detail}`
}

const V100 = '/V (100)'

describe('the value of a text field', () => {
  it.each<[string, string, string]>([
    ['as it is', V100, line('100')],
    ['with blanks that do not count', '/V (a  b)', line('a b')],
    ['on a ground, in a frame', V100, `0.9 g 0 0 100 20 re f 1 w 0.5 0.5 99 19 re s ${line('100')}`],
    ['nothing for no value', '', ''],
    ['nothing for an empty value', '/V ()', line('')],
    ['in two lines', '/V (first second)', `${line('first', 8, 2, 11)} ${line('second', 8, 2, 2)}`],
    ['in umlauts', '/V (\\304\\344)', line('\\304\\344')],
    ['in a bevel', V100, `0.9 g 0 0 100 20 re f 0.5 g 1 1 m 1 19 l 99 19 l 97 17 l 3 17 l 3 3 l f ${line('100')}`],
    ['with what has no opacity', V100, `${line('100')} /A gs 0 g 50 5 20 10 re f`],
  ])('is shown: %s', (_, after, look) => {
    expect(faultOf({ after, look, resources: '/ExtGState <</A <</ca 0>>>>' })).toBeUndefined()
  })

  it.each<[string, string, string, string]>([
    ['another text', V100, line('900'), 'shows 900'],
    ['a part of it', '/V (1000)', line('100'), 'shows 100'],
    ['more than it', V100, line('1000'), 'shows 1000'],
    ['nothing', V100, '', 'shows '],
    ['a text without a value', '', line('100'), 'shows 100'],
    [
      'a picture',
      V100,
      `${line('100')} q 9 0 0 9 50 5 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q`,
      'unlike: it draws a picture',
    ],
    ['a shape', V100, `${line('100')} 0 g 50 5 10 10 re f`, 'unlike: it draws something besides its text'],
    ['a line', V100, `${line('100')} 2 w 2 10 m 60 10 l S`, 'covered'],
    ['invisible letters', V100, `3 Tr ${line('100')}`, 'hidden: a letter is invisible mode'],
    ['tiny letters', V100, line('100', 1), 'hidden: a letter is tiny'],
    ['white letters', V100, 'BT 1 g /Helv 10 Tf 2 6 Td (100) Tj ET', 'hidden: a letter is same colour'],
    ['letters without opacity', V100, `/A gs ${line('100')}`, 'hidden: a letter is transparent'],
    ['letters under a ground', V100, `${line('100')} 0.9 g 0 0 100 20 re f`, 'hidden: a letter is covered'],
    ['letters beyond the field', V100, line('100', 10, 120), 'hidden: a letter is clipped'],
    ['letters that are blended', V100, `/B gs ${line('100')}`, 'unknown: a letter is'],
    ['unknown operators', V100, `${line('100')} nonsense`, 'unknown: '],
    [
      'letters upside down',
      V100,
      'BT 0 g /Helv 10 Tf -1 0 0 -1 40 14 Tm (100) Tj ET',
      'unlike: its letters are upside down',
    ],
    [
      'mirrored letters',
      V100,
      'BT 0 g /Helv 10 Tf -1 0 0 1 40 6 Tm (100) Tj ET',
      'unlike: its letters are out of shape',
    ],
    ['narrow letters', V100, 'BT 0 g 20 Tz /Helv 10 Tf 2 6 Td (100) Tj ET', 'unlike: its letters are out of shape'],
    ['letters of two sizes', V100, `${line('1')} ${line('00', 7, 8)}`, 'unlike: its letters are of different sizes'],
    [
      'raised letters',
      V100,
      `${line('10')} ${line('0', 10, 14, 8)}`,
      'unlike: its letters stand above or below their line',
    ],
    [
      'lines in two directions',
      '/V (100 200)',
      `${line('100')} BT 0 g /Helv 10 Tf 0 1 -1 0 90 1 Tm (200) Tj ET`,
      'unlike: ',
    ],
    [
      'letters over each other',
      V100,
      `${line('1')} ${line('0', 10, 4)} ${line('0', 10, 14)}`,
      'hidden: letters overlap',
    ],
  ])('is not what is shown: %s', (_, after, look, expected) => {
    const resources = '/ExtGState <</A <</ca 0.05>> /B <</BM /Difference>>>>'
    expect(faultOf({ after, look, resources })).toMatch(expected)
  })

  it('may run upwards in a field that is turned', () => {
    const look = 'BT 0 g /Helv 10 Tf -1 0 0 -1 40 14 Tm (100) Tj ET'
    expect(faultOf({ after: V100, entries: '/FT /Tx /MK <</R 180>>', look })).toBeUndefined()
  })

  it('has no place', () => {
    expect(faultOf({ after: V100, look: line('100'), box: '20 100 20 100' })).toBeUndefined()
    expect(faultOf({ after: V100, look: line('100'), box: '20 100 /Odd 100' })).toMatch('unknown: its rectangle')
    expect(faultOf({ after: V100, look: `Q ${line('100')}`, box: '20 100 20 100' })).toMatch('unknown')
  })

  it('may be masked, or shown, where it is a password', () => {
    const entries = '/FT /Tx /Ff 8192'
    expect(faultOf({ entries, after: V100, look: line('***') })).toBeUndefined()
    expect(faultOf({ entries, after: V100, look: line('100') })).toBeUndefined()
    expect(faultOf({ entries, after: V100, look: line('*1*') })).toBe('shows *1*')
    expect(faultOf({ after: V100, look: line('***') })).toBe('shows ***')
  })

  it('is told with its letters', () => {
    const { pair, field, widget, stream } = fill({ after: V100, look: line('900') })
    const { text, glyphs } = readShownText(pair, field, widget, stream)
    expect(text).toBe('900')
    expect(glyphs).toHaveLength(3)
  })

  it('is asked for in each widget', () => {
    const shown = (look: string) => {
      const { pair, field } = fill({ after: V100, look })
      return showsItsValue(pair, field)
    }
    expect([line('100'), line('900')].map(shown)).toEqual([true, false])
  })
})

describe('letters of a field', () => {
  const other = (dict: string, isSigned = false): Filled => ({
    after: V100,
    look: 'BT 0 g /Other 10 Tf 2 6 Td (100) Tj ET',
    fonts: '/Other 60 0 R',
    objects: { 60: `<</Type /Font ${dict}>>` },
    isSigned,
  })
  const WIDTHS = `/FirstChar 48 /LastChar 49 /Widths [556 556] /FontDescriptor <</Type /FontDescriptor /Flags 32 /FontName /Some>>`

  it('may be those of a standard font, or of one that was signed', () => {
    expect(faultOf(other('/Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding'))).toBeUndefined()
    expect(
      faultOf(other(`/Subtype /TrueType /BaseFont /Some /Encoding /WinAnsiEncoding ${WIDTHS}`, true)),
    ).toBeUndefined()
  })

  it.each<[string, string, string]>([
    [
      'of a font that was not signed',
      `/Subtype /TrueType /BaseFont /Some /Encoding /WinAnsiEncoding ${WIDTHS}`,
      'unknown: its letters come from a font',
    ],
    [
      'that are oddly spaced',
      '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 48 /LastChar 49 /Widths [1556 1556]',
      'unknown: ',
    ],
    [
      'of which the font says two things',
      '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 61 0 R',
      'unknown: the font says two things of a letter',
    ],
  ])('may not be those %s', (_, dict, expected) => {
    const map =
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <31> <0039> endbfchar endcmap'
    const filled = other(dict)
    const objects = { ...filled.objects, 61: `<</Length ${map.length}>>\nstream\n${map}\nendstream` }
    expect(faultOf({ ...filled, objects })).toMatch(expected)
  })

  const flagged = (flags: number) => `/FontDescriptor <</Type /FontDescriptor /FontName /Helvetica /Flags ${flags}>>`
  it.each<[string, string, string]>([
    ['without an encoding, where all encodings agree', '(100)', ''],
    ['of an encoding that few viewers know, where all agree', '(100)', '/Encoding /PDFDocEncoding'],
    ['of a symbolic font, where all agree', '(100)', `/Encoding <</Differences [48 /zero /one]>> ${flagged(4)}`],
    ['of a symbolic font with a named encoding', '(100)', `/Encoding /WinAnsiEncoding ${flagged(4)}`],
    ['of other codes', '(988)', `/Encoding <</Differences [56 /zero /one]>> ${flagged(32)}`],
  ])('may be those of a standard font %s', (_, codes, entries) => {
    const filled = other(`/Subtype /Type1 /BaseFont /Helvetica ${entries}`)
    expect(faultOf({ ...filled, look: `BT 0 g /Other 10 Tf 2 6 Td ${codes} Tj ET` })).toBeUndefined()
  })

  it('may be those that only some readers have, which is told', () => {
    const depends = (after: string, look: string) => {
      const { pair, field, widget, stream } = fill({ after, look })
      return dependsOnReader(pair, field, widget, stream)
    }
    expect(depends(V100, line('100'))).toBe(false)
    expect(depends('/V <FEFF0416>', line('100'))).toBe(false)
    const { pair, field, widget, stream } = fill({
      after: '/V <FEFF0416>',
      look: 'BT 0 g /Cyr 10 Tf 2 6 Td (1) Tj ET',
      fonts: '/Cyr 60 0 R',
      objects: {
        60: '<</Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding <</Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [49 /afii10024]>>>>',
      },
    })
    expect(dependsOnReader(pair, field, widget, stream)).toBe(true)
  })
})

describe('a comb', () => {
  const entries = '/FT /Tx /Ff 16777216 /MaxLen 5'
  const digits = (...places: (readonly [string, number])[]) => places.map(([text, x]) => line(text, 10, x)).join(' ')
  const FINE = digits(['1', 7], ['0', 27], ['0', 47])
  const edges = (...places: number[]) => places.map((x) => `${x} 0.5 m ${x} 19.5 l`).join(' ')

  it.each<[string, string]>([
    ['in the first cells', FINE],
    ['with lines between all cells', `1 w ${edges(20, 40, 60, 80)} S ${FINE}`],
    ['with bars between all cells', `0 g ${[20, 40, 60, 80].map((x) => `${x - 0.5} 0.5 1 19 re`).join(' ')} f ${FINE}`],
  ])('shows its value: %s', (_, look) => {
    expect(faultOf({ entries, after: V100, look })).toBeUndefined()
  })

  it.each<[string, string, string]>([
    ['in other cells', digits(['1', 27], ['0', 47], ['0', 67]), 'unlike: its letters stand in other cells'],
    ['with a gap', digits(['1', 7], ['0', 47], ['0', 67]), 'unlike: its letters stand in other cells'],
    ['with some of the lines', `1 w ${edges(20, 40, 60)} S ${FINE}`, 'unlike: lines between its cells'],
    ['with a line elsewhere', `1 w ${edges(20, 40, 60, 80, 90)} S ${FINE}`, 'unlike: '],
    [
      'with lines under a ground',
      `1 w ${edges(20, 40, 60, 80)} S 0.9 g 0 0 100 20 re f ${FINE}`,
      'unlike: lines between its cells',
    ],
    [
      'with lines of two kinds',
      `1 w ${edges(20, 40, 60)} S 2 w ${edges(80)} S ${FINE}`,
      'unlike: lines between its cells',
    ],
    ['with dashes', `[1 3] 0 d 1 w ${edges(20, 40, 60, 80)} S ${FINE}`, 'unlike: '],
    [
      'with slanted lines',
      `1 w ${[20, 40, 60, 80].map((x) => `${x} 0.5 m ${x + 4} 19.5 l`).join(' ')} S ${FINE}`,
      'unlike: ',
    ],
    ['with short lines', `1 w ${[20, 40, 60, 80].map((x) => `${x} 8 m ${x} 12 l`).join(' ')} S ${FINE}`, 'unlike: '],
  ])('does not show it: %s', (_, look, expected) => {
    expect(faultOf({ entries, after: V100, look })).toMatch(expected)
  })

  it('may be aligned to the right or in the middle', () => {
    const right = digits(['1', 47], ['0', 67], ['0', 87])
    const middle = digits(['1', 27], ['0', 47], ['0', 67])
    expect(faultOf({ entries: `${entries} /Q 2`, after: V100, look: right })).toBeUndefined()
    expect(faultOf({ entries: `${entries} /Q 1`, after: V100, look: middle })).toBeUndefined()
    expect(faultOf({ entries: `${entries} /Q 2`, after: V100, look: middle })).toMatch('other cells')
  })
})

describe('a number with a format that was signed', () => {
  const number = (script: string, value: string, shown: string, more: Partial<Filled> = {}) =>
    faultOf({
      before: `/AA <</F <</S /JavaScript /JS (${script})>>>>`,
      after: `/V (${value})`,
      look: line(shown),
      ...more,
    })

  it.each<[string, string, string]>([
    ['AFNumber_Format\\(2, 0, 0, 0, "", true\\);', '1000', '1,000.00'],
    ['AFNumber_Format\\(2, 1, 0, 0, "", true\\)', '1000', '1000.00'],
    ['AFNumber_Format\\(2, 2, 0, 0, "", true\\)', '1000.5', '1.000,50'],
    ['AFNumber_Format\\(2, 3, 0, 0, "", true\\)', '1000', '1000,00'],
    ['AFNumber_Format\\(2, 4, 0, 0, "", true\\)', '1000', "1'000.00"],
    ['AFNumber_Format\\(0, 0, 0, 0, "", true\\)', '1000', '1,000'],
    ['AFNumber_Format\\(2, 0, 0, 0, "EUR ", true\\)', '10', 'EUR 10.00'],
    ['AFNumber_Format\\(2, 0, 0, 0, " EUR", false\\)', '-10', '-10.00 EUR'],
    ['AFNumber_Format\\(2, 0, 0, 0, "$", true\\)', '-10', '-$10.00'],
    ['AFNumber_Format\\(2, 0, 2, 0, "$", true\\)', '-10', '\\($10.00\\)'],
    ['AFNumber_Format\\(2, 0, 2, 0, "$", false\\)', '-10', '\\(10.00$\\)'],
    ['AFNumber_Format\\(2, 0, 0, 0, "", true\\)', '', ''],
    ['AFPercent_Format\\(1, 0\\)', '0.256', '25.6%'],
    ['AFPercent_Format\\(0, 0\\)', '-0.5', '-50%'],
    ['AFSpecial_Format\\(0\\)', '12345', '12345'],
    ['AFSpecial_Format\\(1\\)', '123456789', '12345-6789'],
    ['AFSpecial_Format\\(2\\)', '5551234567', '\\(555\\) 123-4567'],
    ['AFSpecial_Format\\(3\\)', '123456789', '123-45-6789'],
  ])('%s: %s is %s', (script, value, shown) => {
    expect(number(script, value, shown)).toBeUndefined()
  })

  it.each<[string, string, string]>([
    ['AFNumber_Format\\(2, 0, 0, 0, "", true\\);', '1000', '9,000.00'],
    ['AFNumber_Format\\(2, 0, 1, 0, "", true\\)', '-10', '10.00'],
    ['AFNumber_Format\\(2, 0, 0, 0, "1", true\\)', '10', '110.00'],
    ['AFNumber_Format\\(2, 0, 0, 0, 5, true\\)', '10', '510.00'],
    ['AFNumber_Format\\(2, 9, 0, 0, "", true\\)', '1000', '1 000.00'],
    ['AFNumber_Format\\(99, 0, 0, 0, "", true\\)', '10', '10.0'],
    ['AFNumber_Format\\(2, 0, 0, 0, "", true\\); event.value = 5', '10', '10.00'],
    ['AFNumber_Format\\(x, 0, 0, 0, "", true\\)', '10', '10.00'],
    ['AFNumber_Format\\(2, 0, 0, 0, "", true\\)', 'ten', 'ten.00'],
    ['AFPercent_Format\\(1, 0, true\\)', '0.25', '25.0%'],
    ['AFSpecial_Format\\(3\\)', '12345', '123-45'],
    ['AFSpecial_Format\\(9\\)', '12345', '1-2345'],
    ['AFDate_Format\\(0\\)', '12345', '1-2345'],
  ])('%s does not make of %s %s', (script, value, shown) => {
    expect(number(script, value, shown)).toMatch('shows')
  })

  it('is no action that goes on, or of another kind', () => {
    const script = 'AFNumber_Format\\(2, 0, 0, 0, "", true\\)'
    const look = { look: line('10.00'), after: '/V (10)' }
    expect(faultOf({ ...look, before: `/AA <</F <</S /JavaScript /JS (${script}) /Next <</S /Named>>>>>>` })).toBe(
      'shows 10.00',
    )
    expect(faultOf({ ...look, before: `/AA <</F <</S /Named /JS (${script})>>>>` })).toBe('shows 10.00')
    expect(faultOf({ ...look, after: `/V (10) /AA <</F <</S /JavaScript /JS (${script})>>>>` })).toBe('shows 10.00')
  })
})

describe('a list box', () => {
  const entries = '/FT /Ch /Opt [(red) (green) (blue)]'
  const box = '20 100 120 140'
  const form = '0 0 100 40'
  const options = (...texts: string[]) => texts.map((text, i) => line(text, 8, 2, 31 - 10 * i)).join(' ')
  const bar = (i: number, colour = '0.6 0.75 0.85 rg') => `${colour} 0 ${29 - 10 * i} 100 10 re f`
  const list = (after: string, look: string, more: Partial<Filled> = {}) =>
    faultOf({ entries, after, look, box, form, ...more })

  it('shows its options, and highlights the chosen one', () => {
    expect(list('/V (green)', `${bar(1)} ${options('red', 'green', 'blue')}`)).toBeUndefined()
    expect(list('/V (green)', `0.9 g 0 0 100 40 re f ${bar(1)} ${options('red', 'green', 'blue')}`)).toBeUndefined()
    expect(list('/V [(red) (blue)]', `${bar(0)} ${bar(2)} ${options('red', 'green', 'blue')}`)).toBeUndefined()
    expect(list('/V (green) /TI 1', `${bar(0)} ${options('green', 'blue')}`)).toBeUndefined()
    expect(list('/V (green)', options('red', 'green', 'blue'))).toBeUndefined()
    expect(list('/V (green)', '')).toBeUndefined()
  })

  it.each<[string, string, string, string]>([
    ['another option', '/V (green)', `${bar(1)} ${options('red', 'black', 'blue')}`, 'shows red'],
    [
      'a highlight of another one',
      '/V (green)',
      `${bar(0)} ${options('red', 'green', 'blue')}`,
      'shows another option highlighted',
    ],
    [
      'a highlight of two',
      '/V (green)',
      `${bar(0)} ${bar(1)} ${options('red', 'green', 'blue')}`,
      'shows another option highlighted',
    ],
    [
      'a shape',
      '/V (green)',
      `${bar(1)} 0 g 50 5 10 10 re f ${options('red', 'green', 'blue')}`,
      'unlike: it draws something besides its options',
    ],
    [
      'indices of others',
      '/V (green) /I [0]',
      `${bar(1)} ${options('red', 'green', 'blue')}`,
      'unlike: its list of chosen indices',
    ],
    [
      'a highlight under a ground',
      '/V (green)',
      `${bar(1)} 0.9 g 0 0 100 40 re f ${bar(2)} ${options('red', 'green', 'blue')}`,
      'shows another option highlighted',
    ],
  ])('may not show %s', (_, after, look, expected) => {
    expect(list(after, look)).toMatch(expected)
  })

  it('may have more options than there is room for', () => {
    const look = `0 2 100 38 re W n ${bar(1)} ${options('red', 'green', 'blue', 'black', 'white')}`
    const many = '/FT /Ch /Opt [(red) (green) (blue) (black) (white)]'
    expect(list('/V (green) /I [1]', look, { entries: many })).toBeUndefined()
  })

  it('exports other texts than it shows', () => {
    const pairs = '/FT /Ch /Opt [[(r) (red)] [(g) (green)]]'
    expect(list('/V (g)', `${bar(1)} ${options('red', 'green')}`, { entries: pairs })).toBeUndefined()
    expect(faultOf({ entries: `${pairs} /Ff 131072`, after: '/V (g)', look: line('green') })).toBeUndefined()
    expect(faultOf({ entries: `${pairs} /Ff 131072`, after: '/V (g)', look: line('red') })).toBe('shows red')
  })
})

describe('a push-button', () => {
  const caption = (look: string, shown: string) => {
    const { pair, field } = fill({ entries: `/FT /Btn /Ff 65536 /MK <</CA (${shown})>>`, look })
    return showsItsCaption(pair, field)
  }

  it('shows its caption', () => {
    expect(caption(line('Print'), 'Print')).toBe(true)
    expect(caption(line('Pay'), 'Print')).toBe(false)
  })
})

describe('a part of a value', () => {
  const part = (value: string, look: string, more: Partial<Filled> = {}) => {
    const { pair, field, widget, stream } = fill({ after: `/V ${value}`, look, ...more })
    return readShownPart(pair, field, widget, stream)
  }

  it('may be cut off where the field ends', () => {
    const long = 'This is a text that is too long for the field'
    expect(part(`(${long})`, `0 0 100 20 re W n ${line(long)}`)).toMatch(/^This is a text/)
    expect(part(`(${long})`, line('This is a text'))).toBeUndefined()
    expect(part(`(${long})`, `0 0 40 20 re W n ${line(long)}`)).toBeUndefined()
    expect(
      part('(pay 100000 EUR to somebody)', `0 0 100 20 re W n ${line('pay 100000 EUR to somebody')}`),
    ).toBeUndefined()
  })

  it('may be cut off four words behind a number, and no sooner', () => {
    const cutBefore = (text: string, end: string) => {
      const from = text.indexOf(end)
      return isHonestlyMissing(Array.from(text, (each, i) => ({ text: each, state: i < from ? 'seen' : 'cut' })))
    }
    expect(cutBefore('pay 5 to you my son today', 'today')).toBe(true)
    expect(cutBefore('pay 5 to you my son today', 'son')).toBe(false)
  })

  it('may lack letters that no Latin font has', () => {
    expect(part('<FEFF0142006100640061>', line('ada'))).toBe('ada')
    expect(part('<FEFF0142006100640061>', line('lada'))).toBeUndefined()
    expect(part('<FEFF0142006100640061>', line('\\267ada'))).toBe('ada')
  })

  it('is not told of combs, passwords, lists and others', () => {
    const value = '<FEFF0142006100640061>'
    expect(part(value, line('ada'), { entries: '/FT /Tx' })).toBe('ada')
    expect(part(value, line('ada'), { entries: '/FT /Tx /Ff 16777216 /MaxLen 5' })).toBeUndefined()
    expect(part(value, line('ada'), { entries: '/FT /Tx /Ff 8192' })).toBeUndefined()
    expect(part(value, line('ada'), { entries: '/FT /Ch /Opt [(ada)]' })).toBeUndefined()
    expect(part(value, line('ada'), { entries: '/FT /Btn' })).toBeUndefined()
    expect(part(value, line('adb'))).toBeUndefined()
    expect(part(value, `${line('ada')} nonsense`)).toBeUndefined()
  })

  it('is not told of a value that is shown in full, whatever else is wrong with it', () => {
    expect(part('(100)', line('100'))).toBeUndefined()
    expect(part('(1 00)', line('100'))).toBeUndefined()
  })

  it('has the blanks between digits that the value has', () => {
    expect(part('<FEFF014200200031002000320033>', line(' 1 23'))).toBeUndefined()
    expect(part('<FEFF0061014200200031002000320033>', line('a 1 23'))).toBe('a 1 23')
    expect(part('<FEFF0061014200200031002000320033>', line('a 12 3'))).toBeUndefined()
    expect(part('<FEFF0061014200200031002000320033>', line('a 123'))).toBeUndefined()
  })
})
