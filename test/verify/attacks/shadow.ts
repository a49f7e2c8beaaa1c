/**
 * Shadow attacks: the document is prepared before it is signed, so that a change that looks harmless afterwards shows
 * something else (Mainka, Mladenov and Rohlmann: hide, replace, hide and replace).
 *
 * @module
 */

import type { PdfRef } from '../../../src/pdf/objects.js'
import { approved, attacksOn, certified2, type Edit, editsOn, signed } from '../support/cases.js'
import { makeContract, textContent, textLook } from '../support/contract.js'
import { OVER_THE_TEXT, opaqueBox } from '../support/edits.js'
import { bytesOf, dict, notation, overwrite, pdf, stream } from '../support/notation.js'
import { appendRaw, extentOf, itemsOf, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'

/** What the signer sees is an opaque picture, which lies over what shall be seen later. */
const overlaid = signed({
  changes: (refs) => ({
    pages: {
      Resources: dict`<</Font <</F1 ${refs.font}>> /XObject <</Logo ${refs.logo}>> /Properties <</Draft ${refs.layer}>>>>`,
    },
    content1: {},
  }),
  prepare: (file, refs) => {
    file.put(
      refs.content1,
      stream(
        dict`<<>>`,
        `${textContent('The price is 900 EUR.')}/Logo Do\nBT /F1 12 Tf 60 700 Td (The price is 1 EUR.) Tj ET\n`,
      ),
    )
    file.put(refs.logo, opaqueBox(600, 800))
  },
})

/** The same with an annotation in front. */
const coveredByAnnotation = signed({
  changes: (refs) => ({ link: { Subtype: pdf`/Stamp`, Rect: [...OVER_THE_TEXT], AP: dict`<</N ${refs.logo}>>` } }),
  prepare: (file, refs) => file.put(refs.logo, opaqueBox(400, 80)),
})

/** The same with a form field in front. */
const coveredByField = signed({
  changes: (refs) => ({ fieldAmount: { Rect: [...OVER_THE_TEXT], AP: dict`<</N ${refs.logo}>>` } }),
  prepare: (file, refs) => file.put(refs.logo, opaqueBox(400, 80)),
})

export const shadowHide = [
  ...attacksOn(overlaid, {
    'the covering picture is freed': ({ bytes, refs }) => appendRaw(bytes, { free: [refs.logo.num] }),
    'the covering picture is replaced by nothing': ({ bytes, refs }) =>
      revise(bytes, ({ put }) => put(refs.logo, opaqueBox(0, 0))),
    'the covering picture loses its type': ({ bytes, refs }) => revise(bytes, ({ put }) => put(refs.logo, dict`<<>>`)),
  }),
  ...attacksOn(coveredByAnnotation, {
    'the covering annotation is freed': ({ bytes, refs }) => appendRaw(bytes, { free: [refs.link.num] }),
    'the covering annotation is hidden': ({ bytes, refs }) => revise(bytes, ({ set }) => set(refs.link, { F: 2 })),
    'the covering annotation is removed from the page': ({ bytes, refs }) =>
      revise(bytes, (revision) =>
        revision.set(refs.page1, { Annots: itemsOf(revision, revision.get(refs.page1).get('Annots')).slice(1) }),
      ),
    "the covering annotation's appearance is replaced": ({ bytes, refs }) =>
      revise(bytes, ({ put }) => put(refs.logo, opaqueBox(0, 0))),
  }),
  ...attacksOn(coveredByField, {
    'the covering field is hidden': ({ bytes, refs }) => revise(bytes, ({ set }) => set(refs.fieldAmount, { F: 2 })),
    "the covering field's appearance is removed": ({ bytes, refs }) =>
      revise(bytes, ({ set }) => set(refs.fieldAmount, { AP: undefined })),
    "the covering field's appearance is emptied": ({ bytes, refs }) =>
      revise(bytes, ({ put }) => put(refs.logo, opaqueBox(0, 0))),
    'the covering field is freed': ({ bytes, refs }) => appendRaw(bytes, { free: [refs.fieldAmount.num] }),
  }),
]

const REPLACEMENTS: Record<string, Edit> = {
  'the appearance of an untouched field shows another amount': ({ put }, refs) =>
    put(refs.amountLook, textLook(refs.helv, '900')),
  'an untouched field gets a new appearance with another amount': ({ set, add }, refs) =>
    set(refs.fieldAmount, { AP: dict`<</N ${add(textLook(refs.helv, '900'))}>>` }),
  'a field shows another amount than its new value': ({ set, add }, refs) =>
    set(refs.fieldAmount, { V: pdf`(250)`, AP: dict`<</N ${add(textLook(refs.helv, '900'))}>>` }),
  'the ticked look of a box becomes an empty one': ({ put }, refs) =>
    put(refs.onLook, stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15]>>`, '')),
  'a box shows another state than its value': ({ set }, refs) => set(refs.fieldAgree, { AS: pdf`/Yes` }),
  'the font of the form is replaced': ({ put }, refs) =>
    put(refs.helv, dict`<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>`),
  "the encoding of the form's font changes": ({ set }, refs) =>
    set(refs.helv, { Encoding: dict`<</Type /Encoding /Differences [49 /nine]>>` }),
  'the form refers to another font by the old name': ({ set, add }, refs) => {
    const font = add(dict`<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>`)
    set(refs.form, { DR: dict`<</Font <</Helv ${font}>>>>` })
  },
  'a filled field brings a picture over the page': ({ set, add }, refs) => {
    const box = opaqueBox(200, 20, refs.helv, 'Bob')
    const look = add(stream(box.dict.with({ Matrix: [1, 0, 0, 1, 0, 90], BBox: [0, 0, 400, 200] }), box.data))
    set(refs.fieldName, { V: pdf`(Bob)`, Rect: [...OVER_THE_TEXT], AP: dict`<</N ${look}>>` })
  },
}

export const shadowReplace = [
  ...editsOn(approved, 'after an approval', REPLACEMENTS),
  ...editsOn(certified2, 'after a certification that permits forms', REPLACEMENTS),
]

/** Signed with a second object of the same number, which no cross-reference mentions. */
const twin = (num: number) =>
  `${num} 0 obj\n${notation(stream(dict`<<>>`, textContent('The price is 900 EUR.')))}\nendobj\n`
const DEAD_NUMBER = 9999

/** The twin hides in the signed file, inside a stream that nothing refers to. */
const twinInStream = signed({
  prepare: (file, refs) => {
    file.add(stream(dict`<<>>`, twin(refs.content1.num)))
  },
})

/** The twin has the number of no object; a later revision gives it one. */
const twinInComment = signed({
  prepare: (file) => {
    file.add(stream(dict`<<>>`, twin(DEAD_NUMBER)))
  },
})

function offsetOf(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(text, 0, 'latin1')
}

/** Where the twin of an object stands: inside the stream, not where the object itself is. */
function twinOffset(bytes: Uint8Array, ref: PdfRef): number {
  const text = `stream\n${ref.num} 0 obj\n`
  return offsetOf(bytes, text) + 'stream\n'.length
}

/**
 * Signed with an entry that leads nowhere. Readers that trip over it search the whole file for objects and take the
 * last one of each number, wherever it stands: in the data of a stream that nothing refers to, for one.
 */
async function hideBehindRepair(part: 'info' | 'layer'): Promise<Uint8Array> {
  const { bytes, refs } = makeContract()
  const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n`
  const damaged = overwrite(bytes, entry(extentOf(bytes, refs[part])[0]), entry(17))
  return revise(await signByHand(damaged), ({ add }) => {
    add(stream(dict`<<>>`, `\n${twin(refs.content1.num)}`))
  })
}

export const shadowRepair = attacksOn(approved, {
  'the signed information is damaged, and the data of a later stream holds a twin': () => hideBehindRepair('info'),
  'a signed layer is damaged, and the data of a later stream holds a twin': () => hideBehindRepair('layer'),
})

/** Each revision looks harmless by itself; together they are not. */
export const slowShadows = attacksOn(approved, {
  'an object that nothing refers to becomes the content of a page later': ({ bytes, refs }) => {
    let orphan = refs.content1
    const first = revise(bytes, ({ add }) => {
      orphan = add(stream(dict`<<>>`, textContent('The price is 900 EUR.')))
    })
    return revise(first, ({ set }) => set(refs.page1, { Contents: orphan }))
  },
  'an appearance that came with a value is replaced later': ({ bytes, refs }) => {
    let look = refs.nameLook
    const first = revise(bytes, ({ set, add }) => {
      look = add(textLook(refs.helv, 'Bob'))
      set(refs.fieldName, { V: pdf`(Bob)`, AP: dict`<</N ${look}>>` })
    })
    return revise(first, ({ put }) => put(look, textLook(refs.helv, 'Mallory')))
  },
  'the number of a freed appearance is used for the content of a page': ({ bytes, refs }) => {
    const filled = revise(bytes, ({ set, add }) =>
      set(refs.fieldName, { V: pdf`(Bob)`, AP: dict`<</N ${add(textLook(refs.helv, 'Bob'))}>>` }),
    )
    const forged = stream(dict`<<>>`, textContent('The price is 900 EUR.'))
    return revise(filled, ({ put, set }) => {
      put(refs.nameLook, forged)
      set(refs.page3, { Contents: refs.nameLook })
    })
  },
  'a change is taken back in the last revision': ({ bytes, refs }) => {
    const changed = revise(bytes, ({ set }) => set(refs.page1, { Rotate: 180 }))
    return revise(changed, ({ set }) => set(refs.page1, { Rotate: undefined }))
  },
  'a page is added and removed again': ({ bytes, refs }) => {
    const added = revise(bytes, (revision) => {
      const page = revision.add(dict`<</Type /Page /Parent ${refs.pages} /Contents ${refs.content3}>>`)
      revision.set(refs.pages, { Kids: [refs.page1, refs.page2, refs.page3, page], Count: 4 })
    })
    return revise(added, ({ set }) => set(refs.pages, { Kids: [refs.page1, refs.page2, refs.page3], Count: 3 }))
  },
})

export const shadowHideAndReplace = [
  ...attacksOn(twinInStream, {
    'a later cross-reference leads to a twin of the content in the signed bytes': ({ bytes, refs }) =>
      appendRaw(bytes, { entries: { [refs.content1.num]: twinOffset(bytes, refs.content1) } }),
    'the cross-reference of a later signature leads to the twin': async ({ bytes, refs }) =>
      sign(appendRaw(bytes, { entries: { [refs.content1.num]: twinOffset(bytes, refs.content1) } })),
  }),
  ...attacksOn(twinInComment, {
    'a page takes an object of the signed bytes as its content': ({ bytes, refs }) =>
      appendRaw(bytes, {
        objects: [[refs.page1.num, dict`<</Type /Page /Parent ${refs.pages} /Contents ${String(DEAD_NUMBER)} 0 R>>`]],
        entries: { [DEAD_NUMBER]: offsetOf(bytes, `${DEAD_NUMBER} 0 obj`) },
      }),
  }),
  ...attacksOn(approved, {
    'two objects swap their places in the cross-reference': ({ bytes, refs }) =>
      appendRaw(bytes, {
        entries: {
          [refs.content1.num]: extentOf(bytes, refs.content3)[0],
          [refs.content3.num]: extentOf(bytes, refs.content1)[0],
        },
      }),
    'the content is freed': ({ bytes, refs }) => appendRaw(bytes, { free: [refs.content1.num] }),
    'the content is freed and used again': ({ bytes, refs }) =>
      appendRaw(appendRaw(bytes, { free: [refs.content1.num] }), {
        objects: [[refs.content1.num, stream(dict`<<>>`, textContent('The price is 900 EUR.'))]],
      }),
    'the content changes and changes back': ({ bytes, refs }) => {
      const [start, end] = extentOf(bytes, refs.content1)
      const changed = revise(bytes, ({ put }) => put(refs.content1, opaqueBox(1, 1)))
      const back = bytesOf(changed, bytes.subarray(start, end), '\n')
      return appendRaw(back, { entries: { [refs.content1.num]: changed.length } })
    },
    'a signature covers a revision that changed the content': ({ bytes, refs }) =>
      signByHand(revise(bytes, ({ put }) => put(refs.content1, opaqueBox(1, 1)))),
  }),
]
