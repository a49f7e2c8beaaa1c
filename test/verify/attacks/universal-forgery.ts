/**
 * Universal signature forgery: what the verifier needs is missing, empty or of another kind, in the hope that it then
 * takes a short way to "valid".
 *
 * @module
 */

import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { approved, forgeriesOf } from '../support/cases.js'
import { makeContract } from '../support/contract.js'
import { overwrite } from '../support/notation.js'
import { sign, signByHand } from '../support/sign.js'

/** The last match in the file, with what replaces it. */
function replaceLast(bytes: Uint8Array, pattern: RegExp, replacement: (found: string) => string): Uint8Array {
  const found = [...latin1Text(bytes).matchAll(pattern)].at(-1)?.[0]
  if (found === undefined) throw new Error(`Nothing in the file looks like ${pattern}.`)
  return overwrite(bytes, found, replacement(found))
}

const RANGE = /\/ByteRange \[[^\]]*\]/g
const CONTENTS = /\/Contents <[0-9A-Fa-f]*>/g
const SUB_FILTER = /\/SubFilter \/[\w.]+/g

const VALUES: Record<string, string> = {
  null: 'null',
  'an empty array': '[]',
  zeros: '[0 0 0 0]',
  'an empty string': '()',
  'an empty hexadecimal string': '<>',
  'a zero byte': '<00>',
  'an empty sequence': '<3000>',
  'an unclosed sequence': '<30>',
  'an endless sequence': '<3080>',
  'a string': '(valid)',
  'a name': '/Valid',
  'a number': '0',
  true: 'true',
  'a dictionary': '<<>>',
  'a reference to nothing': '999999 0 R',
  'a reference to the catalog': '1 0 R',
}

const fillWith = (key: string, pattern: RegExp) =>
  Object.fromEntries(
    Object.entries(VALUES).map(([name, value]) => [
      `/${key} is ${name}`,
      ({ bytes }: { bytes: Uint8Array }) => replaceLast(bytes, pattern, () => `/${key} ${value}`),
    ]),
  )

export const universalForgery = forgeriesOf(approved, {
  ...fillWith('ByteRange', RANGE),
  ...fillWith('Contents', CONTENTS),
  ...fillWith('SubFilter', SUB_FILTER),
  '/ByteRange is missing': ({ bytes }) => replaceLast(bytes, RANGE, () => ''),
  '/Contents is missing': ({ bytes }) => replaceLast(bytes, CONTENTS, () => ''),
  '/SubFilter is missing': ({ bytes }) => replaceLast(bytes, SUB_FILTER, () => ''),
  '/SubFilter is unknown': ({ bytes }) => replaceLast(bytes, SUB_FILTER, () => '/SubFilter /none'),
  '/ByteRange and /Contents are missing': ({ bytes }) =>
    replaceLast(
      replaceLast(bytes, RANGE, () => ''),
      CONTENTS,
      () => '',
    ),
  '/ByteRange covers the whole file': ({ bytes }) => replaceLast(bytes, RANGE, () => `/ByteRange [0 ${bytes.length}]`),
  '/ByteRange covers the whole file and nothing': ({ bytes }) =>
    replaceLast(bytes, RANGE, () => `/ByteRange [0 ${bytes.length} ${bytes.length} 0]`),
  '/ByteRange covers one byte': ({ bytes }) => replaceLast(bytes, RANGE, () => '/ByteRange [0 1 1 1]'),
  '/Contents is all zeros': ({ bytes }) =>
    replaceLast(bytes, CONTENTS, (found) => found.replace(/[1-9A-Fa-f](?=[0-9A-Fa-f]*>)/g, '0')),
  '/Contents is that of another document': async ({ bytes }) => {
    const other = await sign(makeContract({ xref: 'stream' }).bytes)
    const contents = [...latin1Text(other).matchAll(CONTENTS)].at(-1)?.[0] ?? ''
    return replaceLast(bytes, CONTENTS, () => contents)
  },
  '/Contents signs a digest that it brings along': async () =>
    signByHand(makeContract().bytes, { ranges: () => [0, 0, 0, 0], spell: () => '[0 0 0 0]' }),
  'the field has a string for a value': ({ bytes }) => replaceLast(bytes, /\/V \d+ 0 R/g, () => '/V (x)'),
  'the field has null for a value': ({ bytes }) => replaceLast(bytes, /\/V \d+ 0 R/g, () => '/V null'),
  'the field has the catalog for a value': ({ bytes }) => replaceLast(bytes, /\/V \d+ 0 R/g, () => '/V 1 0 R'),
  'the field is its own value': ({ bytes }) => {
    const number = [
      ...latin1Text(bytes).matchAll(/(\d+) 0 obj\n<<\/Type \/Annot\n\/Subtype \/Widget\n\/FT \/Sig\n\/T \(S/g),
    ].at(-1)?.[1]
    return replaceLast(bytes, /\/V \d+ 0 R/g, () => `/V ${number} 0 R`)
  },
})
