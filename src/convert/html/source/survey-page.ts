/**
 * A first pass over a page, for information that is needed before it is converted.
 *
 * @module
 */

import { elementsBelow, getAttribute, type HtmlDocument, type HtmlElement } from './html-tree.js'

/** Elements that are needed before the conversion, each kind in document order. */
export interface PageSurvey {
  /** `style` elements, and links to style sheets. */
  readonly sheets: readonly HtmlElement[]
  readonly images: readonly HtmlElement[]
  /** Sections, which may hold footnotes. */
  readonly sections: readonly HtmlElement[]
  /** Elements with a link target. */
  readonly links: readonly HtmlElement[]
  /** Elements that links may lead to. */
  readonly identified: readonly { readonly element: HtmlElement; readonly id: string }[]
}

/** Walks through the page once. */
export function surveyPage(document: HtmlDocument): PageSurvey {
  const sheets: HtmlElement[] = []
  const images: HtmlElement[] = []
  const sections: HtmlElement[] = []
  const links: HtmlElement[] = []
  const identified: { element: HtmlElement; id: string }[] = []
  const lists: ReadonlyMap<string, HtmlElement[]> = new Map([
    ['style', sheets],
    ['link', sheets],
    ['img', images],
    ['section', sections],
    ['a', links],
    ['area', links],
  ])
  for (const element of elementsBelow(document)) {
    if (element.attrs.length === 0 && element.tagName !== 'style') continue
    const id = identifierOf(element)
    if (id !== undefined) identified.push({ element, id })
    if (element.tagName !== 'link' || isSheet(element)) lists.get(element.tagName)?.push(element)
  }
  return { sheets, images, sections, links, identified }
}

/** The identifier by which links name an element. */
export function identifierOf(element: HtmlElement): string | undefined {
  if (element.attrs.length === 0) return undefined
  const id = getAttribute(element, 'id') ?? (element.tagName === 'a' ? getAttribute(element, 'name') : undefined)
  return id === undefined || id === '' ? undefined : id
}

/** Whether a link leads to a style sheet that counts: it is neither disabled nor an alternative that readers may choose. */
function isSheet(link: HtmlElement): boolean {
  const kinds = (getAttribute(link, 'rel') ?? '').toLowerCase().split(/\s+/)
  return kinds.includes('stylesheet') && !kinds.includes('alternate') && getAttribute(link, 'disabled') === undefined
}
