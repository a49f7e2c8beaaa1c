/**
 * Drawings by chance: groups, masks, blend modes, shadings, patterns, clips, lines and layers, with two oddities at most.
 *
 * @module
 */

import { streamText } from '../../pdf/make-pdf.js'
import type { Random } from '../../support/mutate.js'
import type { CellDrawing, PageObjects } from './cell-page.js'

/** A cell that shows a drawing, and what it is made of. */
export interface DrawnCell extends CellDrawing {
  readonly oddity: string
}

/** What is written between bars. */
const choices = (text: string): readonly string[] => text.split('|')

const MODES = choices(
  `Normal|Multiply|Screen|Darken|Lighten|Overlay|ColorDodge|ColorBurn|HardLight|SoftLight|Difference|Exclusion|Hue|Saturation|Color|Luminosity|Compatible|Odd`,
)

const layer = (entries: string) => `<</Type /OCG /Name (x) ${entries}>>`

/** Layers by number: on and off ones, with and without a usage or an intent, ones that no list has, and memberships. */
export const LAYERS: Readonly<Record<number, string>> = {
  7: layer(''),
  8: layer(''),
  9: layer(''),
  70: layer('/Usage <</View <</ViewState /ON>>>>'),
  71: layer('/Usage <</View <</ViewState /OFF>>>>'),
  72: layer('/Usage <</Print <</PrintState /OFF>>>>'),
  73: layer('/Usage <</Print <</PrintState /ON>>>>'),
  74: '<</Type /OCMD /OCGs [8 0 R] /P /AllOff>>',
  75: '<</Type /OCMD /OCGs 7 0 R /VE [/Not 7 0 R]>>',
  76: layer('/Intent /Design'),
  77: layer(''),
  78: '<</Type /OCMD /OCGs [9 0 R 8 0 R]>>',
  79: '<</Type /OCMD /OCGs [null 8 0 R] /P /AllOn>>',
}

/** Entries of a catalog with these layers. */
export function layersOf(entries: string): string {
  return `/OCProperties <</OCGs [7 0 R 8 0 R 70 0 R 71 0 R 72 0 R 73 0 R 76 0 R] /D <<${entries} /OFF [8 0 R 70 0 R 73 0 R 77 0 R] /ON [7 0 R]>>>>`
}

class DrawingMaker {
  readonly parts: string[] = []
  readonly resources: Record<string, string[]> = {}
  readonly #random: Random
  readonly #objects: PageObjects
  #names = 0

  constructor(random: Random, objects: PageObjects) {
    this.#random = random
    this.#objects = objects
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)] as T
  }

  chance(one: number): boolean {
    return this.#random(one) === 0
  }

  note<T>(name: string, value: T): T {
    this.parts.push(`${name}${value === '' ? '' : ` ${value}`}`)
    return value
  }

  name(category: string, text: string): string {
    const name = `N${this.#names++}`
    this.resources[category] = [...(this.resources[category] ?? []), `/${name} ${text}`]
    return `/${name}`
  }

  dict(): string {
    return `<<${Object.entries(this.resources)
      .map(([key, items]) => `/${key} <<${items.join(' ')}>>`)
      .join(' ')}>>`
  }

  numbers(count: number, list: readonly (number | string)[]): string {
    return Array.from({ length: count }, () => this.pick(list)).join(' ')
  }

  colour(): string {
    return this.pick(['1 g', '0 g', '1 0 0 rg', '0 0 1 rg', '1 1 0 rg', '.5 g', '1 G 1 g', '0 1 0 RG 0 1 0 rg'])
  }

  box(): string {
    return this.pick(choices(`0 0 40 40 re|0 0 20 40 re|0 0 40 20 re|20 20 20 20 re|40 40 -40 -40 re|5 5 30 30 re`))
  }

  state(entries: string): string {
    return `${this.name('ExtGState', `<<${entries}>>`)} gs`
  }

  content(depth = 0): string {
    const makers = [
      () => this.fill(),
      () => this.stroke(),
      () => this.transparent(),
      () => this.shading(),
      () => this.pattern(),
      () => this.clipped(depth),
      () => this.layered(depth),
      () => this.form(depth),
      () => this.masked(depth),
      () => this.inline(),
      () => this.blended(depth),
    ]
    return this.pick(makers)()
  }

  fill(): string {
    return `${this.colour()} ${this.box()} ${this.pick(['f', 'f*', 'F', 'B', 'b*'])}`
  }

  stroke(): string {
    const width = this.note('w', this.pick([0, 1, 5, 20, 40, -20, 80]))
    const caps = `${this.pick([0, 1, 2])} J ${this.pick([0, 1, 2])} j ${this.pick([10, 1, 100, 0])} M`
    const dash = this.chance(3)
      ? this.note(
          'd',
          this.pick(
            choices(
              `[10 10] 0 d|[5] 5 d|[0 10] 0 d|[40 0] 0 d|[20] 20 d|[0 0] 0 d|[10 10 10] 3 d|[1 100] 0 d|[10] 1000 d`,
            ),
          ),
        )
      : ''
    const matrix = this.chance(3)
      ? this.note(
          'cm',
          this.pick(choices(`1 0 .5 1 0 0 cm|2 0 0 .1 0 0 cm|1 0 0 0 0 20 cm|-1 0 0 1 40 0 cm|.01 0 0 .01 0 0 cm`)),
        )
      : ''
    const path = this.note(
      'path',
      this.pick(
        choices(
          `0 20 m 40 20 l|20 20 m 20 20 l|20 20 m h|20 20 m|10 10 20 20 re|0 0 m 20 40 40 40 40 0 c|10 10 m 30 10 l 10 11 l|20 20 m 20 20 20 20 20 20 c|0 20 m 40 20 l 0 20 l h|10 10 0 20 re|20 0 m 20 40 l 20 20 m 40 20 l`,
        ),
      ),
    )
    return `q ${this.colour().replace(/g$/, 'G').replace('rg', 'RG')} ${width} w ${caps} ${dash} ${matrix} ${path} ${this.pick(['S', 's', 'B', 'b'])} Q`
  }

  transparent(): string {
    return `q ${this.state(`/ca ${this.note('ca', this.pick(['0', '.5', '1', '.05', '.95', '2', '-1', '0.0']))} /CA .5 ${this.chance(4) ? this.note('AIS', '/AIS true') : ''}`)} ${this.fill()} Q`
  }

  blended(depth: number): string {
    const mode = this.note('BM', this.pick(MODES))
    const inner = this.chance(2) ? this.fill() : this.form(depth)
    return `q ${this.state(`/BM ${this.chance(8) ? `[/${mode} /Normal]` : `/${mode}`}`)} ${inner} Q`
  }

  function(inputs: number): string {
    const domain = `/Domain [${Array.from({ length: inputs }, () => '0 1').join(' ')}]`
    const kind = this.pick(inputs === 1 ? ['exponent', 'stitched', 'program', 'samples'] : ['program'])
    if (kind === 'exponent')
      return `<</FunctionType 2 ${domain} /C0 [${this.pick(['1 0 0', '1 1 1', '0 0 0'])}] /C1 [${this.pick(['0 0 1', '1 1 1', '0 0 0'])}] /N ${this.pick([1, 2, 0.5, 0])}>>`
    const one = (colour: string) => `<</FunctionType 2 /Domain [0 1] /C0 [${colour}] /C1 [${colour}] /N 1>>`
    if (kind === 'stitched')
      return `<</FunctionType 3 /Domain [0 1] /Functions [${one('1 0 0')} ${one('1 1 1')}] /Bounds [${this.pick(['.5', '0', '1', '.25'])}] /Encode [0 1 0 1]>>`
    if (kind === 'program')
      return this.#objects.add(
        streamText(`/FunctionType 4 ${domain} /Range [0 1 0 1 0 1]`, inputs === 1 ? '{ dup 1 exch sub 0 }' : '{ 0 }'),
      )
    return this.#objects.add(
      streamText(`/FunctionType 0 ${domain} /Range [0 1 0 1 0 1] /Size [2] /BitsPerSample 8`, '\u00ff\0\0\0\0\u00ff'),
    )
  }

  shadingObject(): string {
    const type = this.note('shading', this.pick([1, 2, 2, 3, 3]))
    const extend = this.note(
      'Extend',
      this.pick(choices(`|/Extend [true true]|/Extend [true false]|/Extend [false true]|/Extend [1 1]|/Extend [true]`)),
    )
    const box = this.chance(4)
      ? this.note('BBox', this.pick(['/BBox [0 0 20 40]', '/BBox [20 40 0 0]', '/BBox [0 0 20]', '/BBox [0 0 0 0]']))
      : ''
    const ground = this.chance(3)
      ? this.note('Background', this.pick(['/Background [1 1 1]', '/Background [0 1 0]', '/Background [1]']))
      : ''
    const space = this.chance(6)
      ? this.note('space', this.pick(['/DeviceCMYK', '[/Indexed /DeviceRGB 1 <ff00000000ff>]', '/DeviceGray']))
      : '/DeviceRGB'
    const domain = this.chance(5)
      ? this.note(
          'Domain',
          this.pick(
            type === 1
              ? ['/Domain [0 40 0 40]', '/Domain [0 .5 0 .5]']
              : ['/Domain [.5 1]', '/Domain [1 0]', '/Domain [0 0]', '/Domain [0 2]'],
          ),
        )
      : ''
    const coords = this.pick(
      type === 2
        ? ['10 0 30 0', '0 0 40 40', '20 20 20 20', '30 0 10 0', '0 20 0 20.001']
        : choices(
            `20 20 0 20 20 20|20 20 10 20 20 15|10 20 5 30 20 5|10 20 10 30 20 0|20 20 10 20 20 10|20 20 20 20 20 0|10 10 0 30 30 10|20 20 -5 20 20 10|15 20 10 25 20 20|0 20 20 40 20 0`,
          ),
    )
    const where =
      type === 1
        ? this.note(
            'Matrix',
            this.pick(
              choices(
                `/Matrix [40 0 0 40 0 0]|/Matrix [20 0 0 20 10 10]|/Matrix [0 20 20 0 0 0]||/Matrix [40 0 0 0 0 0]`,
              ),
            ),
          )
        : `/Coords [${this.note('Coords', coords)}] ${extend}`
    return `<</ShadingType ${type} /ColorSpace ${space} ${where} ${domain} ${box} ${ground} ${this.chance(6) ? '/AntiAlias true' : ''} /Function ${this.function(type === 1 ? 2 : 1)}>>`
  }

  shading(): string {
    const object = this.shadingObject()
    if (this.chance(2)) return `q ${this.chance(3) ? `${this.box()} W n` : ''} ${this.name('Shading', object)} sh Q`
    const matrix = this.chance(3)
      ? this.note('pattern', this.pick(['/Matrix [1 0 0 1 10 0]', '/Matrix [.5 0 0 .5 0 0]', '/Matrix [0 0 0 0 0 0]']))
      : ''
    const state = this.chance(5)
      ? this.note(
          'pattern',
          this.pick(['/ExtGState <</ca 0>>', '/ExtGState <</ca .2>>', '/ExtGState <</BM /Multiply>>']),
        )
      : ''
    return `/Pattern cs ${this.name('Pattern', `<</PatternType 2 /Shading ${object} ${matrix} ${state}>>`)} scn ${this.box()} f`
  }

  pattern(): string {
    const steps = this.note(
      'steps',
      this.pick(
        choices(
          `/XStep 10 /YStep 10|/XStep 5 /YStep 5|/XStep -10 /YStep 10|/XStep 40 /YStep 40|/XStep 0 /YStep 10|/XStep 100 /YStep 100|/XStep 3.3 /YStep 20|/XStep 20|/XStep .5 /YStep 40|/XStep 32768 /YStep 32768`,
        ),
      ),
    )
    const box = this.note(
      'BBox',
      this.pick(['0 0 10 10', '0 0 5 10', '-5 -5 5 5', '10 10 0 0', '0 0 40 40', '0 0 0 0', '3 3 8 8', '0 0 100 100']),
    )
    const matrix = this.chance(2)
      ? this.note(
          'Matrix',
          this.pick(
            choices(
              `/Matrix [1 .5 0 1 0 0]|/Matrix [.1 0 0 .1 0 0]|/Matrix [-1 0 0 1 7 3]|/Matrix [4 0 0 4 0 0]|/Matrix [0 0 0 0 0 0]|/Matrix [0 1 1 0 0 0]`,
            ),
          ),
        )
      : ''
    const kind = this.note('PaintType', this.pick([1, 1, 2]))
    const more = this.chance(6)
      ? this.note(
          'pattern',
          this.pick(['/TilingType 2', '/TilingType 9', '/Group <</S /Transparency>>', '/PatternType 1.0', '/OC 8 0 R']),
        )
      : '/TilingType 1'
    const cell = this.pick(choices(`0 0 10 10 re f|0 0 5 5 re f|5 5 m 10 5 l S|-100 -100 300 300 re f|0 0 40 40 re f|`))
    const content = kind === 2 ? cell : `${this.colour()} ${cell}`
    const pattern = this.#objects.add(
      streamText(
        `/PatternType 1 /PaintType ${kind} ${more} /BBox [${box}] ${steps} ${matrix} /Resources <<>>`,
        content,
      ),
    )
    const use =
      kind === 2
        ? `${this.name('ColorSpace', '[/Pattern /DeviceRGB]')} cs 1 0 0 ${this.name('Pattern', pattern)} scn`
        : `/Pattern cs ${this.name('Pattern', pattern)} scn`
    return `q ${this.chance(4) ? this.note('cm', '.5 0 0 .5 5 5 cm') : ''} ${use} ${this.box()} f Q`
  }

  clipped(depth: number): string {
    const clip = this.note(
      'clip',
      this.pick(
        choices(
          `0 0 20 40 re W n|0 0 40 40 re 0 0 20 20 re W* n|20 0 m 40 40 l 0 40 l h W n|0 0 0 40 re W n|20 20 20 20 re W f|W n|0 0 20 40 re W|0 0 20 20 re W n 20 20 20 20 re W n|0 0 40 40 re W n 10 10 20 20 re W* n|20 0 m 20 40 l W n|0 0 40 40 re 40 0 -40 40 re W n`,
        ),
      ),
    )
    return `q ${clip} ${this.inner(depth)} Q`
  }

  inner(depth: number): string {
    return depth > 2 ? this.fill() : this.content(depth + 1)
  }

  layered(depth: number): string {
    const group = this.note('OC', this.pick([7, 8, 9, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79]))
    if (this.chance(2)) return `/OC ${this.name('Properties', `${group} 0 R`)} BDC ${this.inner(depth)} EMC`
    const form = this.#objects.add(streamText(`/Subtype /Form /BBox [0 0 40 40] /OC ${group} 0 R`, this.fill()))
    return `${this.name('XObject', form)} Do`
  }

  /** The content of a form of its own, with its resources. */
  formOf(content: (maker: DrawingMaker) => string, entries: string): string {
    const maker = new DrawingMaker(this.#random, this.#objects)
    const text = content(maker)
    this.parts.push(...maker.parts)
    return this.#objects.add(streamText(`/Subtype /Form ${entries} /Resources ${maker.dict()}`, text))
  }

  group(): string {
    return this.chance(2)
      ? this.note(
          'Group',
          this.pick(
            choices(
              `/Group <</S /Transparency>>|/Group <</S /Transparency /I true>>|/Group <</S /Transparency /K true>>|/Group <</S /Transparency /I true /K true>>|/Group <</S /Transparency /CS /DeviceCMYK /I true>>|/Group <<>>|/Group <</Type /Group /S /Transparency /CS /DeviceGray /I true>>`,
            ),
          ),
        )
      : ''
  }

  form(depth: number): string {
    const matrix = this.chance(4)
      ? this.note(
          'form',
          this.pick(
            choices(
              `/Matrix [1 0 0 1 20 0]|/Matrix [.5 0 0 .5 0 0]|/Matrix [0 1 -1 0 40 0]|/Matrix [1 0 0 0 0 0]|/Matrix [1 0 0 1]|/Matrix [1 0 .3 1 0 0]`,
            ),
          ),
        )
      : ''
    const box = this.chance(4)
      ? this.note(
          'form',
          this.pick(
            choices(`/BBox [0 0 20 40]|/BBox [20 40 0 0]|/BBox [-100 -100 100 100]|/BBox [0 0 0 0]|/BBox [0 0 40]`),
          ),
        )
      : '/BBox [0 0 40 40]'
    const form = this.formOf(
      (maker) =>
        depth > 2
          ? `${maker.fill()} ${maker.fill()}`
          : `${maker.content(depth + 1)} ${maker.chance(2) ? maker.content(depth + 1) : ''}`,
      `${matrix} ${box} ${this.group()}`,
    )
    return `q ${this.chance(4) ? this.state(`/ca ${this.note('ca of form', this.pick(['0', '.3', '.9']))}`) : ''} ${this.name('XObject', form)} Do Q`
  }

  masked(depth: number): string {
    const kind = this.note('SMask', this.pick(['Alpha', 'Luminosity', 'Luminosity']))
    const form = this.formOf(
      (maker) => (depth > 1 ? maker.fill() : maker.content(depth + 2)),
      `/BBox [0 0 40 40] ${this.note('mask', this.pick(['/Group <</S /Transparency /CS /DeviceRGB /I true>>', '/Group <</S /Transparency /CS /DeviceGray>>', '/Group <</S /Transparency>>', '']))}`,
    )
    const ground = this.chance(3)
      ? this.note('BC', this.pick(['/BC [1]', '/BC [1 1 1]', '/BC [0 0 0]', '/BC [.5]']))
      : ''
    const transfer = this.chance(4)
      ? this.note(
          'TR',
          this.pick([
            '/TR <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>',
            '/TR /Identity',
            '/TR <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0] /N 1>>',
          ]),
        )
      : ''
    return `q ${this.state(`/SMask <</Type /Mask /S /${kind} /G ${form} ${ground} ${transfer}>>`)} ${this.fill()} Q`
  }

  inline(): string {
    const dict = this.note(
      'BI',
      this.pick(
        choices(
          `/W 1 /H 1 /BPC 8 /CS /G|/W 1 /H 1 /IM true /D [1 0]|/W 1 /H 1 /IM true|/W 1 /H 1 /BPC 8 /CS /G /I true|/Width 1 /Height 1 /ImageMask true /BPC 1|/W 1 /H 1 /BPC 1 /CS /G /D [1 0]|/W 1 /H 1 /BPC 8 /CS /I|/W 1 /H 1 /BPC 1 /CS [/I /RGB 1 <ff00000000ff>]|/W 1 /H 1 /BPC 8 /CS /G /F /AHx|/W 1 /H 1 /IM true /Decode [1 0]|/W 1 /H 1 /IM true /D [0 1] /Mask [0 0]|/W 1 /H 1 /BPC 8 /CS /G /SMask 7 0 R|/W 1 /H 1 /IM 1|/W 1 /H 1 /BPC 8 /CS /DeviceGray /Subtype /Image`,
        ),
      ),
    )
    const data = dict.includes('AHx') ? 'ff>' : this.pick(['\u00ff', '\0', 'E'])
    return `q 1 0 0 rg 40 0 0 40 0 0 cm BI ${dict} ID ${data} EI Q`
  }
}

/** A cell with a drawing made by chance. */
export function randomDrawing(random: Random, objects: PageObjects): DrawnCell {
  const maker = new DrawingMaker(random, objects)
  const content = maker.content()
  const resources = Object.fromEntries(Object.entries(maker.resources).map(([key, items]) => [key, items.join(' ')]))
  return { content, resources, oddity: maker.parts.join(', ') }
}
