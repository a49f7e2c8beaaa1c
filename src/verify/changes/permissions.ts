/**
 * Tells what a signature permits to change after it (ISO 32000-2, 12.8.2.2, 12.8.2.4 and 12.7.5.5).
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import {
  certificationPermission,
  docMdpPermission,
  type FieldLock,
  fieldLocks,
  locksField,
  readFieldLock,
} from '../../pdf/forms.js'
import { readOrNull } from '../../pdf/lookup.js'
import { numberOf, PdfDict, type PdfRef } from '../../pdf/objects.js'
import { quoteText } from '../foreign-text.js'
import type { ChangeLevel, Finding } from '../report.js'
import { exceeds, type KnownChange, LEVELS } from './change-log.js'

/** A signature whose document was changed afterwards. */
export interface JudgedSignature {
  readonly fieldName: string
  readonly dict: PdfDict
  readonly fieldRef?: PdfRef
}

/** The permission of a signature, and of the certification that was in force when it was made. */
interface SignaturePermission {
  readonly level: ChangeLevel
  /** True when the document was certified. */
  readonly certified: boolean
  readonly locks: readonly FieldLock[]
}

/** Levels of the DocMDP permissions 1 to 3. Any other value counts as the strictest. */
const LEVEL_OF_PERMISSION: Record<number, ChangeLevel> = { 1: 'validation-data', 2: 'form-filling', 3: 'annotations' }

/**
 * Reads the permission in the signed state of the document. Without certification a document may be filled in and signed
 * further; annotations need P=3.
 */
export function readPermission(document: PdfDocument, signature: JudgedSignature): SignaturePermission {
  const { dict, fieldRef } = signature
  const permissions: number[] = []
  const locks = [...fieldLocks(document, dict)]
  const certification = certificationPermission(document)
  const own = docMdpPermission(document, dict)
  if (certification !== undefined) permissions.push(certification)
  if (own !== undefined) permissions.push(own)
  const field = fieldRef === undefined ? null : readOrNull(document, fieldRef.num)
  const lock = field instanceof PdfDict ? document.lookupDict(field, 'Lock') : undefined
  if (lock !== undefined) {
    const permission = document.lookup(lock, 'P')
    // Whatever is no number, in any spelling, permits no more than the strictest.
    if (permission !== null) permissions.push(numberOf(permission) ?? 1)
    const declared = readFieldLock(document, lock)
    if (declared !== undefined) locks.push(declared)
  }
  const levels = permissions.map((permission) => LEVEL_OF_PERMISSION[permission] ?? 'validation-data')
  const level = levels.length === 0 ? 'form-filling' : levels.reduce((a, b) => (exceeds(a, b) ? b : a))
  return { level, certified: certification !== undefined, locks }
}

/** Why a signature does not permit a change that the rules accept; `undefined` when it does. */
export function permissionFault(permission: SignaturePermission, change: KnownChange): Finding | undefined {
  if (change.level === 'other') return undefined
  const { fieldName } = change
  const what = `${change.description} (revision ${change.revision}).`
  if (exceeds(change.level, permission.level)) {
    return { code: 'change_not_permitted', message: `The signature does not permit this change: ${what}` }
  }
  if (fieldName !== undefined && permission.locks.some((lock) => locksField(lock, fieldName))) {
    const message = `The signature locks the field ${quoteText(fieldName)}: ${what}`
    return { code: 'locked_field_changed', message }
  }
  const isVisible = change.code === 'visible_signature_field_added'
  if (isVisible && permission.certified && permission.level !== 'annotations') {
    const message = `The certification permits no new visible field: ${what}`
    return { code: 'change_not_permitted', message }
  }
  return undefined
}

/** The highest level among some changes. */
export function highestLevel(changes: readonly KnownChange[]): ChangeLevel {
  let highest = 0
  for (const { level } of changes) highest = Math.max(highest, LEVELS.indexOf(level))
  return LEVELS[highest] ?? 'other'
}
