import type { ImageSource } from '../../typeset/model/drawing-model.js'
import type { OpcPackage } from '../package.js'

/** Collects the image parts that drawings use, each once: what becomes `DocumentModel.images`. */
export class ImageRegistry {
  readonly #package: OpcPackage
  readonly #images = new Map<string, ImageSource>()
  readonly #missing = new Set<string>()

  constructor(opcPackage: OpcPackage) {
    this.#package = opcPackage
  }

  /** Registers an image part and returns its key; undefined when the package has no such part. */
  add(partName: string): string | undefined {
    if (this.#images.has(partName)) return partName
    if (this.#missing.has(partName)) return undefined
    const bytes = this.#package.part(partName)
    if (bytes === undefined) {
      this.#missing.add(partName)
      return undefined
    }
    this.#images.set(partName, { bytes, mediaType: this.#package.contentType(partName) ?? '' })
    return partName
  }

  get images(): ReadonlyMap<string, ImageSource> {
    return this.#images
  }
}
