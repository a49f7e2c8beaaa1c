/**
 * Signature wrapping, and every other way in which /ByteRange and /Contents do not say the plain truth. Most of these
 * are signed that way: the digest is right, and still nobody can tell what was signed.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { type Attack, approved, attacksOn, forgeriesOf, handSigned } from '../support/cases.js'
import { makeContract, textContent } from '../support/contract.js'
import { bytesOf, dict, notation, stream } from '../support/notation.js'
import { extentOf } from '../support/revise.js'
import { type HandSigning, signByHand } from '../support/sign.js'

const WAYS: Record<string, HandSigning> = {
  'the range begins behind the header': { ranges: ([, b, c, d]) => [9, b - 9, c, d] },
  'the range ends before the end of the file': { ranges: ([a, b, c, d]) => [a, b, c, d - 7] },
  'the range ends in the middle of its revision': { ranges: ([a, b, c]) => [a, b, c, 40] },
  'the gap begins before /Contents': { ranges: ([a, b, c, d]) => [a, b - 20, c, d] },
  'the gap ends behind /Contents': { ranges: ([a, b, c, d]) => [a, b, c + 9, d - 9] },
  'the gap leaves out the angle brackets': { ranges: ([a, b, c, d]) => [a, b + 1, c - 1, d + 1] },
  'the gap covers only a part of /Contents': { ranges: ([a, b, c, d]) => [a, b, c - 4000, d + 4000] },
  'there are three pairs': { ranges: ([a, b, c, d]) => [a, b, c, d - 30, c + d - 20, 20] },
  'there is one pair': { ranges: ([a, b]) => [a, b] },
  'there is no pair': { ranges: () => [] },
  'there are three numbers': { ranges: ([a, b, c]) => [a, b, c] },
  'there are five numbers': { ranges: ([a, b, c, d]) => [a, b, c, d, 0] },
  'the pairs overlap': { ranges: ([a, b, , d]) => [a, b, b - 100, d] },
  'the pairs touch': { ranges: ([a, , c, d]) => [a, c, c, d] },
  'the pairs stand in the wrong order': { ranges: ([a, b, c, d]) => [c, d, a, b] },
  'a length is negative': { ranges: ([a, b, c]) => [a, b, c, -1] },
  'an offset is negative': { ranges: ([, b, c, d]) => [-1, b + 1, c, d] },
  'a length reaches behind the file': { ranges: ([a, b, c, d]) => [a, b, c, d + 1] },
  'a length is huge': { spell: ([a, b, c]) => `[${a} ${b} ${c} 99999999999999999999]` },
  'a length wraps around 32 bits': { spell: ([a, b, c, d]) => `[${a} ${b} ${c} ${(d ?? 0) + 2 ** 32}]` },
  'the numbers are reals': { spell: (ranges) => `[${ranges.map((value) => `${value}.0`).join(' ')}]` },
  'the numbers are strings': { spell: (ranges) => `[${ranges.map((value) => `(${value})`).join(' ')}]` },
  'a number is spelled in a way that readers differ on': { spell: ([a, b, c, d]) => `[${a} ${b} ${c} --${d}]` },
  'the range is a dictionary': { spell: () => '<</ByteRange [0 1 2 3]>>' },
  'the range is an indirect object': {
    dictionary: (text, revision) => {
      const array = /\[@+\]/.exec(text)?.[0] ?? ''
      const ref = revision.add(new PdfVerbatim(latin1Bytes(array)))
      return text.replace(array, notation(ref))
    },
  },
  'a number of the range is an indirect object': {
    dictionary: (text, revision) => text.replace(/\/ByteRange/, `/Extra ${notation(revision.add(0))} /ByteRange`),
    spell: ([, b, c, d]) => `[${EXTRA_MARK} ${b} ${c} ${d}]`,
  },
  '/Contents is an indirect object': {
    dictionary: (text, revision) => {
      const string = /<@+>/.exec(text)?.[0] ?? ''
      const ref = revision.add(new PdfVerbatim(latin1Bytes(string)))
      return text.replace(string, notation(ref))
    },
  },
  'there is no /Filter': { dictionary: (text) => text.replace(/\/Filter \/\S+/, '') },
  '/Filter is a string': { dictionary: (text) => text.replace(/\/Filter \/(\S+)/, '/Filter ($1)') },
  '/Type is that of a page': { dictionary: (text) => text.replace('/Type /Sig', '/Type /Page') },
  '/Type is a string': { dictionary: (text) => text.replace('/Type /Sig', '/Type (Sig)') },
  'there are two ranges': { dictionary: (text) => text.replace(/>>$/, '/ByteRange [0 10 20 30]>>') },
  'there is a second range in front': { dictionary: (text) => text.replace(/<</, '<</ByteRange [0 10 20 30] ') },
  'there are two /Contents': { dictionary: (text) => text.replace(/>>$/, '/Contents <3000>>>') },
  'there is a second /Contents in front': { dictionary: (text) => text.replace(/<</, '<</Contents <3000> ') },
  'there are two sub-filters': { dictionary: (text) => text.replace(/>>$/, '/SubFilter /adbe.x509.rsa_sha1>>') },
  'the padding of /Contents is not zero': { fill: (digits, room) => `${digits.padEnd(room - 2, '0')}41` },
  'the padding of /Contents holds a second signature': {
    fill: (digits, room) => (digits + digits).padEnd(room, '0'),
  },
  'the padding of /Contents is a comment': { fill: (digits, room) => `${digits}%`.padEnd(room, 'x') },
  '/Contents ends early, and an object hides behind it': {
    fill: (digits, room) => `${digits}> /Name (Mallory) /X <`.padEnd(room, '0'),
  },
  '/Contents has an odd number of digits': { fill: (digits, room) => digits.padEnd(room - 1, '0').concat(' ') },
}

/** Object 0 never exists, which makes the first number null, or 0 for a careless reader. */
const EXTRA_MARK = '0 0 R'

const contract: Attack['from'] = handSigned()

export const byteRanges: readonly Attack[] = Object.entries(WAYS).map(([name, how]) => ({
  name,
  from: contract,
  make: () => signByHand(makeContract().bytes, how),
  digest: 'broken',
}))

const PADDING = 40_000

/**
 * The classic of signature wrapping: the second signed part moves to the end of the file, and what the attacker wants
 * stands between. The old cross-reference's place in the file now holds the attacker's.
 */
function wrap(bytes: Uint8Array, moveContents: boolean): Uint8Array {
  const document = PdfDocument.open(bytes)
  const { refs } = makeContract()
  const text = latin1Text(bytes)
  const [, , resume = 0, rest = 0] = (/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/.exec(text) ?? []).slice(1).map(Number)
  const oldTable = document.sections[0]?.offset ?? 0
  const signatureNumber = Number(/(\d+) 0 obj\n<<\/Type \/Sig\b/.exec(text)?.[1])
  const contents = /\/Contents (<[0-9A-Fa-f]*>)/.exec(text)?.[1] ?? ''

  let evil = '>>\nendobj\n'
  const offsets = new Map<number, number>()
  const place = (num: number, body: string) => {
    offsets.set(num, resume + evil.length)
    evil += `${num} 0 obj\n${body}\nendobj\n`
  }
  // What stood behind the signature has to stand in the evil part too.
  for (const num of document.xref.numbers()) {
    const entry = document.xref.get(num)
    if (entry?.type !== 'in-use' || entry.offset < resume) continue
    const [start, end] = extentOf(bytes, new PdfRef(num))
    if (end - start > PADDING) continue
    place(
      num,
      latin1Text(bytes, start, end)
        .replace(/^\d+ 0 obj\n/, '')
        .replace(/\nendobj$/, ''),
    )
  }
  place(refs.content1.num, notation(stream(dict`<<>>`, textContent('The price is 900 EUR.'))))
  const body = latin1Text(bytes, ...extentOf(bytes, new PdfRef(signatureNumber)))
    .replace(/^\d+ 0 obj\n/, '')
    .replace(/\nendobj$/, '')
  const rangeAt = '@'.repeat(10)
  place(
    signatureNumber,
    body
      .replace(/\/ByteRange \[(\d+) (\d+) \d+ (\d+)\s*\]/, `/ByteRange [$1 $2 ${rangeAt} $3]`)
      .replace(contents, moveContents ? contents : '<3000>'),
  )
  if (resume + evil.length > oldTable) throw new Error('The evil part does not fit before the old cross-reference.')
  evil = evil.padEnd(oldTable - resume)
  evil += 'xref\n'
  for (const [num, offset] of [...offsets].sort(([a], [b]) => a - b)) {
    evil += `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  }
  evil += `trailer\n${notation(document.trailer)}\n`
  const filled = evil.replace(rangeAt, String(resume + evil.length).padEnd(10))
  return bytesOf(bytes.subarray(0, resume), filled, bytes.subarray(resume, resume + rest))
}

/** Large padding behind the signature leaves room for the evil part, which needs no copy of it. */
const roomy = handSigned({}, { change: (revision) => void revision.add(stream(dict`<<>>`, ' '.repeat(PADDING))) })

export const wrapping = [
  ...attacksOn(roomy, {
    'the second signed part moves to the end, and evil stands between': ({ bytes }) => wrap(bytes, true),
  }),
  ...forgeriesOf(roomy, {
    'the same, with another /Contents in the copy': ({ bytes }) => wrap(bytes, false),
  }),
  ...forgeriesOf(approved, {
    'something stands in front of the document': ({ bytes }) => bytesOf(makeContract().bytes, bytes),
    'the gap grows, and evil stands in it': ({ bytes }) => {
      const at = latin1Text(bytes).lastIndexOf('00000>')
      return bytesOf(bytes.subarray(0, at), '0> /Name (Mallory) /X <0', bytes.subarray(at))
    },
  }),
]
