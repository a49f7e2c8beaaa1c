/**
 * Attacks in several steps, each of which looks harmless beside the one before it.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfRef } from '../../../src/pdf/objects.js'
import { withValidationData } from '../honest/changes.js'
import { timestamped } from '../honest/signing.js'
import { approved, attacksOn, certified2, certified3, once, signed } from '../support/cases.js'
import { PRICE, textContent, textLook } from '../support/contract.js'
import { annotation, EMPTY_PLACE, fillText, OVER_THE_TEXT, opaqueBox } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, appendRaw, fieldNamed, itemsOf, revise } from '../support/revise.js'
import { addToForm, fieldLock, sign, signByHand } from '../support/sign.js'

const forged = () => stream(dict`<<>>`, textContent('Contract of sale', 'The price is 900 EUR.'))
const original = () => stream(dict`<<>>`, textContent('Contract of sale', PRICE, 'Seller: Ada. Buyer: Bob.'))

/** A dictionary of a signature that permits what the level says, without being a certification. */
const permitting = (level: number) => (text: string) =>
  text.replace(
    />>$/,
    `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /V /1.2 /P ${level}>>>>]>>`,
  )

const pageSwaps = attacksOn(approved, {
  'the content of a page is freed, and its number taken again': ({ bytes, refs }) =>
    appendRaw(appendRaw(bytes, { free: [refs.content1.num] }), {
      objects: [[refs.content1.num, '<</Length 0>>stream\n\nendstream']],
    }),
  'the content of a page is exchanged, signed, and changed back': async ({ bytes, refs }) => {
    const other = await sign(revise(bytes, ({ put }) => put(refs.content1, forged())))
    return revise(other, ({ put }) => put(refs.content1, original()))
  },
  'a later signature is set over a page that was exchanged': ({ bytes, refs }) =>
    sign(revise(bytes, ({ put }) => put(refs.content1, forged()))),
  'validation data become the content of a page': ({ bytes, refs }) => {
    let spare = refs.content1
    const first = revise(bytes, ({ add, set, document }) => {
      spare = add(forged())
      set(document.catalogRef, { DSS: dict`<</Type /DSS /Certs [${spare}]>>` })
    })
    return revise(first, ({ set }) => set(refs.page1, { Contents: spare }))
  },
  'a signature is removed, and its field signed again': async ({ bytes }) => {
    const removed = revise(await sign(bytes), (revision) =>
      revision.set(fieldNamed(revision.document, 'Signature1').ref, { V: undefined }),
    )
    return signByHand(removed, { field: fieldNamed(PdfDocument.open(removed), 'Signature1').ref })
  },
})

const fieldSwaps = attacksOn(approved, {
  'the font of a look is exchanged after it was filled in with it': ({ bytes, refs }) => {
    let font = refs.helv
    const first = revise(bytes, (revision) => {
      font = revision.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`)
      fillText(revision, refs.fieldName, font, '100')
    })
    return revise(first, ({ set }) => set(font, { Encoding: dict`<</Type /Encoding /Differences [49 /nine]>>` }))
  },
  'a look is taken from another field, which has another value': ({ bytes, refs }) => {
    let look = new PdfRef(1)
    const first = revise(bytes, ({ add, set }) => {
      look = add(textLook(refs.helv, '900'))
      set(refs.fieldName, { V: pdf`(900)`, AP: dict`<</N ${look}>>` })
    })
    return revise(first, ({ set }) => set(refs.fieldAmount, { V: pdf`(800)`, AP: dict`<</N ${look}>>` }))
  },
  'a value is an object of its own, which changes afterwards': ({ bytes, refs }) => {
    let value = new PdfRef(1)
    const first = revise(bytes, ({ add, set }) => {
      value = add(pdf`(100)`)
      set(refs.fieldName, { V: value, AP: dict`<</N ${add(textLook(refs.helv, '100'))}>>` })
    })
    return revise(first, ({ put }) => put(value, pdf`(900)`))
  },
  'a field is shown on a second page, and filled in': ({ bytes, refs }) => {
    const first = revise(bytes, (revision) =>
      revision.set(refs.page2, {
        Annots: [...itemsOf(revision, revision.get(refs.page2).get('Annots')), refs.fieldName],
      }),
    )
    return revise(first, (revision) => fillText(revision, refs.fieldName, refs.helv, '900'))
  },
  'the lock of an empty field is widened, and the field signed': ({ bytes, refs }) =>
    signByHand(
      revise(bytes, ({ set }) => set(refs.fieldApproval, { Lock: fieldLock('All') })),
      { field: refs.fieldApproval },
    ),
})

const noteSwaps = attacksOn(certified3, {
  'a note in an empty place is moved over the text': ({ bytes, refs }) => {
    let note = new PdfRef(1)
    const first = revise(bytes, (revision) => {
      const look = dict`<</N ${revision.add(opaqueBox(100, 20))}>>`
      note = addAnnotation(revision, refs.page1, annotation('FreeText', EMPTY_PLACE, { AP: look }))
    })
    return revise(first, ({ set }) => set(note, { Rect: [...OVER_THE_TEXT] }))
  },
  'a hidden drawing over the text is shown': ({ bytes, refs }) => {
    let note = new PdfRef(1)
    const first = revise(bytes, (revision) => {
      const look = dict`<</N ${revision.add(opaqueBox(400, 80))}>>`
      note = addAnnotation(revision, refs.page1, annotation('Square', OVER_THE_TEXT, { F: 2, AP: look }))
    })
    return revise(first, ({ set }) => set(note, { F: 4 }))
  },
  'the number of a deleted note is given to content': ({ bytes, refs }) => {
    let note = new PdfRef(1)
    const first = revise(bytes, (revision) => {
      const look = dict`<</N ${revision.add(opaqueBox(10, 10))}>>`
      note = addAnnotation(revision, refs.page1, annotation('Square', EMPTY_PLACE, { AP: look }))
    })
    return revise(first, (revision) => {
      revision.put(note, forged())
      const rest = itemsOf(revision, revision.get(refs.page1).get('Annots')).slice(0, -1)
      revision.set(refs.page1, { Contents: [refs.content1, note], Annots: rest })
    })
  },
  'a second signer permits less, and a note is added': async ({ bytes, refs }) =>
    revise(
      await signByHand(bytes, { dictionary: permitting(2) }),
      (revision) => void addAnnotation(revision, refs.page1, annotation('Text', EMPTY_PLACE, {})),
    ),
})

const permissionSwaps = attacksOn(certified2, {
  'a second signer permits nothing, and a field is filled in': async ({ bytes, refs }) => {
    const first = revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob'))
    const second = await signByHand(first, { dictionary: permitting(1) })
    return revise(second, (revision) => fillText(revision, refs.fieldAmount, refs.helv, '900'))
  },
})

/** One field is locked, and all else permitted. */
const locked = signed(
  { changes: () => ({ fieldApproval: { Lock: fieldLock('Include', 'amount') } }) },
  { field: 'Approval', certify: 3 },
)

const lockSwaps = attacksOn(locked, {
  'a locked field is covered by a note': ({ bytes, refs }) =>
    revise(bytes, (revision) => {
      const look = dict`<</N ${revision.add(opaqueBox(200, 20))}>>`
      addAnnotation(revision, refs.page1, annotation('Square', [60, 570, 260, 590], { AP: look }))
    }),
  'a locked field is drawn anew': ({ bytes, refs }) =>
    revise(bytes, ({ add, set }) => set(refs.fieldAmount, { AP: dict`<</N ${add(textLook(refs.helv, '900'))}>>` })),
  'a locked field gets a ground': ({ bytes, refs }) =>
    revise(bytes, ({ set }) => set(refs.fieldAmount, { MK: dict`<</BG [0.9]>>` })),
  'a second field has the name of a locked one': ({ bytes }) =>
    revise(bytes, (revision) => addToForm(revision, revision.add(dict`<</FT /Tx /T (amount) /V (900)>>`))),
})

const archived = once(async () => {
  const { bytes, refs } = await certified3()
  return { bytes: await timestamped(await withValidationData(bytes)), refs }
})

const archiveSwaps = attacksOn(archived, {
  'the text of an archived document is covered': ({ bytes, refs }) =>
    revise(bytes, (revision) => {
      const look = dict`<</N ${revision.add(opaqueBox(400, 80))}>>`
      addAnnotation(revision, refs.page1, annotation('Square', OVER_THE_TEXT, { AP: look }))
    }),
  'the stamp of an archived document is taken out of the form': ({ bytes, refs }) =>
    revise(bytes, (revision) =>
      revision.set(refs.form, { Fields: itemsOf(revision, revision.get(refs.form).get('Fields')).slice(0, -1) }),
    ),
  'an archived page is exchanged, and archived again': async ({ bytes, refs }) =>
    timestamped(await withValidationData(revise(bytes, ({ put }) => put(refs.content1, forged())))),
})

export const revisionSwaps = [
  ...pageSwaps,
  ...fieldSwaps,
  ...noteSwaps,
  ...permissionSwaps,
  ...lockSwaps,
  ...archiveSwaps,
]
