/**
 * Determines which part of the document a changed object belongs to, by the path that leads to it.
 *
 * A path is listed here only if the rule for the part reads the object at its end in both states. All other paths are
 * unknown, and an object that changed on an unknown path is unexplained.
 *
 * @module
 */
import { PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import type { SubjectKind } from './change-rule.js'
import { fieldNumberOf } from './fields/form-field.js'
import { TRAILER } from './reference-graph.js'
import type { RevisionPair } from './revision-pair.js'
import { resourceCategory } from './rules/resources-rule.js'
import { anchorKind, type Usage } from './usages.js'

/** A part of the document that a rule judges as a whole. */
export interface Subject {
  readonly kind: SubjectKind
  readonly num: number
}

/** Paths from the catalog. `*` stands for any index of an array, `?` for any key or index. */
const CATALOG_PATHS: readonly (readonly [SubjectKind, string])[] = [
  ['form', 'AcroForm'],
  ['form', 'AcroForm/Fields'],
  ['form', 'AcroForm/SigFlags'],
  ['form', 'AcroForm/NeedAppearances'],
  ['form', 'AcroForm/DR'],
  ['form', 'AcroForm/DR/?'],
  ['form', 'AcroForm/XFA/?'],
  ['validation-data', 'DSS'],
  ['validation-data', 'DSS/?'],
  ['validation-data', 'DSS/?/?'],
  ['validation-data', 'DSS/VRI/?/?'],
  ['validation-data', 'DSS/VRI/?/?/?'],
  ['extensions', 'Extensions'],
  ['extensions', 'Extensions/?'],
  ['extensions', 'Extensions/?/?'],
  ['metadata', 'Metadata'],
]

/** Keys that may refer to a field, widget or annotation without reading anything that rules permit to change. */
const LINK_KEYS = new Set(['Obj', 'IRT', 'Popup', 'CO', 'T', 'P', 'Parent', 'Data'])

/**
 * True for the reference from a signature reference dictionary to the object that its transform method concerns (ISO 32000-2,
 * Table 256), which is the catalog. The catalog is judged by its own rules.
 */
function isSignatureData(pair: RevisionPair, num: number, path: readonly string[]): boolean {
  return num === pair.older.catalogRef.num && path.at(-1) === 'Data' && path.includes('Reference')
}

/** The parts to judge for a use of a changed object; `undefined` for a use that no rule knows. */
export function subjectOfUsage(
  pair: RevisionPair,
  num: number,
  { anchor, path, complete }: Usage,
): Subject | undefined {
  if (!complete) return undefined
  if (isSignatureData(pair, num, path)) return { kind: 'catalog', num: TRAILER }
  const text = path.join('/')
  const before = pair.before(num)
  const after = pair.after(num)
  const kind = anchorKind(pair, anchor, pair.before(anchor))
  if (anchor === TRAILER) {
    if (text === 'Root' && num === pair.older.catalogRef.num) return { kind: 'catalog', num: TRAILER }
    return text === 'Info' ? { kind: 'information', num: TRAILER } : undefined
  }
  if (kind === 'catalog') {
    const known = CATALOG_PATHS.find(([, pattern]) => matches(path, pattern))
    if (known !== undefined) return { kind: known[0], num: TRAILER }
    if (text === 'AcroForm/Fields/*') return nodeSubject(pair, num)
    if (path[0] === 'StructTreeRoot' && (path.length === 1 || isStructurePath(path.slice(1)))) {
      return { kind: 'structure', num }
    }
    return text === 'AcroForm/CO/*' ? nodeSubject(pair, num) : undefined
  }
  if (isGrownResource(path, before, after)) return { kind: 'resources', num }
  if (kind === 'page') {
    if (text === 'Annots') return onlyArrays(before, after) ? { kind: 'page', num: anchor } : undefined
    return text === 'Annots/*' ? nodeSubject(pair, num) : undefined
  }
  if (kind === 'annotation' || kind === 'field') {
    if (text === 'Kids') return onlyArrays(before, after) ? nodeSubject(pair, anchor) : undefined
    if (text === 'Kids/*') return nodeSubject(pair, num)
    if (text === 'V')
      return before instanceof PdfStream || after instanceof PdfStream ? undefined : nodeSubject(pair, anchor)
    if (isAppearancePath(path, before, after)) return nodeSubject(pair, anchor)
  }
  if (kind === 'structure' && isStructurePath(path) && !isNode(pair, num)) return { kind: 'structure', num }
  const key = path.findLast((step) => step !== '*')
  return key !== undefined && LINK_KEYS.has(key) && isNode(pair, num) ? nodeSubject(pair, num) : undefined
}

/** The field that a dictionary belongs to, or otherwise the annotation. */
export function nodeSubject(pair: RevisionPair, num: number): Subject | undefined {
  const field = fieldNumberOf(pair, pair.older, num)
  if (field !== undefined) return { kind: 'field', num: field }
  const dict = pair.before(num)
  if (!(dict instanceof PdfDict) || !dict.has('Subtype')) return undefined
  return { kind: 'annotation', num }
}

function isNode(pair: RevisionPair, num: number): boolean {
  const kind = anchorKind(pair, num, pair.before(num))
  return kind === 'annotation' || kind === 'field'
}

/** True for a path to an appearance dictionary, its states, or one of their streams (12.5.5). */
function isAppearancePath(path: readonly string[], before: PdfObject, after: PdfObject): boolean {
  const [first, second] = path
  if (first !== 'AP' || path.length > 3) return false
  const streams = before instanceof PdfStream && (after instanceof PdfStream || after === null)
  const dicts = before instanceof PdfDict && (after instanceof PdfDict || after === null)
  if (path.length === 1) return !(after instanceof PdfStream) && !(before instanceof PdfStream)
  if (second !== 'N' && second !== 'R' && second !== 'D') return false
  return path.length === 2 ? streams || dicts : streams
}

/** True for a path to a resource dictionary or a category of one (7.8.3). Direct ones are judged with their page. */
function isGrownResource(path: readonly string[], before: PdfObject, after: PdfObject): boolean {
  return before instanceof PdfDict && after instanceof PdfDict && resourceCategory(path) !== undefined
}

/** True for a path within the structure tree: kids, and the trees that lead to elements (14.7.2, 14.7.5.4). */
function isStructurePath([first]: readonly string[]): boolean {
  return first === 'K' || first === 'ParentTree' || first === 'IDTree'
}

function onlyArrays(before: PdfObject, after: PdfObject): boolean {
  return (before === null || Array.isArray(before)) && (after === null || Array.isArray(after))
}

function matches(path: readonly string[], pattern: string): boolean {
  const steps = pattern.split('/')
  return steps.length === path.length && steps.every((step, i) => step === '?' || step === path[i])
}
