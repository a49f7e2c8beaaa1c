/**
 * Documents that are prepared before they are signed: an object of theirs is spelled so that a strict reader finds less in
 * it than the viewers do, a reference above all. Afterwards the number that only viewers know is given an object that
 * every signature permits.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { type PdfDict, PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { type FormParts, fieldIn, readParts } from '../bases/form-parts.js'
import { dict, notation, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { forgedContent } from './forged-content.js'

/** References to an object, as not every reader takes them for one. */
const REFERENCES: Readonly<Record<string, (dead: number) => string>> = {
  'a long generation': (dead) => `${dead} 0000000 R`,
  'a comment before R': (dead) => `${dead} 0%x\nR`,
  'a comment before the generation': (dead) => `${dead}%x\n0 R`,
  'a plus': (dead) => `+${dead} 0 R`,
  'a plus before the generation': (dead) => `${dead} +0 R`,
  'a minus before the generation': (dead) => `${dead} -0 R`,
  'a real': (dead) => `${dead}.0 0 R`,
  'a real without digits': (dead) => `${dead}. 0 R`,
  'a generation that is a real': (dead) => `${dead} 0.0 R`,
  'a generation that is a point': (dead) => `${dead} 0. R`,
  'an exponent': (dead) => `${dead}e0 0 R`,
  'two minus signs': (dead) => `--${dead} 0 R`,
  'many zeros': (dead) => `${String(dead).padStart(40, '0')} 0 R`,
  'a vertical tab': (dead) => `${dead}\v0\vR`,
  'another generation': (dead) => `${dead} 7 R`,
  'a generation beyond all': (dead) => `${dead} 99999 R`,
  'a number that overflows 32 bits': (dead) => `${2 ** 32 + dead} 0 R`,
  'a number that overflows 64 bits': (dead) => `${2n ** 64n + BigInt(dead)} 0 R`,
  'a generation that overflows 16 bits': (dead) => `${dead} 65536 R`,
  'a token glued to it': (dead) => `${dead} 0 R(x)`,
  'a brace glued to it': (dead) => `${dead} 0 R}`,
  'a brace before it': (dead) => `{${dead} 0 R`,
  'an unknown word before it': (dead) => `foo ${dead} 0 R`,
  'a closed parenthesis before it': (dead) => `) ${dead} 0 R`,
  'an end of a string before it': (dead) => `> ${dead} 0 R`,
  'a broken string before it': (dead) => `<6z> ${dead} 0 R`,
  'a string with an odd escape before it': (dead) => `(\\) ${dead} 0 R\\)) ${dead} 0 R`,
  'a string with a line continued': (dead) => `(\\\r\n) ${dead} 0 R`,
  'a number before it': (dead) => `7 ${dead} 0 R`,
  'two numbers before it': (dead) => `7 7 ${dead} 0 R`,
  'a reference without a blank': (dead) => `${dead} 0R`,
  'a number glued to a sign': (dead) => `7-${dead} 0 R`,
  'an array in an array': (dead) => `[${dead} 0 R]`,
  'many arrays': (dead) => `${'['.repeat(300)}${dead} 0 R${']'.repeat(300)}`,
}

/** What stands in a dictionary before the entry that matters. */
const JUNK: Readonly<Record<string, string>> = {
  'an open brace': '/X {',
  'a closed brace': '/X }',
  'a block in braces': '/X {1 add}',
  'a closed bracket': '/X ]',
  'a closed parenthesis': '/X )',
  'a broken hexadecimal string': '/X <4z>',
  'a keyword': '/X obj',
  'the keyword R': '/X R',
  'an unknown word': '/X foo',
  'two values': '/X /Y /Z (x)',
  'a value without a key': '(x)',
  'a word without a key': 'foo',
  'a number without a key': '17',
  'a reference without a key': '1 0 R',
  'deep arrays': `/X ${'['.repeat(400)}${']'.repeat(400)}`,
  'deep dictionaries': `/X ${'<</A '.repeat(400)}1${'>>'.repeat(400)}`,
  'a very long array': `/X [${'()'.repeat(600_000)}]`,
  'a name without letters': '/ 1',
  'a name of NUL': '/#00 1',
  'a name with a broken escape': '/A#G 1',
  'a comment up to CR': '%\r',
  'a comment with an end': '%>>\n',
  'a string with an end': '/X (>>)',
  'an escaped end of a string': '/X (\\))',
  'an odd number': '/X 1.2.3',
  'a number of signs': '/X +-+1',
  'a number with an exponent': '/X 1e5',
  'a point': '/X .',
  'a minus': '/X -',
  'a key in lower case': '/contents null',
  null: '/Contents null',
}

type Write = (text: string, parts: FormParts) => string

/** Signs a document in whose page, or another object, something is spelled as told. */
async function prepare({ writer }: Base, where: (parts: FormParts) => PdfRef, write: Write): Promise<Uint8Array> {
  const original = await unsignedBase(writer)
  const parts = readParts(original)
  const changed = revise(original, (revision) => {
    const text = notation(revision.get(where(parts)))
    revision.put(where(parts), new PdfVerbatim(latin1Bytes(write(text, parts))))
  })
  return signByHand(changed, { field: fieldIn(parts, 'Approval').field })
}

/** Puts an object where the signed document has none, or another, as validation data. */
function smuggle(bytes: Uint8Array, num: number): Uint8Array {
  return revise(bytes, (revision: Revision) => {
    const forged = stream(dict`<<>>`, forgedContent())
    const ref = num < revision.document.nextObjectNumber ? new PdfRef(num) : revision.add(forged)
    revision.put(ref, forged)
    revision.set(revision.document.catalogRef, { DSS: dict`<</Type /DSS /Certs [${ref}]>>` })
  })
}

const contentsOf = (text: string) => /\/Contents \d+ \d+ R/.exec(text)?.[0] ?? ''
const pageOf = ({ page }: FormParts) => page

const withReference =
  (spell: (dead: number) => string): Maker =>
  async (base) => {
    const signWith = (dead: number) =>
      prepare(base, pageOf, (text, { content }) =>
        text.replace(contentsOf(text), `/Contents [${content.num} 0 R ${spell(dead)}]`),
      )
    // The lowest number that the signed document does not use is known once it is signed.
    const dead = PdfDocument.open(await signWith(1)).nextObjectNumber
    return smuggle(await signWith(dead), dead)
  }

const withJunk =
  (junk: string, isBefore: boolean): Maker =>
  async (base) => {
    const signed = await prepare(base, pageOf, (text) =>
      isBefore ? text.replace('<<', `<<${junk} `) : text.replace(/>>$/, ` ${junk}>>`),
    )
    return smuggle(signed, base.parts.content.num)
  }

const withJunkInPages =
  (junk: string): Maker =>
  async (base) => {
    const signed = await prepare(
      base,
      ({ pages }) => pages,
      (text) => text.replace('<<', `<<${junk} `),
    )
    return smuggle(signed, base.parts.content.num)
  }

/** The same for the content of the page, which stands there with a wrong beginning or end. */
const fits = ({ bytes, parts }: Base) => {
  const page = PdfDocument.open(bytes).resolve(parts.page) as PdfDict
  return page.get('Contents') instanceof PdfRef
}

const named = <T>(prefix: string, table: Readonly<Record<string, T>>, make: (value: T) => Maker) =>
  Object.fromEntries(Object.entries(table).map(([name, value]): [string, Maker] => [`${prefix} ${name}`, make(value)]))

/** Signed by hand, after the preparation. */
export const preparedObjects: readonly ClassAttack[] = attacksBy(
  {
    ...named('the page was signed with a reference with', REFERENCES, withReference),
    ...named('the page was signed with, at its beginning,', JUNK, (junk) => withJunk(junk, true)),
    ...named('the page was signed with, at its end,', JUNK, (junk) => withJunk(junk, false)),
    ...named('the page tree was signed with', JUNK, withJunkInPages),
  },
  { profiles: ['plain'], isNamed: true, fits },
)
