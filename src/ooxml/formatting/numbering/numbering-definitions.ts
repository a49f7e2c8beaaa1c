/**
 * Reads the numbering part (ECMA-376-1, 17.9): abstract lists, lists based on them, and their levels.
 *
 * @module
 */

import { isOn, readInteger, readOnOff } from '../../values/property-values.js'
import { describeElement } from '../../xml/describe-element.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { type ParagraphLayer, readParagraphLayer } from '../paragraph-layer.js'
import { type RunLayer, readRunLayer } from '../run-layer.js'
import type { ThemeFontContext } from '../theme-font.js'

/** One level of a list. */
export interface NumberingLevel {
  readonly start: number
  /** The format, as in ST_NumberFormat, or `custom` with {@link customFormat}. */
  readonly format: string
  readonly customFormat?: string
  /** The label text, with `%1` to `%9` for the numbers of the levels. */
  readonly text: string
  readonly suffix: 'tab' | 'space' | 'nothing'
  readonly alignment: 'left' | 'center' | 'right'
  /** Whether the numbers of all levels are decimal (w:isLgl). */
  readonly isLegal: boolean
  /** Level, counted from 1, after which numbering restarts. 0 means never; left out: after any higher level. */
  readonly restart?: number
  readonly paragraph: ParagraphLayer
  readonly run: RunLayer
  /** Paragraph style of the level. */
  readonly styleId?: string
  /** w:pict or w:drawing of a picture bullet. */
  readonly picture?: XmlElement
}

/** A list that paragraphs refer to. */
export interface NumberedList {
  /** The abstract list that it counts with. All lists with the same one continue each other's numbers. */
  readonly abstractId: string
  readonly levels: ReadonlyMap<number, NumberingLevel>
  /** Start numbers of levels that restart when the list is first used (w:startOverride). */
  readonly startOverrides: ReadonlyMap<number, number>
}

interface AbstractList {
  readonly id: string
  readonly element: XmlElement
  /** Id of the list that it counts with: its own, or that of the list that it is a copy of. */
  readonly counterId: string
  levels?: ReadonlyMap<number, NumberingLevel>
}

/** The lists of a document, read when they are first used. */
export class NumberingDefinitions {
  readonly #context: ThemeFontContext
  /** Returns the id of the list of a numbering style (w:numStyleLink). */
  readonly #listOfStyle: (styleId: string) => string | undefined
  readonly #abstractLists = new Map<string, AbstractList>()
  /** The first list with each w:nsid. */
  readonly #listsByNsid = new Map<number, { readonly id: string; readonly element: XmlElement }>()
  readonly #nums = new Map<string, XmlElement>()
  readonly #pictures = new Map<string, XmlElement>()
  readonly #lists = new Map<string, NumberedList | undefined>()
  /** Ids that two elements with other content have, of abstract lists and of w:num. */
  readonly #doubled = { abstract: new Set<string>(), num: new Set<string>() }
  /** Ids of lists in use of which programs take one definition or another. */
  readonly ambiguous = new Set<string>()

  constructor(
    root: XmlElement | undefined,
    context: ThemeFontContext,
    listOfStyle: (styleId: string) => string | undefined,
  ) {
    this.#context = context
    this.#listOfStyle = listOfStyle
    for (const element of childrenOf(root)) {
      const { attributes } = element
      const abstractId = attributes['w:abstractNumId']
      const numId = attributes['w:numId']
      const pictureId = attributes['w:numPicBulletId']
      if (element.name === 'w:abstractNum' && abstractId !== undefined) {
        if (differs(this.#abstractLists.get(abstractId)?.element, element)) this.#doubled.abstract.add(abstractId)
        this.#abstractLists.set(abstractId, {
          id: abstractId,
          element,
          counterId: this.#counterId(abstractId, element),
        })
      } else if (element.name === 'w:num' && numId !== undefined) {
        if (differs(this.#nums.get(numId), element)) this.#doubled.num.add(numId)
        this.#nums.set(numId, element)
      } else if (element.name === 'w:numPicBullet' && pictureId !== undefined) {
        const picture = childOf(element, 'w:pict') ?? childOf(element, 'w:drawing')
        if (picture !== undefined) this.#pictures.set(pictureId, picture)
      }
    }
  }

  /**
   * The id that a list counts with. Word knows a list by its w:nsid (lsid in [MS-DOC], 2.9.147), so a copy of a list with the
   * same one goes on counting. Programs that copy a list to begin again at 1 have to change it.
   */
  #counterId(id: string, element: XmlElement): string {
    const nsid = Number.parseInt(childOf(element, 'w:nsid')?.attributes['w:val'] ?? '', 16)
    // 0 is what programs write that do not know the number.
    if (!(nsid > 0)) return id
    const first = this.#listsByNsid.get(nsid)
    if (first === undefined) this.#listsByNsid.set(nsid, { id, element })
    return first !== undefined && describeLevels(first.element) === describeLevels(element) ? first.id : id
  }

  /** A list by its id in w:numPr. */
  list(numId: string): NumberedList | undefined {
    if (!this.#lists.has(numId)) this.#lists.set(numId, this.#readList(numId))
    return this.#lists.get(numId)
  }

  /** The first list of the abstract list with a name (w:name, 17.9.13), ignoring case. */
  listNamed(name: string): NumberedList | undefined {
    const named = [...this.#abstractLists.values()].find(({ element }) => isNamed(element, name))
    if (named === undefined) return undefined
    for (const [numId, num] of this.#nums) {
      if (childOf(num, 'w:abstractNumId')?.attributes['w:val'] === named.id) return this.list(numId)
    }
    return undefined
  }

  #readList(numId: string): NumberedList | undefined {
    const num = this.#nums.get(numId)
    const abstract = this.#findAbstractList(num)
    if (num === undefined || abstract === undefined) return undefined
    if (this.#doubled.num.has(numId) || this.#doubled.abstract.has(abstract.id)) this.ambiguous.add(numId)
    abstract.levels ??= this.#readLevels(childrenOf(abstract.element, 'w:lvl'))
    const levels = new Map(abstract.levels)
    const startOverrides = new Map<number, number>()
    for (const override of childrenOf(num, 'w:lvlOverride')) {
      const index = readLevelIndex(override)
      if (index === undefined) continue
      const base = childrenOf(abstract.element, 'w:lvl').find((level) => readLevelIndex(level) === index)
      const overriding = childrenOf(override, 'w:lvl').map((level) => completeLevel(level, base))
      for (const [, level] of this.#readLevels(overriding)) levels.set(index, level)
      const start = readInteger(childOf(override, 'w:startOverride')?.attributes['w:val'])
      if (start !== undefined) startOverrides.set(index, start)
    }
    return { abstractId: abstract.counterId, levels, startOverrides }
  }

  /** Follows links to numbering styles (17.9.21), which may form cycles. */
  #findAbstractList(num: XmlElement | undefined): AbstractList | undefined {
    const seen = new Set<AbstractList>()
    let current = num
    for (;;) {
      const abstract = this.#abstractLists.get(childOf(current, 'w:abstractNumId')?.attributes['w:val'] ?? '')
      const link = childOf(abstract?.element, 'w:numStyleLink')?.attributes['w:val']
      if (abstract === undefined || link === undefined || seen.has(abstract)) return abstract
      seen.add(abstract)
      const next = this.#nums.get(this.#listOfStyle(link) ?? '')
      if (next === undefined) return this.#abstractListOfStyle(link) ?? abstract
      current = next
    }
  }

  /** The abstract list that declares itself to be that of a numbering style (w:styleLink, 17.9.27). */
  #abstractListOfStyle(styleId: string): AbstractList | undefined {
    for (const abstract of this.#abstractLists.values()) {
      if (childOf(abstract.element, 'w:styleLink')?.attributes['w:val'] === styleId) return abstract
    }
    return undefined
  }

  #readLevels(elements: readonly XmlElement[]): Map<number, NumberingLevel> {
    const levels = new Map<number, NumberingLevel>()
    for (const element of elements) {
      const index = readLevelIndex(element)
      if (index !== undefined) levels.set(index, this.#readLevel(element))
    }
    return levels
  }

  #readLevel(element: XmlElement): NumberingLevel {
    const value = (name: string): string | undefined => childOf(element, name)?.attributes['w:val']
    const text = childOf(element, 'w:lvlText')?.attributes
    const format = childOf(element, 'w:numFmt')?.attributes
    const restart = readInteger(value('w:lvlRestart'))
    const styleId = value('w:pStyle')
    const picture = this.#pictures.get(value('w:lvlPicBulletId') ?? '')
    const suffix = value('w:suff')
    return {
      start: readInteger(value('w:start')) ?? 0,
      format: format?.['w:val'] ?? 'decimal',
      text: text === undefined || (text['w:null'] !== undefined && isOn(text['w:null'])) ? '' : (text['w:val'] ?? ''),
      suffix: suffix === 'space' || suffix === 'nothing' ? suffix : 'tab',
      alignment: readAlignment(value('w:lvlJc')),
      isLegal: readOnOff(childOf(element, 'w:isLgl')) ?? false,
      paragraph: readParagraphLayer(childOf(element, 'w:pPr'), this.#context.theme),
      run: readRunLayer(childOf(element, 'w:rPr'), this.#context),
      ...(format?.['w:format'] !== undefined && { customFormat: format['w:format'] }),
      ...(restart !== undefined && { restart }),
      ...(styleId !== undefined && { styleId }),
      ...(picture !== undefined && { picture }),
    }
  }
}

function describeLevels(abstractList: XmlElement): string {
  return childrenOf(abstractList, 'w:lvl')
    .map((level) => describeElement(level, NO_NAMES))
    .join('')
}

const NO_NAMES: ReadonlySet<string> = new Set()

function isNamed(abstractList: XmlElement, name: string): boolean {
  return childOf(abstractList, 'w:name')?.attributes['w:val']?.toLowerCase() === name.toLowerCase()
}

/** Required children of a level, which an overriding level may lack. */
const ESSENTIAL = ['w:start', 'w:numFmt', 'w:lvlText'] as const

/**
 * Completes a level that overrides that of the abstract list. Word writes it completely, while other programs leave out
 * unchanged properties. Missing required properties are taken from the overridden level, and so are all others if the override
 * has no text.
 */
function completeLevel(override: XmlElement, base: XmlElement | undefined): XmlElement {
  if (base === undefined) return override
  const isWhole = childOf(override, 'w:lvlText') !== undefined
  const inherited = childrenOf(base).filter(({ name }) => {
    const isWanted = !isWhole || ESSENTIAL.some((essential) => essential === name)
    return isWanted && childOf(override, name) === undefined
  })
  return inherited.length === 0 ? override : { ...override, children: [...override.children, ...inherited] }
}

function readLevelIndex(element: XmlElement): number | undefined {
  const index = readInteger(element.attributes['w:ilvl'])
  return index !== undefined && index >= 0 && index <= 8 ? index : undefined
}

function readAlignment(value: string | undefined): NumberingLevel['alignment'] {
  if (value === 'center') return 'center'
  return value === 'right' || value === 'end' ? 'right' : 'left'
}

/** Whether an element has another content than an earlier one with its id. */
function differs(earlier: XmlElement | undefined, element: XmlElement): boolean {
  return earlier !== undefined && describeElement(earlier, MARKS) !== describeElement(element, MARKS)
}

/** The number by which Word knows a list again (17.9.14). */
const MARKS: ReadonlySet<string> = new Set(['w:nsid'])
