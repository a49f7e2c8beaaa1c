import { plainRun } from '../../typeset/model/plain-model.js'
import type { Border } from '../../typeset/model/properties.js'

const INK = '1C1F24'
const GREY = '666B73'
/** The one colour: a deep blue-green, for the overline and the headings. */
const ACCENT = '0D4554'

const SANS = 'Carlito'
const MONO = 'Cousine'

/** The looks of the certificate page. Readers of text take wider tracking than a tenth of the size for spaces between words. */
export const STYLES = {
  title: plainRun({ family: SANS, size: 520, color: INK }),
  smallTitle: plainRun({ family: SANS, size: 390, color: INK }),
  documentName: plainRun({ family: SANS, size: 260, color: GREY }),
  overline: plainRun({ family: SANS, bold: true, size: 150, color: ACCENT, tracking: 14 }),
  heading: plainRun({ family: SANS, bold: true, size: 160, color: ACCENT, tracking: 15 }),
  label: plainRun({ family: SANS, size: 190, color: GREY }),
  value: plainRun({ family: SANS, size: 200, color: INK }),
  valueStrong: plainRun({ family: SANS, bold: true, size: 200, color: INK }),
  digest: plainRun({ family: MONO, size: 170, color: INK }),
  cell: plainRun({ family: SANS, size: 180, color: INK }),
  cellStrong: plainRun({ family: SANS, bold: true, size: 180, color: INK }),
  cellLabel: plainRun({ family: SANS, size: 180, color: GREY }),
  cellDigest: plainRun({ family: MONO, size: 140, color: GREY }),
  columnTitle: plainRun({ family: SANS, size: 160, color: GREY }),
  note: plainRun({ family: SANS, size: 172, color: GREY }),
  running: plainRun({ family: SANS, size: 150, color: GREY }),
} as const

/** Distances of baselines, in twips. */
export const LEADING = { body: 272, cell: 240, note: 244, running: 220 } as const

export const HAIRLINE: Border = { style: 'single', width: 8, space: 0, color: 'CCCFD4' }
export const ACCENT_RULE: Border = { style: 'single', width: 15, space: 0, color: ACCENT }
