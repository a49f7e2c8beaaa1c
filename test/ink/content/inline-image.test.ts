/**
 * Images inside of content streams.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { draw } from './draw.js'

const BEHIND = ' 1 0 0 rg 0 0 10 10 re f'

function kinds(image: string): { kinds: string[]; unknown: readonly string[] } {
  const { drawing, unknown } = draw(`q 50 0 0 50 0 0 cm BI ${image} EI Q${BEHIND}`)
  return { kinds: drawing.areas.map(({ kind }) => kind), unknown }
}

describe('inline images', () => {
  it.each([
    ['plain data', `/W 2 /H 2 /BPC 8 /CS /G ID \x00\xff\x80\x01`],
    ['data that hold the end mark', `/W 6 /H 1 /BPC 8 /CS /G ID 12 EI ;`.replace('12 EI ;', 'a EIbc')],
    ['spelled out keys', `/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB ID abc`],
    ['hexadecimal data', '/W 1 /H 1 /BPC 8 /CS /G /F /AHx ID ff>'],
    ['base-85 data', '/W 1 /H 1 /BPC 8 /CS /G /F /A85 ID s8W-!~>'],
    ['run lengths', '/W 3 /H 1 /BPC 8 /CS /G /F /RL ID \xfe\x41\x80'],
    ['deflated data', `/W 4 /H 1 /BPC 8 /CS /G /F /Fl ID ${latin1Text(deflateSync(Buffer.from('EI q')))}`],
    ['a length', '/W 1 /H 1 /BPC 8 /CS /Named /L 3 ID abc'],
  ])('end where their data end: %s', (_, image) => {
    expect(kinds(image)).toEqual({ kinds: ['image', 'fill'], unknown: [] })
  })

  it('are unknown where a reader that searches for EI sees another end', () => {
    const { kinds: found, unknown } = kinds('/W 8 /H 1 /BPC 8 /CS /G ID abc EI f')
    expect(found).toEqual(['image', 'fill'])
    expect(unknown).toEqual(['malformed_content'])
  })

  it.each(['/W 8 /Width 1', '/Width 1 /W 8', '/W 8 /W 1', '/W null /Width 8'])(
    'are unknown where a key has two values: %s',
    (widths) => {
      expect(kinds(`${widths} /H 1 /IM true ID \x7f`).unknown).toEqual(['malformed_content'])
    },
  )

  it('are unknown without an end', () => {
    expect(draw('q BI /W 1 /H 1 ID abc').unknown).toEqual(['malformed_content'])
    expect(draw('q BI /W 1 /H 1 0 0 10 10 re f').unknown).toEqual(['malformed_content'])
  })

  it('paint stencils with the fill colour', () => {
    const { drawing } = draw('0 0 1 rg q 40 0 0 40 0 0 cm BI /W 8 /H 1 /IM true /BPC 1 ID \xf0 EI Q')
    expect(drawing.areas.map(({ kind, paint }) => [kind, paint.colour])).toEqual([['stencil', [0, 0, 1]]])
  })
})
