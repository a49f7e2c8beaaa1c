/**
 * Finds doubts about what was signed: properties of a signed revision that later bytes can exploit.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { ENTRY_IN_USE, latin1Text, viewOf } from '../../pdf/reading.js'
import type { Finding } from '../report.js'
import { findContradictionOnPages } from './contradictions.js'
import { findDoubleEntry } from './double-entries.js'
import { findHiddenPart } from './hybrid-check.js'
import { skipLeadingBlanks } from './known-writers.js'
import { findLinearizationDoubt } from './linearization.js'
import { findSecondForm } from './searched-objects.js'
import { entriesOf } from './section-entries.js'

/** Places where two readers rightly see different documents, which puts every signature in doubt. */
export function findAmbiguities(document: PdfDocument): readonly Finding[] {
  const findings: Finding[] = []
  for (const find of AMBIGUITIES) {
    const finding = find(document)
    if (finding !== undefined) findings.push(finding)
  }
  return findings
}

/**
 * Why readers may see another document than the cross-reference describes; `undefined` when nothing makes them. When an entry
 * leads nowhere, they rebuild the file from all object headers in it, including those in stream data of a later revision.
 *
 * @param whole The whole file, of which `document` is the beginning.
 */
export function findDamage(document: PdfDocument, whole: PdfDocument): Finding | undefined {
  const isSound = document.hasSoundEntries() && [...containersOf(document)].every((num) => isReadable(document, num))
  if (isSound || !hasStrayHeaders(whole, document.bytes.length)) return undefined
  return {
    code: 'signed_revision_damaged',
    message:
      'The cross-reference of the signed revision leads nowhere for some object, so readers differ on what it is.',
  }
}

/** True when there is an object header after `from` that no cross-reference section names. */
function hasStrayHeaders(whole: PdfDocument, from: number): boolean {
  const { bytes, origin, sections } = whole
  const startOf = (offset: number) => skipLeadingBlanks(bytes, origin + offset)
  const named = new Set(sections.map(({ offset }) => startOf(offset)))
  const all = sections.map((_, index) => index)
  for (const { type, position } of entriesOf(whole, all)) if (type === ENTRY_IN_USE) named.add(startOf(position))
  const view = viewOf(bytes)
  for (let hit = view.indexOf('obj', from, 'latin1'); hit >= 0; hit = view.indexOf('obj', hit + 3, 'latin1')) {
    const header = /(\d+)\s+\d+\s+$/.exec(latin1Text(bytes, Math.max(0, hit - 64), hit))
    if (header !== null && !named.has(hit - header[0].length)) return true
  }
  return false
}

function containersOf({ xref }: PdfDocument): Set<number> {
  const containers = new Set<number>()
  for (const num of xref.numbers()) {
    const entry = xref.get(num)
    if (entry?.type === 'compressed') containers.add(entry.stream)
  }
  return containers
}

function isReadable(document: PdfDocument, container: number): boolean {
  try {
    return document.objectStream(container) !== undefined
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return false
  }
}

const AMBIGUITIES = [
  findLinearizationDoubt,
  findDoubleEntry,
  findHiddenPart,
  findSecondForm,
  findContradictionOnPages,
] as const
