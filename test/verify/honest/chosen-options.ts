/**
 * Choices and buttons, as Acrobat and Foxit fill them in.
 *
 * @module
 */

import type { PdfRef } from '../../../src/pdf/objects.js'
import type { Edit } from '../support/cases.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Filling, line, look } from './filled-texts.js'

const OPTIONS = pdf`[[(AT) (Austria)] [(BE) (Belgium)]]`
const list = (lines: readonly string[], chosen: readonly number[]) =>
  `/Tx BMC\nq\n1 1 198 58 re\nW\nn\n${chosen.map((i) => `0.6 0.75686 0.8549 rg\n1 ${47.2 - 11.6 * i} 198 11.6 re\nf\n`).join('')}BT\n/Helv 10 Tf\n0 g\n2 50 Td\n${lines.map((item) => `(${item}) Tj\n0 -11.6 Td`).join('\n')}\nET\nQ\nEMC\n`

const LIST = { Ff: 1 << 21, Opt: pdf`[(Red) (Green) (Blue)]`, Rect: pdf`[300 300 500 360]` }

/** Choices, made of the field "country". */
export const CHOICES: Record<string, Filling> = {
  'an option with a value of its own': {
    field: { Opt: OPTIONS },
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, {
        V: pdf`(BE)`,
        I: [1],
        AP: dict`<</N ${revision.add(look(refs, line('Belgium')))}>>`,
      }),
  },
  'an option that the user writes': {
    field: { Ff: (1 << 17) | (1 << 18), Opt: OPTIONS },
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, { V: pdf`(Italy)`, AP: dict`<</N ${revision.add(look(refs, line('Italy')))}>>` }),
  },
  'two options of a list': {
    field: LIST,
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, {
        V: pdf`[(Red) (Blue)]`,
        I: [0, 2],
        AP: dict`<</N ${revision.add(look(refs, list(['Red', 'Green', 'Blue'], [0, 2]), '/BBox [0 0 200 60]'))}>>`,
      }),
  },
  'no option of a list': {
    field: { ...LIST, V: pdf`(Red)`, I: [0] },
    fill: (revision, refs) =>
      revision.set(refs.fieldCountry, {
        V: null,
        I: null,
        AP: dict`<</N ${revision.add(look(refs, list(['Red', 'Green', 'Blue'], []), '/BBox [0 0 200 60]'))}>>`,
      }),
  },
}

/** A mark out of ZapfDingbats in a frame, as Acrobat draws it. */
const mark = (zapf: PdfRef, sign: string) =>
  stream(
    dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15] /Resources <</Font <</ZaDb ${zapf}>>>>>>`,
    `q\n1 g\n0 0 15 15 re\nf\n0 G\n0.5 0.5 14 14 re\ns\nQ\nq\n1 1 13 13 re\nW\nn\nBT\n/ZaDb 11 Tf\n0 g\n2.7 3.4 Td\n(${sign}) Tj\nET\nQ\n`,
  )

export const BUTTONS: Record<string, Edit> = {
  'a box is ticked, its looks made anew': (revision, refs) => {
    const zapf = revision.add(dict`<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>`)
    const off = stream(
      dict`<</Type /XObject /Subtype /Form /BBox [0 0 15 15]>>`,
      'q\n1 g\n0 0 15 15 re\nf\n0 G\n0.5 0.5 14 14 re\ns\nQ\n',
    )
    revision.set(refs.fieldAgree, {
      V: pdf`/Yes`,
      AS: pdf`/Yes`,
      AP: dict`<</N <</Yes ${revision.add(mark(zapf, '4'))} /Off ${revision.add(off)}>>
        /D <</Yes ${revision.add(mark(zapf, '4'))} /Off ${revision.add(off)}>>>>`,
    })
  },
  'radio buttons are cleared': (revision, refs) => {
    revision.set(refs.fieldPlan, { V: pdf`/Off` })
    revision.set(refs.planBasic, { AS: pdf`/Off` })
    revision.set(refs.planFull, { AS: pdf`/Off` })
  },
}
