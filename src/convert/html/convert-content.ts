/**
 * From elements of HTML to blocks and inline content.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../limits.js'
import { blockFrameOf } from './block-of-element.js'
import { plainLine } from './clean-text.js'
import type { Conversion, Position } from './conversion.js'
import { convertInput, convertSelect } from './convert-form-control.js'
import { convertImage, convertSvg } from './convert-image.js'
import { convertList } from './convert-list.js'
import { convertTable } from './convert-table.js'
import { isFootnoteReturn, isFootnoteSection } from './footnotes.js'
import { descendants, getAttribute, type HtmlElement, type HtmlNode, isElement, isText } from './html-tree.js'
import type { LinkTarget } from './inline-builder.js'
import { mathmlToOmml } from './math/mathml-to-omml.js'
import { fragmentOf, resolveLink } from './resolve-link.js'
import type { StyledPlace } from './style-resolver.js'
import { firstStrongDirection } from './text-direction.js'

/** The functions that make a conversion, for its other parts to call. */
export function createConversion(parts: Omit<Conversion, 'cells' | 'convertChildren' | 'convertElement'>): Conversion {
  const conversion: Conversion = {
    ...parts,
    cells: 0,
    convertChildren: (parent, at) => convertChildren(conversion, parent, at),
    convertElement: (element, at) => convertElement(conversion, element, at),
  }
  return conversion
}

function convertChildren(conversion: Conversion, parent: HtmlNode, at: Position): void {
  if (!('childNodes' in parent)) return
  if (at.depth > CONVERT_LIMITS.maxDepth) {
    conversion.warnings.add('Elements that lie too deep in others are shown as text.')
    conversion.builder.addText(visibleText(parent), at.place.style.text)
    return
  }
  for (const child of parent.childNodes) {
    if (isText(child)) conversion.builder.addText(child.value, at.place.style.text)
    else if (isElement(child)) convertElement(conversion, child, at)
  }
}

type Convert = (conversion: Conversion, element: HtmlElement, at: Position) => void

/** Elements that are not just a box around their content. */
const CONVERTERS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['table', convertTable],
  ['ul', convertList],
  ['ol', convertList],
  ['menu', convertList],
  ['dir', convertList],
  ['img', convertImage],
  ['svg', convertSvg],
  ['math', convertMath],
  ['input', convertInput],
  ['select', convertSelect],
  ['br', ({ builder }, _, at) => builder.addBreak(at.place.style.text)],
  ['hr', convertRule],
  ['wbr', ({ builder }, _, at) => builder.addText('\u200b', at.place.style.text)],
  ['iframe', convertFrame],
  ['embed', convertFrame],
])

function convertElement(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder, resolver } = conversion
  const { tagName } = element
  const place = withOwnDirection(element, resolver.resolve(element, at.place))
  const { display } = place.style.box
  if (display === 'none' || isFootnoteSection(element)) return
  const bookmark = conversion.bookmarks.place(element)
  const inside = { ...at, place, depth: at.depth + 1 }
  const convert = CONVERTERS.get(tagName)
  if (convert !== undefined) {
    if (bookmark !== undefined) builder.addBookmark(bookmark)
    convert(conversion, element, inside)
  } else if (display === 'inline') {
    if (bookmark !== undefined) builder.addBookmark(bookmark)
    convertInline(conversion, element, inside)
  } else {
    const frame = blockFrameOf(element, tagName, at.frame, place)
    builder.inBlock(frame, () => {
      if (bookmark !== undefined) builder.addBookmark(bookmark)
      convertInline(conversion, element, { ...inside, frame })
    })
  }
}

/** Converts what an element that may be in the middle of a line adds to its content. */
function convertInline(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  const { text } = at.place.style
  switch (element.tagName) {
    case 'a':
      convertLink(conversion, element, at)
      break
    case 'q':
      builder.addText('“', text)
      convertChildren(conversion, element, at)
      builder.addText('”', text)
      break
    case 'rt':
      builder.addText('(', text)
      convertChildren(conversion, element, at)
      builder.addText(')', text)
      break
    default:
      convertChildren(conversion, element, at)
  }
}

function convertLink(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  if (isFootnoteReturn(element)) return
  const footnote = conversion.footnotes.refer(element)
  if (footnote !== undefined) {
    builder.addInline({ kind: 'footnote', id: footnote })
    return
  }
  const target = builder.isInLink ? undefined : linkTarget(conversion, element)
  if (target === undefined) convertChildren(conversion, element, withoutLink(at))
  else builder.inLink(target, () => convertChildren(conversion, element, at))
}

function linkTarget(conversion: Conversion, element: HtmlElement): LinkTarget | undefined {
  const href = getAttribute(element, 'href')
  if (href === undefined || href.trim() === '') return undefined
  const title = plainLine(getAttribute(element, 'title') ?? '', 255)
  const rest = title === '' ? {} : { title }
  const fragment = fragmentOf(href)
  if (fragment !== undefined) {
    const bookmark = conversion.bookmarks.nameOf(fragment)
    return bookmark === undefined ? undefined : { target: { bookmark }, ...rest }
  }
  const url = resolveLink(href, conversion.baseUrl)
  if (url === undefined) conversion.warnings.add(`A link was left out: ${plainLine(href, 100)}`)
  return url === undefined ? undefined : { target: { url }, ...rest }
}

/** What leads nowhere does not look like a link. */
function withoutLink(at: Position): Position {
  const { text, box } = at.place.style
  if (text.characterStyle !== 'link') return at
  const { characterStyle: _, ...plain } = text
  return { ...at, place: { id: -at.place.id - 0.5, style: { text: plain, box } } }
}

function convertMath({ builder, warnings }: Conversion, element: HtmlElement, at: Position): void {
  const omml = mathmlToOmml(element)
  if (omml === undefined) {
    warnings.add('An equation is nested too deeply and is shown as text.')
    builder.addText(visibleText(element), at.place.style.text)
  } else if (omml !== '') {
    const display = element.attrs.some(({ name, value }) => name === 'display' && value === 'block')
    builder.addInline({ kind: 'math', omml, display })
  }
}

/** A line across the page; one that the page draws itself is drawn as it says. */
function convertRule({ builder }: Conversion, _: HtmlElement, at: Position): void {
  const { border, height, backgroundColor } = at.place.style.box
  const line = border.top ?? border.bottom
  const isBar = line?.style === 'none' && backgroundColor !== undefined && backgroundColor !== 'transparent'
  const isDrawn = line !== undefined && line.style !== 'none'
  const thickness = height !== undefined && 'twips' in height ? Math.min(120, Math.max(5, height.twips)) : 15
  const bar = isBar ? { style: 'single' as const, width: thickness, color: backgroundColor } : undefined
  const bottom = bar ?? (isDrawn ? line : undefined)
  const { shading: _shading, borders: _borders, item, ...rest } = blockFrameOf(undefined, 'hr', at.frame, at.place)
  const frame = { ...rest, style: 'rule' as const, ...(bottom === undefined ? {} : { borders: { bottom } }) }
  builder.inBlock(frame, () => builder.addParagraph(item === undefined ? frame : { ...frame, item }, []))
}

function convertFrame(conversion: Conversion, element: HtmlElement, at: Position): void {
  const source = getAttribute(element, 'src') ?? ''
  const url = resolveLink(source, conversion.baseUrl)
  conversion.warnings.add(`Embedded content was left out: ${plainLine(source, 100)}`)
  if (url === undefined || conversion.builder.isInLink) return
  conversion.builder.inLink({ target: { url } }, () => {
    conversion.builder.addText(url, { ...at.place.style.text, characterStyle: 'link' })
  })
}

/** How much text is looked at to tell its direction, in characters. */
const DIRECTION_SAMPLE = 500

/** `dir=auto`: the direction of the first letter that has one (WHATWG HTML, 3.2.6.4). */
function withOwnDirection(element: HtmlElement, place: StyledPlace): StyledPlace {
  const isAuto =
    getAttribute(element, 'dir')?.toLowerCase() === 'auto' ||
    (element.tagName === 'bdi' && getAttribute(element, 'dir') === undefined)
  if (!isAuto) return place
  const direction = firstStrongDirection(startOfText(element))
  if (direction === undefined || direction === (place.style.text.direction ?? 'ltr')) return place
  const { text, box } = place.style
  return { id: -place.id, style: { text: { ...text, direction }, box } }
}

function startOfText(element: HtmlElement): string {
  let text = ''
  for (const node of descendants(element)) {
    if (isText(node)) text += node.value.slice(0, DIRECTION_SAMPLE)
    if (text.length >= DIRECTION_SAMPLE) break
  }
  return text
}

/** Text that shows: not that of scripts and style sheets. */
function visibleText(root: HtmlNode): string {
  const parts: string[] = []
  for (const node of descendants(root)) {
    if (!isText(node)) continue
    const parent = node.parentNode
    if (parent === null || !/^(?:script|style|template|title|annotation(?:-xml)?)$/.test(parent.nodeName)) {
      parts.push(node.value)
    }
  }
  return parts.join(' ')
}
