/**
 * Reads the styles part (ECMA-376-1, 17.7), with the inherited properties of each style.
 *
 * @module
 */

import { isOn } from '../values/property-values.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'
import { NumberingDefinitions } from './numbering/numbering-definitions.js'
import {
  EMPTY_PARAGRAPH_LAYER,
  mergeListLevel,
  mergeParagraphLayers,
  type ParagraphLayer,
  readParagraphLayer,
} from './paragraph-layer.js'
import { EMPTY_RUN_LAYER, type RunLayer, readRunLayer } from './run-layer.js'
import type { ThemeFontContext } from './theme-font.js'

/** A list and a level of it. */
export interface NumberingReference {
  readonly numId: string
  readonly level: number
}

/** A paragraph style with its ancestors. */
export interface ParagraphStyle {
  readonly id: string
  readonly run: RunLayer
  /** Properties including the indents of its list levels. */
  readonly paragraph: ParagraphLayer
  /** Properties for paragraphs that are taken out of the list. */
  readonly unnumberedParagraph: ParagraphLayer
  readonly numbering?: NumberingReference | undefined
}

type StyleType = 'paragraph' | 'character' | 'table' | 'numbering'

const NO_STYLE: ParagraphStyle = {
  id: '',
  run: EMPTY_RUN_LAYER,
  paragraph: EMPTY_PARAGRAPH_LAYER,
  unnumberedParagraph: EMPTY_PARAGRAPH_LAYER,
}

/** The styles of one document. Each is resolved once, on first use. */
export class StyleSheet {
  /** w:docDefaults. */
  readonly defaultRun: RunLayer
  readonly defaultParagraph: ParagraphLayer
  readonly lists: NumberingDefinitions
  readonly #context: ThemeFontContext
  readonly #elements = new Map<string, XmlElement>()
  readonly #defaults = new Map<string, string>()
  readonly #paragraphStyles = new Map<string, ParagraphStyle>()
  readonly #characterStyles = new Map<string, RunLayer>()

  constructor(styles: XmlElement | undefined, numbering: XmlElement | undefined, context: ThemeFontContext) {
    this.#context = context
    const defaults = childOf(styles, 'w:docDefaults')
    this.defaultRun = readRunLayer(childOf(childOf(defaults, 'w:rPrDefault'), 'w:rPr'), context)
    this.defaultParagraph = readParagraphLayer(childOf(childOf(defaults, 'w:pPrDefault'), 'w:pPr'), context.theme)
    for (const element of childrenOf(styles, 'w:style')) {
      const { 'w:styleId': id, 'w:default': isDefault } = element.attributes
      if (id === undefined || this.#elements.has(id)) continue
      this.#elements.set(id, element)
      if (isDefault !== undefined && isOn(isDefault)) this.#defaults.set(typeOf(element), id)
    }
    this.lists = new NumberingDefinitions(numbering, context, (styleId) => {
      const numPr = childOf(childOf(this.#find(styleId, 'numbering'), 'w:pPr'), 'w:numPr')
      return childOf(numPr, 'w:numId')?.attributes['w:val']
    })
  }

  /** A paragraph style; the default one for a missing or unknown id. */
  paragraphStyle(id: string | undefined): ParagraphStyle {
    const known = id === undefined ? undefined : this.#effectiveId(id, 'paragraph')
    const effective = known ?? this.#defaults.get('paragraph')
    return effective === undefined ? NO_STYLE : this.#resolveParagraphStyle(effective)
  }

  /**
   * The id of the paragraph style with a name or alias. Case is ignored. Fields write all names of a style together:
   * `Heading 1,h1,Chapter`.
   */
  paragraphStyleNamed(name: string): string | undefined {
    const wanted = namesIn(name)
    for (const [id, element] of this.#elements) {
      if (typeOf(element) !== 'paragraph') continue
      const own = ['w:name', 'w:aliases'].flatMap((kind) => namesIn(childOf(element, kind)?.attributes['w:val'] ?? ''))
      if (wanted.length > 0 && wanted.every((each) => own.includes(each))) return id
    }
    return undefined
  }

  /** A character style. The id of a paragraph style means the character style linked to it (17.7.4.6). */
  characterStyle(id: string): RunLayer {
    const effective = this.#effectiveId(id, 'character')
    if (effective === undefined) return EMPTY_RUN_LAYER
    return this.#resolveChain(effective, 'character', this.#characterStyles, EMPTY_RUN_LAYER, (element, parent) => ({
      ...parent,
      ...readRunLayer(childOf(element, 'w:rPr'), this.#context),
    }))
  }

  /** Whether a character style is Word's style for links. Its name is the same in all languages. */
  isLinkStyle(id: string | undefined): boolean {
    const element = id === undefined ? undefined : this.#find(id, 'character')
    return childOf(element, 'w:name')?.attributes['w:val']?.toLowerCase() === 'hyperlink'
  }

  /** A table style with its ancestors, the root first; the default one for a missing or unknown id. */
  tableStyleChain(id: string | undefined): readonly XmlElement[] {
    const known = id === undefined ? undefined : this.#effectiveId(id, 'table')
    const effective = known ?? this.#defaults.get('table')
    const chain: XmlElement[] = []
    if (effective !== undefined) for (const step of this.#chain(effective, 'table')) chain.unshift(step)
    return chain
  }

  #resolveParagraphStyle(id: string): ParagraphStyle {
    return this.#resolveChain(id, 'paragraph', this.#paragraphStyles, NO_STYLE, (element, parent) => {
      const styleId = element.attributes['w:styleId'] ?? ''
      const own = readParagraphLayer(childOf(element, 'w:pPr'), this.#context.theme)
      // A style that ends the list of its ancestors ends their indents, as numId 0 in a paragraph does.
      const endsList = parent.numbering !== undefined && this.namesNoList(own)
      const inherited = endsList ? withoutIndents(parent.unnumberedParagraph) : parent.unnumberedParagraph
      const unnumbered = mergeParagraphLayers(inherited, own)
      const run = { ...parent.run, ...readRunLayer(childOf(element, 'w:rPr'), this.#context) }
      const styleWith = (paragraph: ParagraphLayer, numbering?: NumberingReference): ParagraphStyle => {
        return { id: styleId, run, paragraph, unnumberedParagraph: unnumbered, numbering }
      }
      if (own.numberingId === undefined && own.numberingLevel === undefined) {
        return styleWith(mergeParagraphLayers(parent.paragraph, own), parent.numbering)
      }
      const numbering = this.#numberingOfStyle(styleId, own, parent)
      if (numbering === undefined) return styleWith(unnumbered)
      // The list level comes below the style that names it, and above that style's ancestors.
      const level = this.lists.list(numbering.numId)?.levels.get(numbering.level)
      const numbered = mergeListLevel(inherited, level?.paragraph ?? EMPTY_PARAGRAPH_LAYER)
      return styleWith(mergeParagraphLayers(numbered, own), numbering)
    })
  }

  /** Whether a layer removes the numbering, or refers to a missing list. It then removes inherited indents as well. */
  namesNoList({ numberingId }: ParagraphLayer): boolean {
    return numberingId !== undefined && this.lists.list(numberingId) === undefined
  }

  #numberingOfStyle(styleId: string, own: ParagraphLayer, parent: ParagraphStyle): NumberingReference | undefined {
    const numId = own.numberingId ?? parent.numbering?.numId
    if (numId === undefined || numId === '0') return undefined
    return { numId, level: own.numberingLevel ?? this.#levelOfStyle(numId, styleId) ?? parent.numbering?.level ?? 0 }
  }

  /** The list level that names a paragraph style (17.9.23). */
  #levelOfStyle(numId: string, styleId: string): number | undefined {
    for (const [index, level] of this.lists.list(numId)?.levels ?? []) if (level.styleId === styleId) return index
    return undefined
  }

  /** Resolves a style from its root down, without recursion, since its chain of ancestors may be long. */
  #resolveChain<T>(
    id: string,
    type: StyleType,
    known: Map<string, T>,
    root: T,
    apply: (element: XmlElement, parent: T) => T,
  ): T {
    const pending: XmlElement[] = []
    let resolved = root
    for (const element of this.#chain(id, type)) {
      const ancestor = known.get(element.attributes['w:styleId'] ?? '')
      if (ancestor !== undefined) {
        resolved = ancestor
        break
      }
      pending.push(element)
    }
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      resolved = apply(element, resolved)
      known.set(element.attributes['w:styleId'] ?? '', resolved)
    }
    return resolved
  }

  /** A style and its ancestors. A cycle ends before its first member is repeated. */
  *#chain(id: string, type: StyleType): Generator<XmlElement> {
    const seen = new Set<XmlElement>()
    for (let next: string | undefined = id; next !== undefined; ) {
      const element = this.#find(next, type)
      if (element === undefined || seen.has(element)) return
      seen.add(element)
      yield element
      next = childOf(element, 'w:basedOn')?.attributes['w:val']
    }
  }

  #effectiveId(id: string, type: 'paragraph' | 'character' | 'table'): string | undefined {
    if (this.#find(id, type) !== undefined) return id
    const link = childOf(this.#elements.get(id), 'w:link')?.attributes['w:val']
    return link !== undefined && this.#find(link, type) !== undefined ? link : undefined
  }

  #find(id: string, type: StyleType): XmlElement | undefined {
    const element = this.#elements.get(id)
    return element !== undefined && typeOf(element) === type ? element : undefined
  }
}

function typeOf(element: XmlElement): string {
  return element.attributes['w:type'] ?? 'paragraph'
}

/** The names in a list with commas. */
function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '')
}

/**
 * A level below one that refers to no list, as w:numId 0 never does: its indents at the start and of the first line count no
 * more. LibreOffice states the same, and in a PDF by Word, such a heading stands without the hanging indent of its style.
 */
export function withoutIndents(lower: ParagraphLayer): ParagraphLayer {
  return mergeParagraphLayers(lower, UNINDENTED)
}

const UNINDENTED: ParagraphLayer = {
  indentStart: 0,
  indentFirstLine: 0,
  indentStartChars: 0,
  indentFirstLineChars: 0,
}
