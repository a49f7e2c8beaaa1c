/**
 * Signed documents by several writers: what attacks and honest changes start from.
 *
 * @module
 */

import { withValidationData } from '../honest/changes.js'
import { timestamped } from '../honest/signing.js'
import { once } from '../support/cases.js'
import { sign } from '../support/sign.js'
import { type FormParts, readParts } from './form-parts.js'
import { WRITERS, type WriterName } from './writers.js'

/** How a document is signed. */
export type ProfileName = keyof typeof PROFILES

/** A signed document. */
export interface Base {
  readonly writer: WriterName
  readonly profile: ProfileName
  readonly bytes: Uint8Array
  readonly parts: FormParts
}

type Sign = (bytes: Uint8Array) => Promise<Uint8Array>

const certify =
  (permission: 1 | 2 | 3): Sign =>
  (bytes) =>
    sign(bytes, { certify: permission })
const archive: Sign = async (bytes) => timestamped(await withValidationData(bytes))

/** Ways to sign, from nothing certified to archived. */
export const PROFILES = {
  plain: (bytes) => sign(bytes),
  'P=1': certify(1),
  'P=2': certify(2),
  'P=3': certify(3),
  countersigned: async (bytes) => sign(await sign(bytes)),
  archived: async (bytes) => archive(await sign(bytes)),
  'P=2, countersigned': async (bytes) => sign(await certify(2)(bytes)),
  'P=3, countersigned': async (bytes) => sign(await certify(3)(bytes)),
  'P=3, archived': async (bytes) => archive(await certify(3)(bytes)),
} satisfies Record<string, Sign>

export const PROFILE_NAMES = Object.keys(PROFILES) as readonly ProfileName[]
export const WRITER_NAMES = Object.keys(WRITERS) as readonly WriterName[]

const unsigned = new Map<WriterName, () => Promise<Uint8Array>>(
  WRITER_NAMES.map((writer) => [writer, once(() => WRITERS[writer]())]),
)
const bases = new Map<string, Promise<Base>>()

/** A document as a program writes it; made once. */
export function unsignedBase(writer: WriterName): Promise<Uint8Array> {
  return (unsigned.get(writer) ?? WRITERS[writer])()
}

/** A signed document; made once. */
export function baseOf(writer: WriterName, profile: ProfileName): Promise<Base> {
  const key = `${writer}, ${profile}`
  const known = bases.get(key) ?? makeBase(writer, profile)
  bases.set(key, known)
  return known
}

async function makeBase(writer: WriterName, profile: ProfileName): Promise<Base> {
  const original = await unsignedBase(writer)
  return { writer, profile, bytes: await PROFILES[profile](original), parts: readParts(original) }
}
