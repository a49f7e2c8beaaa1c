/**
 * Resolves names to namespaces (Namespaces in XML 1.0).
 *
 * @module
 */

import { malformedXml as malformed } from './list-error.js'
import type { SignedAttribute } from './signed-tree.js'

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

/** An attribute as the file has it, or a declaration of a namespace. */
export interface RawAttribute {
  readonly prefix: string
  readonly localName: string
  readonly value: string
}

const isDeclarationOfNamespace = ({ prefix, localName }: RawAttribute) =>
  prefix === 'xmlns' || (prefix === '' && localName === 'xmlns')

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map()

/**
 * The namespaces that an element declares. Declarations that are not permitted are refused (Namespaces in XML 1.0, 3 and 5).
 */
export function declarationsAmong(attributes: readonly RawAttribute[]): ReadonlyMap<string, string> {
  const declarations = attributes.filter(isDeclarationOfNamespace)
  if (declarations.length === 0) return NO_NAMESPACES
  const declared = new Map<string, string>()
  for (const { prefix, localName, value } of declarations) {
    const name = prefix === '' ? '' : localName
    const isReserved = name === 'xmlns' || value === XMLNS_NAMESPACE || (name === 'xml') !== (value === XML_NAMESPACE)
    if (isReserved || (name !== '' && value === '')) throw malformed('a namespace is declared that may not be')
    if (name !== 'xml') declared.set(name, value)
  }
  return declared
}

/** The namespace of a prefix; empty for the default prefix where no default namespace is declared. */
export function namespaceOf(prefix: string, scope: ReadonlyMap<string, string>): string {
  const namespace = scope.get(prefix)
  if (namespace === undefined && prefix !== '') throw malformed('a prefix has no namespace')
  return namespace ?? ''
}

/** The attributes that are no declarations, with their namespaces. */
export function resolveAttributes(raw: readonly RawAttribute[], scope: ReadonlyMap<string, string>): SignedAttribute[] {
  const attributes = raw
    .filter((attribute) => !isDeclarationOfNamespace(attribute))
    .map((attribute) => ({
      ...attribute,
      namespace: attribute.prefix === '' ? '' : namespaceOf(attribute.prefix, scope),
    }))
  const names = new Set(attributes.map(({ namespace, localName }) => `${namespace}\n${localName}`))
  if (names.size < attributes.length) throw malformed('an attribute stands twice')
  return attributes
}
