/**
 * Numbers in a signed revision that lead beyond its end: bytes that are added later decide what readers find there.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { makeContract } from '../support/contract.js'
import { dict } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'

/** The codes of all that speaks against the signatures of a file. */
async function reasonsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { signers } = await verifyDocument(bytes)
  return signers.flatMap(({ reasons }) => reasons.map(({ code }) => code))
}

/** The file with a revision that changes nothing. Signing refuses to follow on what is in doubt. */
const followed = (bytes: Uint8Array) => revise(bytes, ({ add }) => void add(dict`<<>>`))

describe('a stream in a signed revision', () => {
  /** A contract with another object, which nothing refers to. */
  const withObject = (text: string) =>
    revise(makeContract().bytes, ({ add }) => void add(new PdfVerbatim(latin1Bytes(text))))

  it.each([
    ['beyond the end of the file', '<</Length 40000>>\nstream\nx\nendstream'],
    ['beyond all that readers can hold', '<</Length 99999999999999999999>>\nstream\nx\nendstream'],
    ['within the signed bytes', '<</Length 60>>\nstream\nx\nendstream'],
    ['too early', '<</Length 3>>\nstream\nabc (x\nendstream'],
    ['nowhere', '<<>>\nstream\nx\nendstream'],
    ['at an object that is not there', '<</Length 9000 0 R>>\nstream\nx\nendstream'],
    ['at an object that is not a number', '<</Length 1 0 R>>\nstream\nx\nendstream'],
    ['at a fraction', '<</Length 1.5>>\nstream\nx\nendstream'],
    ['before it begins', '<</Length -1>>\nstream\nx\nendstream'],
    ['beyond the end, under an escaped name', '<</Len#67th 40000>>\nstream\nx\nendstream'],
    ['17 blanks early', `<</Length 1>>\nstream\nx${' '.repeat(17)}endstream`],
  ])('is in doubt once another revision follows when it ends %s', async (_, text) => {
    const signed = await sign(withObject(text))
    expect(await reasonsOf(signed)).toEqual([])
    expect(await reasonsOf(followed(signed))).toEqual(['object_ambiguous'])
  })

  it.each([
    ['where /Length says', '<</Length 1>>\nstream\nxendstream'],
    ['an end of line later', '<</Length 1>>\r\nstream\r\nx\r\nendstream'],
    ['16 blanks later', `<</Length 1>>\nstream\nx${' '.repeat(16)}endstream`],
    [
      'behind data that look like an object',
      '<</Length 38>>\nstream\n7 0 obj <</Length 9>> stream endstream\nendstream',
    ],
  ])('is in no doubt when it ends %s', async (_, text) => {
    expect(await reasonsOf(await sign(await sign(withObject(text))))).toEqual([])
  })

  it('is in no doubt for an older form that a newer one stands behind', async () => {
    const { bytes, refs } = makeContract()
    const withContent = (file: Uint8Array, text: string) =>
      revise(file, ({ put }) => put(refs.content3, new PdfVerbatim(latin1Bytes(text))))
    const older = withContent(bytes, '<</Length 40000>>\nstream\nx\nendstream')
    const mended = withContent(older, '<</Length 1>>\nstream\nx\nendstream')
    expect(await reasonsOf(await sign(await sign(mended)))).toEqual([])
  })
})

/** A file with one page, and with something in front of its objects or in the entry of the content. */
function fileWith({ beginning = '', content = '4 0 obj', entry = 0 } = {}): Uint8Array {
  const texts = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<<>>>>\nendobj\n',
    `${content}\n<</Length 40000>>\nstream\nBT ET\nendstream\nendobj\n`,
  ]
  if (content === '4 0 obj') texts[3] = '4 0 obj\n<</Length 5>>\nstream\nBT ET\nendstream\nendobj\n'
  let file = beginning.startsWith('%PDF') || beginning.startsWith('junk') ? beginning : `%PDF-1.7\n${beginning}`
  const offsets = texts.map((text) => {
    const offset = file.length
    file += text
    return offset
  })
  if (entry > 0) offsets[3] = entry
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return latin1Bytes(`${file}xref\n0 5\n0000000000 65535 f \n${rows}${trailer}`)
}

describe('an entry of a signed revision', () => {
  it('is in doubt when it leads beyond the end', async () => {
    const signed = await signByHand(fileWith({ entry: 40_000 }))
    expect(await reasonsOf(followed(signed))).toEqual(['signed_revision_damaged'])
    expect(await reasonsOf(await sign(await sign(fileWith())))).toEqual([])
  })

  it('is in doubt when it leads to a stream with an odd header that ends beyond the end', async () => {
    expect(await reasonsOf(followed(await sign(fileWith({ content: '+4 0 obj' }))))).toEqual(['object_ambiguous'])
  })
})

describe('a linearization dictionary', () => {
  const plain = '<</Linearized 1/L 40/O 3/E 30/N 1/T 20/H [10 20]>>'

  it.each([
    ['a sign', `+9 0 obj\n${plain}\nendobj\n`],
    ['a minus', `-9 0 obj\n${plain}\nendobj\n`],
    ['a decimal point', `9.0 0 obj\n${plain}\nendobj\n`],
    ['a sign at the generation', `9 +0 obj\n${plain}\nendobj\n`],
    ['a comment in its header', `9 0%x\nobj\n${plain}\nendobj\n`],
    ['a stray delimiter', '9 0 obj\n<</Linearized 1/L 40 )/O 3>>\nendobj\n'],
    ['a stray delimiter before it', `)9 0 obj\n${plain}\nendobj\n`],
    ['an escaped name', '9 0 obj\n<</Line#61rized 1/L 40>>\nendobj\n'],
    ['an escaped key', '9 0 obj\n<</Linearized 1/#4C 40>>\nendobj\n'],
    ['a power of ten', '9 0 obj\n<</Linearized 1/L 9e4>>\nendobj\n'],
    ['a signed length', '9 0 obj\n<</Linearized 1/L +40>>\nendobj\n'],
    ['two lengths', '9 0 obj\n<</Linearized 1/L 40/L 30>>\nendobj\n'],
    ['a length elsewhere', '9 0 obj\n<</Linearized 1/L 3 0 R>>\nendobj\n'],
    ['no end', `9 0 obj\n${plain}\n`],
    ['another before it', `9 0 obj\n<<>>\nendobj\n8 0 obj\n${plain}\nendobj\n`],
    ['another behind it', `9 0 obj\n${plain}\nendobj\n8 0 obj\n${plain}\nendobj\n`],
    ['a long comment before it', `%${'x'.repeat(3000)}\n+9 0 obj\n${plain}\nendobj\n`],
    ['a place in the first line', `%PDF-1.7 9 0 obj ${plain} endobj\n`],
    ['a place before the header', `junk 9 0 obj ${plain} endobj\n%PDF-1.7\n`],
  ])('leaves the newest state in doubt when it has %s', async (_, beginning) => {
    expect(await reasonsOf(await sign(fileWith({ beginning })))).toContain('linearization_misleads')
  })

  it('must not tell of bytes behind the signed revision once others follow', async () => {
    const dictionary = (length: number) => `9 0 obj\n<</Linearized 1/L ${length}/O 3>>\nendobj\n`
    const signed = await sign(fileWith({ beginning: dictionary(90_000) }))
    expect(await reasonsOf(signed)).toEqual([])
    expect(await reasonsOf(followed(signed))).toEqual(['linearization_misleads'])
    expect(await reasonsOf(await sign(await sign(fileWith({ beginning: dictionary(400) }))))).toEqual([])
  })

  it.each([
    '9 0 obj\n<</Linearized 1.0/L 40/H[ 1 2 3 4 ]>>       \nendobj\n',
    `%\xe2\xe3\n9 0 obj\r${plain}\r\nendobj\r\n`,
  ])('may be spelled as programs spell it: %j', async (beginning) => {
    expect(await reasonsOf(await sign(await sign(fileWith({ beginning }))))).toEqual([])
  })
})

describe('a section that nothing leads to', () => {
  const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 5/Root 4 0 R>>\nstartxref\n0\n%%EOF\n'
  const stream = (type: string) =>
    `8 0 obj\n<</Type/${type}/W[1 1 1]/Size 1/Root 4 0 R/Length 3>>\nstream\nabc\nendstream\nendobj\n`

  it.each([
    ['a table', table],
    ['a table behind a comment', `%x\n${table}`],
    ['a stream', stream('XRef')],
    ['a stream with an escaped type', stream('X#52ef')],
  ])('is in doubt behind the first object once another revision follows: %s', async (_, section) => {
    const signed = await sign(fileWith({ beginning: `9 0 obj\n<<>>\nendobj\n${section}` }))
    expect(await reasonsOf(signed)).toEqual([])
    expect(await reasonsOf(followed(signed))).toEqual(['linearization_misleads'])
  })

  it('is in no doubt where a linearized file was mended', async () => {
    const beginning = `9 0 obj\n<</Linearized 1/L 40/O 3>>\nendobj\n${table}`
    expect(await reasonsOf(followed(await sign(fileWith({ beginning }))))).toEqual([])
  })

  it.each([
    ['a trailer in a stream', '<</Length 23>>\nstream\ntrailer\n<</Root 4 0 R>>\nendstream', true],
    ['a stream', '<</Type /XRef /Size 1 /W [1 1 1] /Length 3>>\nstream\nabc\nendstream', true],
    ['a stream with an escaped type', '<</Type /XRe#66 /Size 1 /W [1 1 1] /Length 3>>\nstream\nabc\nendstream', true],
    ['the word', '<</Length 24>>\nstream\na trailer of a section..\nendstream', false],
    ['another type', '<</Type /ERef#65 /Length 3>>\nstream\nabc\nendstream', false],
  ])('must not be found because of an increment: %s', async (_, text, isRevived) => {
    const { bytes, refs } = makeContract()
    const signed = await sign(
      revise(bytes, ({ add }) => void add(new PdfVerbatim(latin1Bytes(text)))),
      { certify: 3 },
    )
    const lost = dict`<</Type /Annot /Subtype /Text /Rect [0 0 0 0] /AP <</N 8000 0 R>>>>`
    const provoked = revise(signed, (revision) => void addAnnotation(revision, refs.page1, lost))
    expect(await reasonsOf(followed(signed))).toEqual([])
    expect((await reasonsOf(provoked)).includes('hidden_object_revived')).toBe(isRevived)
  })
})
