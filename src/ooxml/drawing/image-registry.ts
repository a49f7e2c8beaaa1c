/**
 * The images that the drawings of a document use.
 *
 * @module
 */

import type { ImageSource } from '../../typeset/drawings.js'
import type { OpcPackage } from '../package/package.js'

/** Collects the image parts that drawings use, each once. They become `DocumentModel.images`. */
export class ImageRegistry {
  readonly #package: OpcPackage
  readonly #images: Map<string, ImageSource>
  readonly #prefix: string
  readonly #missing = new Set<string>()

  /** A registry for an embedded document adds to the images of the outer one, under names that begin with `prefix`. */
  constructor(opcPackage: OpcPackage, images = new Map<string, ImageSource>(), prefix = '') {
    this.#package = opcPackage
    this.#images = images
    this.#prefix = prefix
  }

  /** Registers an image part and returns its key; undefined when the package has no such part. */
  add(partName: string): string | undefined {
    const key = this.#prefix + partName
    if (this.#images.has(key)) return key
    if (this.#missing.has(partName)) return undefined
    const bytes = this.#package.part(partName)
    if (bytes === undefined) {
      this.#missing.add(partName)
      return undefined
    }
    this.#images.set(key, { bytes, mediaType: this.#package.contentType(partName) ?? '' })
    return key
  }

  get images(): ReadonlyMap<string, ImageSource> {
    return this.#images
  }
}
