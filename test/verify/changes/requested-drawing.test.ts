/**
 * Fields that readers draw by the style in the file, as they are told (/NeedAppearances) or since nobody left an appearance: what
 * the signed style makes of a text must be that text, and its ground may not hide the page.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makeContract } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'

const FONTS = dict`<</ZaDb <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>
  /Nine <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Type /Encoding /Differences [49 /nine]>>>>
  /Bare <</Type /Font /Subtype /TrueType /BaseFont /Helvetica /FirstChar 48 /LastChar 57 /Widths [0 0 0 0 0 0 0 0 0 0]>>
  /Verdana <</Type /Font /Subtype /TrueType /BaseFont /Verdana /Encoding /WinAnsiEncoding>>>>`

const style = (text: string) => ({ DA: textString(text) })

/** Entries of a field with the value 100, and whether readers then show it. */
const STYLES: readonly (readonly [what: string, entries: Record<string, PdfObject>, isShown: boolean])[] = [
  ['black letters', style('/Helv 10 Tf 0 g'), true],
  ['blue letters, the colour first', style('0 0 0.6 rg /Helv 10 Tf'), true],
  ['a size that readers choose', style('/Helv 0 Tf 0 g'), true],
  ['the smallest letters', style('/Helv 4 Tf 0 g'), true],
  ['smaller letters', style('/Helv 3.9 Tf 0 g'), false],
  ['letters that do not fit', style('/Helv 60 Tf 0 g'), false],
  ['a font that only some readers have', style('/Verdana 10 Tf 0 g'), true],
  ['a font that is missing', style('/Gone 10 Tf 0 g'), true],
  ['white letters', style('/Helv 10 Tf 1 g'), false],
  ['white letters on black', { ...style('/Helv 10 Tf 1 g'), MK: dict`<</BG [0 0 0]>>` }, true],
  ['black letters on black', { ...style('/Helv 10 Tf 0 g'), MK: dict`<</BG [0 0 0]>>` }, false],
  ['a thin frame', { MK: dict`<</BC [0 0 0]>>`, BS: dict`<</W 2>>` }, true],
  ['a frame over all of it', { MK: dict`<</BC [0 0 0]>>`, BS: dict`<</W 30>>` }, false],
  ['two colours', style('0 g /Helv 10 Tf 1 1 1 rg'), false],
  ['two fonts', style('/Helv 10 Tf 0 g /Helv 90 Tf'), false],
  ['a text of its own', style('/Helv 10 Tf 0 g (900) Tj'), false],
  ['a move', style('/Helv 10 Tf 0 g 500 0 Td'), false],
  ['invisible letters', style('/Helv 10 Tf 0 g 3 Tr'), false],
  ['a font whose 1 is a 9', style('/Nine 10 Tf 0 g'), false],
  ['a font whose letters lie on each other', style('/Bare 10 Tf 0 g'), false],
  ['a font of symbols', style('/ZaDb 10 Tf 0 g'), false],
]

/** The codes that a change leads to, in a document whose field "amount" has these entries. */
async function codesAfter(
  entries: Record<string, PdfObject>,
  change: (revision: Revision, refs: ReturnType<typeof makeContract>['refs']) => void,
  { look, isRequested = false }: { readonly look?: string; readonly isRequested?: boolean } = {},
): Promise<string[]> {
  const { bytes, refs } = makeContract({
    changes: (r) => ({
      fieldAmount: entries,
      form: { DR: dict`<</Font ${FONTS.with({ Helv: r.helv })}>>`, NeedAppearances: isRequested },
    }),
    prepare: (file, r) => {
      if (look !== undefined) {
        const box = dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv ${r.helv}>>>>>>`
        file.put(r.amountLook, stream(box, look))
      }
    },
  })
  const changed = revise(await sign(bytes), (revision) => change(revision, refs))
  const [signer] = (await verifyDocument(changed)).signers
  return signer?.changes.findings.map(({ code }) => code) ?? []
}

describe('a field with a value', () => {
  it.each(STYLES)('may be left to readers that draw it in %s', async (_, entries, isShown) => {
    const codes = isShown ? [] : ['appearance_hidden']
    const request = ({ set }: Revision, { form }: { form: PdfRef }) => set(form, { NeedAppearances: true })
    expect(await codesAfter(entries, request)).toEqual(codes)
    expect(
      await codesAfter(entries, ({ set }, { fieldAmount }) =>
        set(fieldAmount, { V: textString('101'), AP: undefined }),
      ),
    ).toEqual(codes)
  })

  it.each<[string, Record<string, PdfObject>]>([
    ['a mask', { Ff: 1 << 13 }],
    ['turned by half', { MK: dict`<</R 180>>` }],
    ['what its rich text says', { Ff: 1 << 25, RV: textString('<body><p>900</p></body>') }],
  ])('may not be left to readers that show %s', async (_, entries) => {
    const codes = await codesAfter(entries, ({ set }, { form }) => set(form, { NeedAppearances: true }))
    expect(codes).toEqual(['appearance_hidden'])
  })
})

describe('a field over text of the page', () => {
  const PLACE = { Rect: pdf`[60 712 260 732]`, V: textString('') }
  const GROUND = { ...PLACE, MK: dict`<</BG [1 1 1]>>` }
  const WHITE = '1 g 0 0 200 20 re f'
  const turned = (entries: Record<string, PdfObject>, look: string, isRequested: boolean) => {
    const turn = ({ set }: Revision, { form }: { form: PdfRef }) => set(form, { NeedAppearances: !isRequested })
    return codesAfter(entries, turn, { look, isRequested })
  }

  it('may not get the ground that readers draw on request', async () => {
    expect(await turned(GROUND, '', false)).toEqual(['content_covered'])
    expect(await turned(PLACE, '', false)).toEqual([])
    expect(await turned(GROUND, WHITE, false)).toEqual([])
  })

  it('may not get that of an appearance which readers did not show', async () => {
    expect(await turned(PLACE, WHITE, true)).toEqual(['content_covered'])
    expect(await turned(PLACE, '', true)).toEqual([])
    expect(await turned(GROUND, WHITE, true)).toEqual([])
  })
})
