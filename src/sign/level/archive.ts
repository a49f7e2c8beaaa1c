/**
 * Adds the revisions that a signature's level needs after it.
 *
 * @module
 */
import type { Pace } from '../../pace/pace.js'
import type { DssMaterial } from '../../pdf/writing.js'
import { appendMaterial, appendTimestamp, type EvidenceTarget } from './append-evidence.js'
import type { LevelJob } from './level-job.js'

/** A document with its signature, and what its level needs in the same revision. */
export interface SealedFile {
  readonly bytes: Uint8Array
  readonly material: DssMaterial | undefined
  /** Data that came too late for that revision, and has to be appended. */
  readonly late?: DssMaterial | undefined
  /** Name of the signature in /VRI. */
  readonly vriKey: string
}

/** Appends what the level needs in a revision after the signature's. */
export async function archive(
  { bytes, material, late, vriKey }: SealedFile,
  {
    vri,
    password,
    pace,
  }: { readonly vri?: boolean | undefined; readonly password?: string | Uint8Array | undefined; readonly pace?: Pace },
  level: LevelJob,
): Promise<Uint8Array> {
  const vriKeys = vri === true && material !== undefined ? [vriKey] : []
  const target = { pdf: bytes, password, ...(pace === undefined ? {} : { pace }) }
  const held = late ?? material
  const archived = await appendArchive(level, target, held, vriKeys)
  const isNew = late !== undefined || vriKeys.length > 0
  const result = archived ?? (isNew && held !== undefined ? await appendMaterial(target, held, vriKeys) : bytes)
  await level.confirm(result, password)
  return result
}

async function appendArchive(
  level: LevelJob,
  target: EvidenceTarget,
  held: DssMaterial | undefined,
  vriKeys: readonly string[],
): Promise<Uint8Array | undefined> {
  const stamped = await level.attempt('B-LTA', 'B-LT', () =>
    appendTimestamp(target, level.stamper, () => level.planArchive(held), vriKeys),
  )
  return stamped?.bytes
}

/** The bytes of /Contents: a CMS followed by zeros. */
export function paddedTo(length: number, cms: Uint8Array): Uint8Array {
  const padded = new Uint8Array(length)
  padded.set(cms)
  return padded
}
