/**
 * Resources that the pages of one file share: fonts, graphics states, images, colour spaces.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { deflateSync } from '../../platform/deflation.js'
import type { DisplayList } from '../display/display-list.js'
import type { FontFace } from '../fonts/font-face.js'
import type { HexColor } from '../model/properties.js'
import { type EmbedOptions, embedFont } from './embed-font.js'
import { FontCodes } from './font-codes.js'
import { decimal } from './number-text.js'

/** The categories of resource dictionaries that pages use (ISO 32000-2, 7.8.3). */
export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'Shading' | 'ColorSpace'

/** Operators of a form, and the resources that they use. */
interface FormContent {
  readonly content: Uint8Array
  readonly used: ReadonlyMap<ResourceKind, ReadonlySet<string>>
}

/** Box of a form that clips nothing: the largest page that readers show, to each side of its origin (ISO 32000-1, annex C). */
const ANYWHERE = [-14_400, -14_400, 14_400, 14_400]

/** Resources that the pages of one file share: fonts, graphics states, images. Their names are the same on every page. */
export class PaintResources {
  readonly sink: ObjectSink
  /** Whether colours are device-independent, so that the pages fit into a PDF/A file with any output intent. */
  readonly calibrated: boolean
  readonly colorSpaceName = 'CS0'
  /** Whether anything was painted in DeviceCMYK. */
  usesInk = false
  /** Whether text of private-use characters gets a replacement text. */
  replacesPrivate = false
  readonly #fonts = new Map<FontFace, FontCodes>()
  readonly #objects = new Map<ResourceKind, Map<string, PdfObject>>()
  readonly #opacities = new Map<string, string>()
  readonly #dictionaries = new Map<string, PdfRef>()
  readonly #colors = new Map<string, string>()
  /** Names of forms by their lists; '' for a list that came once. */
  readonly #forms = new Map<DisplayList, string>()
  #colorSpace: PdfRef | undefined

  constructor(sink: ObjectSink, calibrated: boolean) {
    this.sink = sink
    this.calibrated = calibrated
  }

  /** The codes of a face. All pages share one object. */
  codesOf(face: FontFace): FontCodes {
    let codes = this.#fonts.get(face)
    if (codes === undefined) {
      codes = new FontCodes(face, `F${this.#fonts.size + 1}`)
      this.#fonts.set(face, codes)
      this.put('Font', codes.name, this.sink.allocate())
    }
    return codes
  }

  /** Stores a resource under a name for content streams. */
  put(kind: ResourceKind, name: string, object: PdfObject): void {
    let objects = this.#objects.get(kind)
    if (objects === undefined) {
      objects = new Map()
      this.#objects.set(kind, objects)
    }
    objects.set(name, object)
  }

  /** Stores a resource under a new name. */
  add(kind: ResourceKind, prefix: string, object: PdfObject): string {
    const name = `${prefix}${(this.#objects.get(kind)?.size ?? 0) + 1}`
    this.put(kind, name, object)
    return name
  }

  /** Stores a resource once for each `key`, under a new name. */
  once(kind: ResourceKind, key: string, object: PdfObject): string {
    if (this.#objects.get(kind)?.has(key) !== true) this.put(kind, key, object)
    return key
  }

  /** Name of a graphics state with that opacity; '' if opaque. */
  opacityState(opacity: number): string {
    if (!(opacity < 0.9995)) return ''
    return this.#alphaState(decimal(Math.max(0, opacity), 3))
  }

  opaqueState(): string {
    return this.#alphaState('1')
  }

  #alphaState(alpha: string): string {
    let name = this.#opacities.get(alpha)
    if (name === undefined) {
      name = this.add('ExtGState', 'G', new PdfDict({ CA: Number(alpha), ca: Number(alpha) }))
      this.#opacities.set(alpha, name)
    }
    return name
  }

  /** The operator that sets a colour. */
  colorOperator(color: HexColor, stroke: boolean): string {
    const key = stroke ? `${color}S` : color
    let operator = this.#colors.get(key)
    if (operator === undefined) {
      const [red, green, blue] = colorComponents(color).map((component) => decimal(component, 3))
      if (this.calibrated) {
        operator = `/${this.colorSpaceName} ${stroke ? 'CS' : 'cs'} ${red} ${green} ${blue} ${stroke ? 'SC' : 'sc'}`
      } else if (red === green && green === blue) operator = `${red} ${stroke ? 'G' : 'g'}`
      else operator = `${red} ${green} ${blue} ${stroke ? 'RG' : 'rg'}`
      this.#colors.set(key, operator)
    }
    return operator
  }

  /**
   * Name of the form XObject with a list of items, which is made when the list comes for the second time.
   *
   * @param list the same object each time
   * @returns undefined the first time
   */
  formOf(list: DisplayList, paint: () => FormContent): string | undefined {
    let name = this.#forms.get(list)
    if (name === undefined) {
      this.#forms.set(list, '')
      return undefined
    }
    if (name === '') {
      const { content, used } = paint()
      const dict = new PdfDict({
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        BBox: ANYWHERE,
        Resources: this.dictionaryFor(used),
        Filter: PdfName.of('FlateDecode'),
      })
      name = this.add('XObject', 'X', this.sink.add(new PdfStream(dict, deflateSync(content))))
      this.#forms.set(list, name)
    }
    return name
  }

  /** The colour space of RGB images and shadings. */
  rgbSpace(): PdfObject {
    if (!this.calibrated) return PdfName.of('DeviceRGB')
    this.#colorSpace ??= this.sink.add(calibratedRgb())
    return this.#colorSpace
  }

  /** The resource dictionary with these names. Streams that use the same names share it. */
  dictionaryFor(used: ReadonlyMap<ResourceKind, ReadonlySet<string>>): PdfRef {
    const kinds = [...used].sort(([a], [b]) => (a < b ? -1 : 1))
    const key = kinds.map(([kind, names]) => `${kind}:${[...names].sort().join(',')}`).join(';')
    let ref = this.#dictionaries.get(key)
    if (ref === undefined) {
      const categories: Record<string, PdfObject> = {}
      for (const [kind, names] of kinds) {
        const entries = new Map<string, PdfObject>()
        for (const name of names) {
          const object = kind === 'ColorSpace' ? this.rgbSpace() : this.#objects.get(kind)?.get(name)
          if (object !== undefined) entries.set(name, object)
        }
        categories[kind] = new PdfDict(entries)
      }
      ref = this.sink.add(new PdfDict(categories))
      this.#dictionaries.set(key, ref)
    }
    return ref
  }

  /** Embeds the fonts after all content is written. */
  finishFonts(options: EmbedOptions = {}): void {
    finishSteps(this.finishFontsInSteps(options))
  }

  /** {@link finishFonts}, with a stop between fonts. */
  *finishFontsInSteps(options: EmbedOptions = {}): Steps<void> {
    for (const codes of this.#fonts.values()) {
      if (isTurnOver()) yield
      const ref = this.#objects.get('Font')?.get(codes.name)
      if (ref instanceof PdfRef) embedFont(this.sink, ref, codes, options)
    }
  }
}

/** Red, green and blue from 0 to 1; black for an invalid colour. */
export function colorComponents(color: HexColor): [number, number, number] {
  const value = /^[0-9a-f]{6}$/i.test(color) ? Number.parseInt(color, 16) : 0
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255]
}

/** The sRGB primaries as a CalRGB space (ISO 32000-2, 8.6.5.3). */
function calibratedRgb(): PdfObject[] {
  return [
    PdfName.of('CalRGB'),
    new PdfDict({
      WhitePoint: [0.9505, 1, 1.089],
      Gamma: [2.2, 2.2, 2.2],
      Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
    }),
  ]
}
