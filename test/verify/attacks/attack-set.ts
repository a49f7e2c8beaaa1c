/**
 * All attacks that are made on the documents of several writers, spread over writers and ways of signing.
 *
 * @module
 */

import { verifyDocument } from '../../../src/index.js'
import { type Base, baseOf, PROFILE_NAMES, WRITER_NAMES } from '../bases/bases.js'
import type { WriterName } from '../bases/writers.js'
import { findUnexplainedSince } from '../oracle/unexplained.js'
import { differencesOf } from '../viewers/differences.js'
import type { Viewers, Views } from '../viewers/viewers.js'
import { addedDrawings } from './added-drawings.js'
import { changedKinds } from './changed-kinds.js'
import type { ClassAttack } from './class-attack.js'
import { colouredCells } from './coloured-cells.js'
import { coveredSignatures } from './covered-signatures.js'
import { doubleMeanings } from './double-meanings.js'
import { doublePurposes } from './double-purposes.js'
import { doubtfulFonts } from './doubtful-fonts.js'
import { drawnBesides } from './drawn-besides.js'
import { encryptedLooks } from './encrypted-looks.js'
import { falseAppearances } from './false-appearances.js'
import { fieldGrounds } from './field-grounds.js'
import { fieldStyles, filledStyles } from './field-styles.js'
import { fieldTrees } from './field-trees.js'
import { hidingAnnotations, imitatingAnnotations } from './hiding-annotations.js'
import { inkedFields } from './inked-fields.js'
import { joinedPrints } from './joined-prints.js'
import { imitatingSigners, laterSigners } from './later-signers.js'
import { leavingAppearances } from './leaving-appearances.js'
import { lenientText } from './lenient-text.js'
import { lyingFonts } from './lying-fonts.js'
import { markupMarks } from './markup-marks.js'
import { misplacedInk } from './misplaced-ink.js'
import { misreadDrawings } from './misread-drawings.js'
import { mixedColours } from './mixed-colours.js'
import { newFieldShapes } from './new-field-shapes.js'
import { oddDocuments } from './odd-documents.js'
import { oddNumbers } from './odd-numbers.js'
import { oddSpellings } from './odd-spellings.js'
import { packedStreams } from './packed-streams.js'
import { pageSurroundings } from './page-surroundings.js'
import { paintingFields } from './painting-fields.js'
import { paleSigns } from './pale-signs.js'
import { readPictures } from './pictures.js'
import { preparedObjects } from './prepared-objects.js'
import { rareCovers, rareFields, rarePrint } from './rare-ink.js'
import { reachingNumbers } from './reaching-numbers.js'
import { readerLetters } from './reader-letters.js'
import { scannedPages } from './scanned-pages.js'
import { selectedGlyphs } from './selected-glyphs.js'
import { structureForgeries } from './structure-forgeries.js'
import { thoughtHidden } from './thought-hidden.js'
import { unreadableIncrements } from './unreadable-increments.js'
import { neverSeenFont, unusedFonts } from './unused-fonts.js'
import { unusualAnnotations } from './unusual-annotations.js'
import { drawnByViewers, wholeDocuments } from './whole-documents.js'

/** Classes of attacks by what they are after. */
export const ATTACK_CLASSES: Readonly<Record<string, readonly ClassAttack[]>> = {
  'A1 increments that other readers refuse': unreadableIncrements,
  'A2 object streams with two meanings': doubleMeanings,
  'A3 empty signature fields that paint': paintingFields,
  'A4 fields that do not show their value': falseAppearances,
  'A5 annotations that hide the page': hidingAnnotations,
  'A5 annotations that imitate the page': imitatingAnnotations,
  'A6 later signers who hide the page': laterSigners,
  'A6 later signers who imitate the page': imitatingSigners,
  'A10 appearances that leave their place': leavingAppearances,
  'A9 documents with two meanings': oddDocuments,
  'A11 parts that become others': changedKinds,
  'A12 what surrounds a page': pageSurroundings,
  'A13 styles of fields': fieldStyles,
  'A13 styles of filled fields': filledStyles,
  'A14 annotations of unusual kinds': unusualAnnotations,
  'A15 odd spellings of objects': oddSpellings,
  'A16 pictures that are read as text': readPictures,
  'A17 print on scanned pages': scannedPages,
  'A17 additions to print on scanned pages': joinedPrints,
  'A18 letters on coloured grounds': colouredCells,
  'A19 ink of fields': inkedFields,
  'A20 markings that write': markupMarks,
  'A21 pale shapes on small parts of letters': paleSigns,
  'A22 drawings that add up': addedDrawings,
  'A23 grounds of fields on text': fieldGrounds,
  'A24 objects prepared before signing': preparedObjects,
  'A25 streams packed in odd ways': packedStreams,
  'A26 looks that are decrypted in two ways': encryptedLooks,
  'A27 dictionaries and trees that serve two purposes': doublePurposes,
  'A28 text that some viewers show': lenientText,
  'A29 text that is thought hidden, and covers that are thought unseen': thoughtHidden,
  'A30 fields that inherit, and fields told in two places': fieldTrees,
  'A31 ink elsewhere than its measures say': misplacedInk,
  'A32 fonts that are read in several ways': doubtfulFonts,
  'A33 numbers of another kind': oddNumbers,
  'A34 structure that leads elsewhere': structureForgeries,
  'A35 drawings that one reader misreads': misreadDrawings,
  'A36 signatures that are covered': coveredSignatures,
  'A37 borders beside an appearance': drawnBesides,
  'A38 rare print under white': rarePrint,
  'A38 rare covers': rareCovers,
  'A38 rare ink in fields': rareFields,
  'A39 fonts that lie': lyingFonts,
  'A40 what stands beside the pages': wholeDocuments,
  'A41 annotations as viewers draw them': drawnByViewers,
  'A42 glyphs that viewers select otherwise': selectedGlyphs,
  'A43 letters that readers must have': readerLetters,
  'A44 new fields that are other fields to viewers': newFieldShapes,
  'A45 fonts that nothing used': [...unusedFonts, ...neverSeenFont],
  'A46 numbers that lead beyond the signed revision': reachingNumbers,
  'A47 colours and codings that viewers take otherwise': mixedColours,
}

/** An attack on one document. */
export interface SpreadAttack {
  readonly name: string
  readonly isSignedOver: boolean
  readonly isNamed: boolean
  /** Calls up the document, and attacks it. */
  readonly make: () => Promise<{ readonly base: Base; readonly bytes: Uint8Array }>
}

/**
 * Each attack on some documents: which ones goes round, so that every class meets every writer and every way of
 * signing.
 *
 * @param each Documents per attack.
 */
export function spread(attacks: readonly ClassAttack[], each: number): readonly SpreadAttack[] {
  return attacks.flatMap((attack, i) =>
    Array.from({ length: each }, (_, k) => ({
      name: attack.name,
      isSignedOver: attack.isSignedOver === true,
      isNamed: attack.isNamed === true,
      make: async () => {
        const chosen = await chooseBase(attack, i * each + k)
        const base = (await attack.prepare?.(chosen)) ?? chosen
        return { base, bytes: await attack.make(base) }
      },
    })),
  )
}

/** Attacks of a kind on documents of all writers, each on one. */
export function attacksOf(kind: string): readonly SpreadAttack[] {
  const names = Object.keys(ATTACK_CLASSES).filter((name) => name.startsWith(kind))
  return names.flatMap((name) => spread(ATTACK_CLASSES[name] ?? [], 1))
}

/** The document whose turn it is, or the next one that has what the attack needs. */
async function chooseBase({ profiles = PROFILE_NAMES, fits, name }: ClassAttack, turn: number): Promise<Base> {
  const profile = turnOf(profiles, turn + Math.floor(turn / WRITER_NAMES.length))
  for (let skipped = 0; skipped < WRITER_NAMES.length; skipped++) {
    const base = await baseOf(turnOf<WriterName>(WRITER_NAMES, turn + skipped), profile)
    if (fits?.(base) !== false) return base
  }
  throw new Error(`No document fits "${name}".`)
}

function turnOf<T>(list: readonly T[], turn: number): T {
  const item = list[turn % list.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

/** What of an attack that is called valid somebody sees, in words; nothing where it comes to nothing. */
export async function findFooled(
  viewers: Viewers,
  attack: SpreadAttack,
  base: Base,
  bytes: Uint8Array,
): Promise<string[]> {
  if (attack.isNamed) return findUnexplainedSince(viewers, bytes, await verifyDocument(bytes))
  const differences = differencesOf(await viewsOf(viewers, base), await viewers.draw(bytes))
  const seen = differences.map(({ viewer, page, pixels }) => `${pixels} pixels of page ${page + 1} in ${viewer}`)
  return attack.isSignedOver ? ['it is valid', ...seen] : seen
}

const drawn = new WeakMap<Base, Promise<Views>>()

function viewsOf(viewers: Viewers, base: Base): Promise<Views> {
  const known = drawn.get(base) ?? viewers.draw(base.bytes)
  drawn.set(base, known)
  return known
}
