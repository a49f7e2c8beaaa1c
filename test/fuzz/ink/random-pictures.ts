/**
 * Pictures by chance: images and stencils in every coding, with masks of every kind, sound but for two oddities at most.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { faxOf } from '../../ink/jbig2/fax-encoder.js'
import { genericRegion, pageInformation, segment } from '../../ink/jbig2/jbig2-encoder.js'
import { pixels } from '../../ink/jbig2/pixels.js'
import { streamText } from '../../pdf/make-pdf.js'
import type { Random } from '../../support/mutate.js'
import type { CellDrawing, PageObjects } from './cell-page.js'

/** A cell that shows a picture, and what is odd about it; empty for nothing. */
export interface PicturedCell extends CellDrawing {
  readonly oddity: string
}

/** One in so many choices is odd, until two were. */
const RARITY = 10
const MOST_ODD = 2

interface Coded {
  readonly entries: string
  readonly data: string
}

const latin1 = (bytes: Iterable<number>): string => Buffer.from([...bytes]).toString('latin1')

class PictureMaker {
  readonly oddities: string[] = []
  readonly #random: Random
  readonly #objects: PageObjects

  constructor(random: Random, objects: PageObjects) {
    this.#random = random
    this.#objects = objects
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)] as T
  }

  oddly<T>(name: string, usual: T, odd: readonly T[]): T {
    if (this.oddities.length >= MOST_ODD || this.#random(RARITY) > 0) return usual
    const chosen = this.pick(odd)
    this.oddities.push(`${name}: ${chosen}`)
    return chosen
  }

  cell(): CellDrawing {
    const isStencil = this.#random(3) === 0
    const size = this.size()
    const { entries, data } = isStencil ? this.stencil(size) : this.image(size)
    const paint = isStencil ? this.pick(['1 0 0 rg', '1 g', '0 0 1 rg']) : ''
    const masks = this.masks(isStencil, entries)
    const place = this.pick(['40 0 0 40 0 0', '40 0 0 -40 0 40', '0 40 -40 0 40 0'])
    const rest = `${masks} ${this.oddly('entry', '', ['/Interpolate true', '/Intent /Perceptual', '/Interpolate 1', '/Alternates []', '/ID (x)', '/Name /I', '/StructParent 1', '/SMaskInData 0'])}`
    const image = this.#objects.add(streamText(`/Type /XObject /Subtype /Image ${entries} ${rest}`, data))
    return { content: `${paint} q ${place} cm /I Do Q`, resources: { XObject: `/I ${image}` } }
  }

  size(): readonly [number, number] {
    return [this.pick([2, 4, 8, 16, 18, 34]), this.pick([2, 4, 8, 16, 18, 34])]
  }

  sizeEntries([width, height]: readonly [number, number]): string {
    const w = this.oddly('width', String(width), [
      String(width + 1),
      String(width - 1),
      `${width}.0`,
      `${width}.5`,
      '0',
    ])
    const h = this.oddly('height', String(height), [
      String(height + 1),
      String(height - 1),
      `${height}.0`,
      `${height}.5`,
      '0',
    ])
    return `/Width ${w} /Height ${h}`
  }

  stencil(size: readonly [number, number]): Coded {
    const coded = this.samples(size, 1, 1)
    const depth = this.oddly('depth of a stencil', this.pick(['', '/BitsPerComponent 1']), [
      '/BitsPerComponent 8',
      '/BitsPerComponent 2',
      '/BitsPerComponent 0',
    ])
    const flag = this.oddly('flag of a stencil', '/ImageMask true', ['/ImageMask /true', '/ImageMask 1'])
    const space = this.oddly('space of a stencil', '', [
      '/ColorSpace /DeviceGray',
      '/ColorSpace /DeviceRGB',
      '/ColorSpace [/Indexed /DeviceRGB 1 <00ff00ff0000>]',
    ])
    return {
      entries: `${this.sizeEntries(size)} ${flag} ${depth} ${space} ${this.decodeOfMask()} ${coded.entries}`,
      data: coded.data,
    }
  }

  decodeOfMask(): string {
    return this.oddly('mask decode', this.pick(['', '/Decode [0 1]', '/Decode [1 0]']), [
      '/Decode [0 0]',
      '/Decode [1 1]',
      '/Decode [0 .5]',
      '/Decode [1 0 1 0]',
      '/Decode [1]',
      '/Decode [1.0 0.0]',
      '/Decode [2 0]',
      '/Decode [true false]',
      '/Decode []',
      '/Decode null',
    ])
  }

  image(size: readonly [number, number]): Coded {
    const space = this.pick([
      ['/DeviceGray', 1],
      ['/DeviceRGB', 3],
      ['/DeviceCMYK', 4],
      ['[/Indexed /DeviceRGB 3 <ff000000ff000000ffffffff>]', 1],
      ['[/Indexed /DeviceGray 1 <00ff>]', 1],
      ['[/Separation /Spot /DeviceRGB <</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1>>]', 1],
      ['[/CalRGB <</WhitePoint [.9505 1 1.089]>>]', 3],
      ['[/Lab <</WhitePoint [.9505 1 1.089] /Range [-100 100 -100 100]>>]', 3],
      ['[/DeviceN [/A /B] /DeviceRGB <</FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Length 10>>]', 2],
    ] as const)
    const isN = space[1] === 2
    const named = isN
      ? `[/DeviceN [/A /B] /DeviceRGB ${this.#objects.add(streamText('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0 }'))}]`
      : space[0]
    const isPalette = named.startsWith('[/Indexed')
    const bits = isPalette ? (named.includes('Gray') ? 1 : this.pick([2, 4, 8])) : this.pick([1, 2, 4, 8, 8, 16])
    const coded = this.samples(size, space[1], bits, isPalette ? (named.includes('Gray') ? 1 : 3) : undefined)
    const depth = this.oddly('depth', String(bits), ['1', '2', '4', '8', '16', '3', `${bits}.0`])
    const highest = isPalette ? 2 ** bits - 1 : 1
    const pairs = (pair: string) => Array.from({ length: space[1] }, () => pair).join(' ')
    const decode = this.oddly('decode', '', [
      `/Decode [${pairs(`0 ${highest}`)}]`,
      `/Decode [${pairs(`${highest} 0`)}]`,
      `/Decode [${pairs(`0 ${highest / 2}`)}]`,
      `/Decode [${pairs('1 1')}]`,
      '/Decode [1 0]',
      '/Decode [1 0 0 1 1 0]',
      `/Decode [${pairs('-1 2')}]`,
      `/Decode [${pairs('1.0 0.0')}]`,
    ])
    return {
      entries: `${this.sizeEntries(size)} /ColorSpace ${named} /BitsPerComponent ${depth} ${decode} ${coded.entries}`,
      data: coded.data,
    }
  }

  masks(isStencil: boolean, entries: string): string {
    const chance = this.#random(isStencil ? 8 : 2)
    if (chance !== 0) return ''
    const kind = this.pick(['soft', 'soft', 'explicit', 'key', 'both'])
    if (kind === 'soft') return `/SMask ${this.softMask()}`
    if (kind === 'explicit') return `/Mask ${this.explicitMask()}`
    if (kind === 'both')
      return `/SMask ${this.softMask()} /Mask ${this.pick([() => this.explicitMask(), () => this.key(entries)])()}`
    return `/Mask ${this.key(entries)}`
  }

  key(entries: string): string {
    const components = entries.includes('/DeviceCMYK')
      ? 4
      : /RGB \/Bits|CalRGB|Lab/.test(entries)
        ? 3
        : entries.includes('DeviceN')
          ? 2
          : 1
    const pair = () =>
      this.oddly('key', this.pick(['0 0', '255 255', '1 1', '0 1', '3 3', '128 255', '0 128']), [
        '1 0',
        '0 256',
        '-1 0',
        '0 .5',
        '0.0 0.0',
      ])
    return `[${Array.from({ length: this.oddly('key length', components, [components + 1, components - 1]) }, pair).join(' ')}]`
  }

  softMask(): string {
    const size = this.size()
    const bits = this.pick([1, 2, 4, 8, 8, 8, 16])
    const coded = this.samples(size, 1, bits)
    const space = this.oddly('soft space', '/ColorSpace /DeviceGray', [
      '',
      '/ColorSpace /DeviceRGB',
      '/ColorSpace [/Indexed /DeviceGray 1 <ff00>]',
      '/ColorSpace [/CalGray <</WhitePoint [1 1 1]>>]',
      '/ColorSpace [/DeviceGray]',
      '/ColorSpace /G',
    ])
    const more = this.oddly('soft entry', '', [
      '/Matte [0 0 0]',
      '/Matte [1]',
      '/Matte [1 1 1]',
      '/Matte [1 0 0]',
      `/SMask ${this.plainMask('/ColorSpace /DeviceGray /BitsPerComponent 8')}`,
      `/Mask ${this.plainMask('/ImageMask true')}`,
      '/ImageMask true',
      '/Mask [0 0]',
      '/SMaskInData 1',
      '/Interpolate true',
      '/ImageMask false',
    ])
    const decode = this.oddly('soft decode', this.pick(['', '', '/Decode [0 1]']), [
      '/Decode [1 0]',
      '/Decode [0 .5]',
      '/Decode [.5 1]',
      '/Decode [0 2]',
      '/Decode [-1 1]',
      '/Decode [0 255]',
      '/Decode [1 0 1 0]',
      '/Decode [1.0 0.0]',
    ])
    return this.#objects.add(
      streamText(
        `/Type /XObject /Subtype /Image ${this.sizeEntries(size)} ${space} /BitsPerComponent ${this.oddly('soft depth', bits, [1, 2, 4, 8, 16])} ${more} ${decode} ${coded.entries}`,
        coded.data,
      ),
    )
  }

  plainMask(entries: string): string {
    return this.#objects.add(streamText(`/Type /XObject /Subtype /Image /Width 1 /Height 1 ${entries}`, '\0'))
  }

  explicitMask(): string {
    const { entries, data } = this.stencil(this.size())
    const more = this.oddly('explicit entry', '', [
      `/SMask ${this.plainMask('/ColorSpace /DeviceGray /BitsPerComponent 8')}`,
      `/Mask ${this.plainMask('/ImageMask true')}`,
      '/Interpolate true',
    ])
    return this.#objects.add(streamText(`/Type /XObject /Subtype /Image ${entries} ${more}`, data))
  }

  /** Four quarters of one value each, packed and coded. */
  samples([width, height]: readonly [number, number], components: number, bits: number, most = 2 ** bits - 1): Coded {
    const value = () => this.pick([0, most, most, Math.round(most / 2)])
    const quarters = Array.from({ length: 4 }, () => Array.from({ length: components }, value))
    const at = (x: number, y: number) => quarters[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] as number[]
    if (bits === 1 && components === 1 && this.#random(2) === 0)
      return this.bilevel(width, height, (x, y) => at(x, y)[0] === 0)
    const rowBytes = Math.ceil((width * components * bits) / 8)
    const bytes = new Uint8Array(rowBytes * height)
    for (let y = 0; y < height; y++) {
      for (let i = 0; i < width * components; i++) {
        const sample = at(Math.floor(i / components), y)[i % components] ?? 0
        if (bits === 16) {
          bytes[y * rowBytes + 2 * i] = sample >> 8
          bytes[y * rowBytes + 2 * i + 1] = sample & 255
        } else {
          const bit = i * bits
          const place = y * rowBytes + (bit >> 3)
          bytes[place] = (bytes[place] ?? 0) | (sample << (8 - bits - (bit & 7)))
        }
      }
    }
    const cut = this.oddly('data', 0, [-1, 1, rowBytes, -rowBytes, 4 * rowBytes])
    const data = cut >= 0 ? [...bytes, ...new Uint8Array(cut)] : [...bytes.subarray(0, Math.max(0, bytes.length + cut))]
    return this.packed(data, { width, components, bits, rowBytes })
  }

  packed(
    data: number[],
    { width, components, bits, rowBytes }: { width: number; components: number; bits: number; rowBytes: number },
  ): Coded {
    const kind = this.pick(['plain', 'hex', 'flate', 'png', 'run', 'chain', ...(this.#random(8) === 0 ? ['tiff'] : [])])
    const hex = `${Buffer.from(data).toString('hex')}>`
    const parms = `/Columns ${this.oddly('columns', width, [width + 1, 1])} /Colors ${this.oddly('colors', components, [1, 3])} /BitsPerComponent ${this.oddly('predicted bits', bits, [1, 8])}`
    switch (kind) {
      case 'hex':
        return { entries: '/Filter /ASCIIHexDecode', data: hex }
      case 'flate':
        return { entries: '/Filter /FlateDecode', data: latin1(deflateSync(Uint8Array.from(data))) }
      case 'run': {
        const runs: number[] = []
        for (let at = 0; at < data.length; at += 128) {
          const part = data.slice(at, at + 128)
          runs.push(part.length - 1, ...part)
        }
        return { entries: '/Filter /RunLengthDecode', data: latin1([...runs, 128]) }
      }
      case 'chain':
        return {
          entries: '/Filter [/ASCIIHexDecode /FlateDecode]',
          data: `${deflateSync(Uint8Array.from(data)).toString('hex')}>`,
        }
      case 'png': {
        const tagged: number[] = []
        const pixel = Math.ceil((components * bits) / 8)
        for (let at = 0; at < data.length; at += rowBytes) {
          const tag = this.#random(5)
          const valueAt = (i: number, x: number) => (x < 0 || i < 0 ? 0 : (data[i] ?? 0))
          const row = data.slice(at, at + rowBytes).map((byte, x) => {
            const i = at + x
            const [left, up, upLeft] = [
              valueAt(i - pixel, x - pixel),
              valueAt(i - rowBytes, x),
              valueAt(i - rowBytes - pixel, x - pixel),
            ]
            return (byte - foretold(tag, left, up, upLeft)) & 255
          })
          tagged.push(tag, ...row)
        }
        const number = this.oddly('png number', this.pick([10, 11, 12, 15]), [3, 16, 9])
        return {
          entries: `/Filter /FlateDecode /DecodeParms <</Predictor ${number} ${parms}>>`,
          data: latin1(deflateSync(Uint8Array.from(tagged))),
        }
      }
      case 'tiff':
        // The samples are differences, so the quarters are others than those that were chosen.
        return {
          entries: `/Filter /FlateDecode /DecodeParms <</Predictor 2 ${parms}>>`,
          data: latin1(deflateSync(Uint8Array.from(data))),
        }
      default:
        return { entries: '', data: latin1(data) }
    }
  }

  bilevel(width: number, height: number, isBlack: (x: number, y: number) => boolean): Coded {
    const picture = pixels(width, height, isBlack)
    if (this.#random(2) === 0) {
      const data = [
        ...segment({ number: 0, kind: 48, data: pageInformation(width, height) }),
        ...segment({ number: 1, kind: 39, data: genericRegion(picture) }),
      ]
      return { entries: '/Filter /JBIG2Decode', data: latin1(data) }
    }
    const black = this.oddly('BlackIs1', this.pick(['', '/BlackIs1 true', '/BlackIs1 false']), [
      '/BlackIs1 1',
      '/BlackIs1 0',
      '/BlackIs1 /true',
      '/BlackIs1 null',
    ])
    const more = this.oddly('fax', '', [
      '/EndOfBlock false',
      '/EndOfLine true',
      '/EncodedByteAlign true',
      '/EncodedByteAlign 1',
      `/Rows ${height}`,
      `/Rows ${Math.floor(height / 2)}`,
      '/Rows 1',
      '/DamagedRowsBeforeError 3',
    ])
    const k = this.oddly('K', '-1', ['-1.0', '-.5', '0', '1', '-5'])
    const isMarked = this.oddly('mark of the end', true, [false])
    const columns = this.oddly('fax columns', String(width), [String(width + 8), `${width}.0`])
    return {
      entries: `/Filter /CCITTFaxDecode /DecodeParms <</K ${k} /Columns ${columns} ${black} ${more}>>`,
      data: latin1(faxOf(picture, isMarked)),
    }
  }
}

/** What the predictors of PNG take a byte for. */
function foretold(tag: number, left: number, up: number, upLeft: number): number {
  const [toLeft, toUp, toBoth] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)]
  const nearest = toLeft <= toUp && toLeft <= toBoth ? left : toUp <= toBoth ? up : upLeft
  return [0, left, up, (left + up) >> 1, nearest][tag] ?? 0
}

/** A cell that shows a picture made by chance. */
export function randomPicture(random: Random, objects: PageObjects): PicturedCell {
  const maker = new PictureMaker(random, objects)
  const cell = maker.cell()
  return { ...cell, oddity: maker.oddities.join(', ') }
}
