/**
 * The namespaces in scope at an element.
 *
 * @module
 */

import { isKnownPrefix, isOfficeNamespace, isUnderstood, prefixOfNamespace } from './namespaces.js'
import type { AttributeList } from './xml-tokenizer.js'

const NONE: ReadonlySet<string> = new Set()

const IGNORABLE = ':Ignorable'
const PROCESS_CONTENT = ':ProcessContent'

/**
 * The namespace declarations in scope at an element, and the prefixes that may be ignored (mc:Ignorable, ECMA-376-3, 9.1).
 * Elements without declarations share the scope of their parent.
 */
export class NamespaceScope {
  readonly #parent: NamespaceScope | undefined
  /** Customary prefixes by the prefixes of the file; '' is the default namespace. */
  readonly #declared = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #ignored = new Map<string, boolean>()
  /** Ignorable prefixes. The set is shared with the outer scope until an element adds to it. */
  #ignorable: ReadonlySet<string>
  /** Names of ignorable elements, or `prefix:*`, whose content is read (mc:ProcessContent, 9.2). */
  #processed: ReadonlySet<string>

  private constructor(parent: NamespaceScope | undefined) {
    this.#parent = parent
    this.#ignorable = parent === undefined ? NONE : parent.#ignorable
    this.#processed = parent === undefined ? NONE : parent.#processed
  }

  /** The scope of an element with these attributes inside `parent`. */
  static enter(parent: NamespaceScope | undefined, attributes: AttributeList): NamespaceScope {
    return parent === undefined ? NamespaceScope.#enterRoot(attributes) : NamespaceScope.#open(parent, attributes)
  }

  /** A function of its own: {@link enter} is called for each element, and closures in it would be created on every call. */
  static #enterRoot(attributes: AttributeList): NamespaceScope {
    const known = knownRoots.find(({ declarations }) => declares(attributes, declarations))
    if (known !== undefined) return known.scope
    const declarations = keepableDeclarations(attributes)
    if (declarations === undefined) return NamespaceScope.#open(undefined, attributes)
    const scope = NamespaceScope.#open(undefined, { items: declarations, length: declarations.length })
    if (knownRoots.length >= MAX_KNOWN_ROOTS) knownRoots.shift()
    knownRoots.push({ declarations, scope })
    return scope
  }

  static #open(parent: NamespaceScope | undefined, { items, length }: AttributeList): NamespaceScope {
    let scope = parent
    let ignorable: string | undefined
    let processed: string | undefined
    for (let index = 0; index < length; index += 2) {
      const key = items[index] ?? ''
      const value = items[index + 1] ?? ''
      if (isDeclaration(key)) {
        const prefix = key === 'xmlns' ? '' : key.charCodeAt(5) === 0x3a ? key.slice(6) : undefined
        if (prefix === undefined) continue
        const customary = customaryPrefix(prefix, value)
        if (parent !== undefined && scope === parent && parent.#lookUp(prefix) === customary) continue
        if (scope === parent || scope === undefined) scope = new NamespaceScope(parent)
        scope.#declared.set(prefix, customary)
      } else if (key.length < IGNORABLE.length) {
        // This branch handles by far the most attributes.
      } else if (key.endsWith(IGNORABLE)) {
        ignorable = value
      } else if (key.endsWith(PROCESS_CONTENT)) {
        processed = value
      }
    }
    if (scope === undefined) scope = new NamespaceScope(undefined)
    if (ignorable !== undefined) scope = scope.#ignoring(ignorable)
    if (processed !== undefined) scope = scope.#processing(processed)
    return scope
  }

  /** The name of an element with its customary prefix. */
  elementName(raw: string): string {
    return this.#names.get(raw) ?? this.#resolve(raw, true)
  }

  /** Resolves the name of an attribute. Without a prefix, it is in no namespace. */
  attributeName(raw: string): string {
    return raw.includes(':') ? (this.#names.get(raw) ?? this.#resolve(raw, false)) : raw
  }

  /** Whether a resolved name is ignorable and not understood. */
  isIgnored(name: string): boolean {
    if (this.#ignorable.size === 0) return false
    let ignored = this.#ignored.get(name)
    if (ignored === undefined) {
      const colon = name.indexOf(':')
      ignored = colon > 0 && this.#ignorable.has(name.slice(0, colon))
      if (isKeepable(name, this.#ignored)) this.#ignored.set(name, ignored)
    }
    return ignored
  }

  /** Whether an ignored element is replaced by its content. */
  processesContent(name: string): boolean {
    if (this.#processed.size === 0) return false
    return this.#processed.has(name) || this.#processed.has(`${name.slice(0, name.indexOf(':'))}:*`)
  }

  /** Whether all namespaces of a list of prefixes, as in mc:Choice, are understood. */
  understands(prefixes: string): boolean {
    return prefixes.split(/\s+/).every((prefix) => prefix === '' || isUnderstood(this.#lookUp(prefix) ?? prefix))
  }

  #ignoring(prefixes: string): NamespaceScope {
    const ignored = prefixes
      .split(/\s+/)
      .map((prefix) => this.#lookUp(prefix) ?? prefix)
      .filter((prefix) => prefix !== '' && !isUnderstood(prefix))
    if (ignored.length === 0) return this
    const scope = new NamespaceScope(this)
    scope.#ignorable = new Set([...this.#ignorable, ...ignored])
    return scope
  }

  #processing(names: string): NamespaceScope {
    const scope = new NamespaceScope(this)
    const resolved = names.split(/\s+/).map((name) => this.elementName(name))
    scope.#processed = new Set([...this.#processed, ...resolved])
    return scope
  }

  #resolve(raw: string, useDefault: boolean): string {
    const colon = raw.indexOf(':')
    const local = raw.slice(colon + 1)
    let prefix = colon < 0 ? '' : raw.slice(0, colon)
    if (colon >= 0 || useDefault) prefix = this.#lookUp(prefix) ?? prefix
    const name = knownName(prefix === '' ? local : `${prefix}:${local}`)
    if (isKeepable(raw, this.#names)) this.#names.set(raw, name)
    return name
  }

  #lookUp(prefix: string): string | undefined {
    for (let scope: NamespaceScope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const customary = scope.#declared.get(prefix)
      if (customary !== undefined) return customary
    }
    return undefined
  }
}

/** Whether an attribute declares a namespace. This is called for every attribute; the first letter decides nearly all. */
export function isDeclaration(key: string): boolean {
  return key.charCodeAt(0) === 0x78 && key.startsWith('xmlns')
}

function isScoping(key: string): boolean {
  return (
    isDeclaration(key) || (key.length >= IGNORABLE.length && (key.endsWith(IGNORABLE) || key.endsWith(PROCESS_CONTENT)))
  )
}

/** The declarations of a part's root element (names and values alternating), with the resulting scope. */
interface KnownRoot {
  readonly declarations: readonly string[]
  readonly scope: NamespaceScope
}

/**
 * Scopes of root elements that were seen. Programs write few kinds of roots, each with the same dozens of namespaces in all
 * documents. Only roots with nothing but office namespaces are kept, and no part of a document's text is kept with them.
 */
const knownRoots: KnownRoot[] = []

/** Maximum number of roots that are kept. The versions of Word have about a dozen. */
const MAX_KNOWN_ROOTS = 32

/** Longest namespace or prefix list that is kept, in characters. Those of office programs are shorter. */
const MAX_KNOWN_VALUE = 128

function declares({ items, length }: AttributeList, declarations: readonly string[]): boolean {
  let at = 0
  for (let index = 0; index < length; index += 2) {
    const key = items[index] ?? ''
    if (!isScoping(key)) continue
    if (declarations[at] !== key || declarations[at + 1] !== items[index + 1]) return false
    at += 2
  }
  return at === declarations.length
}

function keepableDeclarations({ items, length }: AttributeList): string[] | undefined {
  const declarations: string[] = []
  for (let index = 0; index < length; index += 2) {
    const key = items[index] ?? ''
    const value = items[index + 1] ?? ''
    if (!isScoping(key)) continue
    if (key.length > MAX_KNOWN_LENGTH || value.length > MAX_KNOWN_VALUE) return undefined
    if (isDeclaration(key) && !isOfficeNamespace(value)) return undefined
    declarations.push(ownText(key), ownText(value))
  }
  return declarations
}

/** Names with customary prefixes, from all parts. Equal names are one string, so that they are compared by address. */
const knownNames = new Map<string, string>()

/** Longest name that is kept, in characters. As in the tokenizer, known names are shorter. */
const MAX_KNOWN_LENGTH = 48

/** Maximum number of names that are kept. The formats have far fewer, but anybody can make up others. */
const MAX_KNOWN_NAMES = 4096

/**
 * Whether a name may be kept. A scope may live as long as the process, so it keeps no more names than the formats have, and none
 * that is a slice of a text.
 */
function isKeepable(name: string, kept: ReadonlyMap<string, unknown>): boolean {
  return name.length <= MAX_KNOWN_LENGTH && kept.size < MAX_KNOWN_NAMES
}

function knownName(name: string): string {
  const found = knownNames.get(name)
  if (found === undefined && isKeepable(name, knownNames)) {
    const own = ownText(name)
    knownNames.set(own, own)
    return own
  }
  return found ?? name
}

/** A copy of a text without a reference to the text that it was cut from. As a property name, V8 internalises it. */
function ownText(text: string): string {
  return Object.keys({ [text]: true })[0] ?? text
}

function customaryPrefix(prefix: string, uri: string): string {
  const known = prefixOfNamespace(uri)
  if (known !== undefined) return known
  // An unknown namespace must not be mistaken for a known one because of its prefix in the file.
  return isKnownPrefix(prefix) ? `other-${prefix}` : prefix
}
