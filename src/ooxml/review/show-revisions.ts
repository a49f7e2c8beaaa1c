/**
 * Shows tracked changes, as Word does with all markup.
 *
 * @module
 */

import { SHOWN_DELETION } from '../formatting/run-layer.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import { KEPT_TEXT } from './reject-revisions.js'

type Child = XmlElement | string
type Look = 'inserted' | 'deleted' | 'movedHere' | 'movedAway'

/** Word's colours for authors, in the order of their appearance in the document. */
const AUTHOR_COLORS = ['D13438', '0078D4', '5C2E91', '00796B', 'C55A11', '1E6B1E', 'A4262C', '4F6BED'] as const

const WRAPPERS: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['w:ins', 'inserted'],
  ['w:del', 'deleted'],
  ['w:moveTo', 'movedHere'],
  ['w:moveFrom', 'movedAway'],
])

const MARKS: Readonly<Record<Look, readonly XmlElement[]>> = {
  inserted: [property('w:u', 'single')],
  deleted: [property('w:strike', 'true'), property(SHOWN_DELETION, '')],
  movedHere: [property('w:u', 'double')],
  movedAway: [property('w:dstrike', 'true'), property(SHOWN_DELETION, '')],
}

/** Marks a run as part of a change. */
interface Change {
  readonly look: Look
  readonly color: string
}

/**
 * A part with visible tracked changes, as in Word with all markup: insertions are underlined, deletions struck through, and
 * moves have double lines. Each author has a colour. Deleted rows and paragraph ends stay in place, and formatting is shown as
 * changed.
 */
export function showRevisions(root: XmlElement): XmlElement {
  const authors = new Map<string, string>()
  const colorOf = ({ attributes }: XmlElement): string => {
    const author = attributes['w:author'] ?? ''
    const color = authors.get(author) ?? AUTHOR_COLORS[authors.size % AUTHOR_COLORS.length] ?? AUTHOR_COLORS[0]
    authors.set(author, color)
    return color
  }
  return withShown(root, undefined)

  function withShown(element: XmlElement, change: Change | undefined): XmlElement {
    return { ...element, children: element.children.flatMap((child) => shown(child, change)) }
  }

  function shown(child: Child, change: Change | undefined): readonly Child[] {
    if (typeof child === 'string') return [child]
    const look = WRAPPERS.get(child.name)
    if (look !== undefined) {
      const inner: Change = { look, color: colorOf(child) }
      return child.children.flatMap((each) => shown(each, inner))
    }
    const kept = KEPT_TEXT.get(child.name)
    if (kept !== undefined) return [{ ...child, name: kept }]
    switch (child.name) {
      case 'w:r':
        return [change === undefined ? withShown(child, undefined) : markedRun(withShown(child, undefined), change)]
      case 'w:tr':
        return [withShown(withoutMarks(child, 'w:trPr'), rowChange(child) ?? change)]
      case 'w:tc':
        return [withShown(withoutMarks(child, 'w:tcPr'), change)]
      case 'w:pPr':
        return [withoutMarks(child, 'w:rPr')]
      case 'w:rPr':
        return [child]
      default:
        return [withShown(child, change)]
    }
  }

  function rowChange(row: XmlElement): Change | undefined {
    const properties = childOf(row, 'w:trPr')
    const inserted = childOf(properties, 'w:ins')
    if (inserted !== undefined) return { look: 'inserted', color: colorOf(inserted) }
    const deleted = childOf(properties, 'w:del')
    return deleted === undefined ? undefined : { look: 'deleted', color: colorOf(deleted) }
  }
}

function markedRun(run: XmlElement, { look, color }: Change): XmlElement {
  const marks = [property('w:color', color), ...MARKS[look]]
  const names = new Set(marks.map(({ name }) => name))
  const before = childOf(run, 'w:rPr')?.children ?? []
  const properties: XmlElement = {
    name: 'w:rPr',
    attributes: {},
    children: [...before.filter((child) => typeof child === 'string' || !names.has(child.name)), ...marks],
  }
  const content = run.children.filter((child) => typeof child === 'string' || child.name !== 'w:rPr')
  return { ...run, children: [properties, ...content] }
}

/** The element without marks by which readers would leave out the row, the cell or the paragraph's end. */
function withoutMarks(element: XmlElement, properties: string): XmlElement {
  const isMark = (child: Child) => typeof child !== 'string' && (WRAPPERS.has(child.name) || child.name === 'w:cellDel')
  return {
    ...element,
    children: element.children.map((child) =>
      typeof child === 'string' || child.name !== properties
        ? child
        : { ...child, children: child.children.filter((each) => !isMark(each)) },
    ),
  }
}

function property(name: string, value: string): XmlElement {
  return { name, attributes: { 'w:val': value }, children: [] }
}
