/**
 * Documents with numbers that lead beyond what is signed: how long the file is, for readers of linearized files, and where
 * the data of a stream end. Afterwards validation data of just the size is added that makes them true.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { viewOf } from '../../../src/pdf/syntax/syntax.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { type FormParts, readParts } from '../bases/form-parts.js'
import { notation } from '../support/notation.js'
import { addDataUntil, writePlain } from '../support/plain-file.js'
import { pageAt } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'

/** Bytes behind the unsigned file that a number leads to: more than a signature takes. */
const REACH = 60_000

/** The first section of a file that is linearized, with another catalog. */
type Section = (facts: { readonly table: string; readonly size: number; readonly root: number }) => string

const forgedTable: Section = ({ table, size, root }) =>
  `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size ${size}/Root ${root} 0 R/Prev ${table}>>\nstartxref\n0\n%%EOF\n`

const forgedStream: Section = ({ table, size, root }) =>
  `7000 0 obj\n<</Type/XRef/W[1 1 1]/Index[0 1]/Size ${size}/Root ${root} 0 R/Prev ${table}/Length 3>>\nstream\n\0\0\0\nendstream\nendobj\n`

const HEADER = '%PDF-1.7\n'
const object = (dictionary: string) => `9000 0 obj\n${dictionary}\nendobj\n`
const keys = (length: string) => `/L ${length}/O 3/E 30/N 1/T 20/H [10 20]`
const plain = (length: string) => `<</Linearized 1${keys(length)}>>`

/** Beginnings of files whose first object gives a length, as some reader takes it. */
const BEGINNINGS: Readonly<Record<string, (length: string) => string>> = {
  'as programs spell it': (length) => HEADER + object(plain(length)),
  'with a plus': (length) => `${HEADER}+${object(plain(length))}`,
  'with a minus': (length) => `${HEADER}-${object(plain(length))}`,
  'with a decimal point': (length) => `${HEADER}9000.0 0 obj\n${plain(length)}\nendobj\n`,
  'with a generation that is a real': (length) => `${HEADER}9000 0.0 obj\n${plain(length)}\nendobj\n`,
  'with a stray parenthesis': (length) => HEADER + object(`<</Linearized 1 )${keys(length)}>>`),
  'with a stray bracket': (length) => HEADER + object(`<</Linearized 1 ]${keys(length)}>>`),
  'with a parenthesis before it': (length) => `${HEADER})${object(plain(length))}`,
  'with a comment before it': (length) => `${HEADER}%x\n+${object(plain(length))}`,
  'with a comment in its header': (length) => `${HEADER}9000 0%x\nobj\n${plain(length)}\nendobj\n`,
  'with an escaped name': (length) => HEADER + object(`<</Line#61rized 1${keys(length)}>>`),
  'with a name of escapes': (length) => HEADER + object(`<</#4c#69#6e#65#61#72#69#7A#65#64 1${keys(length)}>>`),
  'with an escaped key': (length) => HEADER + object(`<</Linearized 1/#4c ${length}/O 3/N 1>>`),
  'with another before it': (length) => HEADER + object('<<>>') + object(plain(length)),
  'with another behind it': (length) => HEADER + object(plain('40')) + object(plain(length)),
  'with two lengths': (length) => HEADER + object(`<</Linearized 1/L 40/L ${length}/O 3>>`),
  'with its keys in another order': (length) => HEADER + object(`<<${keys(length)}/Linearized 1>>`),
  'with a length that is a real': (length) => HEADER + object(plain(`${length}.0`)),
  'with a length that has a sign': (length) => HEADER + object(plain(`+${length}`)),
  'with a length behind a comment': (length) => HEADER + object(plain(`%x\n${length}`)),
  'with a version that is false': (length) => HEADER + object(`<</Linearized 0.1${keys(length)}>>`),
  'with a length in another entry': (length) => HEADER + object(`<</Linearized 1/L 40/O 3/T ${length}>>`),
  'in the first line': (length) => `%PDF-1.7 ${object(plain(length))}`,
  'before the header': (length) => `9000 0 obj ${plain(length)} endobj\n${HEADER}`,
  'beyond 1,024 bytes': (length) => `${HEADER}%${'x'.repeat(2000)}\n+${object(plain(length))}`,
  'in a long object': (length) => HEADER + object(`<</X (${'x'.repeat(6000)})/Linearized 1${keys(length)}>>`),
  'without an end': (length) => `${HEADER}9000 0 obj\n${plain(length)}\n`,
}

/** The catalog, the page tree and the page of another document, from a number on. */
function forgedObjects(first: number): Record<number, string> {
  const content = forgedContent()
  return {
    [first]: `<</Type/Catalog/Pages ${first + 1} 0 R>>`,
    [first + 1]: `<</Type/Pages/Count 1/Kids[${first + 2} 0 R]>>`,
    [first + 2]: `<</Type/Page/Parent ${first + 1} 0 R/MediaBox[0 0 600 800]/Contents ${first + 3} 0 R/Resources<<>>>>`,
    [first + 3]: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  }
}

const linearized =
  (begin: (length: string) => string, section: Section): Maker =>
  async ({ writer }) => {
    const original = await unsignedBase(writer)
    const root = PdfDocument.open(original).nextObjectNumber
    const length = 2 * original.length + 2 * REACH
    const prepared = writePlain(original, {
      objects: forgedObjects(root),
      beginning: (facts) => begin(String(length)) + section({ ...facts, root }),
    })
    return addDataUntil(await signByHand(prepared), (file) => length - file.length)
  }

/** A stream of a document: its dictionary without /Length, its data, and what else must be different. */
interface ChosenStream {
  readonly num: number
  readonly dictionary: PdfDict
  readonly data: Uint8Array
  readonly others: Readonly<Record<number, string>>
}

type Choose = (document: PdfDocument, parts: FormParts) => ChosenStream

const existing =
  (refOf: (parts: FormParts) => PdfRef): Choose =>
  (document, parts) => {
    const ref = refOf(parts)
    const { dict, data } = document.resolve(ref) as PdfStream
    return { num: ref.num, dictionary: dict, data, others: {} }
  }

const added =
  (dictionary: PdfDict, text: string, others: (num: number, document: PdfDocument) => Record<number, string>): Choose =>
  (document) => {
    const num = document.nextObjectNumber + 10
    return { num, dictionary, data: new TextEncoder().encode(text), others: others(num, document) }
  }

/** A font of the first page, whose dictionary has one more entry. */
const inFont = (entry: (num: number) => string) => (num: number, document: PdfDocument) => {
  const { ref, dict } = pageAt(document, 0)
  const resources = document.lookupDict(dict, 'Resources') ?? new PdfDict()
  const fonts = document.lookupDict(resources, 'Font') ?? new PdfDict()
  const page = dict.with({ Resources: resources.with({ Font: fonts.with({ Other: new PdfRef(num + 1) }) }) })
  const font = `<</Type/Font/Subtype/Type1/BaseFont/Other/FirstChar 65/LastChar 65/Widths[500]${entry(num)}>>`
  return { [ref.num]: notation(page), [num + 1]: font }
}

const STREAMS: Readonly<Record<string, Choose>> = {
  'the content of a page': existing(({ content }) => content),
  'a look of a field': existing((parts) => lookIn(parts)),
  'a font program': added(
    new PdfDict(),
    '%!PS-AdobeFont',
    inFont((num) => `/FontDescriptor<</Type/FontDescriptor/FontName/Other/Flags 4/FontFile ${num} 0 R>>`),
  ),
  'what letters mean': added(
    new PdfDict(),
    'begincmap endcmap',
    inFont((num) => `/ToUnicode ${num} 0 R`),
  ),
  'an object stream': added(new PdfDict({ Type: PdfName.of('ObjStm'), N: 1, First: 6 }), '8000 0 <</A 1>>', () => ({})),
  metadata: added(
    new PdfDict({ Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') }),
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>',
    (num, { catalog, catalogRef }) => ({ [catalogRef.num]: notation(catalog.with({ Metadata: new PdfRef(num) })) }),
  ),
}

const lookIn = ({ fields }: FormParts): PdfRef => [...fields.values()].flatMap(({ looks }) => looks)[0] as PdfRef

/** How /Length is given: as it is written, with objects that tell it in the signed revision or in a later one. */
interface Told {
  readonly text: string
  readonly signed?: Readonly<Record<number, string>>
  readonly later?: Readonly<Record<number, number>>
}

/** Ways to give a length. `free` is a number that no object has. */
const LENGTHS: Readonly<Record<string, (length: number, free: number) => Told>> = {
  'a direct length': (length) => ({ text: `/Length ${length}` }),
  'an escaped key': (length) => ({ text: `/L#65ngth ${length}` }),
  'a length in another object': (length, free) => ({ text: `/Length ${free} 0 R`, signed: { [free]: String(length) } }),
  'a length that is told later': (length, free) => ({
    text: `/Length ${free} 0 R`,
    // The trailer counts the number already.
    signed: { [free + 1]: '<<>>' },
    later: { [free]: length },
  }),
  'two lengths': (length) => ({ text: `/Length ${length}/Length ${length}` }),
  'a length with a plus': (length) => ({ text: `/Length +${length}` }),
  'a length that is a real': (length) => ({ text: `/Length ${length}.5` }),
  'a negative length': (length) => ({ text: `/Length -${length}` }),
  'a length beyond 32 bits': (length) => ({ text: `/Length ${2 ** 32 + length}` }),
  'a length beyond all numbers': () => ({ text: `/Length ${'9'.repeat(40)}` }),
  'no length': () => ({ text: '' }),
}

const stretched =
  (choose: Choose, tell: (length: number, free: number) => Told): Maker =>
  async ({ writer }) => {
    const original = await unsignedBase(writer)
    const document = PdfDocument.open(original)
    const { num, dictionary, data, others } = choose(document, readParts(original))
    const length = 2 * original.length + REACH
    const told = tell(length, document.nextObjectNumber + 20)
    const entries = notation(dictionary.with({ Length: undefined })).replace(/>>$/, `${told.text}>>`)
    const text = `${entries}\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`
    const prepared = writePlain(original, { objects: { ...others, ...told.signed, [num]: text } })
    const start = viewOf(prepared).indexOf(text, 0, 'latin1') + entries.length + '\nstream\n'.length
    const signed = await signByHand(prepared)
    // Behind the data that are added, `endstream` stands where the length leads.
    const measure = (file: Uint8Array) =>
      start + length + 1 - viewOf(file).lastIndexOf('endstream', undefined, 'latin1')
    return addDataUntil(signed, measure, told.later)
  }

const hasLook = ({ parts }: Base) => lookIn(parts) !== undefined

/** Signed by hand, after the preparation. */
export const reachingNumbers: readonly ClassAttack[] = attacksBy(
  Object.fromEntries([
    ...Object.entries(BEGINNINGS).flatMap(([name, begin]) => [
      [`the file was signed with a first object ${name}`, linearized(begin, forgedTable)],
      [`the file was signed with a first object ${name}, and a stream`, linearized(begin, forgedStream)],
    ]),
    ...Object.entries(STREAMS).flatMap(([what, choose]) =>
      Object.entries(LENGTHS).map(([how, tell]) => [`${what} was signed with ${how}`, stretched(choose, tell)]),
    ),
  ]),
  { profiles: ['plain'], isNamed: true, fits: hasLook },
)
