/**
 * Embedded fonts, prepared before a page was signed, in which each viewer selects another glyph for a code: by maps and names in
 * another order, by encodings of the font itself, of outlines of two kinds. The ink is elsewhere than a reader of the font
 * may think, and somebody lays white over it.
 *
 * @module
 */

import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { bytesOf, dict, stream } from '../support/notation.js'
import { charstringOf } from '../support/small-fonts/charstrings.js'
import { writeCompact } from '../support/small-fonts/compact.js'
import { compactTwo } from '../support/small-fonts/compact-two.js'
import { bigEndian, type SmallGlyph } from '../support/small-fonts/small-font.js'
import { type TrueTypeOptions, writeTrueType } from '../support/small-fonts/true-type.js'
import { type ClassAttack, hasKnownPlaces, SIGNABLE } from './class-attack.js'
import {
  BELOW,
  descriptorOf,
  HERE,
  layWhite,
  letter,
  NOTHING,
  type Prepared,
  prepare,
  simpleFont,
  trueType,
  type1,
  UP,
} from './ink-pages.js'

type Font = Prepared['font']
type Maps = NonNullable<TrueTypeOptions['maps']>

const LOW = letter(0, 0)
const HIGH = letter(0, UP(), 1, { name: 'b' })
const FLAGS = { 'of symbols': 4, 'of letters': 32 } as const
const CIDS = '<000100010001>'

/** The same font with other flags in its descriptor. */
const flagged =
  (font: Font, flags: number): Font =>
  (revision) => {
    const made = font(revision) as ReturnType<typeof simpleFont>
    const descriptor = made.get('FontDescriptor') as ReturnType<typeof simpleFont>
    return made.with({ FontDescriptor: descriptor.with({ Flags: flags }) })
  }

/** Codes and what is shown by them: the letter where it is told, and 250 points above. */
const inBothPlaces = (name: string, font: Font, text?: string): [string, Prepared][] => [
  [name, { font, content: HERE(text) }],
  [`${name}, far above`, { font, content: BELOW(text) }],
]

const MAPS: Readonly<Record<string, Maps>> = {
  'a map without the code': [{ id: [3, 1], codes: { 200: 1 } }],
  'a map for the Macintosh': [{ id: [1, 0], codes: { 98: 1, 97: 2 } }],
  'a map for the Macintosh by code alone': [{ id: [1, 0], codes: { 97: 2 } }],
  'a map of Unicode': [{ id: [3, 1], codes: { 98: 1, 97: 2 } }],
  'a map of symbols': [{ id: [3, 0], codes: { 61538: 1, 61537: 2 } }],
}
const NAMES: Readonly<Record<string, string>> = {
  'a name of its own': '/Differences [97 /foo]',
  'another letter': '/Differences [97 /b]',
  'another letter by number': '/Differences [97 /uni0062]',
  'a variant of another letter': '/Differences [97 /b.alt]',
  'another letter over an encoding': '/BaseEncoding /WinAnsiEncoding /Differences [97 /b]',
}
const postOf = (...names: readonly string[]): Uint8Array =>
  bytesOf(
    bigEndian(4, 0x20000),
    new Uint8Array(28),
    bigEndian(2, names.length + 1, 0, ...names.map((_, i) => 258 + i)),
    ...names.flatMap((name) => [bigEndian(1, name.length), latin1Bytes(name)]),
  )
const POSTS: Readonly<Record<string, Uint8Array | undefined>> = {
  'no names': undefined,
  'one name twice': postOf('foo', 'foo'),
  'the name of the letter elsewhere': postOf('b', 'foo'),
}

function byMapsAndNames(): [string, Prepared][] {
  let turn = 0
  return Object.entries(MAPS).flatMap(([maps, list]) =>
    Object.entries(NAMES).flatMap(([name, entries]) =>
      Object.entries(POSTS).flatMap(([names, post]): [string, Prepared][] => {
        const tables = post === undefined ? {} : { post }
        const font = trueType([HIGH, LOW], { entries: `/Encoding <<${entries}>>` }, { maps: list, tables })
        return Object.entries(FLAGS).map(([kind, flags]) => {
          const content = turn++ % 4 === 3 ? HERE() : BELOW()
          return [
            `a font ${kind} with ${maps}, a code for ${name}, and ${names}`,
            { font: flagged(font, flags), content },
          ]
        })
      }),
    ),
  )
}

const compactFont =
  (bytes: Uint8Array, entries = ''): Font =>
  (revision) => {
    const file = revision.add(stream(dict`<</Subtype /Type1C>>`, bytes))
    return simpleFont('Type1', `/FontFile3 ${file.num} 0 R`, { entries })
  }

const named = (glyph: SmallGlyph, name: string): SmallGlyph => ({ ...glyph, name })
const OWN = [NOTHING, named(LOW, 'na'), named(HIGH, 'nb')]
const ownEncoding = (encoding: Uint8Array, glyphs = OWN, entries = '') =>
  compactFont(writeCompact(glyphs, { encoding }), entries)
/** The first string of the font is the name of its first letter. */
const [FIRST, SECOND] = [391, 392]
const supplement = (code: number, name: number, ...codes: readonly number[]) =>
  bytesOf(bigEndian(1, 0x80, codes.length, ...codes), bigEndian(1, 1, code), bigEndian(2, name))

const LONG = 'n'.repeat(150)

const COMPACT: Readonly<Record<string, Font>> = {
  'a code in a supplement': ownEncoding(supplement(97, FIRST, 98)),
  'a code in an encoding and its supplement': ownEncoding(supplement(97, FIRST, 98, 97)),
  'a code in an encoding and its supplement, the other way': ownEncoding(supplement(97, SECOND, 97, 98)),
  'a code that stands twice in an encoding': ownEncoding(bigEndian(1, 0, 2, 97, 97)),
  'a code that has two names': ownEncoding(
    bigEndian(1, 0, 2, 97, 98),
    [NOTHING, named(LOW, 'na'), named(HIGH, 'a')],
    '/Encoding <</Differences [99 /na]>>',
  ),
  'a code that has two names, the other way': ownEncoding(
    bigEndian(1, 0, 2, 97, 98),
    [NOTHING, named(HIGH, 'nb'), named(LOW, 'a')],
    '/Encoding <</Differences [99 /nb]>>',
  ),
  'the encoding of experts': compactFont(writeCompact([NOTHING, named(LOW, 'Asmall')], { encoding: 1 })),
  'a name that stands twice': compactFont(
    writeCompact([NOTHING, named(HIGH, 'na'), named(LOW, 'na')]),
    '/Encoding <</Differences [97 /na]>>',
  ),
  'an encoding of the Macintosh for experts': compactFont(
    writeCompact([NOTHING, named(LOW, 'Asmall')]),
    '/Encoding /MacExpertEncoding',
  ),
  'a name that is longer than any': compactFont(
    writeCompact([NOTHING, named(LOW, `${LONG}y`), named(HIGH, `${LONG}x`)]),
    `/Encoding <</Differences [97 /${LONG}x]>>`,
  ),
  'a letter behind a name that is longer than any': type1([named(LOW, LONG), named(HIGH, 'a')]),
  'programs of Type 1': compactFont(
    writeCompact([NOTHING, named(HIGH, 'na')], { raw: { na: charstringOf(LOW, 1) } }),
    '/Encoding <</Differences [97 /na]>>',
  ),
}

const TWO_KINDS: Readonly<Record<string, (versionOf: Version) => Uint8Array>> = {
  'CFF 2 below, CFF above': (version) => fontOf(version, LOW, { 'CFF ': bare(HIGH), CFF2: compactTwo(LOW) }, false),
  'CFF 2 above, CFF below': (version) => fontOf(version, LOW, { 'CFF ': bare(LOW), CFF2: compactTwo(HIGH) }, false),
  'CFF 2 below, TrueType above': (version) => fontOf(version, HIGH, { CFF2: compactTwo(LOW) }),
  'CFF 2 above, TrueType below': (version) => fontOf(version, LOW, { CFF2: compactTwo(HIGH) }),
  'CFF below, TrueType above': (version) => fontOf(version, HIGH, { 'CFF ': bare(LOW) }),
  'CFF above, TrueType below': (version) => fontOf(version, LOW, { 'CFF ': bare(HIGH) }),
}
type Version = keyof typeof VERSIONS
const VERSIONS = { OpenType: 0x4f54544f, TrueType: 0x10000, Apple: 0x74727565 } as const
const bare = (glyph: SmallGlyph) => writeCompact([NOTHING, named(glyph, 'na')])

function fontOf(version: Version, glyph: SmallGlyph, tables: Record<string, Uint8Array>, isTrueType = true) {
  const without = isTrueType ? {} : { glyf: undefined, loca: undefined }
  return writeTrueType([NOTHING, glyph], { tables: { ...tables, ...without }, version: VERSIONS[version] })
}

const bySubtype =
  (bytes: Uint8Array, isByNumbers: boolean): Font =>
  (revision) => {
    const file = revision.add(stream(dict`<</Subtype /OpenType>>`, bytes))
    if (!isByNumbers)
      return simpleFont('Type1', `/FontFile3 ${file.num} 0 R`, { entries: '/Encoding <</Differences [97 /na]>>' })
    return byNumbers(`/FontFile3 ${file.num} 0 R`)
  }

function byNumbers(file: string) {
  const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
  const descendant = `<</Type /Font /Subtype /CIDFontType0 /BaseFont /Small ${system} /DW 500
    /FontDescriptor <<${descriptorOf(file)}>>>>`
  return dict`<</Type /Font /Subtype /Type0 /BaseFont /Small /Encoding /Identity-H /DescendantFonts [${descendant}]>>`
}

/** A font by CIDs that has a number twice. */
const numberTwice =
  (...glyphs: readonly SmallGlyph[]): Font =>
  (revision) => {
    const parts = { select: bigEndian(1, 0, 0, 0, 0), matrices: [undefined] }
    const bytes = writeCompact([NOTHING, ...glyphs], { parts, numbers: [1, 1] })
    const file = revision.add(stream(dict`<</Subtype /CIDFontType0C>>`, bytes))
    return byNumbers(`/FontFile3 ${file.num} 0 R`)
  }

/** The map that viewers choose stands behind others, in which the letter is another. */
const behindOthers = (count: number): Font => {
  const others = Array.from({ length: count }, (_, i) => ({ id: [0, i] as const, codes: { 97: 2 } }))
  const maps = [...others, { id: [3, 1] as const, codes: { 97: 1 } }]
  return trueType([HIGH, LOW], { entries: '/Encoding /WinAnsiEncoding' }, { maps })
}

const PAGES: readonly (readonly [string, Prepared])[] = [
  ...byMapsAndNames(),
  ...[2, 12, 40].flatMap((count) =>
    inBothPlaces(`a font with a map behind ${count} others`, flagged(behindOthers(count), FLAGS['of letters'])),
  ),
  ...Object.entries(COMPACT).flatMap(([name, font]) =>
    Object.entries(FLAGS).flatMap(([kind, flags]) =>
      inBothPlaces(`a compact font ${kind} with ${name}`, flagged(font, flags)),
    ),
  ),
  ...Object.entries(TWO_KINDS).flatMap(([name, make]) =>
    (Object.keys(VERSIONS) as Version[]).flatMap((version) => [
      ...inBothPlaces(`an ${version} font with ${name}`, bySubtype(make(version), false)),
      ...inBothPlaces(`an ${version} font by numbers with ${name}`, bySubtype(make(version), true), CIDS),
    ]),
  ),
  ...inBothPlaces('a font that has a number twice', numberTwice(LOW, HIGH), CIDS),
  ...inBothPlaces('a font that has a number twice, the other way', numberTwice(HIGH, LOW), CIDS),
]

/** Covers on what one viewer or another selects. */
export const selectedGlyphs: readonly ClassAttack[] = PAGES.map(([name, prepared]) => ({
  name: `white on ${name}`,
  prepare: prepare(prepared),
  make: layWhite(prepared, 1),
  profiles: [...SIGNABLE, 'P=3'] as const,
  fits: hasKnownPlaces,
}))
