/**
 * Parses XML parts into trees, and applies markup compatibility (ECMA-376-3).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { decodeXml } from '../../input/decode-xml.js'
import { finishSteps, type Steps } from '../../pace/turns.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import { AlternativeTexts, type DifferingTexts } from './alternative-texts.js'
import { BRANCHES, isInAlternatives, PASSED_OVER, type Role, roleOf } from './markup-compatibility.js'
import { isDeclaration, NamespaceScope } from './namespace-scope.js'
import type { XmlElement } from './xml-element.js'
import {
  type AttributeList,
  isWholeContent,
  isXmlSpace,
  rawAttribute,
  tokenizeXml,
  tokenizeXmlContent,
  type XmlHandler,
} from './xml-tokenizer.js'

/** Number of elements, attributes and texts that may still be read, for all parts of a document. */
export interface NodeBudget {
  remaining: number
}

type Attributes = Record<string, string>
type Child = XmlElement | string

interface OpenElement extends XmlElement {
  children: Child[]
}

/** Elements whose text Word trims, unless xml:space says otherwise. */
const TRIMMED_TEXT: ReadonlySet<string> = new Set(['w:t', 'w:delText', 'w:instrText', 'w:delInstrText', 'm:t'])
/** Elements whose text is kept unchanged. */
const VERBATIM_TEXT: ReadonlySet<string> = new Set(['a:t', 'c:v'])

/**
 * Elements that a part has many of while a document uses few. Their content is parsed on first use. Half of the XML of a usual
 * document are styles without paragraphs.
 */
const PARSED_ON_USE: readonly string[] = ['w:style', 'w:latentStyles', 'w:abstractNum', 'w:rsids', 'a:fmtScheme']

/**
 * Elements whose content is often repeated. Equal content is parsed once, and all such elements share the children. In 190 real
 * documents, half of all elements were in properties of runs, paragraphs and cells, and only 4% of these differed.
 */
const PARSED_ONCE: readonly string[] = ['w:rPr', 'w:pPr', 'w:tcPr', 'w:trPr', 'w:tblPr', 'w:tblPrEx']

/** Longest content that is shared, in characters. V8 hashes strings of more than 16,383 characters by their length only. */
const MAX_SHARED_LENGTH = 2048

/** How the content of an element is parsed. */
const RAW: ReadonlyMap<string, 'onUse' | 'once'> = new Map([
  ...PARSED_ON_USE.map((name) => [name, 'onUse'] as const),
  ...PARSED_ONCE.map((name) => [name, 'once'] as const),
])

/** Elements with visible content. Markup that is not used is kept apart if it contains any of these. */
const CONTENT: ReadonlySet<string> = new Set(['w:t', 'm:t', 'a:t', 'w:sym', 'w:drawing', 'w:pict', 'w:object'])

interface Frame {
  role: Role
  /** The element that children are added to; `undefined` above the root. */
  readonly element: OpenElement | undefined
  readonly scope: NamespaceScope
  readonly preserveSpace: boolean
  /** Number of pieces of content before the element. */
  readonly contentBefore: number
  /** Whether the element is in an mc:AlternateContent but in none of its branches, where nothing belongs. */
  readonly isStray: boolean
  /** For an mc:AlternateContent: the content of branches that were not chosen. */
  passedOver: OpenElement | undefined
}

/** Parsed content that elements share. */
interface SharedContent {
  readonly children: Child[]
  readonly scope: NamespaceScope
  readonly preserveSpace: boolean
  /** Cost in the budget, and number of pieces of content. Both count for each of the elements. */
  readonly nodes: number
  readonly pieces: number
}

/** Shared by all elements without attributes. Nothing is ever added to it. */
const NO_ATTRIBUTES: Readonly<Attributes> = Object.freeze(Object.create(null))
const NO_CHILDREN: Child[] = []

/**
 * Attributes as objects without inherited members. A constructor is used because V8 stores its objects compactly, unlike those
 * of `Object.create(null)`.
 */
const AttributeRecord = function AttributeRecord() {} as unknown as new () => Attributes
AttributeRecord.prototype = Object.create(null)

/** What a part leaves in doubt. */
export interface PartDoubts {
  /** Number of byte sequences that are invalid in the part's encoding. */
  readonly malformed: number
  /** Alternatives of which programs show different texts. */
  readonly alternatives: readonly DifferingTexts[]
}

/**
 * Parses an XML part. Names get the customary prefixes of their namespaces; One branch of each mc:AlternateContent is kept, and
 * unknown ignorable elements (mc:Ignorable) are left out. Undeclared prefixes are kept.
 *
 * @throws {SealwrightError} `invalid_document` for XML that is not well-formed or has a DTD, `document_too_complex` past
 * a limit
 * @param onDoubts called with what the part leaves in doubt, if that is anything
 */
export function parseXml(bytes: Uint8Array, budget?: NodeBudget, onDoubts?: (doubts: PartDoubts) => void): XmlElement {
  return finishSteps(parseXmlInSteps(bytes, budget, onDoubts))
}

/** {@link parseXml}, with stops. */
export function* parseXmlInSteps(
  bytes: Uint8Array,
  budget: NodeBudget = { remaining: OOXML_LIMITS.maxXmlNodes },
  onDoubts?: (doubts: PartDoubts) => void,
): Steps<XmlElement> {
  if (bytes.length > OOXML_LIMITS.maxXmlBytes) {
    throw new SealwrightError('document_too_complex', 'An XML part is larger than the limit.')
  }
  const builder = new TreeBuilder(budget)
  const { text, malformed } = decodeXml(bytes)
  yield* tokenizeXml(text, builder)
  const { differences: alternatives } = builder.alternatives
  if (malformed > 0 || alternatives.length > 0) onDoubts?.({ malformed, alternatives })
  return builder.root()
}

/** An element whose content has not been parsed yet. */
class UnparsedElement implements XmlElement {
  readonly name: string
  readonly attributes: Readonly<Attributes>
  readonly #builder: TreeBuilder
  readonly #frame: Frame
  #content: string
  #children: readonly Child[] | undefined

  /** @param builder of the part that it stands in */
  constructor(frame: Frame & { readonly element: OpenElement }, content: string, builder: TreeBuilder) {
    this.name = frame.element.name
    this.attributes = frame.element.attributes
    this.#frame = frame
    this.#content = content
    this.#builder = builder
  }

  get children(): readonly Child[] {
    if (this.#children === undefined) {
      const element: OpenElement = { name: this.name, attributes: this.attributes, children: NO_CHILDREN }
      this.#builder.parse(this.#content, { ...this.#frame, element })
      this.#children = element.children
      this.#content = ''
    }
    return this.#children
  }
}

class TreeBuilder implements XmlHandler {
  readonly alternatives = new AlternativeTexts()
  readonly #budget: NodeBudget
  readonly #stack: Frame[] = []
  /** Shared content, by its source text. */
  readonly #shared: Map<string, SharedContent>
  /** Number of pieces of content so far, without those kept apart. */
  #content = 0
  /** Depth within an element that is left out. */
  #skipped = 0
  #root: XmlElement | undefined

  constructor(budget: NodeBudget, shared = new Map<string, SharedContent>()) {
    this.#budget = budget
    this.#shared = shared
  }

  /**
   * Parses the content of an element and adds it to the element.
   *
   * @returns number of pieces of content
   */
  parse(content: string, around: Frame): number {
    const builder = new TreeBuilder(this.#budget, this.#shared)
    builder.#stack.push(around)
    tokenizeXmlContent(content, builder)
    return builder.#content
  }

  root(): XmlElement {
    if (this.#root === undefined) throw new SealwrightError('invalid_document', 'An XML part has no root element.')
    return this.#root
  }

  open(rawName: string, rawAttributes: AttributeList): boolean {
    if (this.alternatives.follows(rawName)) this.alternatives.open(rawName)
    if (this.#skipped > 0) {
      this.#skipped++
      return false
    }
    this.#checkDepth()
    const parent = this.#stack.at(-1)
    const scope = NamespaceScope.enter(parent?.scope, rawAttributes)
    const name = scope.elementName(rawName)
    const role = roleOf(name, rawAttributes, scope, parent)
    if (role === undefined) {
      this.#skipped = 1
      return false
    }
    const space = rawAttribute(rawAttributes, 'xml:space')
    this.#stack.push({
      role,
      element: this.#elementFor(role, name, rawAttributes, scope, parent),
      scope,
      preserveSpace: space === undefined ? (parent?.preserveSpace ?? false) : space === 'preserve',
      contentBefore: this.#content,
      isStray: role === 'aside' && isInAlternatives(parent) && !BRANCHES.has(name),
      passedOver: undefined,
    })
    return role === 'element' && parent !== undefined && RAW.has(name)
  }

  empty(rawName: string, rawAttributes: AttributeList): void {
    this.alternatives.empty(rawName, rawAttributes)
    if (this.#skipped > 0) return
    this.#checkDepth()
    const parent = this.#stack.at(-1)
    const scope = NamespaceScope.enter(parent?.scope, rawAttributes)
    const name = scope.elementName(rawName)
    if (roleOf(name, rawAttributes, scope, parent) !== 'element') return
    this.#addElement(name, rawAttributes, scope, parent)
  }

  raw(content: string, name: string): boolean {
    const frame = this.#stack.at(-1)
    const element = frame?.element
    if (frame === undefined || element === undefined) return false
    if (RAW.get(element.name) === 'once') return this.#share(content, name, frame, element)
    const parent = this.#stack.at(-2)?.element
    if (parent === undefined || !isWholeContent(content, name)) return false
    // The element was added to its parent when it was opened, as the last child.
    parent.children[parent.children.length - 1] = new UnparsedElement({ ...frame, element }, content, this)
    return true
  }

  /** Gives an element the children of earlier elements with the same content. */
  #share(content: string, name: string, frame: Frame, element: OpenElement): boolean {
    if (content.length > MAX_SHARED_LENGTH) return false
    const known = this.#shared.get(content)
    if (known !== undefined) {
      if (known.scope !== frame.scope || known.preserveSpace !== frame.preserveSpace) return false
      this.#spend(known.nodes)
      this.#content += known.pieces
      element.children = known.children
      return true
    }
    if (!isWholeContent(content, name)) return false
    const { scope, preserveSpace } = frame
    const before = this.#budget.remaining
    const pieces = this.parse(content, frame)
    const nodes = before - this.#budget.remaining
    this.#content += pieces
    this.#shared.set(content, { children: element.children, scope, preserveSpace, nodes, pieces })
    return true
  }

  close(): void {
    this.alternatives.close()
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    const frame = this.#stack.pop()
    if (frame === undefined) return
    if (frame.role === 'aside') this.#closeAside(frame)
    else if (frame.passedOver !== undefined && frame.contentBefore === this.#content && frame.element !== undefined) {
      append(frame.element, frame.passedOver)
      // The element counts in the branch around it, even if that branch is not chosen.
      this.#content++
    }
  }

  /** Keeps an element apart if it has content: with its parent, or, for a branch, until its mc:AlternateContent ends. */
  #closeAside({ element, contentBefore, isStray }: Frame): void {
    const holdsContent = this.#content > contentBefore
    this.#content = contentBefore
    const parent = this.#stack.at(-1)
    if (!holdsContent || element === undefined || parent === undefined) return
    if (isInAlternatives(parent) && !isStray) parent.passedOver = withBranch(parent.passedOver, element)
    else if (parent.element !== undefined) append(parent.element, element)
  }

  text(text: string): void {
    this.alternatives.text(text)
    const frame = this.#stack.at(-1)
    if (this.#skipped > 0 || frame?.element === undefined) return
    const { name } = frame.element
    let kept = text
    if (TRIMMED_TEXT.has(name)) {
      if (!frame.preserveSpace) kept = trimXmlSpace(text)
    } else if (!VERBATIM_TEXT.has(name) && trimXmlSpace(text) === '') {
      return
    }
    if (kept === '') return
    this.#spend()
    append(frame.element, kept)
  }

  #elementFor(
    role: Role,
    name: string,
    attributes: AttributeList,
    scope: NamespaceScope,
    parent: Frame | undefined,
  ): OpenElement | undefined {
    if (role === 'element') return this.#addElement(name, attributes, scope, parent)
    if (role !== 'aside') return parent?.element
    this.#spend()
    return { name: isInAlternatives(parent) ? PASSED_OVER : name, attributes: NO_ATTRIBUTES, children: NO_CHILDREN }
  }

  #checkDepth(): void {
    if (this.#stack.length < OOXML_LIMITS.maxXmlDepth) return
    throw new SealwrightError('document_too_complex', `An XML part is nested deeper than ${OOXML_LIMITS.maxXmlDepth}.`)
  }

  #addElement(
    name: string,
    rawAttributes: AttributeList,
    scope: NamespaceScope,
    parent: Frame | undefined,
  ): OpenElement | undefined {
    this.#spend()
    if (CONTENT.has(name)) this.#content++
    const attributes = this.#readAttributes(rawAttributes, scope)
    const element = { name, attributes, children: NO_CHILDREN }
    if (parent?.element !== undefined) append(parent.element, element)
    else this.#root = element
    return element
  }

  #readAttributes({ items, length }: AttributeList, scope: NamespaceScope): Readonly<Attributes> {
    let attributes: Attributes | undefined
    for (let index = 0; index < length; index += 2) {
      const rawName = items[index] ?? ''
      if (isDeclaration(rawName)) continue
      const name = scope.attributeName(rawName)
      if (scope.isIgnored(name)) continue
      this.#spend()
      attributes ??= new AttributeRecord()
      attributes[name] = items[index + 1] ?? ''
    }
    return attributes ?? NO_ATTRIBUTES
  }

  #spend(nodes = 1): void {
    this.#budget.remaining -= nodes
    if (this.#budget.remaining < 0) {
      throw new SealwrightError('document_too_complex', 'The XML of the document has more elements than the limit.')
    }
  }
}

/** Joins the content of several branches that were not chosen. */
function withBranch(before: OpenElement | undefined, branch: OpenElement): OpenElement {
  if (before === undefined) return branch
  for (const child of branch.children) append(before, child)
  return before
}

function append(element: OpenElement, child: Child): void {
  if (element.children === NO_CHILDREN) element.children = [child]
  else element.children.push(child)
}

function trimXmlSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}
