/**
 * What another program does to a signed document, as its signatures permit.
 *
 * @module
 */

import type { Base, ProfileName } from '../../bases/bases.js'
import type { WriterName } from '../../bases/writers.js'

/** An honest change. */
export interface HonestChange {
  readonly program: string
  readonly name: string
  readonly make: (base: Base) => Promise<Uint8Array>
  /** How the documents that it is made on are signed. */
  readonly profiles: readonly ProfileName[]
  /** What a document must have for it. */
  readonly fits?: (base: Base) => boolean
}

/** Ways of signing that permit anything that may be permitted. */
export const ANY_PROFILE: readonly ProfileName[] = ['plain', 'P=1', 'P=2', 'P=3', 'countersigned', 'archived']

/** Ways of signing that permit a signature in a new place. */
export const VISIBLY_SIGNABLE: readonly ProfileName[] = ['plain', 'P=3', 'countersigned', 'archived', 'P=3, archived']

/** Documents that a program does not spoil: all but those of some writers. */
export const except =
  (...writers: readonly WriterName[]) =>
  ({ writer }: Base): boolean =>
    !writers.includes(writer)

/**
 * LibreOffice writes empty appearances and asks readers to draw the values. Programs that drop this request make the
 * values disappear in Poppler and PDF.js, which is no honest change.
 */
export const keepingValues = except('LibreOffice')

/** Changes of one program. */
export function changesBy(
  program: string,
  profiles: readonly ProfileName[],
  makers: Readonly<Record<string, HonestChange['make']>>,
  fits?: HonestChange['fits'],
): readonly HonestChange[] {
  return Object.entries(makers).map(([name, make]) => ({
    program,
    name,
    make,
    profiles,
    ...(fits === undefined ? {} : { fits }),
  }))
}
