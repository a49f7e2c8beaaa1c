/**
 * Attacks that are made on the documents of every writer, signed in every way.
 *
 * @module
 */

import type { Base, ProfileName } from '../bases/bases.js'

/** An attack by an increment to a signed document. */
export interface ClassAttack {
  readonly name: string
  readonly make: (base: Base) => Uint8Array | Promise<Uint8Array>
  /** A page that is prepared for it before the document is signed: what is attacked is what this gives. */
  readonly prepare?: (base: Base) => Promise<Base>
  /** How the documents that it is made on are signed; every way unless told. */
  readonly profiles?: readonly ProfileName[]
  /** What a document must have for it. */
  readonly fits?: (base: Base) => boolean
  /** The signed revision itself is the attack: no picture of another one tells, and it must never be valid. */
  readonly isSignedOver?: boolean
  /** Something permitted changes with it, so that the picture may: what counts is what the report does not explain. */
  readonly isNamed?: boolean
}

/** LibreOffice sets the text in its own way; the others have each line at the same place. */
export function hasKnownPlaces({ writer }: Base): boolean {
  return writer !== 'LibreOffice'
}

/** Ways of signing that permit the filling of forms. */
export const FILLABLE: readonly ProfileName[] = [
  'plain',
  'P=2',
  'countersigned',
  'P=3',
  'archived',
  'P=2, countersigned',
  'P=3, archived',
]

/** Ways of signing that permit annotations. */
export const ANNOTATABLE: readonly ProfileName[] = ['P=3', 'P=3, countersigned', 'P=3, archived']

/** Ways of signing that permit further signatures. */
export const SIGNABLE: readonly ProfileName[] = ['plain', 'P=2', 'P=3', 'countersigned', 'archived', 'P=3, archived']

export type Maker = ClassAttack['make']

/** Attacks from a table of their makers. */
export function attacksBy(
  makers: Readonly<Record<string, Maker>>,
  where: Omit<ClassAttack, 'name' | 'make'> = {},
): readonly ClassAttack[] {
  return Object.entries(makers).map(([name, make]) => ({ name, make, ...where }))
}
