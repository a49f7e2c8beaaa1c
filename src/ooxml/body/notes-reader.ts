/**
 * Footnotes and endnotes.
 *
 * @module
 */

import type { Block, Note } from '../../typeset/model/document-model.js'
import { childrenOf, type XmlElement } from '../xml/xml-element.js'
import { type BodyContext, hasVisibleContent, startStory } from './story.js'

/** The notes of one kind, and what stands above them, as far as the file has it. */
export interface Notes {
  readonly notes: ReadonlyMap<string, Note>
  readonly separator?: readonly Block[]
  /** Above those that go on from the page before. */
  readonly continuation?: readonly Block[]
}

/** Reads the notes of one kind that the text refers to (17.11). */
export function readNotes(kind: 'footnote' | 'endnote', context: BodyContext): Notes {
  const notes = new Map<string, Note>()
  const partName = context.package.relatedPart(context.package.mainPart, `${kind}s`)
  const root = partName === undefined ? undefined : context.package.xml(partName)
  if (partName === undefined || root === undefined) return { notes }
  const elements = new Map<string, XmlElement>()
  const read = (element: XmlElement) => context.readBlocks(element, startStory(context, partName, element))
  let separator: readonly Block[] | undefined
  let continuation: readonly Block[] | undefined
  for (const element of childrenOf(root, `w:${kind}`)) {
    const type = element.attributes['w:type'] ?? 'normal'
    const id = element.attributes['w:id']
    if (type === 'separator') separator = read(element)
    else if (type === 'continuationSeparator') continuation = read(element)
    else if (type === 'continuationNotice' && showsSomething(read(element)))
      context.warn(`What the document puts below ${kind}s that go on on the next page is left out.`)
    else if (type === 'normal' && id !== undefined) elements.set(id, element)
  }
  // Iterating over a set reaches items added meanwhile: notes may refer to notes.
  for (const id of context.referencedNotes[kind]) {
    const element = elements.get(id)
    if (element === undefined) continue
    notes.set(context.prefix + id, { blocks: read(element) })
  }
  return { notes, ...(separator && { separator }), ...(continuation && { continuation }) }
}

function showsSomething(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.kind === 'table' || hasVisibleContent(block.inlines))
}
