// Placeholder until the engineer of src/verify/changes writes the real one (overwrite this file): refuses every change.
import type { PdfDict, PdfRef } from '../../pdf/objects.js'
import type { ChangesReport } from '../report.js'
import type { RevisionView } from '../revision-view.js'
export function analyzeChanges(_input: {
  revisions: readonly RevisionView[]
  signedIndex: number
  signature: { fieldName: string; dict: PdfDict; fieldRef?: PdfRef }
}): ChangesReport {
  return { status: 'invalid', level: 'other', findings: [{ code: 'not_analyzed', message: 'x' }], changes: [] }
}
