/**
 * Increments that other readers refuse to parse. They then search the file for objects, and find a forged one in the
 * data of a stream, in a string or between two objects.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import {
  appendByHand,
  type Handwriting,
  type SectionFacts,
  type Spelling,
  sectionKind,
} from '../support/handwriting.js'
import { dict, stream } from '../support/notation.js'
import { attacksBy, type ClassAttack } from './class-attack.js'
import { forgedContent } from './forged-content.js'

/** The forged content under the number of the true one, as readers find it that search for objects. */
function forgedTwin({ parts }: Base): string {
  const content = forgedContent()
  return `\n${parts.content.num} 0 obj\n<</Length ${content.length}>>\nstream\n${content}endstream\nendobj\n`
}

/** Where the forged object lies: objects to write besides, and what else it takes. */
type Bait = (base: Base, num: number) => Pick<Handwriting, 'objects'> & { readonly spelling?: Spelling }

const BAITS: Readonly<Record<string, Bait>> = {
  'in a stream that nothing refers to': (base, num) => ({
    objects: [[num, stream(dict`<<>>`, `${forgedTwin(base)}\n`)]],
  }),
  'in a stream that seems to end before it': (base, num) => ({
    objects: [[num, stream(dict`<<>>`, `\nendstream\nendobj\n${forgedTwin(base)}\n`)]],
  }),
  'in validation data': (base, num) => ({
    objects: [
      [base.parts.catalog.num, withValidationData(base, num)],
      [num, stream(dict`<<>>`, `${forgedTwin(base)}\n`)],
    ],
  }),
  'in a string': (base, num) => ({
    objects: [[num, `<</Tool (${forgedTwin(base)})>>`]],
  }),
  'between two objects': (base, num) => ({
    objects: [[num, '<</Tool (Sealer)>>']],
    spelling: { gap: forgedTwin(base).slice(1) },
  }),
}

function withValidationData({ bytes }: Base, num: number): PdfObject {
  const document = PdfDocument.open(bytes)
  const old = document.lookupDict(document.catalog, 'DSS') ?? dict`<</Type /DSS>>`
  const certificates = document.lookupArray(old, 'Certs') ?? []
  return document.catalog.with({ DSS: old.with({ Certs: [...certificates, new PdfRef(num)] }) })
}

/** A key of the trailer or of the stream's dictionary, spelled in another way. */
const key = (name: string, value: string | undefined | ((facts: SectionFacts) => string)): Spelling => ({
  keys: (facts) => ({ [name]: typeof value === 'function' ? value(facts) : value }),
})
const tail = (write: (at: number, facts: SectionFacts) => string): Spelling => ({
  tail: (facts) => write(facts.at, facts),
})
const row = (num: (facts: SectionFacts) => number, type: number, a: number, b = 0): Spelling => ({
  rows: (rows, facts) => [...rows, { num: num(facts), type, a, b }],
})
const beyond = ({ own }: SectionFacts) => own + 3

/** What makes a reader give up, whatever kind the section is. */
const ANYWHERE: Readonly<Record<string, Spelling>> = {
  '/Prev as a real': key('Prev', ({ prev }) => `${prev}.0`),
  '/Prev as a real with a fraction': key('Prev', ({ prev }) => `${prev}.4`),
  '/Prev with a plus': key('Prev', ({ prev }) => `+${prev}`),
  '/Prev with zeros before': key('Prev', ({ prev }) => `000000000000${prev}`),
  '/Prev as a string': key('Prev', ({ prev }) => `(${prev})`),
  '/Prev in an array': key('Prev', ({ prev }) => `[${prev}]`),
  '/Prev with two minus signs': key('Prev', ({ prev }) => `--${prev}`),
  '/Prev with a comment before': key('Prev', ({ prev }) => `%x\n${prev}`),
  '/Prev with form feeds': key('Prev', ({ prev }) => `\f${prev}\f`),
  '/Prev with a NUL before': key('Prev', ({ prev }) => `\0${prev}`),
  '/Prev one byte early': key('Prev', ({ prev }) => String(prev - 1)),
  '/Prev one byte late': key('Prev', ({ prev }) => String(prev + 1)),
  '/Prev negative': key('Prev', ({ prev }) => `-${prev}`),
  '/Prev as a name': key('Prev', ({ prev }) => `/${prev}`),
  '/Size negative': key('Size', '-1'),
  '/Size 0': key('Size', '0'),
  '/Size 1': key('Size', '1'),
  '/Size missing': key('Size', undefined),
  '/Size null': key('Size', 'null'),
  '/Size as a name': key('Size', '/Size'),
  '/Size as a real': key('Size', ({ size }) => `${size}.0`),
  '/Size as a string': key('Size', ({ size }) => `(${size})`),
  '/Size with a plus': key('Size', ({ size }) => `+${size}`),
  '/Size huge': key('Size', '2147483647'),
  '/Size beyond 32 bits': key('Size', '4294967297'),
  '/Size beyond all integers': key('Size', '99999999999999999999'),
  '/Size one too small': key('Size', ({ size }) => String(size - 1)),
  '/Size of the revision before': key('Size', ({ own }) => String(own - 1)),
  '/Info beyond the table': key('Info', '99999 0 R'),
  '/Info with a huge number': key('Info', '4294967295 0 R'),
  '/Info as a number': key('Info', '7'),
  '/Info as a stream of the increment': key('Info', ({ own }) => `${own - 1} 0 R`),
  '/Root with another generation': {
    keys: () => ({}),
    trailer: (text) => text.replace(/\/Root (\d+) 0 R/, '/Root $1 1 R'),
    stream: (text) => text.replace(/\/Root (\d+) 0 R/, '/Root $1 1 R'),
  },
  '/Root missing': key('Root', undefined),
  '/ID missing': key('ID', undefined),
  '/ID as a string': key('ID', '(x)'),
  '/ID with numbers': key('ID', '[1 2]'),
  '/Encrypt null': key('Encrypt', 'null'),
  '/Encrypt empty': key('Encrypt', '<<>>'),
  '/XRefStm outside of the file': key('XRefStm', '99999999'),
  '/XRefStm 0': key('XRefStm', '0'),
  '/XRefStm negative': key('XRefStm', '-1'),
  '/XRefStm at an object of the increment': key('XRefStm', ({ start }) => String(start)),
  '/XRefStm at the section itself': key('XRefStm', ({ at }) => String(at)),
  'a key without value': { keys: () => ({ Tool: '' }) },
  'a deep array in the trailer': key('Tool', `${'['.repeat(300)}${']'.repeat(300)}`),
  'a string that is not closed in the trailer': key('Tool', '(x'),
  'a hexadecimal string with other letters': key('Tool', '<zz>'),
  'a name with NUL': key('Tool', '/a#00b'),
  'a keyword as a value': key('Tool', 'endobj'),
  'startxref and a comment': tail((at) => `startxref %x\n${at}\n%%EOF\n`),
  'startxref and a comment in a line of its own': tail((at) => `startxref\n%x\n${at}\n%%EOF\n`),
  'startxref and a comment behind': tail((at) => `startxref\n${at} %x\n%%EOF\n`),
  'startxref with a plus': tail((at) => `startxref\n+${at}\n%%EOF\n`),
  'startxref as a real': tail((at) => `startxref\n${at}.0\n%%EOF\n`),
  'startxref with zeros before': tail((at) => `startxref\n${'0'.repeat(30)}${at}\n%%EOF\n`),
  'startxref in one line': tail((at) => `startxref ${at} %%EOF\n`),
  'startxref without a blank': tail((at) => `startxref${at}\n%%EOF\n`),
  'startxref after many blanks': tail((at) => `startxref${' '.repeat(40)}${at}\n%%EOF\n`),
  'startxref after many lines': tail((at) => `startxref${'\n'.repeat(40)}${at}\n%%EOF\n`),
  'startxref after a form feed': tail((at) => `startxref\f${at}\n%%EOF\n`),
  'startxref after a NUL': tail((at) => `startxref\0${at}\n%%EOF\n`),
  'startxref after a tabulator': tail((at) => `startxref\t${at}\n%%EOF\n`),
  'startxref twice, the first wrong': tail((at) => `startxref\n7\nstartxref\n${at}\n%%EOF\n`),
  'startxref twice, the second wrong': tail((at) => `startxref\n${at}\n%%EOF\nstartxref\n7\n%%EOF\n`),
  'startxref one byte early': tail((at) => `startxref\n${at - 1}\n%%EOF\n`),
  'startxref one byte late': tail((at) => `startxref\n${at + 1}\n%%EOF\n`),
  'startxref 0': tail(() => `startxref\n0\n%%EOF\n`),
  'startxref of the revision before': tail((_, { prev }) => `startxref\n${prev}\n%%EOF\n`),
  'startxref and two numbers': tail((at) => `startxref\n${at} ${at}\n%%EOF\n`),
  'startxref and letters': tail((at) => `startxref\n${at}abc\n%%EOF\n`),
  'startxref with another letter case': tail((at) => `startXref\n${at}\n%%EOF\n`),
  'no end-of-file marker': tail((at) => `startxref\n${at}\n`),
  'an end-of-file marker with one percent sign': tail((at) => `startxref\n${at}\n%EOF\n`),
  'an end-of-file marker in the line of the number': tail((at) => `startxref\n${at}%%EOF\n`),
  'letters behind the end-of-file marker': tail((at) => `startxref\n${at}\n%%EOFx\n`),
  'blanks behind the end-of-file marker': tail((at) => `startxref\n${at}\n%%EOF${' '.repeat(2000)}\n`),
  'a comment behind the end-of-file marker': tail((at) => `startxref\n${at}\n%%EOF\n%${'x'.repeat(1500)}\n`),
  'a line break less at the end': tail((at) => `startxref\n${at}\n%%EOF`),
  'line breaks of a carriage return': tail((at) => `startxref\r${at}\r%%EOF\r`),
  'an entry that leads nowhere': row(beyond, 1, 99_999_999),
  'an entry that leads to byte 0': row(beyond, 1, 0),
  'an entry that leads into the middle of an object': row(beyond, 1, 70),
  'an entry that leads to another object': {
    rows: (rows, facts) => [...rows, { num: facts.own + 3, type: 1, a: facts.start, b: 0 }],
  },
  'an entry beyond 32 bits': row(beyond, 1, 4_294_967_295),
  'an entry for object 0 in use': row(() => 0, 1, 15),
  'an entry for object 0, free with another generation': row(() => 0, 0, 0, 7),
  'a free entry that leads to itself': {
    rows: (rows, facts) => [...rows, { num: facts.own + 3, type: 0, a: facts.own + 3, b: 0 }],
  },
  'a free entry for a number far away': row(() => 8_000_000, 0, 0, 1),
  'an entry for a number far away': row(() => 8_388_607, 1, 15),
  'an entry with generation 65535': row(beyond, 1, 15, 65_535),
}

const table = (rewrite: (text: string, facts: SectionFacts) => string): Spelling => ({ table: rewrite })
const eachEntry = (rewrite: (entry: string) => string) =>
  table((text) => text.replace(/^\d{10} \d{5} [nf] \n/gm, rewrite))
const firstHeading = (rewrite: (first: string, count: string) => string) =>
  table((text) =>
    text.replace(/^xref\n(\d+) (\d+)\n/, (_, first: string, count: string) => `xref\n${rewrite(first, count)}`),
  )

/** What makes a reader of tables give up (7.5.4). */
const TABLES: Readonly<Record<string, Spelling>> = {
  'entries of 19 bytes': eachEntry((entry) => entry.replace(' \n', '\n')),
  'entries of 21 bytes': eachEntry((entry) => entry.replace(' \n', '  \n')),
  'entries that end with two line feeds': eachEntry((entry) => entry.replace(' \n', '\n\n')),
  'entries that end with a carriage return': eachEntry((entry) => entry.replace(' \n', ' \r')),
  'entries with tabulators': eachEntry((entry) => entry.replace(' ', '\t')),
  'entries with form feeds': eachEntry((entry) => entry.replace(' ', '\f')),
  'entries with NUL': eachEntry((entry) => entry.replace(' ', '\0')),
  'entries with nine digits': eachEntry((entry) => entry.replace(/^0(\d{9}) /, '$1  ')),
  'entries with blanks for zeros': eachEntry((entry) => entry.replace(/^0+/, (zeros) => ' '.repeat(zeros.length))),
  'entries with a plus': eachEntry((entry) => entry.replace(/^0/, '+')),
  'entries with a real': eachEntry((entry) =>
    entry
      .replace(/^0{3}(\d+) /, '$1.00 ')
      .slice(0, 20)
      .padEnd(20),
  ),
  'entries with a capital N': eachEntry((entry) => entry.replace('n', 'N')),
  'entries with another letter': eachEntry((entry) => entry.replace('n', 'x')),
  'entries with a longer word': eachEntry((entry) => entry.replace('n \n', 'nn\n')),
  'entries with comments': eachEntry((entry) => entry.replace(' \n', '%\n')),
  'a comment between the entries': eachEntry((entry) => `%x\n${entry}`),
  'an empty line between the entries': eachEntry((entry) => `\n${entry}`),
  'generations of four digits': eachEntry((entry) => entry.replace(' 00000 ', ' 0000 ')),
  'generations that are negative': eachEntry((entry) => entry.replace(' 00000 ', ' -0000 ')),
  'generations of 1': eachEntry((entry) => entry.replace(' 00000 ', ' 00001 ')),
  'a heading with a plus': firstHeading((first, count) => `+${first} ${count}\n`),
  'a heading with a comment': firstHeading((first, count) => `${first} ${count} %x\n`),
  'a heading in two lines': firstHeading((first, count) => `${first}\n${count}\n`),
  'a heading with a real': firstHeading((first, count) => `${first}.0 ${count}\n`),
  'a heading with zeros before': firstHeading((first, count) => `00000000000${first} ${count}\n`),
  'a heading with form feeds': firstHeading((first, count) => `\f${first}\f${count}\f\n`),
  'a heading with NUL': firstHeading((first, count) => `${first}\0${count}\n`),
  'a heading that counts one entry more': firstHeading((first, count) => `${first} ${Number(count) + 1}\n`),
  'a heading that counts one entry less': firstHeading((first, count) => `${first} ${Number(count) - 1}\n`),
  'a heading that counts far too many': firstHeading((first) => `${first} 100000\n`),
  'an empty subsection': firstHeading((first, count) => `0 0\n${first} ${count}\n`),
  'an empty subsection with number 2147483647': firstHeading((first, count) => `2147483647 0\n${first} ${count}\n`),
  'an empty subsection with number 4294967295': firstHeading((first, count) => `4294967295 0\n${first} ${count}\n`),
  'an empty subsection with a negative number': firstHeading((first, count) => `-1 0\n${first} ${count}\n`),
  'an empty subsection at the end': table((text) => `${text}9999 0\n`),
  'a subsection with a negative count': firstHeading((first, count) => `0 -1\n${first} ${count}\n`),
  'a subsection twice': table((text) => text + text.replace('xref\n', '')),
  'a word behind xref': table((text) => text.replace('xref\n', 'xref table\n')),
  'a comment behind xref': table((text) => text.replace('xref\n', 'xref %x\n')),
  'xref and the heading in one line': table((text) => text.replace('xref\n', 'xref ')),
  'xref after blanks': table((text) => `  \n${text}`),
  'xref twice': table((text) => `xref\n${text}`),
  'line breaks of a carriage return in the table': table((text) => text.replaceAll('\n', '\r')),
  'no entries at all': table(() => 'xref\n'),
  'a comment before the trailer': { trailer: (text) => `%x\n${text}` },
  'a comment behind the word trailer': { trailer: (text) => text.replace('trailer', 'trailer %x') },
  'a word before the trailer': { trailer: (text) => `obj\n${text}` },
  'no word trailer': { trailer: (text) => text.replace('trailer\n', '') },
  'two trailers': { trailer: (text) => text + text },
  'two trailers, one without /Root': { trailer: (text) => `trailer\n<</Size 1>>\n${text}` },
  'a trailer that is a stream': { trailer: (text) => `${text}stream\nx\nendstream\n` },
  'a trailer with a bracket too many': { trailer: (text) => `${text.trimEnd()}>>\n` },
  'a trailer with the keys of a stream': key('Type', '/XRef /W [1 2 1] /Index [0 1]'),
}

const streamText = (rewrite: (text: string, facts: SectionFacts) => string): Spelling => ({ stream: rewrite })
const index = (rewrite: (text: string) => string) =>
  streamText((text) => text.replace(/\/Index \[([^\]]*)\]/, (_, inner: string) => `/Index ${rewrite(inner)}`))
const extraRow = (type: number, a = 0, b = 0): Spelling => row(beyond, type, a, b)

/** Stands for the number of the content in rows. */
const THE_CONTENT = -1

/** What makes a reader of streams give up (7.5.8). */
const STREAMS: Readonly<Record<string, Spelling>> = {
  'a row of type 3': extraRow(3),
  'a row of type 4 with numbers': extraRow(4, 70, 1),
  'a row of type 255': extraRow(255),
  'a row of type 255 for the content': { rows: (rows) => [...rows, { num: THE_CONTENT, type: 255, a: 0, b: 0 }] },
  'a row of type 128': extraRow(128),
  'a row of an object stream that is none': {
    rows: (rows, { own }) => [...rows, { num: own + 3, type: 2, a: own - 1, b: 0 }],
  },
  'a row of an object stream that nothing has': extraRow(2, 99_999, 0),
  'a row of an object stream with itself': {
    rows: (rows, { own }) => [...rows, { num: own + 3, type: 2, a: own + 3, b: 0 }],
  },
  'a row of an object stream with number 0': extraRow(2, 0, 0),
  'a row of the section in an object stream': {
    rows: (rows, { own }) => rows.map((item) => (item.num === own ? { ...item, type: 2, a: own, b: 0 } : item)),
  },
  'a row of the section that leads elsewhere': {
    rows: (rows, { own }) => rows.map((item) => (item.num === own ? { ...item, a: 15 } : item)),
  },
  'a row of the section with another generation': {
    rows: (rows, { own }) => rows.map((item) => (item.num === own ? { ...item, b: 5 } : item)),
  },
  'no row of the section': { rows: (rows, { own }) => rows.filter(({ num }) => num !== own) },
  'a row of the section that is free': {
    rows: (rows, { own }) => rows.map((item) => (item.num === own ? { ...item, type: 0, a: 0 } : item)),
  },
  'fewer rows than announced': { data: (rows) => rows.slice(0, -7) },
  'half a row less than announced': { data: (rows) => rows.slice(0, -3) },
  'a byte less than announced': { data: (rows) => rows.slice(0, -1) },
  'more rows than announced': { data: (rows) => Uint8Array.of(...rows, ...rows) },
  'no rows at all': { data: () => new Uint8Array(0) },
  '/Index with a number too many': index((text) => `[${text} 7]`),
  '/Index with rows that are not there': index((text) => `[${text} 200 1000]`),
  '/Index with 2147483647 and 0': index((text) => `[${text} 2147483647 0]`),
  '/Index with 4294967295 and 0': index((text) => `[${text} 4294967295 0]`),
  '/Index with 99999999999 and 0': index((text) => `[${text} 99999999999 0]`),
  '/Index with 2147483647 and 0 first': index((text) => `[2147483647 0 ${text}]`),
  '/Index with -1 and 0': index((text) => `[-1 0 ${text}]`),
  '/Index with 0 and 0': index((text) => `[0 0 ${text}]`),
  '/Index with a negative count': index((text) => `[${text} 5 -1]`),
  '/Index with reals': index((text) => `[${text.replace(/(\d+)/g, '$1.0')}]`),
  '/Index with plus signs': index((text) => `[${text.replace(/(\d+)/g, '+$1')}]`),
  '/Index with a comment': index((text) => `[%x\n${text}]`),
  '/Index with null': index((text) => `[${text} null null]`),
  '/Index with a name': index((text) => `[${text} /a 0]`),
  '/Index as a string': index((text) => `(${text})`),
  '/Index missing': streamText((text) => text.replace(/\/Index \[[^\]]*\]\n/, '')),
  '/Index in the wrong order': index((text) => `[${text.split(' ').reverse().join(' ')}]`),
  '/W with four numbers': key('W', '[1 4 2 0]'),
  '/W with two numbers': key('W', '[1 4]'),
  '/W with a negative number': key('W', '[1 4 2 -1]'),
  '/W with reals': key('W', '[1.0 4.0 2.0]'),
  '/W with plus signs': key('W', '[+1 +4 +2]'),
  '/W with a comment': key('W', '[1 %x\n4 2]'),
  '/W without a type': { widths: [0, 4, 2] },
  '/W with eight bytes': { widths: [1, 8, 2] },
  '/W with a wide type': { widths: [2, 4, 2] },
  '/W with a wide generation': { widths: [1, 4, 5] },
  '/W without a generation': { widths: [1, 4, 0] },
  '/W missing': key('W', undefined),
  '/Type missing': key('Type', undefined),
  '/Type as another': key('Type', '/ObjStm'),
  '/Type in other letters': key('Type', '/Xref'),
  '/Type as a string': key('Type', '(XRef)'),
  '/Length missing': key('Length', undefined),
  '/Length as a reference to nothing': key('Length', '99999 0 R'),
  '/Length negative': key('Length', '-1'),
  '/Length huge': key('Length', '99999999'),
  '/Length as a real': streamText((text) => text.replace(/\/Length (\d+)/, '/Length $1.0')),
  '/Filter null': key('Filter', 'null'),
  '/Filter empty': key('Filter', '[]'),
  '/Filter of nothing known': key('Filter', '/Nothing'),
  '/DecodeParms without filter': key('DecodeParms', '<</Predictor 12 /Columns 7>>'),
  '/F to another file': key('F', '(other.pdf)'),
  '/Extends itself': key('Extends', ({ own }) => `${own} 0 R`),
  'the word stream and a carriage return': streamText((text) => text.replace('stream\n', 'stream\r')),
  'the word stream and a blank': streamText((text) => text.replace('>>\nstream\n', '>>\nstream \n')),
  'a comment before the word stream': streamText((text) => text.replace('>>\nstream\n', '>>\n%x\nstream\n')),
  'no word endstream': streamText((text) => text.replace('\nendstream', '')),
  'no word endobj': streamText((text) => text.replace('endobj\n', '')),
  'a word between endstream and endobj': streamText((text) => text.replace('endstream\n', 'endstream\nnull\n')),
  'another number before obj': streamText((text, { own }) => text.replace(String(own), String(own + 9))),
  'another generation before obj': streamText((text) => text.replace(' 0 obj', ' 1 obj')),
  'a plus before obj': streamText((text) => `+${text}`),
  'a zero before obj': streamText((text) => `0${text}`),
  'a comment before obj': streamText((text) => text.replace(' 0 obj', ' 0 %x\nobj')),
  'a form feed before obj': streamText((text) => text.replace(' 0 obj', '\f0\fobj')),
  'a NUL before obj': streamText((text) => text.replace(' 0 obj', '\x000\0obj')),
  'blanks before the object': streamText((text) => ` \n${text}`),
}

const object = (rewrite: (text: string, num: number) => string): Spelling => ({ object: rewrite })

/** What makes a reader stumble over an object of the increment (7.3.10). */
const OBJECTS: Readonly<Record<string, Spelling>> = {
  'an object without endobj': object((text) => text.replace(/endobj\n$/, '')),
  'an object with a misspelled endobj': object((text) => text.replace(/endobj\n$/, 'endobjx\n')),
  'an object with two values': object((text) => text.replace(/endobj\n$/, 'null endobj\n')),
  'an object with a comment in its heading': object((text) => text.replace(' 0 obj', ' %x\n0 obj')),
  'an object with a form feed in its heading': object((text) => text.replace(' 0 obj', '\f0\fobj')),
  'an object with NUL in its heading': object((text) => text.replace(' 0 obj', '\x000\0obj')),
  'an object with a plus in its heading': object((text) => `+${text}`),
  'an object with a zero in its heading': object((text) => `0${text}`),
  'an object with a real in its heading': object((text) => text.replace(' 0 obj', '.0 0 obj')),
  'an object with another generation in its heading': object((text) => text.replace(' 0 obj', ' 1 obj')),
  'an object with a blank before its heading': object((text) => ` ${text}`),
  'an object with a wrong length': object((text) => text.replace(/\/Length (\d+)/, '/Length 1')),
  'an object with a length that is too long': object((text) => text.replace(/\/Length (\d+)/, '/Length 100000')),
  'an object with a length that refers to nothing': object((text) =>
    text.replace(/\/Length (\d+)/, '/Length 99999 0 R'),
  ),
  'an object with a negative length': object((text) => text.replace(/\/Length (\d+)/, '/Length -$1')),
  'an object without a length': object((text) => text.replace(/\/Length \d+/, '')),
  'an object with a filter of nothing known': object((text) => text.replace('/Length', '/Filter /Nothing /Length')),
  'an object that calls itself a section': object((text) =>
    text.replace('/Length', '/Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R /Length'),
  ),
  'an object that calls itself a catalog': object((text) =>
    text.replace('/Length', '/Type /Catalog /Pages 2 0 R /Length'),
  ),
  'an object that calls itself an object stream': object((text) =>
    text.replace('/Length', '/Type /ObjStm /N 1 /First 4 /Length'),
  ),
}

/** All of them, by the kind of section. What stands for the content of a page in {@link attackBy} is left out. */
export const SPELLINGS: Readonly<Record<'table' | 'stream', Readonly<Record<string, Spelling>>>> = {
  table: { ...ANYWHERE, ...OBJECTS, ...TABLES },
  stream: { ...ANYWHERE, ...OBJECTS, ...withoutContent(STREAMS) },
}

function withoutContent({ 'a row of type 255 for the content': _, ...others }: typeof STREAMS): typeof STREAMS {
  return others
}

function attackBy(bait: Bait, kind: 'table' | 'stream', spelling: Spelling): ClassAttack['make'] {
  return (base) => {
    const num = PdfDocument.open(base.bytes).nextObjectNumber
    const { objects, spelling: more } = bait(base, num)
    const rows: Spelling['rows'] = (list, facts) =>
      (spelling.rows?.(list, facts) ?? list).map((item) =>
        item.num === THE_CONTENT ? { ...item, num: base.parts.content.num } : item,
      )
    return appendByHand(base.bytes, { objects, kind, spelling: { ...more, ...spelling, rows } })
  }
}

/** Each spelling is tried with as many hiding places; which ones goes round. */
const BAITS_EACH = 2

function spelledOut(spellings: Readonly<Record<string, Spelling>>, kind: 'table' | 'stream'): readonly ClassAttack[] {
  const baits = Object.entries(BAITS)
  return Object.entries(spellings).flatMap(([name, spelling], i) =>
    Array.from({ length: BAITS_EACH }, (_, k) => baits[(i + 2 * k) % baits.length])
      .filter((bait) => bait !== undefined)
      .flatMap(([where, bait]) =>
        attacksBy(
          { [`${name}, in a ${kind}, and a forged object ${where}`]: attackBy(bait, kind, spelling) },
          // A table behind a stream is an oddity of its own.
          kind === 'table' ? { fits: ({ bytes }) => sectionKind(bytes) === 'table' } : {},
        ),
      ),
  )
}

export const unreadableIncrements: readonly ClassAttack[] = [
  ...spelledOut({ ...ANYWHERE, ...OBJECTS, ...TABLES }, 'table'),
  ...spelledOut({ ...ANYWHERE, ...OBJECTS, ...STREAMS }, 'stream'),
  // Nothing is misspelled: for those who search all files, and those who search after a fault in the signed bytes.
  ...spelledOut({ 'a proper increment': {} }, 'table'),
  ...spelledOut({ 'a proper increment': {} }, 'stream'),
]
