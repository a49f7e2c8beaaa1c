/**
 * Habits of real writers, and the same shapes misused.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { approved, certified3, type Edit, signed } from '../support/cases.js'
import { type ContractOptions, type ContractRefs, makeContract, textContent, textLook } from '../support/contract.js'
import { annotation } from '../support/edits.js'
import { appendByHand } from '../support/handwriting.js'
import { dict, notation, pdf, stream } from '../support/notation.js'
import { addAnnotation, fieldNamed, type Revision, revise } from '../support/revise.js'
import { addToForm, sign, signByHand } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

/** A drawing of nothing. */
const BLANK = stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 1 1]>>`, '')

async function isValidAfter(from: typeof approved, edit: Edit): Promise<boolean> {
  const { bytes, refs } = await from()
  return (await verdictOf(revise(bytes, (revision) => edit(revision, refs)))).valid
}

/** The contract with one dictionary of resources for all pages and for the form, as LibreOffice writes them. */
function sharing(content = '') {
  let shared: PdfRef | undefined
  const options: ContractOptions = {
    prepare: (file, refs) => {
      shared = file.add(dict`<</Font <</F1 ${refs.font} /Helv ${refs.helv}>> /XObject <</Logo ${refs.logo}>>
        /Properties <</Draft ${refs.layer}>>>>`)
      for (const [part, key] of [
        [refs.pages, 'Resources'],
        [refs.form, 'DR'],
      ] as const) {
        const object = file.get(part)
        if (object instanceof PdfDict) file.put(part, object.with({ [key]: shared }))
      }
      if (content !== '') file.put(refs.content3, stream(dict`<<>>`, `${textContent('Annex')}${content}`))
    },
  }
  const make = async () => {
    const { bytes, refs } = makeContract(options)
    if (shared === undefined) throw new Error('The resources are missing.')
    return { bytes: await sign(bytes), refs, shared }
  }
  return make
}

describe('resources that all pages share', () => {
  const grow = async (content: string, entries: (refs: ContractRefs) => Record<string, PdfObject>) => {
    const { bytes, refs, shared } = await sharing(content)()
    return (await verdictOf(revise(bytes, (revision) => revision.set(shared, entries(refs))))).valid
  }
  const withForm = (refs: ContractRefs, name: string) => ({
    XObject: pdf`<</Logo ${refs.logo} ${`/${name}`} ${refs.logo}>>`,
  })

  it('may get a name that no content asks for', async () => {
    expect(await grow('', (refs) => withForm(refs, 'FRM'))).toBe(true)
    expect(await grow('', (refs) => ({ Font: pdf`<</F1 ${refs.font} /Helv ${refs.helv} /F9 ${refs.helv}>>` }))).toBe(
      true,
    )
  })

  it.each(['/FRM Do\n', '/F#52M Do\n', 'BT (a) Tj ET /FRM\nDo\n'])('may not when content does: %s', async (content) => {
    expect(await grow(content, (refs) => withForm(refs, 'FRM'))).toBe(false)
  })

  it('may get another drawing under a name that no content asks for', async () => {
    const exchange = async (content: string) => {
      const { bytes, refs, shared } = await sharing(content)()
      const named = (look: PdfRef) => ({ XObject: pdf`<</Logo ${refs.logo} /FRM ${look}>>` })
      const first = revise(bytes, (revision) => revision.set(shared, named(revision.add(BLANK))))
      return (await verdictOf(revise(first, (revision) => revision.set(shared, named(revision.add(BLANK)))))).valid
    }
    expect(await exchange('')).toBe(true)
    expect(await exchange('/FRM Do\n')).toBe(false)
  })

  it('may lose nothing, exchange nothing that is used, and get no default colour space', async () => {
    expect(await grow('', () => ({ XObject: pdf`<<>>` }))).toBe(false)
    expect(await grow('', (refs) => ({ Font: pdf`<</F1 ${refs.helv} /Helv ${refs.helv}>>` }))).toBe(false)
    expect(await grow('', () => ({ ColorSpace: pdf`<</DefaultGray [/CalGray <</WhitePoint [1 1 1]>>]>>` }))).toBe(false)
  })
})

describe('a font that is written anew', () => {
  const rewrite = (encoding: string) =>
    isValidAfter(approved, ({ set }, refs) => set(refs.font, { Encoding: pdf`${encoding}` }))
  it('may hold directly what was an object of its own', async () => {
    expect(await rewrite('<</Type /Encoding /BaseEncoding /WinAnsiEncoding>>')).toBe(true)
  })
  it('may say nothing else', async () => {
    expect(await rewrite('<</Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [49 /nine]>>')).toBe(false)
  })
  it('is told from a layer, which is the object that it is', async () => {
    const { bytes, refs } = await signed({
      changes: (parts) => ({ page2: { Resources: pdf`<</Properties <</Draft ${parts.layer}>>>>` } }),
    })()
    const copied = revise(bytes, (revision) => {
      const layer = revision.add(dict`<</Type /OCG /Name (Draft)>>`)
      revision.set(refs.page2, { Resources: pdf`<</Properties <</Draft ${layer}>>>>` })
    })
    expect((await verdictOf(copied)).valid).toBe(false)
  })
})

describe('the version of the document', () => {
  const lower = async (version: string) => {
    const { bytes, refs } = await signed({ changes: () => ({ catalog: { Version: pdf`/2.0` } }) })()
    const header = PdfDocument.open(bytes).headerVersion
    const written = version === 'header' ? header : version
    return (await verdictOf(revise(bytes, ({ set }) => set(refs.catalog, { Version: pdf`/${written}` })))).valid
  }
  it('may go back to that of the header', async () => expect(await lower('header')).toBe(true))
  it('may not go back further', async () => expect(await lower('1.3')).toBe(false))
})

describe('entries of the page tree', () => {
  it.each<[string, boolean, (refs: ContractRefs) => Record<string, PdfObject>]>([
    ['the box that was inherited', true, () => ({ MediaBox: [0, 0, 600, 800] })],
    ['no rotation', true, () => ({ Rotate: 0 })],
    ['another box', false, () => ({ MediaBox: [0, 0, 600, 400] })],
    ['a crop box', false, () => ({ CropBox: [0, 0, 600, 800] })],
    ['a rotation', false, () => ({ Rotate: 180 })],
    ['other resources', false, (refs) => ({ Resources: pdf`<</Font <</F1 ${refs.helv}>>>>` })],
  ])('written into a page: %s', async (_, valid, entries) => {
    expect(await isValidAfter(approved, ({ set }, refs) => set(refs.page1, entries(refs)))).toBe(valid)
  })

  it('are not taken where /Parent and /Kids lead to different nodes', async () => {
    const from = signed({
      changes: (refs) => ({ page1: { Parent: refs.outlines }, outlines: { MediaBox: [0, 0, 600, 400] } }),
    })
    expect(await isValidAfter(from, ({ set }, refs) => set(refs.page1, { MediaBox: [0, 0, 600, 400] }))).toBe(false)
  })
})

describe('a number that is taken again under the next generation', () => {
  /** The field's look moves to a new object, and its number goes to something else, as Poppler does it. */
  async function regenerate(generation: number, keepsLook: boolean): Promise<boolean> {
    const { bytes, refs } = await approved()
    const other = stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Length 0>>`, '')
    const { ref, dict: field } = fieldNamed(PdfDocument.open(bytes), 'name')
    const look = keepsLook ? refs.nameLook : refs.amountLook
    const file = appendByHand(bytes, {
      objects: [
        [ref.num, notation(field.with({ AP: dict`<</N ${look}>>` }))],
        [refs.nameLook.num, notation(other)],
      ],
      spelling: {
        object: (text, num) => (num === refs.nameLook.num ? text.replace(' 0 obj', ` ${generation} obj`) : text),
        rows: (rows) => rows.map((row) => (row.num === refs.nameLook.num ? { ...row, b: generation } : row)),
      },
    })
    return (await verdictOf(file)).reason.includes('generation')
  }
  it('is no fault when nothing refers to it', async () => expect(await regenerate(1, false)).toBe(false))
  it('is one when something does', async () => expect(await regenerate(1, true)).toBe(true))
  it('is one when a generation is left out', async () => expect(await regenerate(2, false)).toBe(true))
})

describe('the looks of a box', () => {
  const ring =
    '0.5 w 7.5 14.8 m 11.5 14.8 14.8 11.5 14.8 7.5 c 14.8 3.5 11.5 0.2 7.5 0.2 c 3.5 0.2 0.2 3.5 0.2 7.5 c 0.2 11.5 3.5 14.8 7.5 14.8 c s\n'
  const tick = '3 3 m 12 12 l S\n'
  it.each<[string, boolean, string, string]>([
    ['a ring, and a tick in it', true, ring, ring + tick],
    ['a dark ground for off', false, '0 g 0 0 15 15 re f\n', tick],
    ['a frame for off that fills the box', false, '14 w 0.5 0.5 14 14 re s\n', tick],
    ['a ring alone for on', false, ring, ring],
  ])('%s', async (_, valid, off, on) => {
    const form = (content: string) => stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15]>>`, content)
    const edit: Edit = (revision, refs) =>
      revision.set(refs.fieldAgree, {
        V: pdf`/Yes`,
        AS: pdf`/Yes`,
        AP: dict`<</N <</Yes ${revision.add(form(on))} /Off ${revision.add(form(off))}>>>>`,
      })
    expect(await isValidAfter(approved, edit)).toBe(valid)
  })
})

describe('a file that a reviewer attaches', () => {
  const attach =
    (spec: (file: PdfRef, refs: ContractRefs) => PdfObject): Edit =>
    (revision, refs) => {
      const file = revision.add(stream(dict`<</Type /EmbeddedFile>>`, 'Seen'))
      addAnnotation(revision, refs.page3, annotation('FileAttachment', [300, 300, 314, 318], { FS: spec(file, refs) }))
    }

  it('is a comment when it is embedded and new', async () => {
    expect(
      await isValidAfter(
        certified3,
        attach((file) => dict`<</Type /Filespec /F (a) /EF <</F ${file}>>>>`),
      ),
    ).toBe(true)
  })

  it.each<[string, Parameters<typeof attach>[0]]>([
    ['lies elsewhere', () => pdf`<</Type /Filespec /FS /URL /F (https://example.com/)>>`],
    ['is a part of the document', (_, refs) => dict`<</Type /Filespec /F (a) /EF <</F ${refs.metadata}>>>>`],
  ])('is none when it %s', async (_, spec) => expect(await isValidAfter(certified3, attach(spec))).toBe(false))

  it('may not be taken away when it was signed', async () => {
    const from = signed({ changes: () => ({ note: { Subtype: pdf`/FileAttachment` } }) }, { certify: 3 })
    expect(await isValidAfter(from, ({ set }, refs) => set(refs.page2, { Annots: [] }))).toBe(false)
  })
})

describe('the default style of rich text', () => {
  it.each<[string, boolean]>([
    ['font: Helvetica,sans-serif 10pt; text-align:left; color:#1a1a1a', true],
    ['font: Helvetica 10pt; color:#ffffff', false],
    ['font: Helvetica 1pt', false],
    ['display:none', false],
  ])('%s', async (style, valid) => {
    const from = signed({ changes: () => ({ fieldCountry: { Ff: (1 << 17) | (1 << 25), Opt: null } }) })
    const edit: Edit = ({ set }, refs) => set(refs.fieldCountry, { V: pdf`(Italy)`, DS: pdf`(${style})` })
    expect(await isValidAfter(from, edit)).toBe(valid)
  })
})

describe('the indices of a choice', () => {
  const from = signed({ changes: () => ({ fieldCountry: { V: pdf`(Austria)`, I: [0] } }) })
  it('may be left behind by a new value, which counts', async () => {
    expect(await isValidAfter(from, ({ set }, refs) => set(refs.fieldCountry, { V: pdf`(Belgium)` }))).toBe(true)
  })
  it('may not name another option than the value', async () => {
    expect(await isValidAfter(from, ({ set }, refs) => set(refs.fieldCountry, { I: [1] }))).toBe(false)
  })
})

describe('the lines between the cells of a comb', () => {
  const from = signed({ changes: () => ({ fieldAmount: { Ff: 1 << 24, MaxLen: 10, V: null, AP: null } }) })
  const letters = 'BT\n0 g\n/Helv 10 Tf\n7 6.5 Td\n(1) Tj\n20 0 Td\n(0) Tj\n20 0 Td\n(0) Tj\nET\n'
  const every = Array.from({ length: 9 }, (_, i) => `${20 * i + 20} 0.5 m ${20 * i + 20} 19.5 l`).join('\n')
  it.each<[string, boolean, string]>([
    ['all of them in one path', true, `1 w ${every} S\n`],
    ['all of them with a frame', true, `1 w 0.5 0.5 199 19 re ${every} S\n`],
    ['a tenth one', false, `1 w ${every} 70 0.5 m 70 19.5 l S\n`],
    ['one alone', false, '1 w 60 3 m 60 17 l S\n'],
    ['one alone, in a cell', false, '1 w 70 3 m 70 17 l S\n'],
    ['with heavy strokes', false, `6 w ${every} S\n`],
    ['and one that lies across', false, `1 w ${every} 20 10 m 100 10 l S\n`],
  ])('%s', async (_, valid, lines) => {
    const look = (helv: PdfRef) =>
      stream(
        dict`<</Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</Helv ${helv}>>>>>>`,
        `q 0 G ${lines}Q\n/Tx BMC\nq\n${letters}Q\nEMC\n`,
      )
    const edit: Edit = (revision, refs) =>
      revision.set(refs.fieldAmount, { V: pdf`(100)`, AP: dict`<</N ${revision.add(look(refs.helv))}>>` })
    expect(await isValidAfter(from, edit)).toBe(valid)
  })
})

describe('a picture some of whose colours are masked out', () => {
  /** Ten by ten pixels of one byte each, and what of them is dark. */
  const picture = (mask: PdfObject, isDark: (x: number, y: number) => boolean) =>
    stream(
      dict`<</Type /XObject /Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray
        /Mask ${mask}>>`,
      Array.from({ length: 100 }, (_, i) => (isDark(i % 10, Math.floor(i / 10)) ? '!' : '~')).join(''),
    )
  const stampWith =
    (mask: PdfObject, isDark: (x: number, y: number) => boolean): Edit =>
    (revision, refs) => {
      const image = revision.add(picture(mask, isDark))
      const look = stream(
        dict`<</Type /XObject /Subtype /Form /BBox [0 0 40 40] /Resources <</XObject <</I ${image}>>>>>>`,
        'q 40 0 0 40 0 0 cm /I Do Q\n',
      )
      const place = [55, 705, 95, 745] as const
      addAnnotation(revision, refs.page1, annotation('Stamp', place, { AP: dict`<</N ${revision.add(look)}>>` }))
    }
  const CLEAR = pdf`[126 126]`

  it('hides what lies beneath its other colours, and nothing else', async () => {
    expect(
      await isValidAfter(
        certified3,
        stampWith(CLEAR, () => false),
      ),
    ).toBe(true)
    expect(
      await isValidAfter(
        certified3,
        stampWith(CLEAR, () => true),
      ),
    ).toBe(false)
  })

  it('is not understood when the mask is for another colour space', async () => {
    expect(
      await isValidAfter(
        certified3,
        stampWith(pdf`[126 126 0 0 0 0]`, () => false),
      ),
    ).toBe(false)
    expect(
      await isValidAfter(
        certified3,
        stampWith(pdf`[126]`, () => false),
      ),
    ).toBe(false)
  })
})

describe('a reply that is hidden and not to be turned, on a page that is', () => {
  const from = signed({ changes: () => ({ page3: { Rotate: 90 } }) }, { certify: 3 })
  const note = (flags: number): Edit => {
    return (revision, refs) => {
      const look = stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 20 20]>>`, '1 1 0 rg 0 0 20 20 re f\n')
      const entries = { F: flags, AP: dict`<</N ${revision.add(look)}>>` }
      // Turned about its upper left corner, it lies on the first words of the page.
      addAnnotation(revision, refs.page3, annotation('Text', [60, 695, 80, 735], entries))
    }
  }
  it('is drawn nowhere', async () => expect(await isValidAfter(from, note(30))).toBe(true))
  it('is drawn somewhere else when it is shown', async () => expect(await isValidAfter(from, note(28))).toBe(false))
})

describe('the order in which annotations are gone through', () => {
  const ordered = (certify: 2 | 3) =>
    signed({ changes: () => ({ page1: { Tabs: pdf`/S` } }) }, { certify }) as typeof approved
  const reorder =
    (Tabs: PdfObject | undefined): Edit =>
    (revision, refs) =>
      revision.set(refs.page1, { Tabs })

  it.each([
    ['by rows', pdf`/R`],
    ['not named any more', undefined],
  ])('may be changed where annotations may: %s', async (_, Tabs) => {
    expect(await isValidAfter(ordered(3), reorder(Tabs))).toBe(true)
    expect(await isValidAfter(ordered(2), reorder(Tabs))).toBe(false)
  })

  it('is one of those that there are', async () => {
    expect(await isValidAfter(ordered(3), reorder(pdf`<</F1 1>>`))).toBe(false)
  })
})

describe('the window of a note', () => {
  const OVER_THE_PRICE = [60, 700, 200, 730]
  const withWindow =
    (entries: Record<string, PdfObject>): Edit =>
    (revision, refs) => {
      const note = addAnnotation(revision, refs.page1, annotation('Text', [400, 200, 420, 220], { F: 2 }))
      const window = annotation('Popup', OVER_THE_PRICE, { Parent: note, ...entries })
      addAnnotation(revision, refs.page1, window)
    }

  it('may stand where it will be opened', async () => {
    expect(await isValidAfter(certified3, withWindow({ Open: false, F: 28 }))).toBe(true)
  })

  it('may not cover the page by a border, or open', async () => {
    expect(await isValidAfter(certified3, withWindow({ Border: pdf`[0 0 70]` }))).toBe(false)
    expect(await isValidAfter(certified3, withWindow({ Open: true, BS: dict`<</W 70>>` }))).toBe(false)
  })
})

describe('the default value of a new signature field', () => {
  const signWith = async (defaultValue: (signature: PdfRef, revision: Revision) => PdfObject) => {
    const { bytes } = await approved()
    const change = (revision: Revision, signature: PdfRef, widget: PdfRef) =>
      revision.set(widget, { DV: defaultValue(signature, revision) })
    return (await verdictOf(await signByHand(bytes, { change }))).valid
  }
  it('may be the signature itself, as LibreOffice writes it', async () => {
    expect(await signWith((signature) => signature)).toBe(true)
  })
  it.each<[string, (signature: PdfRef, revision: Revision) => PdfObject]>([
    ['a text', () => pdf`(900 EUR)`],
    ['a text that is an object', (_, { add }) => add(pdf`(900 EUR)`)],
    ['a signature of its own', (_, { add }) => add(dict`<</Type /Sig /Filter /Adobe.PPKLite>>`)],
    ['the signature in another generation', ({ num }) => new PdfRef(num, 1)],
  ])('may not be %s', async (_, defaultValue) => {
    expect(await signWith(defaultValue)).toBe(false)
  })

  it('may not stand in a field that holds no signature', async () => {
    const isValidWith = async (entries: (text: PdfRef) => Record<string, PdfObject>) => {
      const { bytes, refs } = await approved()
      const widget = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Later) /F 132 /Rect [0 0 0 0]>>`
      const edit = (revision: Revision) => {
        const text = revision.add(pdf`(900 EUR)`)
        addToForm(revision, addAnnotation(revision, refs.page1, widget.with(entries(text))))
      }
      return (await verdictOf(revise(bytes, edit))).valid
    }
    expect(await isValidWith(() => ({}))).toBe(true)
    expect(await isValidWith((text) => ({ DV: text }))).toBe(false)
    expect(await isValidWith((text) => ({ V: text, DV: text }))).toBe(false)
  })
})

describe('the pattern of squiggly lines, which Acrobat keeps among the default resources of the form', () => {
  const pattern = (content: string) =>
    stream(
      dict`<</Type /Pattern /PatternType 1 /PaintType 2 /TilingType 3 /BBox [0 0 10 12] /XStep 10 /YStep 13>>`,
      content,
    )
  const SQUIGGLE = 'q 1 w 0 1 m 5 11 l 10 1 l S Q'
  /** A signed contract with it, and what becomes of it when the form is written anew with other default resources. */
  const isValidWith = async (
    change: (revision: Revision, squiggly: PdfRef, fonts: PdfRef) => Record<string, PdfObject>,
  ) => {
    let [squiggly, fonts]: PdfRef[] = []
    const { bytes, refs } = await signed({
      prepare: (file, parts) => {
        squiggly = file.add(pattern(SQUIGGLE))
        fonts = file.add(dict`<</Helv ${parts.helv}>>`)
        const form = file.get(parts.form)
        if (form instanceof PdfDict)
          file.put(parts.form, form.with({ DR: pdf`<</Font ${fonts} /squiggly ${squiggly}>>` }))
      },
    })()
    const [line, list] = [squiggly ?? refs.logo, fonts ?? refs.logo]
    const edit = (revision: Revision) => {
      const entries = { Font: list, squiggly: line, ...change(revision, line, list) }
      revision.set(refs.form, { SigFlags: 3, DR: new PdfDict(new Map(Object.entries(entries))) })
    }
    return (await verdictOf(revise(bytes, edit))).valid
  }

  it('may stay as it is, under another number too', async () => {
    expect(await isValidWith(() => ({}))).toBe(true)
    expect(await isValidWith(({ add }) => ({ squiggly: add(pattern(SQUIGGLE)) }))).toBe(true)
  })

  it.each<[string, Parameters<typeof isValidWith>[0]]>([
    ['be exchanged', ({ add }) => ({ squiggly: add(pattern('0 0 10 12 re f')) })],
    [
      'be drawn otherwise',
      ({ put }, squiggly) => {
        put(squiggly, pattern('0 0 10 12 re f'))
        return {}
      },
    ],
    ['be added', ({ add }) => ({ zigzag: add(pattern(SQUIGGLE)) })],
    ['be taken away', () => ({ squiggly: null })],
    [
      'take the place of the fonts',
      ({ put }, _, fonts) => {
        put(fonts, pattern(SQUIGGLE))
        return {}
      },
    ],
  ])('may not %s', async (_, change) => {
    expect(await isValidWith(change)).toBe(false)
  })
})

describe('a new font whose number was used before', () => {
  const HELVETICA = dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`

  async function isValidIn(bytes: Uint8Array, font: PdfRef): Promise<boolean> {
    const filled = revise(bytes, (revision) => {
      revision.put(font, HELVETICA)
      const look = revision.add(textLook(font, 'Bob Miller'))
      revision.set(fieldNamed(revision.document, 'name').ref, { V: pdf`(Bob Miller)`, AP: dict`<</N ${look}>>` })
    })
    return (await verdictOf(filled)).valid
  }

  it('by the last cross-reference stream, as pdf-lib counts objects', async () => {
    const { bytes } = await signed({ xref: 'stream' })()
    const text = Buffer.from(bytes).toString('latin1')
    const start = Number(text.slice(text.lastIndexOf('startxref') + 9).match(/\d+/)?.[0])
    const [header, number] = /^(\d+) 0 obj[\s\S]{0,99}\/XRef/.exec(text.slice(start)) ?? []
    expect(header).toBeDefined()
    expect(await isValidIn(bytes, new PdfRef(Number(number)))).toBe(true)
  })

  it('not by another font, which nothing was drawn in', async () => {
    let unused: PdfRef | undefined
    const { bytes, refs } = await signed({
      prepare: (file) => {
        unused = file.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding>>`)
      },
    })()
    expect(await isValidIn(bytes, unused ?? refs.helv)).toBe(false)
  })
})
