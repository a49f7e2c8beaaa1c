/**
 * A signed XML document as a tree. It keeps everything that canonicalization needs: prefixes, declarations of namespaces, the
 * order of attributes, and processing instructions. It has no comments, since the canonical form has none: a reader of the
 * tree sees exactly what was signed.
 *
 * @module
 */

import { refuseList } from './list-error.js'

/** An attribute that declares no namespace. */
export interface SignedAttribute {
  readonly prefix: string
  readonly localName: string
  /** Empty for an attribute without a prefix. */
  readonly namespace: string
  readonly value: string
}

/** A processing instruction. */
export interface Instruction {
  readonly target: string
  readonly data: string
}

/** An element of a signed document. */
export interface SignedElement {
  readonly prefix: string
  readonly localName: string
  readonly namespace: string
  readonly attributes: readonly SignedAttribute[]
  /** Namespaces that the element declares itself, by prefix. The empty prefix is that of the default namespace. */
  readonly declared: ReadonlyMap<string, string>
  readonly parent: SignedElement | undefined
  readonly children: readonly SignedNode[]
}

/** A part of the content of an element. Neighbouring texts are one text, also where a comment was between them. */
export type SignedNode = SignedElement | Instruction | string

/** A whole document. */
export interface SignedXml {
  readonly root: SignedElement
  /** Instructions before and after the root element. A reference to the whole document covers them. */
  readonly before: readonly Instruction[]
  readonly after: readonly Instruction[]
  /** Elements by their identifiers: the values of the attributes `Id`, `ID`, `id` and `xml:id`. No value occurs twice. */
  readonly byId: ReadonlyMap<string, SignedElement>
}

/** True for an element. */
export function isSignedElement(node: SignedNode): node is SignedElement {
  return typeof node !== 'string' && 'localName' in node
}

/** The child elements of a namespace, optionally only those of one name. */
export function nestedElements(parent: SignedElement, namespace: string, localName?: string): SignedElement[] {
  const found: SignedElement[] = []
  for (const child of parent.children) {
    if (!isSignedElement(child) || child.namespace !== namespace) continue
    if (localName === undefined || child.localName === localName) found.push(child)
  }
  return found
}

/**
 * The only child element of that name.
 *
 * @throws SealwrightError `trust_list_refused` when there are several: readers could take either
 */
export function elementOf(
  parent: SignedElement | undefined,
  namespace: string,
  name: string,
): SignedElement | undefined {
  const [only, second] = parent === undefined ? [] : nestedElements(parent, namespace, name)
  if (second !== undefined) throw refuseList('content_malformed', `it has two elements ${name} where one may be.`)
  return only
}

/**
 * The text in an element, without white space at its ends.
 *
 * @throws SealwrightError `trust_list_refused` when elements stand in it: readers differ on whether their text counts
 */
export function contentText(element: SignedElement | undefined): string {
  let text = ''
  for (const child of element?.children ?? []) {
    if (typeof child === 'string') text += child
    else if (isSignedElement(child)) throw refuseList('content_malformed', 'an element stands where a text should be.')
  }
  return text.trim()
}

/** The value of an attribute without a prefix. */
export function attributeValue(element: SignedElement, name: string): string | undefined {
  return element.attributes.find(({ localName, namespace }) => namespace === '' && localName === name)?.value
}

/** The namespaces in force at an element, including its own. */
export function namespacesAt(element: SignedElement): Map<string, string> {
  const chain: SignedElement[] = []
  for (let at: SignedElement | undefined = element; at !== undefined; at = at.parent) chain.push(at)
  const scope = new Map<string, string>()
  for (const each of chain.reverse()) for (const [prefix, uri] of each.declared) scope.set(prefix, uri)
  return scope
}
