/**
 * Reads the signatures of a file, and what the file itself says against them, without hashing anything or checking who
 * signed.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { smallest } from '../lists.js'
import type { Steps } from '../pace/turns.js'
import type { PdfDocument } from '../pdf/document.js'
import { analyzeChanges } from './changes/analyze-changes.js'
import type { ChangesReport, CheckResult, Finding } from './report.js'
import { type RevisionChain, readRevisionViews } from './revision-views.js'
import { signatureFields } from './signature/signature-fields.js'
import type { SignatureReading } from './signature/signature-reading.js'
import type { SignatureField } from './signature/signature-structure.js'
import { VERIFY_LIMITS } from './verify-limits.js'

/** A file whose revisions and signature fields could be determined. */
export interface OpenFile {
  readonly document: PdfDocument
  readonly chain: RevisionChain
  readonly fields: readonly SignatureField[]
}

/** Determines revisions and signature fields; a finding when the structure of the file does not allow that. */
export function openSignedFile(document: PdfDocument): OpenFile | Finding {
  const chain = readRevisionViews(document)
  if ('code' in chain) return chain
  try {
    const fields = signatureFields(document)
    if (fields.length <= VERIFY_LIMITS.maxSignatures) return { document, chain, fields }
    const message = `It has ${fields.length} signatures, more than the limit of ${VERIFY_LIMITS.maxSignatures}.`
    return { code: 'document_too_complex', message }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return { code: 'form_unreadable', message: error.message }
  }
}

/** Index of the first revision that a signature ends. Earlier revisions held no validation data of these signatures. */
export function firstSigned({ views }: RevisionChain, readings: readonly SignatureReading[]): number {
  return smallest([views.length - 1, ...readings.flatMap(({ structure }) => structure.view?.index ?? [])])
}

/** Changes after a signature; none when it ends the last revision. */
export function* analyzeReading(chain: RevisionChain, { field, structure }: SignatureReading): Steps<ChangesReport> {
  const { view } = structure
  if (view === undefined || view === chain.views.at(-1)) {
    return { status: 'valid', findings: [], level: 'none', changes: [], warnings: [] }
  }
  const faults = chain.views.slice(view.index + 1).flatMap((later) => later.faults)
  if (faults.length > 0) return { status: 'invalid', findings: faults, level: 'other', changes: [], warnings: [] }
  return yield* analyzeChanges({
    revisions: chain.views,
    signedIndex: view.index,
    signature: {
      fieldName: field.name,
      dict: field.signature,
      ...(field.ref === undefined ? {} : { fieldRef: field.ref }),
    },
  })
}

/** Doubts about what was signed, which only matter once other bytes follow. */
export function sharedDoubts({ ambiguities, views }: RevisionChain, { structure }: SignatureReading): CheckResult[] {
  const { view } = structure
  const damage = view === undefined || view === views.at(-1) ? undefined : view.damage
  const findings = damage === undefined ? ambiguities : [...ambiguities, damage]
  return findings.length === 0 ? [] : [{ status: 'indeterminate', findings }]
}
