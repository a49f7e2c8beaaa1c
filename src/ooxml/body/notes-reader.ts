/**
 * Footnotes and endnotes.
 *
 * @module
 */

import type { Block, Note } from '../../typeset/model/document-model.js'
import { allTextIn, quoteStart } from '../text-census.js'
import { childrenOf, type XmlElement } from '../xml/xml-element.js'
import { type BodyContext, hasVisibleContent, startStory } from './story.js'

/** What a file puts above and below notes, as far as it has it. */
interface NoteFrame {
  separator?: readonly Block[]
  /** Separator above notes that continue from the page before. */
  continuation?: readonly Block[]
  /** What stands below notes that go on on the next page (17.11.1), if it is empty. */
  notice?: readonly Block[]
}

/** The notes of one kind. */
export interface Notes extends Readonly<NoteFrame> {
  readonly notes: ReadonlyMap<string, Note>
  /** Notes that no visible text refers to. */
  readonly unread: ReadonlyMap<string, XmlElement>
}

type Kind = 'footnote' | 'endnote'

/** Reads the notes of one kind that the text refers to (17.11). */
export function readNotes(kind: Kind, context: BodyContext): Notes {
  const notes = new Map<string, Note>()
  const partName = context.package.relatedPart(context.package.mainPart, `${kind}s`)
  const root = partName === undefined ? undefined : context.package.xml(partName)
  if (partName === undefined || root === undefined) {
    if (context.referencedNotes[kind].size > 0) context.warn(missing(kind))
    return { notes, unread: new Map() }
  }
  const elements = new Map<string, XmlElement>()
  const read = (element: XmlElement) => context.readBlocks(element, startStory(context, partName, element))
  const frame: NoteFrame = {}
  for (const element of childrenOf(root, `w:${kind}`)) {
    const type = element.attributes['w:type']
    if (type === 'separator') frame.separator = read(element)
    else if (type === 'continuationSeparator') frame.continuation = read(element)
    else if (type !== 'continuationNotice') keepNote(kind, element, elements, context)
    else {
      const notice = read(element)
      if (!showsSomething(notice)) frame.notice = notice
      else context.warn(`What the document puts below ${kind}s that go on on the next page is left out.`)
    }
  }
  // Iterating over a set reaches items that are added meanwhile, since notes may refer to notes.
  for (const id of context.referencedNotes[kind]) {
    const element = elements.get(id)
    if (element === undefined) {
      context.warn(missing(kind))
      continue
    }
    notes.set(context.prefix + id, { blocks: read(element) })
    elements.delete(id)
  }
  return { notes, unread: elements, ...frame }
}

function missing(kind: Kind): string {
  return `The text refers to ${kind}s that are not in the file.`
}

/** The text of the note that a reference leads to, for a warning. */
export function noteText(reference: XmlElement, { package: document }: BodyContext): string {
  const kind: Kind = reference.name === 'w:endnoteReference' ? 'endnote' : 'footnote'
  const partName = document.relatedPart(document.mainPart, `${kind}s`)
  const root = partName === undefined ? undefined : document.xml(partName)
  const id = reference.attributes['w:id']
  const note = childrenOf(root, `w:${kind}`).findLast(({ attributes }) => attributes['w:id'] === id)
  return note === undefined ? '' : allTextIn(note)
}

/** Stores a note by its id. Of several notes with one id, the last one is kept, and a warning names the others. */
function keepNote(kind: Kind, element: XmlElement, elements: Map<string, XmlElement>, { warn }: BodyContext): void {
  const id = element.attributes['w:id']
  const lost = id === undefined ? element : elements.get(id)
  const text = lost === undefined ? '' : allTextIn(lost).trim()
  const which = id === undefined ? 'without an id' : 'whose id later ones have as well'
  if (text !== '') warn(`${text.length} characters of ${kind}s ${which} are left out: ${quoteStart(text)}`)
  if (id !== undefined) elements.set(id, element)
}

/**
 * Warns of notes that nothing in the document refers to, not even deleted or hidden text.
 *
 * @param body the stored body, with all tracked changes
 */
export function warnOfUnreferenced(kind: Kind, { unread }: Notes, body: XmlElement, { warn }: BodyContext): void {
  if (unread.size === 0) return
  const left = new Map(unread)
  forgetReferenced(body, `w:${kind}Reference`, left)
  const text = [...left.values()]
    .map((note) => allTextIn(note))
    .join('')
    .trim()
  if (text !== '')
    warn(`${text.length} characters of ${kind}s that no text refers to are left out: ${quoteStart(text)}`)
}

function forgetReferenced(element: XmlElement, name: string, notes: Map<string, XmlElement>): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.name === name) notes.delete(child.attributes['w:id'] ?? '')
    else forgetReferenced(child, name, notes)
  }
}

function showsSomething(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.kind === 'table' || hasVisibleContent(block.inlines))
}
