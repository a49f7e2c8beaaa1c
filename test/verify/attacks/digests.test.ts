/**
 * Attacks after which every digest is right and the page is wrong: they are real.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { pdfsig, pdftotext, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'
import { ALL_ATTACKS } from './all-attacks.js'

/** Attacks after which poppler finds no signature to judge, or refuses the file. */
const BEYOND_POPPLER = new Set([
  'another document is appended',
  'the trailer names two catalogs, the true one first',
  'the new section skips the one that was signed',
  'a cross-reference stream has entries of an unknown type',
  'the signature dictionary has /ByteRange a second time, escaped',
  'the range in a signature dictionary changes',
  'the trailer says that the document is encrypted',
  'the encryption is replaced by another',
  // It does not judge document time stamps.
  'the text of an archived document is covered',
  'the stamp of an archived document is taken out of the form',
  'an archived page is exchanged, and archived again',
])

/** Some whose text poppler shows, with the price that no one signed. */
const FORGED_PRICES = [
  'a proper increment replaces the content of a page',
  'the appended revision has no %%EOF',
  'the signature is copied over the signed one',
  'the second signed part moves to the end, and evil stands between',
  'a later cross-reference leads to a twin of the content in the signed bytes',
  'a page takes an object of the signed bytes as its content',
  'a hybrid section hides its changes in the stream',
  'the signed information is damaged, and the data of a later stream holds a twin',
  'the cross-reference leads to a new object that bears another number',
  'a free text covers the price, after an approval',
  'a new signature covers the price, after an approval',
  'an untouched field gets a new appearance with another amount, after an approval',
]

describe.skipIf(!hasTool('qpdf') || !hasTool('pdfsig'))('what an attack leaves for others', () => {
  for (const [kind, attacks] of Object.entries(ALL_ATTACKS)) {
    const intact = attacks.filter(({ digest, name }) => digest === 'intact' && !BEYOND_POPPLER.has(name))
    it.skipIf(intact.length === 0)(
      `poppler finds every digest right: ${kind}`,
      async () => {
        const fooled = await Promise.all(
          intact.map(async ({ name, from, make }) => {
            const bytes = await make(await from())
            const { signatures } = await withFiles({ 'attack.pdf': bytes }, (path) => pdfsig(path('attack.pdf')))
            const signed = signatures.filter(({ verdict }) => verdict !== '')
            return `${name}: ${signed.length > 0 && signed.every(({ signatureValid }) => signatureValid)}`
          }),
        )
        expect(fooled).toEqual(intact.map(({ name }) => `${name}: true`))
      },
      120_000,
    )
  }

  it('poppler shows the forged price', async () => {
    const attacks = Object.values(ALL_ATTACKS).flat()
    const shown = await Promise.all(
      attacks
        .filter(({ name }) => FORGED_PRICES.includes(name))
        .map(async ({ name, from, make }) => {
          const bytes = await make(await from())
          const text = await withFiles({ 'attack.pdf': bytes }, (path) => pdftotext(path('attack.pdf')))
          return text.includes('900') ? name : undefined
        }),
    )
    expect(shown.toSorted()).toEqual(FORGED_PRICES.toSorted())
  })
})
