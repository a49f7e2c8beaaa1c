/**
 * The images of a DOCX, each stored once.
 *
 * @module
 */

import { createHash } from '../../../platform/hashes.js'
import type { FlowInline } from '../flow-document.js'
import { placeholderPng } from '../write-png.js'
import type { ZipFile } from './zip-writer.js'

/** An image among the inlines of a paragraph. */
export type FlowImage = Extract<FlowInline, { kind: 'image' }>

/** Media types by the ending of the part's name. */
export const MEDIA_TYPES: Readonly<Record<FlowImage['type'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
}

/** The picture beside a drawing, for readers that do not know SVG. It is a grey box until the drawing is drawn. */
export interface FallbackFile extends ZipFile {
  readonly svg: Uint8Array
  /** The largest size at which it is shown, in twips. */
  readonly width: number
  readonly height: number
}

/** Whether a file is the picture beside a drawing. */
export function isFallbackFile(file: ZipFile): file is FallbackFile {
  return 'svg' in file
}

/** The images of a document, each kept once. */
export class Media {
  /** By the name of the drawing. */
  readonly #fallbacks = new Map<string, FallbackFile>()
  readonly #names = new Map<string, string>()
  /** Names by image, so that an image that is used repeatedly is hashed once. */
  readonly #known = new WeakMap<Uint8Array, string>()
  readonly #files: ZipFile[] = []

  /** Adds an image. Returns its name within word/, such as `media/image1.png`. */
  add(bytes: Uint8Array, type: FlowImage['type']): string {
    const known = this.#known.get(bytes)
    if (known !== undefined) return known
    const key = `${type} ${createHash('sha256').update(bytes).digest('base64')}`
    let name = this.#names.get(key)
    if (name === undefined) {
      name = `media/image${this.#names.size + 1}.${type}`
      this.#names.set(key, name)
      this.#files.push({ name: `word/${name}`, bytes, stored: type !== 'svg' && type !== 'bmp' && type !== 'tiff' })
    }
    this.#known.set(bytes, name)
    return name
  }

  /**
   * Adds the picture beside a drawing.
   *
   * @param drawing the name that {@link add} gave the drawing
   * @param width in twips, as is `height`
   */
  addFallback(drawing: string, svg: Uint8Array, width: number, height: number): string {
    const name = drawing.replace(/\.svg$/, '-fallback.png')
    const known = this.#fallbacks.get(drawing)
    if (known === undefined || known.width * known.height < width * height) {
      this.#fallbacks.set(drawing, {
        name: `word/${name}`,
        stored: true,
        svg,
        width,
        height,
        // Most are drawn, and need no box.
        get bytes() {
          return placeholderPng(width, height)
        },
      })
    }
    return name
  }

  get files(): readonly ZipFile[] {
    return [...this.#files, ...this.#fallbacks.values()]
  }
}
