/**
 * Finds a family by its name, however it is written.
 *
 * @module
 */

import type { FontHint } from '../model/document-model.js'
import { FAMILY_ROWS } from './family-rows.js'
import type { FamilySubstitute } from './family-substitute.js'
import type { FontKind } from './loaded-font.js'
import { WEB_FAMILY_ROWS } from './web-family-rows.js'

let families: Map<string, FamilySubstitute> | undefined
/** By names without spaces, as PostScript has them. */
let joinedFamilies: Map<string, FamilySubstitute> | undefined

/** The substitute of a known family, by its normalised name; see {@link familyKey}. */
export function substituteOf(key: string): FamilySubstitute | undefined {
  for (const name of namesIn(key)) {
    const found = searchFamily(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The name, without what Word's dialogs add to it (`Calibri (Body)`), and the names of a list as style sheets have it. */
function namesIn(key: string): readonly string[] {
  const plain = key.replace(/ ?\([^()]*\)$/, '').replace(/["']/g, '')
  const listed = plain.split(/ ?[;,] ?/)
  return listed.length === 1 ? [plain] : [plain, ...listed.slice(0, MAX_LISTED)]
}

/** Families of one list that are looked up; style sheets name two or three. */
const MAX_LISTED = 8

function searchFamily(key: string): FamilySubstitute | undefined {
  const known = knownFamilies()
  // One word at a time: "roman" is the style of a single face, but part of the name of "Times New Roman Bold".
  for (let name = key; ; ) {
    const found = known.get(name) ?? familiesWithoutSpaces().get(name)
    const shorter = name.replace(STYLE_WORD, '')
    if (found !== undefined || shorter === name) return found
    name = shorter
  }
}

function familiesWithoutSpaces(): Map<string, FamilySubstitute> {
  joinedFamilies ??= new Map([...knownFamilies()].map(([name, substitute]) => [name.replaceAll(' ', ''), substitute]))
  return joinedFamilies
}

function knownFamilies(): Map<string, FamilySubstitute> {
  families ??= new Map(
    [...FAMILY_ROWS, ...WEB_FAMILY_ROWS].flatMap(([names, substitute]) =>
      names.split(', ').map((name) => [name, substitute]),
    ),
  )
  return families
}

/** The style that a name tells by itself, such as `Arial-BoldMT`. */
export function namedStyle(key: string): { readonly bold: boolean; readonly italic: boolean } {
  return {
    bold:
      /[-, ](?:(?:semi|demi|extra|ultra)?bold|gras)/.test(key) ||
      // Arial Black and the like are families, with widths of their own.
      (/[-, ](?:black|heavy)$/.test(key) && !knownFamilies().has(key)),
    italic: /[-, ](?:(?:semi)?bold|light|medium)?(?:italic|oblique)/.test(key),
  }
}

/** What PostScript names and names of single styles have after that of the family. */
const STYLE_WORD =
  /(?:[-, ]?mt|ps|[-, ](?:bold|italic|oblique|bolditalic|boldoblique|lightitalic|mediumitalic|semibolditalic|regular|roman|normal|medium|semibold|demibold|extrabold|ultrabold|light|extralight|ultralight|semilight|thin|hairline|black|heavy|book|gras|std|pro|lt|nova|ce|cyr|greek|baltic|tur))$/

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
  const classified = kindByPanose(hint?.panose)
  if (classified !== undefined) return GENERIC[classified]
  if (/\b(mono|code|console|typewriter|terminal)/.test(key)) return GENERIC.mono
  if (/sans|grotesk|gothic|display|ui\b/.test(key)) return GENERIC.sans
  return GENERIC.serif
}

/** By the PANOSE numbers of Latin text faces: the style of their serifs and their proportion. */
function kindByPanose([family, serifs = 0, , proportion]: readonly number[] = []): FontKind | undefined {
  if (family !== 2) return undefined
  if (proportion === 9) return 'mono'
  if (serifs < 2) return undefined
  return serifs >= 11 ? 'sans' : 'serif'
}

/** Names come from documents, and none of a real font is longer. */
const MAX_NAME_LENGTH = 200

/**
 * A family name as the tables have it: full-width letters folded, lower case, single spaces, without the sign for
 * vertical writing.
 */
export function familyKey(family: string): string {
  return family.slice(0, MAX_NAME_LENGTH).normalize('NFKC').toLowerCase().replace(/^@/, '').replace(/\s+/g, ' ').trim()
}
