import type { FontHint } from '../model/document-model.js'
import type { BundledFamily } from './bundled-faces.js'
import type { WidthFamily } from './family-widths.js'
import type { FontKind, LineMetrics } from './loaded-font.js'
import type { SymbolSet } from './symbol-characters.js'

/** What stands in for a family that is not there. */
export interface FamilySubstitute {
  readonly use: BundledFamily
  readonly kind: FontKind
  /** Its characters are as wide as those of the family. */
  readonly isTwin?: boolean
  /** Factor on its widths. */
  readonly scale?: number
  /** The widths that the family's characters have. */
  readonly widths?: WidthFamily
  /** Of the family, as Word uses them; left out: those of the substitute. */
  readonly line?: LineMetrics
  /** The family's regular face is heavy. */
  readonly isHeavy?: boolean
  readonly symbols?: SymbolSet
}

/** By normalised family name; see {@link familyKey}. */
const FAMILIES: Readonly<Record<string, FamilySubstitute>> = {
  calibri: { use: 'carlito', kind: 'sans', isTwin: true },
  'calibri light': { use: 'carlito', kind: 'sans', isTwin: true },
  cambria: { use: 'caladea', kind: 'serif', isTwin: true },
  arial: { use: 'arimo', kind: 'sans', isTwin: true },
  helvetica: { use: 'arimo', kind: 'sans', isTwin: true },
  'times new roman': { use: 'tinos', kind: 'serif', isTwin: true },
  times: { use: 'tinos', kind: 'serif', isTwin: true },
  'courier new': { use: 'cousine', kind: 'mono', isTwin: true },
  courier: { use: 'cousine', kind: 'mono', isTwin: true },
  georgia: { use: 'gelasio', kind: 'serif', isTwin: true },
}

const GENERIC: Readonly<Record<FontKind, FamilySubstitute>> = {
  serif: { use: 'tinos', kind: 'serif' },
  sans: { use: 'arimo', kind: 'sans' },
  mono: { use: 'cousine', kind: 'mono' },
}

/** The substitute of a family that nobody knows, by what the document's font table or else its name says of it. */
export function genericSubstitute(key: string, hint: FontHint | undefined): FamilySubstitute {
  if (hint?.fixedPitch === true || hint?.family === 'modern') return GENERIC.mono
  if (hint?.family === 'swiss') return GENERIC.sans
  if (hint?.family === 'roman') return GENERIC.serif
  if (/\b(mono|code|console|typewriter|terminal)/.test(key)) return GENERIC.mono
  if (/sans|grotesk|gothic|display|ui\b/.test(key)) return GENERIC.sans
  return GENERIC.serif
}

/** The substitute of a known family. */
export function substituteOf(key: string): FamilySubstitute | undefined {
  return Object.hasOwn(FAMILIES, key) ? FAMILIES[key] : undefined
}

/** A family name as the tables have it: full-width letters folded, lower case, single spaces, without the sign for vertical writing. */
export function familyKey(family: string): string {
  return family.normalize('NFKC').toLowerCase().replace(/^@/, '').replace(/\s+/g, ' ').trim()
}

/** The name of a bundled family, as people know it. */
export function familyName(family: BundledFamily): string {
  return family
}
