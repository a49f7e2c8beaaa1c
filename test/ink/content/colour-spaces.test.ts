/**
 * How far viewers may differ in a colour that is known.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { rgbOfLab } from '../../../src/ink/colour/icc-profile.js'
import { PictureParts } from '../../../src/ink/raster/area-mask.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { streamText } from '../../pdf/make-pdf.js'
import { type LabOf, parametricProfile, tableProfile } from '../../verify/support/colour-profile.js'
import { cover, draw, PAGE } from './draw.js'

/** A colour in a space by a profile. */
const byProfile = (bytes: Uint8Array, components: string) => ({
  content: `/S cs ${components} sc 0 0 50 50 re f`,
  resources: '/ColorSpace <</S [/ICCBased 10 0 R]>>',
  objects: { 10: streamText(`/N ${components.split(' ').length}`, latin1Text(bytes)) },
})

const isKnown = (sheet: Parameters<typeof draw>[0]) => draw(sheet).drawing.areas[0]?.paint.colour !== undefined

/** Black is black, and white has this lightness, from 0 to 100. */
const upTo =
  (lightness: number): LabOf =>
  ([light = 0]) => [light * lightness, 0, 0]

describe('a colour by the table of a profile', () => {
  it.each([
    [88, true],
    [85, false],
  ])('is known where its white of %d is nearly that of the device: %s', (lightness, expected) => {
    expect(isKnown(byProfile(tableProfile('GRAY', upTo(lightness)), '1'))).toBe(expected)
  })

  it.each([
    [80, 0],
    [75, 1],
  ])('may differ more in a picture: white of %d leaves a doubt of %d', (lightness, doubt) => {
    const drawn = draw({
      content: 'q 50 0 0 50 0 0 cm /I Do Q',
      resources: '/XObject <</I 11 0 R>>',
      objects: {
        10: streamText('/N 1', latin1Text(tableProfile('GRAY', upTo(lightness)))),
        11: streamText(
          '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace [/ICCBased 10 0 R]',
          '\u00ff',
        ),
      },
    })
    const sheet = cover(drawn, PAGE, { scale: 1, colours: new PictureParts(PAGE) })
    expect(sheet.looks.unknown[20 * 200 + 20]).toBe(doubt)
  })

  it.each([
    [39, true],
    [41, false],
  ])('is known where its black has no more than 40: %d, %s', (lightness, expected) => {
    const profile = tableProfile('RGB ', (lights) => [lights.includes(1) ? 100 : lightness, 0, 0])
    expect(isKnown(byProfile(profile, '1 1 1'))).toBe(expected)
  })

  it.each([
    [81, true],
    [79, false],
  ])('is known where tables for other purposes differ by no more than 20: %d, %s', (lightness, expected) => {
    expect(isKnown(byProfile(tableProfile('GRAY', upTo(100), upTo(lightness)), '1'))).toBe(expected)
  })
})

it.each([
  ['.71 1 1', true],
  ['.69 1 1', false],
  ['1 1 1.29', true],
  ['1 1 1.31', false],
])('a calibrated colour is known by a white of daylight: %s, %s', (white, expected) => {
  const resources = `/ColorSpace <</S [/CalGray <</WhitePoint [${white}] /Gamma 2.2>>]>>`
  expect(isKnown({ content: '/S cs .5 sc 0 0 50 50 re f', resources })).toBe(expected)
})

it.each([
  ['0 1 1 0', true],
  ['1 1 0 0', false],
  ['-.1 1 1 0', false],
  ['0 1.1 1 0', false],
])('inks are known where MuPDF shows what others do: %s, %s', (inks, expected) => {
  expect(isKnown(`${inks} k 0 0 50 50 re f`)).toBe(expected)
})

it('a colour of Lab in a palette is unknown: viewers scale its entries in different ways', () => {
  const resources =
    '/ColorSpace <</S [/Indexed [/Lab <</WhitePoint [.95 1 1.09] /Range [-128 127 -128 127]>>] 0 <FF8080>]>>'
  const { drawing } = draw({ content: '/S cs 0 sc 0 0 50 50 re f', resources })
  expect(drawing.areas).toHaveLength(1)
  expect(drawing.areas[0]?.paint.colour).toBeUndefined()
})

// A number of the matrix that is off by a seventh changes at least one of these by 0.006.
it.each([
  [
    [59.66, 68.32, 42.03],
    [1, 0.3, 0.3],
  ],
  [
    [88.78, -70.8, 67.71],
    [0.3, 1, 0.3],
  ],
  [
    [42.32, 45.18, -90.74],
    [0.3, 0.3, 1],
  ],
])('light of Lab %j is the sRGB colour %j', (lab, rgb) => {
  expect(rgbOfLab(lab)).toEqual(rgb.map((value) => expect.closeTo(value, 2.4)))
})

it.each([
  ['a sum', 2, [2.2, 1, 0, 0], 0.1, true],
  ['another sum', 2, [2.2, 1, 0, 0.05], 0.1, false],
  ['a line below its curve', 3, [2.2, 1, 0, 0.2, 0.04], 0.03, true],
  ['a steep line below its curve', 3, [2.2, 1, 0, 1, 0.04], 0.03, false],
  ['a curve above its steep line', 3, [2.2, 1, 0, 1, 0.04], 0.05, true],
])('a colour by %s is known where it is nearly that of the device', (_, type, parameters, value, expected) => {
  const grey = `${value} ${value} ${value}`
  expect(isKnown(byProfile(parametricProfile(type, parameters), grey))).toBe(expected)
})
