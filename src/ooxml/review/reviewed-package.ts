/**
 * A package whose tracked changes and comments are treated as the options say.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { OpcPackage } from '../package/package.js'
import type { XmlElement } from '../xml/xml-element.js'
import { countRevisions, describeRevisions, type RevisionCounts, totalRevisions } from './count-revisions.js'
import { rejectRevisions } from './reject-revisions.js'
import type { ReviewOptions } from './review-options.js'
import { commentsIn, showComments } from './show-comments.js'
import { showRevisions } from './show-revisions.js'

/** A package whose parts are changed as the options say. */
export interface ReviewedPackage {
  readonly package: OpcPackage
  /** Describes the treatment of changes and comments in plain English, for the user. */
  warnings(): string[]
}

/** Root elements of parts with text, which may contain tracked changes. */
const TEXT_ROOTS: ReadonlySet<string> = new Set(['w:document', 'w:hdr', 'w:ftr', 'w:footnotes', 'w:endnotes'])

/** Treats the tracked changes and comments of a package, part by part as they are read. */
export function reviewPackage(source: OpcPackage, options: ReviewOptions): ReviewedPackage {
  const { trackedChanges = 'accept', comments = 'omit' } = options
  const counts: RevisionCounts = { insertions: 0, deletions: 0, moves: 0, formatting: 0 }
  const taken = new Map<XmlElement, XmlElement>()
  const commentsPart = source.relatedPart(source.mainPart, 'comments')
  const found = commentsIn(commentsPart === undefined ? undefined : source.xml(commentsPart))
  if (comments === 'refuse' && found.length > 0) {
    throw pending(`The document has ${found.length} ${found.length === 1 ? 'comment' : 'comments'}.`)
  }

  function take(root: XmlElement): XmlElement {
    const before = totalRevisions(counts)
    countRevisions(root, counts)
    const hasRevisions = totalRevisions(counts) > before
    if (hasRevisions && trackedChanges === 'refuse') {
      throw pending(`The document has tracked changes (${describeRevisions(counts)}).`)
    }
    let result = root
    if (hasRevisions && trackedChanges === 'reject') result = rejectRevisions(result)
    if (hasRevisions && trackedChanges === 'show') result = showRevisions(result)
    if (root.name === 'w:document' && comments === 'show' && found.length > 0) result = showComments(result, found)
    return result
  }

  return {
    package: {
      mainPart: source.mainPart,
      part: (name) => source.part(name),
      relationships: (name) => source.relationships(name),
      relatedPart: (name, type) => source.relatedPart(name, type),
      contentType: (name) => source.contentType(name),
      doubts: source.doubts,
      loadXml: (name) => source.loadXml(name),
      xml(name) {
        const root = source.xml(name)
        if (root === undefined || !TEXT_ROOTS.has(root.name)) return root
        let result = taken.get(root)
        if (result === undefined) {
          result = take(root)
          taken.set(root, result)
        }
        return result
      },
    },
    warnings() {
      const warnings: string[] = []
      if (totalRevisions(counts) > 0) warnings.push(describeTaken(trackedChanges, describeRevisions(counts)))
      if (found.length > 0 && comments === 'omit') {
        warnings.push(found.length === 1 ? 'A comment is left out.' : `${found.length} comments are left out.`)
      }
      return warnings
    },
  }
}

function describeTaken(trackedChanges: ReviewOptions['trackedChanges'], what: string): string {
  if (trackedChanges === 'reject') return `Tracked changes are treated as rejected: ${what}.`
  if (trackedChanges === 'show') return `Tracked changes are shown, deleted text included: ${what}.`
  return `Tracked changes are treated as accepted: ${what}.`
}

function pending(what: string): SealwrightError {
  return new SealwrightError('pending_changes', `${what} Say how they are to be treated, or settle them first.`)
}
