/**
 * Honest changes by other programs, spread over documents and ways of signing.
 *
 * @module
 */

import { type Base, baseOf, WRITER_NAMES } from '../../bases/bases.js'
import { javaChanges } from './by-java-programs.js'
import { libpdfChanges } from './by-libpdf.js'
import { mupdfChanges } from './by-mupdf.js'
import { pdfjsChanges } from './by-pdfjs.js'
import { hasPopplerWriter, popplerChanges } from './by-poppler.js'
import { signerChanges } from './by-signers.js'
import type { HonestChange } from './honest-change.js'
import type { JavaPrograms } from './java-programs.js'

/** A change of one document. */
export interface SpreadChange {
  readonly program: string
  readonly name: string
  readonly base: Base
  readonly make: () => Promise<Uint8Array>
}

/** Every change of every program. */
export function allChanges(java: JavaPrograms | undefined): readonly HonestChange[] {
  return [
    ...mupdfChanges,
    ...pdfjsChanges,
    ...libpdfChanges,
    ...signerChanges,
    ...(hasPopplerWriter() ? popplerChanges : []),
    ...(java === undefined ? [] : javaChanges(java)),
  ]
}

/**
 * Each change on some documents, whose writers and ways of signing go round.
 *
 * @param each Documents per change.
 */
export async function* spreadChanges(changes: readonly HonestChange[], each: number): AsyncGenerator<SpreadChange> {
  for (const [i, change] of changes.entries()) {
    for (let k = 0; k < each; k++) {
      const base = await chooseBase(change, i * each + k)
      yield { program: change.program, name: change.name, base, make: () => change.make(base) }
    }
  }
}

async function chooseBase({ profiles, fits, name }: HonestChange, turn: number): Promise<Base> {
  const profile = profiles[(turn + Math.floor(turn / WRITER_NAMES.length)) % profiles.length]
  for (let skipped = 0; skipped < WRITER_NAMES.length && profile !== undefined; skipped++) {
    const writer = WRITER_NAMES[(turn + skipped) % WRITER_NAMES.length]
    if (writer === undefined) break
    const base = await baseOf(writer, profile)
    if (fits?.(base) !== false) return base
  }
  throw new Error(`No document fits "${name}".`)
}
