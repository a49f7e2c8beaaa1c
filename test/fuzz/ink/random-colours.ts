/**
 * Colours by chance: spaces of every family with functions of every type, sound but for one oddity at most.
 *
 * @module
 */

import { streamText } from '../../pdf/make-pdf.js'
import type { Random } from '../../support/mutate.js'
import type { CellDrawing, PageObjects } from './cell-page.js'

/** A cell in one colour, and what is odd about it; empty for nothing. */
export interface ColouredCell extends CellDrawing {
  readonly oddity: string
}

interface Space {
  readonly text: string
  readonly components: number
  readonly kind: 'plain' | 'lab' | 'indexed' | 'tint'
  /** Highest index of a palette. */
  readonly highest?: number
}

/** One in so many choices is odd, until one was. */
const RARITY = 12

class ColourMaker {
  oddity = ''
  readonly #random: Random
  readonly #objects: PageObjects

  constructor(random: Random, objects: PageObjects) {
    this.#random = random
    this.#objects = objects
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)] as T
  }

  many(count: number, make: () => string): string {
    return Array.from({ length: count }, make).join(' ')
  }

  share = (): string => this.pick(['0', '1', '.5', '.25', '.75', '.1', '.9'])

  oddly(name: string, usual: string, odd: () => string): string {
    if (this.oddity !== '' || this.#random(RARITY) > 0) return usual
    this.oddity = name
    return odd()
  }

  cell(): CellDrawing {
    const space = this.#random(7) === 0 ? this.simple() : this.pick([() => this.palette(), () => this.tint()])()
    const components = this.componentsOf(space)
    const setting = this.oddly('initial', `${components} scn`, () => '')
    return { content: `/S cs ${setting} 0 0 40 40 re f`, resources: { ColorSpace: `/S ${space.text}` } }
  }

  componentsOf({ kind, components, highest = 0 }: Space): string {
    if (kind === 'lab')
      return `${this.pick(['0', '50', '100'])} ${this.pick(['0', '50', '-50'])} ${this.pick(['0', '50'])}`
    if (kind === 'indexed')
      return this.oddly('index', String(this.#random(highest + 1)), () => this.pick(['.6', '-1', '9']))
    const odd = () => this.many(components, () => this.pick(['-1', '2', '255', '.5']))
    return this.oddly('components', this.many(components, this.share), odd)
  }

  simple(): Space {
    const white = this.oddly('white', '.9505 1 1.089', () => this.pick(['1 1 1', '.9642 1 .8249', '.5 1 .5']))
    const gamma = () => this.oddly('gamma', '2.2', () => this.pick(['1', '.5', '3']))
    const matrix = '/Matrix [.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505]'
    const other = this.oddly('matrix', matrix, () => this.pick(['', `/Matrix [${this.many(9, this.share)}]`]))
    const range = this.oddly('range of Lab', '-100 100 -100 100', () => this.pick(['0 100 0 100', '-10 10 -10 10']))
    const lights = `[/CalRGB <</WhitePoint [${white}] /Gamma [${this.many(3, gamma)}] ${other}>>]`
    return this.pick<Space>([
      { text: '/DeviceGray', components: 1, kind: 'plain' },
      { text: '/DeviceRGB', components: 3, kind: 'plain' },
      { text: '/DeviceCMYK', components: 4, kind: 'plain' },
      { text: `[/CalGray <</WhitePoint [${white}] /Gamma ${gamma()}>>]`, components: 1, kind: 'plain' },
      { text: lights, components: 3, kind: 'plain' },
      { text: `[/Lab <</WhitePoint [${white}] /Range [${range}]>>]`, components: 3, kind: 'lab' },
    ])
  }

  palette(): Space {
    const base = this.simple()
    const highest = 1 + this.#random(4)
    const entries = this.oddly('short palette', String(highest + 1), () => String(highest))
    const bytes = Array.from({ length: Number(entries) * base.components }, () =>
      this.pick([0, 255, 128, this.#random(256)]),
    )
    const table = Buffer.from(bytes).toString('hex')
    return { text: `[/Indexed ${base.text} ${highest} <${table}>]`, components: 1, kind: 'indexed', highest }
  }

  tint(): Space {
    const base = this.oddity === '' && this.#random(RARITY) === 0 ? this.nested() : this.simple()
    const components = 1 + this.#random(4)
    const names = this.oddly('names', Array.from({ length: components }, (_, i) => `/Spot${i}`).join(' '), () =>
      this.many(components, () => this.pick(['/None', '/Black', '/Cyan', '/All'])),
    )
    const text = `[/DeviceN [${names}] ${base.text} ${this.transform(components, base.components)}]`
    return { text, components, kind: 'tint' }
  }

  nested(): Space {
    this.oddity = 'nested'
    return this.pick([() => this.palette(), () => this.tint()])()
  }

  transform(inputs: number, outputs: number): string {
    const domain = this.oddly(
      'domain',
      this.many(inputs, () => '0 1'),
      () => this.many(inputs, () => this.pick(['0 .5', '.5 1', '1 0'])),
    )
    const range = this.oddly(
      'range',
      this.many(outputs, () => '0 1'),
      () => this.many(outputs, () => this.pick(['.5 1', '1 0', '0 2'])),
    )
    const head = `/Domain [${domain}] /Range [${range}]`
    const ends = `/C0 [${this.many(outputs, this.share)}] /C1 [${this.many(outputs, this.share)}]`
    const exponent = this.oddly('exponent', this.pick(['1', '2', '.5']), () => this.pick(['0', '-1']))
    const pops = 'pop '.repeat(inputs)
    const step = this.oddly('operator', '.25 .5 mul', () =>
      this.pick(['1 2 xor', '.5 round', '1 true eq', '1e0', '1 0 div']),
    )
    const size = this.many(inputs, () => '2')
    const samples = Array.from({ length: 2 ** inputs * outputs }, () => String.fromCharCode(this.#random(256))).join('')
    const streams = [
      streamText(`/FunctionType 4 ${head}`, `{ ${pops} ${step} ${this.many(outputs - 1, this.share)} }`),
      streamText(`/FunctionType 0 ${head} /Size [${size}] /BitsPerSample 8`, samples),
    ]
    const isPlain = inputs === 1 && this.#random(2) === 0
    return isPlain ? `<</FunctionType 2 ${head} ${ends} /N ${exponent}>>` : this.#objects.add(this.pick(streams))
  }
}

/** A cell in a colour made by chance. */
export function randomColour(random: Random, objects: PageObjects): ColouredCell {
  const maker = new ColourMaker(random, objects)
  const cell = maker.cell()
  return { ...cell, oddity: maker.oddity }
}
