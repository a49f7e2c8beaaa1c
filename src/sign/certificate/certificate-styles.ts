import { loadBundledFace } from '../../typeset/bundled-fonts.js'
import type { Color, TextStyle } from '../../typeset/text-style.js'

/** The looks of the certificate page. Lengths in twips (1/20 pt). */
export interface CertificateStyles {
  readonly title: TextStyle
  readonly documentName: TextStyle
  readonly overline: TextStyle
  readonly heading: TextStyle
  readonly label: TextStyle
  readonly value: TextStyle
  readonly digest: TextStyle
  readonly cell: TextStyle
  readonly cellStrong: TextStyle
  readonly cellLabel: TextStyle
  readonly cellDigest: TextStyle
  readonly columnTitle: TextStyle
  readonly note: TextStyle
  readonly running: TextStyle
}

const INK: Color = [0.11, 0.12, 0.14]
const GREY: Color = [0.4, 0.42, 0.45]
/** The one colour: a deep blue-green, for the overline and the headings. */
const ACCENT: Color = [0.05, 0.27, 0.33]

export const HAIRLINE = { thickness: 8, color: [0.8, 0.81, 0.83] } as const
export const ACCENT_RULE = { thickness: 15, color: ACCENT } as const

/** Distances of baselines. */
export const LEADING = { body: 272, cell: 240, note: 244, running: 220 } as const

let styles: CertificateStyles | undefined

/** Loads the fonts on the first call. */
export function loadCertificateStyles(): CertificateStyles {
  if (styles !== undefined) return styles
  const sans = loadBundledFace('sans')
  const bold = loadBundledFace('sans-bold')
  const mono = loadBundledFace('mono')
  const regularFaces = [sans, mono] as const
  const boldFaces = [bold, sans, mono] as const
  const monoFaces = [mono, sans] as const
  // Readers of text take wider tracking than a tenth of the size for spaces between words.
  styles = {
    title: { faces: regularFaces, size: 520, color: INK },
    documentName: { faces: regularFaces, size: 260, color: GREY },
    overline: { faces: boldFaces, size: 150, color: ACCENT, tracking: 14 },
    heading: { faces: boldFaces, size: 160, color: ACCENT, tracking: 15 },
    label: { faces: regularFaces, size: 190, color: GREY },
    value: { faces: regularFaces, size: 200, color: INK },
    digest: { faces: monoFaces, size: 170, color: INK },
    cell: { faces: regularFaces, size: 180, color: INK },
    cellStrong: { faces: boldFaces, size: 180, color: INK },
    cellLabel: { faces: regularFaces, size: 180, color: GREY },
    cellDigest: { faces: monoFaces, size: 140, color: GREY },
    columnTitle: { faces: regularFaces, size: 160, color: GREY },
    note: { faces: regularFaces, size: 172, color: GREY },
    running: { faces: regularFaces, size: 150, color: GREY },
  }
  return styles
}
