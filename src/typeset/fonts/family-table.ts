import type { FontHint } from '../model/document-model.js'
import { FAMILY_ROWS } from './family-rows.js'
import type { FamilySubstitute } from './family-substitute.js'
import type { FontKind } from './loaded-font.js'

let families: Map<string, FamilySubstitute> | undefined

/** The substitute of a known family, by its normalised name; see {@link familyKey}. */
export function substituteOf(key: string): FamilySubstitute | undefined {
  families ??= new Map(
    FAMILY_ROWS.flatMap(([names, substitute]) => names.split(', ').map((name) => [name, substitute])),
  )
  return families.get(key) ?? families.get(key.replace(STYLE_WORDS, ''))
}

/** The style that a name tells by itself, such as `Arial-BoldMT`. */
export function namedStyle(key: string): { readonly bold: boolean; readonly italic: boolean } {
  return { bold: /[-, ](?:semi|demi)?bold/.test(key), italic: /[-, ](?:bold)?(?:italic|oblique)/.test(key) }
}

/** What PostScript names and names of single styles have after that of the family. */
const STYLE_WORDS =
  /(?:[-, ]?mt|ps|[-, ](?:bold|italic|oblique|bolditalic|boldoblique|regular|roman|normal|medium|semibold|light|book|std|pro|ce|cyr|greek|baltic|tur))+$/

const GENERIC: Readonly<Record<FontKind, FamilySubstitute>> = {
  serif: { use: 'tinos', kind: 'serif' },
  sans: { use: 'arimo', kind: 'sans' },
  mono: { use: 'cousine', kind: 'mono' },
}

/** The substitute of a family that nobody knows, by what the document's font table or else its name says of it. */
export function genericSubstitute(key: string, hint: FontHint | undefined): FamilySubstitute {
  // Fonts of constant stroke width are mostly typewriter faces, but not those whose table says that widths vary.
  const isModern = hint?.family === 'modern' && hint.fixedPitch !== false
  if (hint?.fixedPitch === true || isModern) return GENERIC.mono
  if (hint?.family === 'swiss') return GENERIC.sans
  if (hint?.family === 'roman') return GENERIC.serif
  if (/\b(mono|code|console|typewriter|terminal)/.test(key)) return GENERIC.mono
  if (/sans|grotesk|gothic|display|ui\b/.test(key)) return GENERIC.sans
  return GENERIC.serif
}

const MAX_NAME_LENGTH = 200

/** A family name as the tables have it: full-width letters folded, lower case, single spaces, without the sign for vertical writing. */
export function familyKey(family: string): string {
  return family.slice(0, MAX_NAME_LENGTH).normalize('NFKC').toLowerCase().replace(/^@/, '').replace(/\s+/g, ' ').trim()
}
