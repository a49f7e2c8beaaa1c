/**
 * Ink that is painted in rare ways: nobody may cover it, imitate it or show it in a field; and what is no print may be covered.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { spread } from '../attacks/attack-set.js'
import type { ClassAttack } from '../attacks/class-attack.js'
import { lyingFonts } from '../attacks/lying-fonts.js'
import { rareCovers, rarePrint, rarePrintOf } from '../attacks/rare-ink.js'
import { baseOf } from '../bases/bases.js'
import { dict } from '../support/notation.js'
import { verdictOf } from '../support/verdict.js'

const PRINT = [
  'a shading by a function of the place',
  'a shading by a function of many parts',
  'a shading of triangles',
  'a shading of tensor patches',
  'a pattern with a step that is no number',
  'a transfer function that inverts',
  'a mask of alpha',
  'a mask of light',
  'alpha below 0',
  'a knockout group that leaves a hole',
  'letters that are a clip',
  'bold shapes',
]
const COVERS = [
  'white over the price by alpha below 0',
  'letters behind the price by a shading by a function of many parts',
  'letters behind the price by a shading of patches',
  'letters behind the price by a knockout group that leaves a hole',
  'letters behind the price by a group that is a knockout of differences',
]
const FONTS = [
  'white on a Type 1 program with a current point that is set',
  'white on a font said to be of letters with an unknown one and one of Unicode, no encoding, the first far above',
]

async function isValid(attacks: readonly ClassAttack[], name: string): Promise<boolean> {
  const [made] = spread(
    attacks.filter((attack) => attack.name === name),
    1,
  )
  if (made === undefined) throw new Error(`There is no attack "${name}".`)
  const { bytes } = await made.make()
  return (await verdictOf(bytes)).valid
}

describe('ink of a rare kind', () => {
  it.each(PRINT)('may not be covered: %s', async (name) => {
    expect(await isValid(rarePrint, `white on ${name}`)).toBe(false)
  })

  it.each(COVERS)('may not be laid over the page: %s', async (name) => {
    expect(await isValid(rareCovers, name)).toBe(false)
  })

  it.each(FONTS)('is where any viewer shows it: %s', async (name) => {
    expect(await isValid(lyingFonts, name)).toBe(false)
  })
})

describe('what is no print', () => {
  it('may be covered: a shading that grows paler along the page', async () => {
    const smooth = '<</FunctionType 2 /N 1 /Domain [0 1] /C0 [.7] /C1 [1]>>'
    const shading = `<</ShadingType 2 /ColorSpace /DeviceGray /Coords [50 0 550 0] /Extend [true true] /Function ${smooth}>>`
    const print = rarePrintOf(() => ({
      content: 'q 50 640 500 40 re W n /S9 sh Q',
      resources: { Shading: { S9: dict`${shading}` } },
    }))
    const base = await print.prepare?.(await baseOf('sealwright', 'plain'))
    if (base === undefined) throw new Error('Nothing was prepared.')
    expect((await verdictOf(await print.make(base))).valid).toBe(true)
  })
})
