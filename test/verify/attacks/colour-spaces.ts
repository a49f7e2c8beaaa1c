/**
 * Looks in colour spaces of their own, in which some viewers show another colour than others.
 *
 * @module
 */

import { PdfName, type PdfObject } from '../../../src/pdf/objects.js'
import { invertingProfile, type LabOf, rgbProfile, tableProfile } from '../support/colour-profile.js'
import { dict, pdf, stream } from '../support/notation.js'
import type { Revision } from '../support/revise.js'
import { form, type Look } from './looks.js'

/** Makes a colour space; what it needs may be put into the revision. */
export type SpaceOf = (revision: Revision) => PdfObject

/** Fills everything with a colour in a space. */
export const filledIn =
  (spaceOf: SpaceOf, components: string): Look =>
  (revision, width, height) =>
    form(
      width,
      height,
      `/S cs ${components} sc 0 0 ${width} ${height} re f\n`,
      dict`<</ColorSpace <</S ${spaceOf(revision)}>>>>`,
    )

/** A space by a profile. */
export const byProfile =
  (components: number, bytes: Uint8Array): SpaceOf =>
  (revision) => [PdfName.of('ICCBased'), revision.add(stream(dict`<</N ${String(components)}>>`, bytes))]

const WHITE: LabOf = () => [100, 0, 0]
/** Pale in all corners but the dark ones, so that its black is black. */
const PALE: LabOf = (lights) => (lights.some((light) => light > 0) ? [97, 0, 0] : [0, 0, 0])
/** Red is red, and everything else is grey or black. */
const USUAL: LabOf = ([red = 0, green = 0, blue = 0]) =>
  red === 1 && green + blue === 0 ? [53, 80, 67] : [(100 * (red + green + blue)) / 3, 0, 0]

/** Spaces in which a colour is red to some viewers, and white to others. */
export const RED_OR_WHITE: Readonly<Record<string, readonly [SpaceOf, components: string]>> = {
  'a profile by whose table everything is white': [byProfile(3, tableProfile('RGB ', WHITE)), '1 0 0'],
  'a profile by whose table all but black is pale': [byProfile(3, tableProfile('RGB ', PALE)), '1 0 0'],
  'a profile for inks by whose table everything is white': [byProfile(4, tableProfile('CMYK', WHITE)), '0 1 1 0'],
  'a profile whose tables differ': [byProfile(3, tableProfile('RGB ', USUAL, WHITE)), '1 0 0'],
  'a profile whose curves invert': [byProfile(3, invertingProfile()), '1 0 0'],
  'an index between two colours': [() => pdf`[/Indexed /DeviceRGB 1 <FFFFFF FF0000>]`, '.6'],
  'an index beyond the last colour': [() => pdf`[/Indexed /DeviceRGB 1 <FFFFFF FF0000>]`, '2'],
  'a palette in a palette': [() => pdf`[/Indexed [/Indexed /DeviceRGB 1 <FFFFFF FF0000>] 1 <0001>]`, '1'],
  'a domain that runs down': [tint`<</FunctionType 2 /Domain [1 0] /C0 [1 0 0] /C1 [1 1 1] /N 1>>`, '0'],
  'an exponent below zero': [
    tint`<</FunctionType 2 /Domain [0 1] /Range [0 1 0 1 0 1] /C0 [1 0 0] /C1 [1 1 1] /N -1>>`,
    '0',
  ],
  'a range that PDF.js does not apply': [
    tint`<</FunctionType 2 /Domain [0 1] /Range [0 1 0 .1 0 .1] /C0 [1 1 1] /C1 [1 1 1] /N 1>>`,
    '1',
  ],
  'a jump': [
    tint`<</FunctionType 3 /Domain [0 1] /Bounds [.75] /Encode [0 0 0 0] /Functions [
      <</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 1 1] /N 1>> <</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [1 0 0] /N 1>>]>>`,
    '.75',
  ],
  'the ink Black': [
    () => pdf`[/Separation /Black /DeviceRGB <</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [1 0 0] /N 1>>]`,
    '.01',
  ],
}

function tint(parts: TemplateStringsArray): SpaceOf {
  return () => pdf`[/Separation /Spot /DeviceRGB ${parts[0] ?? ''}]`
}

/** Spaces in which all viewers show red. */
export const RED: Readonly<Record<string, readonly [SpaceOf, components: string]>> = {
  'a profile with a table': [byProfile(3, tableProfile('RGB ', USUAL)), '1 0 0'],
  'a profile with curves': [
    byProfile(3, rgbProfile(Array.from({ length: 33 }, (_, i) => Math.round(65535 * (i / 32) ** 2.2)))),
    '1 0 0',
  ],
  inks: [() => PdfName.of('DeviceCMYK'), '0 1 1 0'],
  'a tint': [tint`<</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1>>`, '1'],
  'a palette': [() => pdf`[/Indexed /DeviceRGB 1 <FFFFFF FF0000>]`, '1'],
  'calibrated lights': [
    () =>
      pdf`[/CalRGB <</WhitePoint [.9505 1 1.089] /Gamma [2.2 2.2 2.2] /Matrix [.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505]>>]`,
    '1 0 0',
  ],
}
