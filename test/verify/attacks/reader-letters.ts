/**
 * Fields with letters that the file does not bring: in an appearance, in a font that each reader replaces by one of its own, and
 * in values that readers draw by themselves. What is missing there nobody sees, and the rest is another text.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { type Base, PROFILES, unsignedBase } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { attacksBy, type ClassAttack, FILLABLE, type Maker } from './class-attack.js'
import { letter, trueType } from './ink-pages.js'
import { form } from './looks.js'

type Entries = (revision: Revision) => Record<string, PdfObject | undefined>

/** Fills the amount in. */
const fill =
  (value: PdfObject, entries: Entries): Maker =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      const { field, widgets } = fieldIn(parts, 'amount')
      revision.set(field, { V: value })
      for (const widget of widgets) revision.set(widget, entries(revision))
    })

const hex = (bytes: Buffer): PdfObject => pdf`<${bytes.toString('hex')}>`
const latin1 = (text: string) => hex(Buffer.from(text, 'latin1'))
const bigEndian = (text: string) => hex(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())

const shown =
  (text: string, font: PdfObject): Entries =>
  (revision) => {
    const content = `/Tx BMC\nq BT /F 10 Tf 0 g 2 6 Td ${text} Tj ET Q\nEMC\n`
    const look = form(200, 20, content, new PdfDict({ Font: new PdfDict({ F: font }) }))
    return { AP: dict`<</N ${revision.add(look)}>>` }
  }

const FONTS: Readonly<Record<string, PdfDict>> = {
  Helvetica: dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>`,
  Courier: dict`<</Type /Font /Subtype /Type1 /BaseFont /Courier-Bold>>`,
  Arial: dict`<</Type /Font /Subtype /TrueType /BaseFont /ArialMT /FirstChar 65 /LastChar 67 /Widths [650 650 650]
    /FontDescriptor <</Type /FontDescriptor /FontName /ArialMT /Flags 32 /FontBBox [-665 -325 2000 1006] /Ascent 905
    /Descent -212 /ItalicAngle 0 /CapHeight 718 /StemV 80>>>>`,
}

/** Values, and the names of their letters. */
const LETTERS: Readonly<Record<string, readonly [value: string, names: string]>> = {
  Cyrillic: ['\u0410\u0411\u0412', '/afii10017 /afii10018 /afii10019'],
  'small Cyrillic': ['\u0430\u0431', '/acyrillic /becyrillic'],
  Greek: ['\u0391\u0392\u0393', '/Alpha /Beta /Gamma'],
  Polish: ['\u0105\u0107\u0119', '/aogonek /cacute /eogonek'],
  Czech: ['\u0159\u011b\u016f', '/rcaron /ecaron /uring'],
  Turkish: ['\u011f\u0131\u015f', '/gbreve /dotlessi /scedilla'],
  Hungarian: ['\u0151\u0171', '/ohungarumlaut /uhungarumlaut'],
  Hebrew: ['\u05d0\u05d1', '/afii57664 /afii57665'],
  'signs of the Macintosh': ['\u2264\u2265\u2260', '/lessequal /greaterequal /notequal'],
  'an infinity': ['\u221e', '/infinity'],
  'a sum': ['\u2211', '/summation'],
  'a letter by number': ['AB', '/uni0041 /uni0042'],
  'a variant of a letter': ['AB', '/A.alt /B.sc'],
}

/** Alphabets that the system's own fonts have: there the report warns (see test/verify/changes/fields). */
const OF_SYSTEMS = ['Cyrillic', 'small Cyrillic', 'Greek', 'Polish', 'Czech', 'Turkish', 'Hungarian', 'Hebrew']

const inFonts = Object.entries(LETTERS).flatMap(([letters, [value, names]]) =>
  Object.entries(FONTS)
    .filter(([name]) => name !== 'Arial' || !OF_SYSTEMS.includes(letters))
    .map(([name, font]): [string, Maker] => {
      const encoding = dict`<</Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [65 ${names}]>>`
      const codes = 'ABC'.slice(0, names.split(' ').length)
      const look = shown(`(${codes})`, font.with({ Encoding: encoding }))
      return [`letters that are ${letters}, in ${name}`, fill(bigEndian(value), look)]
    }),
)

const flagged = (flags: number) =>
  `/FontDescriptor <</Type /FontDescriptor /FontName /Helvetica /Flags ${flags} /FontBBox [-166 -225 1000 931] /Ascent 718 /Descent -207
    /ItalicAngle 0 /CapHeight 718 /StemV 88>>`

/** Fonts that every viewer has, with codes that some of them read in another way: the value, the codes, and the font. */
const OTHERWISE_READ: Readonly<Record<string, readonly [value: string, codes: string, name: string, entries: string]>> =
  {
    'differences in a font that is flagged as symbolic': [
      '100',
      '(988)',
      'Helvetica',
      `/Encoding <</Differences [56 /zero /one]>> ${flagged(4)}`,
    ],
    'differences in a font without small letters': [
      '100',
      '(abb)',
      'Helvetica',
      `/Encoding <</BaseEncoding /WinAnsiEncoding /Differences [97 /one /zero]>> ${flagged(65568)}`,
    ],
    'a blank at a code that is not an integer': [
      '100',
      '(1009)',
      'Helvetica',
      '/Encoding <</Differences [57.0 /space]>>',
    ],
    'a list of differences with a null in it': [
      '100',
      '(188)',
      'Helvetica',
      '/Encoding <</Differences [55 /x null /zero]>>',
    ],
    'an encoding of small capitals': ['100', '(100)', 'Helvetica', '/Encoding /MacExpertEncoding'],
    'an encoding that PDF.js does not know': ['\u0152', '<ea>', 'Helvetica', '/Encoding /StandardEncoding'],
    'no encoding': ['\u0152', '<ea>', 'Helvetica', ''],
    'letters that Symbol lacks': ['not', '(ABC)', 'Symbol', '/Encoding <</Differences [65 /n /o /t]>>'],
    'an encoding for Symbol': ['\u03b1', '(a)', 'Symbol', '/Encoding /WinAnsiEncoding'],
  }

const otherwiseRead = Object.entries(OTHERWISE_READ).map(([name, [value, codes, font, entries]]): [string, Maker] => [
  `a value read otherwise by ${name}`,
  fill(bigEndian(value), shown(codes, dict`<</Type /Font /Subtype /Type1 /BaseFont /${font} ${entries}>>`)),
])

/** A blank that the file alone tells of: PDF.js shows a quotation mark. */
const blankByClaim: Maker = (base) => {
  const map = 'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <9b> <0020> endbfchar endcmap'
  const entries: Entries = (revision) => {
    const toUnicode = revision.add(stream(dict`<<>>`, map))
    const font = dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${toUnicode}>>`
    return shown('(100\\233)', font)(revision)
  }
  return fill(bigEndian('100'), entries)(base)
}

/** Fonts for the letters of East Asia. */
const COLLECTIONS: readonly (readonly [font: string, ordering: string, map: string])[] = [
  ['KozMinPro-Regular-Acro', 'Japan1', 'UniJIS-UCS2-H'],
  ['AdobeSongStd-Light', 'GB1', 'UniGB-UCS2-H'],
  ['AdobeMyungjoStd-Medium', 'Korea1', 'UniKS-UCS2-H'],
  ['AdobeMingStd-Light', 'CNS1', 'UniCNS-UCS2-H'],
  ['Helvetica', 'GB1', 'UniGB-UCS2-H'],
]
const FOREIGN: Readonly<Record<string, string>> = {
  'figures in cells of an em': '123',
  Cyrillic: '\u0410\u0411',
  Thai: '\u0e01\u0e02',
  Arabic: '\u0627\u0628',
  Polish: '\u0105\u0151',
  'for private use': '\ue000\ue001',
  'too rare for it': '\u9fa6\u9fa7',
  'a picture': '\u2603',
}

const inCollections = COLLECTIONS.flatMap(([name, ordering, map]) =>
  Object.entries(FOREIGN).map(([letters, value]): [string, Maker] => {
    const font = dict`<</Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${map}
      /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /DW 1000
      /CIDSystemInfo <</Registry (Adobe) /Ordering (${ordering}) /Supplement 4>>
      /FontDescriptor <</Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [-134 -254 1001 905]
      /Ascent 880 /Descent -120 /ItalicAngle 0 /CapHeight 626 /StemV 44>>>>]>>`
    const codes = Buffer.from(value, 'utf16le').swap16().toString('hex')
    return [`letters that are ${letters}, in ${name} of ${ordering}`, fill(bigEndian(value), shown(`<${codes}>`, font))]
  }),
)

/** Values of fields that every reader draws by itself, in a font of which it knows Latin letters. */
const VALUES: Readonly<Record<string, PdfObject>> = {
  'a word in letters of full width': bigEndian('\uff4e\uff4f\uff54 agreed'),
  'a ligature': bigEndian('o\ufb03ce'),
  'a minus sign': bigEndian('\u2212100'),
  'Cyrillic letters': bigEndian('n\u043et agreed'),
  'Polish letters': bigEndian('\u0142\u00f3d\u017a'),
  'Arabic figures': bigEndian('\u0661\u0662\u0663'),
  'an accent apart from its letter': bigEndian('a\u0308'),
  'the end of a line': latin1('12\n3'),
  'the end of a line of another kind': bigEndian('12\u20283'),
  'a control': latin1('12\u00013'),
  'a blank without width': bigEndian('1\u200b23'),
  'a soft hyphen': bigEndian('1\u00ad23'),
  'an order from the right': bigEndian('\u202e123'),
  'UTF-8 without a mark': hex(Buffer.from('\u00e4123', 'utf8')),
  'UTF-8 with a mark': hex(Buffer.from('\ufeff12\u00e43', 'utf8')),
  'UTF-16 the other way': hex(Buffer.from('\ufeff123', 'utf16le')),
}

const drawnByReaders = Object.entries(VALUES).map(([name, value]): [string, Maker] => [
  `a value without an appearance of ${name}`,
  fill(value, () => ({ AP: undefined })),
])

/** A name that was signed in letters of a font of the file. */
const inOwnLetters =
  (value: string) =>
  async ({ writer, profile, ...base }: Base): Promise<Base> => {
    const original = await unsignedBase(writer)
    const bytes = revise(original, (revision) => {
      const { field, widgets } = fieldIn(base.parts, 'name')
      const entries = '/Encoding <</Differences [65 /A]>>'
      const point = value.codePointAt(0) ?? 0
      const hexPoint = point.toString(16).padStart(4, '0').toUpperCase()
      const maps = [{ id: [3, 1] as const, codes: { [point]: 1 } }]
      const font = trueType([letter(0, 0)], { entries: entries.replace('/A', `/uni${hexPoint}`) }, { maps })(revision)
      revision.set(field, { V: bigEndian(value) })
      const look = shown(`(${'A'.repeat(value.length)})`, revision.add(font))
      for (const widget of widgets) revision.set(widget, look(revision))
    })
    return { ...base, writer, profile, bytes: await PROFILES[profile](bytes) }
  }

/** Has readers draw all fields anew. */
const drawAnew: Maker = ({ bytes }) =>
  revise(bytes, (revision) => {
    const object = revision.document.catalog.get('AcroForm')
    const form = revision.increment.resolve(object)
    const entries = { NeedAppearances: true }
    if (object instanceof PdfRef) revision.set(object, entries)
    else if (form instanceof PdfDict) revision.set(revision.document.catalogRef, { AcroForm: form.with(entries) })
  })

const drawnAnew: readonly ClassAttack[] = ['\u0410\u0410', '\uff21\uff21', '\u0391\u0391'].map((value) => ({
  name: `a name in other letters that is drawn anew, ${value}`,
  prepare: inOwnLetters(value),
  make: drawAnew,
  profiles: FILLABLE,
}))

/** Letters that the readers of a document have to have. */
export const readerLetters: readonly ClassAttack[] = [
  ...attacksBy(
    Object.fromEntries([
      ...inFonts,
      ...otherwiseRead,
      ['a blank by claim', blankByClaim] as const,
      ...inCollections,
      ...drawnByReaders,
    ]),
    {
      profiles: FILLABLE,
      isNamed: true,
    },
  ),
  ...drawnAnew,
]
