/**
 * Shows comments: marks them in the text, and lists them after it.
 *
 * @module
 */

import { childrenOf, type XmlElement } from '../xml/xml-element.js'

type Child = XmlElement | string

/** Longest initials that are shown, in characters. */
const MAX_INITIALS = 8
const MARK_COLOR = 'FFF2CC'

/** A listed comment, by the id that the text refers to. */
interface ListedComment {
  readonly label: string
  readonly element: XmlElement
}

/** The comments of a part (ECMA-376-1, 17.13.4.6). */
export function commentsIn(part: XmlElement | undefined): XmlElement[] {
  return childrenOf(part, 'w:comment')
}

/**
 * The main part with a mark such as `[AL1]` at each comment's place, and a list of the comments after the text. Comments that
 * the text does not refer to come last.
 */
export function showComments(root: XmlElement, comments: readonly XmlElement[]): XmlElement {
  const byId = new Map(comments.map((comment) => [comment.attributes['w:id'] ?? '', comment]))
  const listed = new Map<string, ListedComment>()
  const list = (id: string, element: XmlElement): ListedComment => {
    const known = listed.get(id)
    if (known !== undefined) return known
    const initials = (element.attributes['w:initials'] ?? '').trim().slice(0, MAX_INITIALS)
    const comment = { label: `[${initials}${listed.size + 1}]`, element }
    listed.set(id, comment)
    return comment
  }
  const marked = withMarks(root, (id) => {
    const element = byId.get(id)
    return element === undefined ? undefined : list(id, element).label
  })
  for (const [id, element] of byId) list(id, element)
  return withList(marked, [...listed.values()])
}

function withMarks(element: XmlElement, labelOf: (id: string) => string | undefined): XmlElement {
  const children: Child[] = []
  for (const child of element.children) {
    if (typeof child === 'string') children.push(child)
    else if (child.name !== 'w:commentReference') children.push(withMarks(child, labelOf))
    else {
      const label = labelOf(child.attributes['w:id'] ?? '')
      if (label !== undefined) children.push(text(label))
    }
  }
  // The style of such runs would make the mark smaller.
  const holdsMark = element.name === 'w:r' && childrenOf(element, 'w:commentReference').length > 0
  return holdsMark ? { ...element, children: [markLook(), ...children.filter(isNoProperty)] } : { ...element, children }
}

function withList(root: XmlElement, comments: readonly ListedComment[]): XmlElement {
  const list = [heading(), ...comments.flatMap(listedParagraphs)]
  const children = root.children.map((child) => {
    if (typeof child === 'string' || child.name !== 'w:body') return child
    const last = child.children.findLastIndex((each) => typeof each !== 'string' && each.name === 'w:sectPr')
    const end = last < 0 ? child.children.length : last
    return { ...child, children: [...child.children.slice(0, end), ...list, ...child.children.slice(end)] }
  })
  return { ...root, children }
}

function heading(): XmlElement {
  return element('w:p', [
    element('w:pPr', [element('w:pageBreakBefore'), element('w:keepNext')]),
    element('w:r', [element('w:rPr', [element('w:b')]), text('Comments')]),
  ])
}

function listedParagraphs({ label, element: comment }: ListedComment): Child[] {
  const { 'w:author': author = '', 'w:date': date = '' } = comment.attributes
  const day = /^\d{4}-\d\d-\d\d/.exec(date)?.[0]
  const who = [author.trim(), day].filter((part) => part !== undefined && part !== '').join(', ')
  const title = element('w:p', [
    element('w:pPr', [element('w:keepNext')]),
    element('w:r', [markLook(), text(label)]),
    element('w:r', [element('w:rPr', [element('w:b')]), text(` ${who}`)]),
  ])
  return [title, ...comment.children]
}

function markLook(): XmlElement {
  return element('w:rPr', [element('w:shd', [], { 'w:val': 'clear', 'w:fill': MARK_COLOR })])
}

function isNoProperty(child: Child): boolean {
  return typeof child === 'string' || child.name !== 'w:rPr'
}

function text(content: string): XmlElement {
  return element('w:t', [content], { 'xml:space': 'preserve' })
}

function element(name: string, children: Child[] = [], attributes: Record<string, string> = {}): XmlElement {
  return { name, attributes, children }
}
