/**
 * The content that content controls show: their own, or the data that they are bound to.
 *
 * @module
 */

import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.js'
import type { BodyContext } from './story.js'

/** Kinds of controls whose content is one text (ECMA-376-1, 17.5.2). */
const CHOICES = ['w:dropDownList', 'w:comboBox'] as const

/** Longest excerpt in a warning, in characters. */
const EXCERPT = 40

/** Elements that stand for text. */
const SIGNS: Readonly<Record<string, string>> = { 'w:br': '\n', 'w:cr': '\n', 'w:tab': '\t', 'w:noBreakHyphen': '-' }

/** Elements whose text a control does not show. */
const APART: ReadonlySet<string> = new Set(['w:rPr', 'w:pPr', 'w:tcPr', 'w:del', 'w:moveFrom', 'w:sdtPr'])

/**
 * What a w:sdt shows: its w:sdtContent, in which Word puts the data that it is bound to (17.5.2.6) whenever it opens a
 * document.
 */
export function controlContent(control: XmlElement, context: BodyContext): XmlElement | undefined {
  const content = childOf(control, 'w:sdtContent')
  const properties = childOf(control, 'w:sdtPr')
  const binding = childOf(properties, 'w:dataBinding')
  if (content === undefined || properties === undefined || binding === undefined) return content
  const data = context.data.textAt(binding.attributes['w:xpath'] ?? '', binding.attributes['w:storeItemID'])
  if (data === undefined) return content
  const stored = textIn(content)
  const text = shownText(properties, data)
  if (text === undefined || text.trim() === '') {
    warnOfOthers(properties, data, context)
    return content
  }
  if (squeezed(text) === squeezed(stored)) return content
  const bound = withText(content, text, properties)
  if (bound === undefined) return content
  context.census.exempt(content)
  context.warn(
    `A content control shows the data of the document ("${excerpt(text)}"), as in Word, in place of what is stored with it ("${excerpt(stored)}").`,
  )
  return bound
}

/** The text that a control shows for its data; undefined for controls with other content. */
function shownText(properties: XmlElement, data: string): string | undefined {
  if (childOf(properties, 'w:text') !== undefined) return data
  for (const kind of CHOICES) {
    const list = childOf(properties, kind)
    if (list === undefined) continue
    const item = childrenOf(list, 'w:listItem').find(({ attributes }) => attributes['w:value'] === data)
    return (
      item?.attributes['w:displayText'] ?? item?.attributes['w:value'] ?? (kind === 'w:comboBox' ? data : undefined)
    )
  }
  return undefined
}

/** Warns of a control whose content differs from its data, where the data cannot be shown. */
function warnOfOthers(properties: XmlElement, data: string, context: BodyContext): void {
  const date = childOf(properties, 'w:date')?.attributes['w:fullDate']
  const isOtherDate = date !== undefined && /^\d{4}-\d\d-\d\d/.test(data) && date.slice(0, 10) !== data.slice(0, 10)
  const box = childOf(properties, 'w14:checkbox')
  const checked = childOf(box, 'w14:checked')?.attributes['w14:val']
  const isOtherState = box !== undefined && data !== '' && isTrue(checked) !== isTrue(data.trim())
  if (!isOtherDate && !isOtherState) return
  context.warn(`A content control whose data was changed ("${excerpt(data)}") shows what is stored with it.`)
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

function textIn(element: XmlElement): string {
  let text = ''
  for (const child of element.children) {
    if (typeof child === 'string' || APART.has(child.name)) continue
    text += SIGNS[child.name] ?? (child.name === 'w:t' ? textOf(child) : textIn(child))
  }
  return text
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function excerpt(text: string): string {
  const short = squeezed(text)
  return short.length > EXCERPT ? `${short.slice(0, EXCERPT)}...` : short
}

/** The content with the text in its first run, and all other texts removed. Undefined where it has no place for a run. */
function withText(content: XmlElement, text: string, properties: XmlElement): XmlElement | undefined {
  const isPlaceholder = childOf(properties, 'w:showingPlcHdr') !== undefined
  let done = false
  const visit = (element: XmlElement): XmlElement => {
    const children: (XmlElement | string)[] = []
    for (const child of element.children) {
      if (typeof child === 'string' || APART.has(child.name)) children.push(child)
      else if (child.name === 'w:r') {
        if (!done) children.push(runOf(text, isPlaceholder ? childOf(properties, 'w:rPr') : childOf(child, 'w:rPr')))
        done = true
      } else if (child.children.length > 0) children.push(visit(child))
    }
    return { ...element, children }
  }
  const changed = visit(content)
  return done ? changed : undefined
}

function runOf(text: string, properties: XmlElement | undefined): XmlElement {
  const children: XmlElement[] = properties === undefined ? [] : [properties]
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    if (index > 0) children.push({ name: 'w:br', attributes: {}, children: [] })
    if (line !== '') children.push({ name: 'w:t', attributes: {}, children: [line] })
  })
  return { name: 'w:r', attributes: {}, children }
}
