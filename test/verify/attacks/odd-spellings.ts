/**
 * Objects of an increment that say what they said before in a spelling that some readers take for something else, and
 * objects that are deleted.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import type { PdfRef } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { type FormParts, fieldIn } from '../bases/form-parts.js'
import { appendByHand } from '../support/handwriting.js'
import { notation } from '../support/notation.js'
import { appendRaw } from '../support/revise.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'

type Spell = (text: string) => string

/** Everywhere in the text. */
const all =
  (what: RegExp, by: string): Spell =>
  (text) =>
    text.replace(what, by)
const first =
  (by: string): Spell =>
  (text) =>
    text.replace('<<', by)
const last =
  (by: string): Spell =>
  (text) =>
    text.replace(/>>$/, by)

const REFERENCES = / 0 R/g
const SPELLINGS: Readonly<Record<string, Spell>> = {
  'references with two blanks': all(REFERENCES, '  0  R'),
  'references with 00': all(REFERENCES, ' 00 R'),
  'references without a blank': all(REFERENCES, ' 0R'),
  'references with NUL': all(REFERENCES, '\u00000\u0000R'),
  'references with a comment': all(REFERENCES, ' 0%x\nR'),
  'references with a comment up to CR': all(REFERENCES, ' 0%x\rR'),
  'references to generation -0': all(REFERENCES, ' -0 R'),
  'references to generation +0': all(REFERENCES, ' +0 R'),
  'references to generation 0.0': all(REFERENCES, ' 0.0 R'),
  'references to generation 1': all(REFERENCES, ' 1 R'),
  'references to generation 65536': all(REFERENCES, ' 65536 R'),
  'references with a small r': all(REFERENCES, ' 0 r'),
  'references with zeros before': all(/(\d+) 0 R/g, '00000000000$1 0 R'),
  'references with a plus': all(/(\d+) 0 R/g, '+$1 0 R'),
  'references as reals': all(/(\d+) 0 R/g, '$1.0 0 R'),
  'numbers with a plus': all(/\b600\b/g, '+600'),
  'numbers with a point': all(/\b600\b/g, '600.'),
  'numbers with two points': all(/\b600\b/g, '600.0.0'),
  'numbers with an exponent': all(/\b600\b/g, '6e2'),
  'numbers with a minus behind': all(/\b600\b/g, '600-1'),
  'numbers with two minus signs': all(/\b600\b/g, '--600'),
  'numbers in another base': all(/\b600\b/g, '8#1130'),
  'numbers beyond 32 bits': all(/\b600\b/g, '4294967896'),
  'a type in hexadecimal': all(/\/Type/g, '/#54ype'),
  'a type in capitals and hexadecimal': all(/\/Type/g, '/T#79P#65'),
  'a type with NUL': all(/\/Type/g, '/Type#00'),
  'keys in hexadecimal': all(/\/Contents|\/Pages/g, '/#43ontents'),
  'keys with a broken escape': all(/\/Contents|\/Pages/g, '/#4Contents'),
  'keys twice, the first time null': (text) => text.replace('<<', '<</Contents null /Pages null /Annots null '),
  'keys twice, the second time null': last('/Contents null /Pages null /Annots null>>'),
  'keys twice, one in hexadecimal': last('/Ann#6fts [] /Cont#65nts [] /P#61ges null>>'),
  'an end in a comment': first('<<%>>\n'),
  'an end in a string': first('<</X (>>) '),
  'an end in a hexadecimal string': first('<</X <3e3e> '),
  'a string that is not closed': first('<</X (\\) '),
  'a string with unbalanced parentheses': first('<</X (() '),
  'an array that is not closed': first('<</X [ '),
  'a keyword that is none': first('<</X endobj '),
  'a keyword without meaning': first('<</X nil '),
  'a key without a value': last('/X>>'),
  'a value without a key': first('<<(x) '),
  'a number as a key': first('<<1 2 '),
  'an inner dictionary that is not closed': first('<</X << '),
  'two ends': last('>>>>'),
  'no end': last('>'),
  'an end with a blank': last('> >'),
  'something behind its end': last('>> (x)'),
  'another object behind its end': last('>> <</Type /Page>>'),
  'a stream without data behind it': last('/Length 0>>\nstream\n\nendstream'),
  'white space of all kinds': all(/ /g, '\f\t\u0000\r\n'),
  'brackets without blanks': all(/\s+(?=[/[<(])/g, ''),
}

/** A catalog has no numbers. */
const WITHOUT_NUMBERS = Object.fromEntries(Object.entries(SPELLINGS).filter(([name]) => !name.startsWith('numbers')))

const respell =
  (where: (parts: FormParts) => PdfRef, spell: Spell): Maker =>
  ({ bytes, parts }) => {
    const ref = where(parts)
    const text = notation(PdfDocument.open(bytes).resolve(ref)).replaceAll('\n', ' ')
    return appendByHand(bytes, { objects: [[ref.num, spell(text)]] })
  }

const CONTENT = '/Tx BMC\nq BT /F 10 Tf 0 g 2 6 Td (100) Tj ET Q\nEMC\n'
const HEAD = '/Type /XObject /Subtype /Form /BBox [0 0 200 20]'

/** The look of the amount, as it may be; and something else for readers who end the stream elsewhere. */
const STREAMS: Readonly<Record<string, (forged: string) => string>> = {
  'a length that is too short': (forged) => body(`/Length ${CONTENT.length}`, `${CONTENT}\nendstream ${forged}`),
  'a length beyond its end': (forged) => body('/Length 4000', `${CONTENT}\nendstream\nendobj\n${forged}`),
  'no length': (forged) => body('', CONTENT + forged),
  'a length of nothing': (forged) => body('/Length 0', CONTENT + forged),
  'a negative length': (forged) => body('/Length -1', CONTENT + forged),
  'a length as a real': () => body(`/Length ${CONTENT.length}.0`, CONTENT),
  'two lengths': (forged) => body(`/Length ${CONTENT.length} /Length ${(CONTENT + forged).length}`, CONTENT + forged),
  'a length that refers to nothing': (forged) => body('/Length 99999 0 R', CONTENT + forged),
  'a carriage return behind stream': () => `<<${HEAD} /Length ${CONTENT.length}>>\nstream\r${CONTENT}\nendstream`,
  'a blank behind stream': () => `<<${HEAD} /Length ${CONTENT.length}>>\nstream \n${CONTENT}\nendstream`,
  'nothing behind stream': () => `<<${HEAD} /Length ${CONTENT.length}>>\nstream${CONTENT}\nendstream`,
  'a filter that is null': () => body(`/Length ${CONTENT.length} /Filter null`, CONTENT),
  'a filter that does nothing': () => body(`/Length ${CONTENT.length} /Filter [/Crypt]`, CONTENT),
  'a filter under two keys': (forged) =>
    body(`/Length ${forged.length} /Filter /AHx /#46ilter null`, Buffer.from(forged).toString('hex')),
  'its data in a file': () => body(`/Length ${CONTENT.length} /F (x) /FFilter /AHx`, CONTENT),
}

function body(entries: string, data: string): string {
  return `<<${HEAD} ${entries}>>\nstream\n${data}\nendstream`
}

const restream =
  (write: (forged: string) => string): Maker =>
  ({ bytes, parts }) => {
    const [look = parts.content] = fieldIn(parts, 'amount').looks
    const forged = '/Tx BMC q BT /F 10 Tf 0 g 2 6 Td (900) Tj ET Q EMC '
    return appendByHand(bytes, { objects: [[look.num, write(forged)]] })
  }

/** Objects that are no more; nothing else changes. */
const DELETED: Readonly<Record<string, (parts: FormParts) => PdfRef | undefined>> = {
  'the content': ({ content }) => content,
  'the last page': ({ lastPage }) => lastPage,
  'the page': ({ page }) => page,
  'the pages': ({ pages }) => pages,
  'the catalog': ({ catalog }) => catalog,
  'the amount': (parts) => fieldIn(parts, 'amount').field,
  'the widget of the amount': (parts) => fieldIn(parts, 'amount').widgets[0],
  'the look of the amount': (parts) => fieldIn(parts, 'amount').looks[0],
  'the field for signing': (parts) => fieldIn(parts, 'Approval').field,
  'a box': (parts) => fieldIn(parts, 'accepted').widgets[0],
}

const free =
  (where: (parts: FormParts) => PdfRef | undefined): Maker =>
  ({ bytes, parts }) =>
    appendRaw(bytes, { free: [(where(parts) ?? parts.content).num] })

/** Freed, and at once used for something else. */
const reuse =
  (where: (parts: FormParts) => PdfRef | undefined): Maker =>
  ({ bytes, parts }) => {
    const ref = where(parts) ?? parts.content
    const once = appendRaw(bytes, { free: [ref.num] })
    const content = forgedContent()
    return appendByHand(once, { objects: [[ref.num, `<</Length ${content.length}>>\nstream\n${content}\nendstream`]] })
  }

const hasTable = ({ bytes }: Base) => PdfDocument.open(bytes).sections[0]?.kind !== 'stream'

const from = <T>(prefix: string, table: Readonly<Record<string, T>>, make: (value: T) => Maker) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [`${prefix} ${name}`, make(value)]))

/** Every way of signing. */
export const oddSpellings: readonly ClassAttack[] = [
  ...attacksBy(from('the page is written with', SPELLINGS, (spell) => respell(({ page }) => page, spell))),
  ...attacksBy(
    from('the catalog is written with', WITHOUT_NUMBERS, (spell) => respell(({ catalog }) => catalog, spell)),
  ),
  ...attacksBy(from('the look of a field has', STREAMS, restream)),
  ...attacksBy(from('there is no more', DELETED, free), { fits: hasTable }),
  ...attacksBy(from('there is no more, but something else,', DELETED, reuse), { fits: hasTable }),
]
