/**
 * The relationships of a part to other parts and to external targets.
 *
 * @module
 */

import { escapeAttribute } from '../../../escape.js'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The relationships of one part as XML (ECMA-376-2, 6.5). Each gets an id when it is added. */
export class Relationships {
  readonly #ids = new Map<string, string>()
  #xml = ''

  /** Adds a relationship and returns its id. Equal targets have the same id. `type` is the last segment of the type's URI. */
  add(type: string, target: string, external = false): string {
    const key = `${type} ${target}`
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = `rId${this.#ids.size + 1}`
    this.#ids.set(key, id)
    this.#write(id, type, target, external)
    return id
  }

  /** Adds a relationship under a given id. */
  addAs(id: string, type: string, target: string, external = false): void {
    this.#ids.set(id, id)
    this.#write(id, type, target, external)
  }

  #write(id: string, type: string, target: string, external: boolean): void {
    const mode = external ? ' TargetMode="External"' : ''
    this.#xml += `<Relationship Id="${escapeAttribute(id)}" Type="${typeUri(type)}" Target="${escapeAttribute(target)}"${mode}/>`
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0
  }

  toXml(): string {
    return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${this.#xml}</Relationships>`
  }
}

function typeUri(type: string): string {
  // Core properties belong to the packaging standard, not to Office (ECMA-376-2, annex E).
  return type === 'core-properties'
    ? 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'
    : `${OFFICE}/${type}`
}
