/**
 * Namespaces: every file's prefixes become the customary ones.
 *
 * @module
 */

import { isKnownPrefix, isUnderstood, prefixOfNamespace } from './namespaces.js'
import type { AttributeList } from './xml-tokenizer.js'

/**
 * The namespace declarations in force at an element, and which prefixes it says may be ignored (mc:Ignorable,
 * ECMA-376-3, 9.1). Elements without declarations of their own share the scope of their parent.
 */
export class NamespaceScope {
  readonly #parent: NamespaceScope | undefined
  /** Customary prefixes by prefix of the file; '' is the default namespace. */
  readonly #declared = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #ignorable = new Set<string>()

  private constructor(parent: NamespaceScope | undefined) {
    this.#parent = parent
  }

  /** The scope of an element with these attributes inside `parent`. */
  static enter(parent: NamespaceScope | undefined, { items, length }: AttributeList): NamespaceScope {
    let scope = parent
    let ignorable: string | undefined
    for (let index = 0; index < length; index += 2) {
      const key = items[index] ?? ''
      const value = items[index + 1] ?? ''
      if (key.startsWith('xmlns')) {
        const prefix = key === 'xmlns' ? '' : key.charCodeAt(5) === 0x3a ? key.slice(6) : undefined
        if (prefix === undefined) continue
        const customary = customaryPrefix(prefix, value)
        if (parent !== undefined && scope === parent && parent.#lookUp(prefix) === customary) continue
        if (scope === parent || scope === undefined) scope = new NamespaceScope(parent)
        scope.#declared.set(prefix, customary)
      } else if (key.endsWith(':Ignorable')) {
        ignorable = value
      }
    }
    if (scope === undefined) scope = new NamespaceScope(undefined)
    if (ignorable !== undefined) scope = scope.#ignoring(ignorable)
    return scope
  }

  /** The name of an element with its customary prefix. */
  elementName(raw: string): string {
    return this.#names.get(raw) ?? this.#resolve(raw, true)
  }

  /** The same for an attribute: without prefix it is in no namespace. */
  attributeName(raw: string): string {
    return raw.includes(':') ? (this.#names.get(raw) ?? this.#resolve(raw, false)) : raw
  }

  /** Whether a name, from one of the methods above, is ignorable and not understood. */
  isIgnored(name: string): boolean {
    if (this.#ignorable.size === 0) return false
    const colon = name.indexOf(':')
    return colon > 0 && this.#ignorable.has(name.slice(0, colon))
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
    for (const prefix of [...this.#ignorable, ...ignored]) scope.#ignorable.add(prefix)
    return scope
  }

  #resolve(raw: string, useDefault: boolean): string {
    const colon = raw.indexOf(':')
    const local = raw.slice(colon + 1)
    let prefix = colon < 0 ? '' : raw.slice(0, colon)
    if (colon >= 0 || useDefault) prefix = this.#lookUp(prefix) ?? prefix
    const name = prefix === '' ? local : `${prefix}:${local}`
    this.#names.set(raw, name)
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

function customaryPrefix(prefix: string, uri: string): string {
  const known = prefixOfNamespace(uri)
  if (known !== undefined) return known
  // An unknown namespace must not pass for one of ours because the file gave it that prefix.
  return isKnownPrefix(prefix) ? `other-${prefix}` : prefix
}
