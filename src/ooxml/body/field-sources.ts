/**
 * Sources for fields: bookmarks, properties and variables of a document.
 *
 * @module
 */

import type { OpcPackage } from '../package/package.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.js'
import type { FieldSources } from './field-result.js'

/** Maximum number of bookmarks that may overlap at one place. Further ones are ignored. */
const MAX_OPEN = 100
/** Longest text of a bookmark that a field repeats, in characters, so that many fields cannot make a document endless. */
const MAX_TEXT = 4096

/** Elements whose text does not belong to a bookmark: deleted text, and stories of their own. */
const APART: ReadonlySet<string> = new Set([
  'w:del',
  'w:moveFrom',
  'w:rPr',
  'w:pPr',
  'w:txbxContent',
  'mc:AlternateContent',
])

/** Core properties (ECMA-376-2, 8) by the names of fields. */
const CORE_NAMES = new Map([
  ['TITLE', 'dc:title'],
  ['SUBJECT', 'dc:subject'],
  ['AUTHOR', 'dc:creator'],
  ['KEYWORDS', 'cp:keywords'],
  ['COMMENTS', 'dc:description'],
  ['CATEGORY', 'cp:category'],
  ['LASTSAVEDBY', 'cp:lastModifiedBy'],
])

/** The sources of a document, which are read when a field needs them. */
export function fieldSources(document: OpcPackage): FieldSources {
  let bookmarks: ReadonlyMap<string, string> | undefined
  const related = (name: string, type: string) => {
    const part = document.relatedPart(name, type)
    return part === undefined ? undefined : document.xml(part)
  }
  return {
    sequences: new Map(),
    bookmark(name) {
      bookmarks ??= bookmarkTexts(document.xml(document.mainPart))
      return bookmarks.get(name.toLowerCase())
    },
    property(name) {
      const core = CORE_NAMES.get(name.toUpperCase())
      if (core !== undefined) return textIn(related('/', 'core-properties') ?? related('/', 'coreProperties'), core)
      const isNamed = ({ attributes }: XmlElement) => attributes['name']?.toLowerCase() === name.toLowerCase()
      const custom = related('/', 'custom-properties') ?? related('/', 'customProperties')
      const found = childrenOf(custom).find(isNamed)
      const value = childrenOf(found)[0]
      if (value !== undefined) return textOf(value)
      return textIn(related('/', 'extended-properties') ?? related('/', 'extendedProperties'), `ep:${name}`)
    },
    variable(name) {
      const variables = childrenOf(childOf(related(document.mainPart, 'settings'), 'w:docVars'), 'w:docVar')
      return variables.find(({ attributes }) => attributes['w:name'] === name)?.attributes['w:val']
    },
  }
}

function textIn(root: XmlElement | undefined, name: string): string | undefined {
  const element = childOf(root, name)
  return element === undefined ? undefined : textOf(element).trim()
}

/** The texts of all bookmarks by their names, ignoring case. The first bookmark of a name counts. */
function bookmarkTexts(root: XmlElement | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const open = new Map<string, string>()
  const add = (text: string) => {
    for (const name of open.values()) {
      const before = texts.get(name) ?? ''
      if (before.length < MAX_TEXT) texts.set(name, before + text)
    }
  }
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || APART.has(child.name)) continue
      const { 'w:id': id = '', 'w:name': name } = child.attributes
      if (child.name === 'w:t') add(textOf(child))
      else if (child.name === 'w:tab') add('\t')
      else if (child.name === 'w:bookmarkEnd') open.delete(id)
      else if (child.name === 'w:bookmarkStart' && name !== undefined && open.size < MAX_OPEN) {
        if (texts.has(name.toLowerCase())) continue
        texts.set(name.toLowerCase(), '')
        open.set(id, name.toLowerCase())
      } else if (child.children.length > 0) {
        if (child.name === 'w:p') add(' ')
        visit(child)
      }
    }
  }
  if (root !== undefined) visit(root)
  return new Map([...texts].map(([name, text]) => [name, text.trim()]))
}
