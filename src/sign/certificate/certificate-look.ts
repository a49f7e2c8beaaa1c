/**
 * The appearance of the certificate page, and of reports.
 *
 * @module
 */
import { OWN_COLORS } from '../../audit/party-row.js'
import { plainRun } from '../../typeset/model/plain-model.js'
import type { Border, RunProperties } from '../../typeset/model/properties.js'

/** Colours as six hexadecimal digits. */
export interface Palette {
  readonly ink: string
  readonly quiet: string
  /** The only colour, which the overline, the headings and a rule have. */
  readonly accent: string
}

/** The default palette: a deep blue-green besides black and grey. */
export const OWN_PALETTE: Palette = { ink: OWN_COLORS.text, quiet: OWN_COLORS.label, accent: OWN_COLORS.accent }

const SANS = 'Carlito'
const MONO = 'Cousine'

const LOOK_NAMES = [
  'title',
  'smallTitle',
  'documentName',
  'overline',
  'heading',
  'label',
  'value',
  'valueStrong',
  'digest',
  'cell',
  'cellStrong',
  'cellLabel',
  'cellDigest',
  'columnTitle',
  'note',
  'running',
] as const

/** Text styles by their role, and the two rules. */
export type Look = Readonly<Record<(typeof LOOK_NAMES)[number], RunProperties>> & {
  readonly hairline: Border
  readonly accentRule: Border
}

/**
 * Creates the look. Tracking stays below a tenth of the font size, since programs that extract text take wider tracking for
 * spaces between words.
 *
 * @param language language of the labels (BCP 47)
 */
export function createLook(palette: Palette, language: string): Look {
  const { ink, quiet, accent } = palette
  const readable = isReadable(accent) ? accent : ink
  const sans = (size: number, color: string) => plainRun({ family: SANS, size, color, language })
  const bold = (size: number, color: string, tracking = 0) =>
    plainRun({ family: SANS, bold: true, size, color, tracking, language })
  return {
    title: sans(520, ink),
    smallTitle: sans(390, ink),
    documentName: sans(260, quiet),
    overline: bold(150, readable, 14),
    heading: bold(160, readable, 15),
    label: sans(190, quiet),
    value: sans(200, ink),
    valueStrong: bold(200, ink),
    digest: plainRun({ family: MONO, size: 170, color: ink, language }),
    cell: sans(180, ink),
    cellStrong: bold(180, ink),
    cellLabel: sans(180, quiet),
    cellDigest: plainRun({ family: MONO, size: 140, color: quiet, language }),
    columnTitle: sans(160, quiet),
    note: sans(172, quiet),
    running: sans(150, quiet),
    hairline: { style: 'single', width: 8, space: 0, color: 'CCCFD4' },
    accentRule: { style: 'single', width: 15, space: 0, color: accent },
  }
}

/** True for a contrast to white of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
export function isReadable(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((from) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5
}

/** Distances between baselines, in twips. */
export const LEADING = { body: 272, cell: 240, note: 244, running: 220 } as const
