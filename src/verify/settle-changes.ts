/**
 * Settles which later changes are permitted, after all signatures of a document were judged.
 *
 * @module
 */
import { exceeds } from './changes/change-log.js'
import type { ChangeLevel, ChangesReport, DocumentChange, SignerReport } from './report.js'
import { VERIFY_LIMITS } from './verify-limits.js'

/** Denies the changes after a signature whose covered content is in doubt. */
export function denyChanges(report: ChangesReport, fieldName: string): ChangesReport {
  const changes = report.changes.map((change) => ({ ...change, permitted: false, deniedBy: [fieldName] }))
  return { ...report, changes }
}

/** Denies the changes after a signature that exceed the level accepted by the host's policy. */
export function limitChanges(report: ChangesReport, level: ChangeLevel): ChangesReport {
  const changes = report.changes.map((change) =>
    exceeds(change.level, level) ? { ...change, permitted: false } : change,
  )
  return { ...report, changes }
}

/**
 * Makes all signatures agree on each change: if one of them does not permit it, no entry may list it as permitted.
 *
 * @param signers Signatures in signing order.
 */
export function settleChanges(signers: readonly SignerReport[]): readonly SignerReport[] {
  const denials = gatherDenials(signers)
  if (denials.size === 0) return signers
  return signers.map((signer) => {
    const changes = signer.changes.changes.map((change) => settleChange(change, denials.get(keyOf(change))))
    return { ...signer, changes: { ...signer.changes, changes } }
  })
}

/** Names of the fields whose signatures deny a change, by the change; empty when only the host's policy does. */
function gatherDenials(signers: readonly SignerReport[]): ReadonlyMap<string, readonly string[]> {
  const denials = new Map<string, string[]>()
  for (const { changes } of signers) {
    for (const change of changes.changes) {
      if (change.permitted) continue
      const key = keyOf(change)
      const known = denials.get(key) ?? []
      denials.set(key, known)
      for (const name of change.deniedBy ?? []) {
        if (known.length < VERIFY_LIMITS.maxDenyingSignatures && !known.includes(name)) known.push(name)
      }
    }
  }
  return denials
}

function settleChange(change: DocumentChange, denials: readonly string[] | undefined): DocumentChange {
  if (denials === undefined) return change
  const { deniedBy: _, ...rest } = change
  return { ...rest, permitted: false, ...(denials.length === 0 ? {} : { deniedBy: denials }) }
}

function keyOf({ revision, level, code, description }: DocumentChange): string {
  return `${revision} ${level} ${code} ${description}`
}
