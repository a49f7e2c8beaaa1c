/**
 * Files that two readers could read differently.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { type PdfObject, type PdfRef, PdfString, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { hasTool } from '../../support/tools.js'
import { type Contract, type ContractRefs, makeContract, textContent } from '../support/contract.js'
import { annotation, EMPTY_PLACE } from '../support/edits.js'
import { appendByHand } from '../support/handwriting.js'
import { bytesOf, dict, notation, overwrite, stream } from '../support/notation.js'
import { addAnnotation, appendRaw, itemsOf, type Revision, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { rewriteWithQpdf } from '../support/structures.js'
import { differencesOf } from '../viewers/differences.js'
import { drawEach } from '../viewers/viewers.js'
import { assemble, draftFor } from './draft.js'

/** The codes of all that speaks against the signatures of a file. */
async function reasonsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { signers } = await verifyDocument(bytes)
  return signers.flatMap(({ reasons }) => reasons.map(({ code }) => code))
}

/** The file with a revision that changes nothing. Signing refuses to follow on what is in doubt. */
const followed = (bytes: Uint8Array) => revise(bytes, ({ add }) => void add(dict`<<>>`))

const verbatim = (text: string): PdfObject => new PdfVerbatim(latin1Bytes(text))

/** The contract, changed before it is signed. */
function prepared(change: (revision: Revision, refs: ContractRefs) => void): Contract {
  const { bytes, refs } = makeContract()
  return { bytes: revise(bytes, (revision) => change(revision, refs)), refs }
}

describe('a signed revision with an object that says two things', () => {
  /** The second page, with these entries instead of one for its content. */
  const withPage = (entries: (a: string, b: string) => string) =>
    prepared(({ put }, refs) => {
      const contents = entries(notation(refs.content2), notation(refs.content3))
      put(refs.page2, verbatim(`<</Type /Page /Parent ${notation(refs.pages)} ${contents}>>`))
    })

  it.each<[string, (a: string, b: string) => string]>([
    ['two contents', (a, b) => `/Contents ${a} /Contents ${b}`],
    ['two contents, one escaped', (a, b) => `/Contents ${a} /Content#73 ${b}`],
    ['no contents and some', (a) => `/Contents null /Contents ${a}`],
    ['some contents and none', (a) => `/Contents ${a} /Contents null`],
  ])('is in doubt: %s', async (_, entries) => {
    expect(await verifyDocument(await sign(withPage(entries).bytes))).toMatchObject({
      valid: false,
      signers: [{ status: 'indeterminate', reasons: [{ code: 'object_contradictory' }] }],
    })
  })

  it('is in no doubt when both say the same', async () => {
    const { bytes } = withPage((a) => `/Contents ${a} /Contents ${a}`)
    expect(await verifyDocument(await sign(bytes))).toMatchObject({ valid: true })
  })

  it('is in doubt wherever the object stands, once another revision follows', async () => {
    const { bytes } = prepared(({ add }) => void add(verbatim('<</Alone 1 /Alone 2>>')))
    const signed = await sign(bytes)
    expect(await reasonsOf(followed(signed))).toContain('object_contradictory')
  })

  it('is in doubt when an object stream lists a number twice', async () => {
    const signed = await sign(withDoubleMember(makeContract({ xref: 'stream' }).bytes))
    expect(await reasonsOf(followed(signed))).toContain('object_contradictory')
  })
})

describe('a signed revision with an object that readers take differently', () => {
  const withObject = (text: string) => prepared(({ add }) => void add(verbatim(text))).bytes

  it.each([
    ['a reference with a comment inside', '[4 0%x\nR]'],
    ['a reference with a sign', '[+4 0 R]'],
    ['a reference with a long generation', '[4 0000000 R]'],
    ['a reference without a blank', '[4 0R]'],
    ['a reference beyond all objects', '[4294967300 0 R]'],
    ['a brace', '<</X {4 0 R}>>'],
    ['a keyword', '<</X obj>>'],
    ['a value without a key', '<</X 1 (x)>>'],
    ['a key without a value', '<</X>>'],
    ['arrays in arrays', `${'['.repeat(400)}${']'.repeat(400)}`],
  ])('is in doubt once another revision follows: %s', async (_, text) => {
    const signed = await sign(withObject(text))
    expect(await reasonsOf(signed)).toEqual([])
    expect(await reasonsOf(followed(signed))).toEqual(['object_ambiguous'])
  })

  it.each([
    ['slips in numbers', '[--5 1.-2 5- 1e-5 .]'],
    ['slips in strings', '[<4z> (\\q) (()) ()]'],
    ['comments between values', '<</X %x\n 1 /Y [4 0 R%x\n]>>'],
    ['escaped and odd names', '<</A#42 /#00 /C#G / >>'],
    ['references that lead nowhere', '[900 0 R 4 7 R]'],
    ['nothing', ''],
  ])('is in no doubt: %s', async (_, text) => {
    expect(await reasonsOf(await sign(await sign(withObject(text))))).toEqual([])
  })

  it('is in doubt when an object in a stream goes on into the next', async () => {
    const { bytes } = makeContract({ xref: 'stream' })
    expect(await reasonsOf(await sign(await sign(withMembers(bytes, '0', '10'))))).toEqual([])
    expect(await reasonsOf(followed(await sign(withMembers(bytes, '0', '4'))))).toEqual(['object_ambiguous'])
  })
})

describe('a number that one section lists twice', () => {
  it('is in doubt from the first signature on where the two differ', async () => {
    const { bytes, refs } = makeContract()
    const text = (shown: string) => stream(dict`<<>>`, textContent(shown))
    const one = appendByHand(bytes, {
      objects: [
        [refs.content2.num, text('one')],
        [refs.content2.num, text('two')],
      ],
    })
    const same = appendByHand(bytes, {
      objects: [
        [refs.content2.num, text('one')],
        [refs.content2.num, text('one')],
      ],
    })
    expect(await reasonsOf(await sign(one))).toEqual(['object_contradictory'])
    expect(await reasonsOf(await sign(same))).toEqual([])
  })
})

describe('a signed page that names another parent than the node that lists it', () => {
  const withParent = (parent: string) =>
    prepared(({ set, add }, refs) => {
      const node = add(dict`<</Type /Pages /Parent ${refs.pages} /Kids [${refs.page2}] /Count 1 /Rotate 90>>`)
      set(refs.page2, { Parent: parent === 'other' ? node : refs.pages })
    }).bytes

  it('is in doubt once another revision follows', async () => {
    const signed = await sign(withParent('other'))
    expect(await reasonsOf(signed)).toEqual([])
    expect(await reasonsOf(followed(signed))).toEqual(['page_tree_ambiguous'])
    expect(await reasonsOf(await sign(await sign(withParent('same'))))).toEqual([])
  })

  /** A node that hands nothing on, which the page names as its parent. */
  const withIdleParent = () =>
    prepared(({ set, add }, refs) => {
      const node = add(dict`<</Type /Pages /Parent ${refs.pages} /Kids [${refs.page2}] /Count 1>>`)
      set(refs.page2, { Parent: node })
      idle = node
    }).bytes
  let idle: PdfRef | undefined

  it('is in no doubt where the page inherits nothing either way, as long as that stays so', async () => {
    const signed = await sign(withIdleParent())
    expect(await reasonsOf(await sign(signed))).toEqual([])
    const turned = revise(signed, ({ set }) => {
      if (idle !== undefined) set(idle, { Rotate: 180 })
    })
    expect(await reasonsOf(turned)).toEqual(['page_tree_changed'])
  })
})

describe('an image that a later revision adds', () => {
  const withImage = async (entries: string) => {
    const image = `<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray ${entries} /Length 1>>`
    return revise(await sign(makeContract().bytes), ({ add }) => {
      add(verbatim(`${image}\nstream\nx\nendstream`))
    })
  }

  it.each(['/W 8', '/H 8', '/W null', '/BPC 1', '/CS /G', '/D [1 0]', '/IM true', '/I true'])(
    'has no entry under a key of inline images: %s',
    async (entry) => {
      expect(await reasonsOf(await withImage(entry))).toContain('object_malformed')
      expect(await reasonsOf(await withImage('/BitsPerComponent 8'))).not.toContain('object_malformed')
    },
  )
})

/** Adds an object stream with two objects, which begin at these offsets. */
function withMembers(bytes: Uint8Array, ...offsets: readonly [string, string]): Uint8Array {
  const draft = draftFor(bytes, 1)
  const { num } = draft
  const index = `${num + 1} ${offsets[0]} ${num + 2} ${offsets[1]} `
  const entries = `/Type /ObjStm /N 2 /First ${index.length} /Length ${index.length + 19}`
  const text = `${num} 0 obj\n<<${entries}>>\nstream\n${index}<</A [1]>> <</A 2>>\nendstream\nendobj\n`
  draft.objects.splice(0, 1, { num, text })
  const rows = [0, 1].map((b) => ({ type: 2, a: num, b }))
  draft.sections.push({ first: num + 1, rows })
  draft.trailer['Size'] = String(num + 3)
  return assemble(draft)
}

/** Adds an object stream that has two forms of one object. */
function withDoubleMember(bytes: Uint8Array): Uint8Array {
  const draft = draftFor(bytes, 1)
  const { num } = draft
  const [container, member] = [num, num + 2]
  const index = `${member} 0 ${member} 9 `
  const entries = `/Type /ObjStm /N 2 /First ${index.length} /Length ${index.length + 17}`
  const text = `${container} 0 obj\n<<${entries}>>\nstream\n${index}<</A 1>> <</A 2>>\nendstream\nendobj\n`
  draft.objects.splice(0, 1, { num: container, text })
  draft.sections.push({ first: member, rows: [{ type: 2, a: container, b: 0 }] })
  draft.trailer['Size'] = String(member + 1)
  return assemble(draft)
}

describe.skipIf(!hasTool('qpdf'))('a linearized file', () => {
  /** A signed file whose first object gives a length, from that of the whole. */
  async function signLinearized(length: (whole: number) => number): Promise<Uint8Array> {
    // Of a size that takes as many digits unsigned as signed.
    const changes = () => ({ info: { Padding: new PdfString(randomBytes(15_000), true) } })
    const linear = await rewriteWithQpdf(makeContract({ changes }).bytes, '--linearize')
    const [, said = ''] = /\/L (\d+)/.exec(Buffer.from(linear).toString('latin1')) ?? []
    const whole = (await sign(linear)).length
    return sign(overwrite(linear, `/L ${said}`, `/L ${length(whole)}`))
  }

  const append = (bytes: Uint8Array) => appendRaw(bytes, { objects: [[9000, dict`<<>>`]] })

  it('is in no doubt when it says that it was changed since', async () => {
    expect(await reasonsOf(await signLinearized((whole) => whole - 1))).toEqual([])
  })

  it('is in doubt when it says that the signed file is its first state', async () => {
    expect(await reasonsOf(await signLinearized((whole) => whole))).toEqual(['linearization_misleads'])
  })

  it('is in doubt when it says so of the file with a later revision', async () => {
    const signed = await signLinearized((whole) => whole)
    const added = append(signed).length - signed.length
    const forged = append(await signLinearized((whole) => whole + added))
    expect(await reasonsOf(forged)).toContain('linearization_misleads')
  })
})

describe.skipIf(!hasTool('pdftoppm') || !hasTool('mutool'))('a page that lies hidden in what was signed', () => {
  /** Hides another second page in a stream, and an annotation whose appearance is nowhere. */
  async function hidePage(): Promise<{ bytes: Uint8Array; refs: ContractRefs; orphan: PdfObject }> {
    let orphan: PdfObject = null
    const { bytes, refs } = prepared(({ add }, { content2 }) => {
      const forged = textContent('The price is 900 EUR.')
      const object = `${content2.num} 0 obj\n<</Length ${forged.length}>>\nstream\n${forged}\nendstream\nendobj\n`
      add(verbatim(`<</Length ${object.length + 1}>>\nstream\n\n${object}\nendstream`))
      orphan = add(annotation('Text', EMPTY_PLACE, { AP: dict`<</N 8000 0 R>>` }))
    })
    return { bytes: await sign(bytes, { certify: 3 }), refs, orphan }
  }

  it('comes to light when an increment makes readers follow a reference to nothing', async () => {
    const { bytes, refs, orphan } = await hidePage()
    const forgeries = {
      'its own reference': revise(bytes, (revision) => {
        addAnnotation(revision, refs.page1, annotation('Text', EMPTY_PLACE, { AP: dict`<</N 8000 0 R>>` }))
      }),
      'a reference in a signed object that nothing led to': revise(bytes, (revision) => {
        const annotations = itemsOf(revision, revision.get(refs.page1).get('Annots'))
        revision.set(refs.page1, { Annots: [...annotations, orphan] })
      }),
      'an object that is freed': appendRaw(bytes, { free: [refs.helv.num] }),
    }
    for (const [name, forged] of Object.entries(forgeries)) {
      expect({ name, reasons: await reasonsOf(forged) }).toMatchObject({
        reasons: expect.arrayContaining(['hidden_object_revived']),
      })
    }
    const [before, after] = await drawEach(bytes, forgeries['its own reference'])
    expect(differencesOf(before, after).map(({ viewer }) => viewer)).toContain('poppler')
  })

  it('stays hidden when an increment refers to what is there', async () => {
    const { bytes, refs } = await hidePage()
    const noted = revise(bytes, (revision) => {
      addAnnotation(revision, refs.page1, annotation('Text', EMPTY_PLACE, { Contents: verbatim('(ok)') }))
    })
    expect(await reasonsOf(noted)).toEqual([])
  })
})

describe('line ends behind the end of a file', () => {
  it.each([
    ['\n', true],
    ['\r\n', true],
    ['\n\n', true],
    ['\n'.repeat(17), false],
    ['\n'.repeat(30_000), false],
  ])('are as many as readers expect', async (ends, valid) => {
    const signed = await sign(makeContract().bytes)
    expect(await verifyDocument(bytesOf(signed, ends))).toMatchObject({ valid })
  })
})
