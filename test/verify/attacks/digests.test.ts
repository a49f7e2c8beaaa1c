import { describe, expect, it } from 'vitest'
import { pdfsig, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'
import { ALL_ATTACKS } from './all-attacks.js'

/** Attacks after which poppler finds no signature to judge, or refuses the file. */
const BEYOND_POPPLER = new Set([
  'another document is appended',
  'the new section skips the one that was signed',
  'a cross-reference stream has entries of an unknown type',
  'the signature dictionary has /ByteRange a second time, escaped',
  'the range in a signature dictionary changes',
  'the trailer says that the document is encrypted',
  'the encryption is replaced by another',
])

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
})
