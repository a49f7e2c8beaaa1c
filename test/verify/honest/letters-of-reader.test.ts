/**
 * Fields with letters that only some readers have are valid, with a warning; those that all have are valid without one.
 *
 * @module
 */
import { expect, it } from 'vitest'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { editors } from './editors.js'

async function isWarnedOf(change: string): Promise<boolean> {
  const use = editors.find(({ name }) => name === `${change} is filled in, after an approval`)
  if (use === undefined) throw new Error(`There is no filling called "${change}".`)
  const { valid, signers } = await verifyDocument(await use.make())
  expect(valid).toBe(true)
  return signers.some(({ warnings }) => warnings.some(({ code }) => code === 'letters_of_reader'))
}

it.each([
  ['Cyrillic letters in a font of the system', true],
  ['Chinese letters in a font of the reader', false],
  ['a number at the right', false],
])('%s: warned of, %s', async (change, expected) => {
  expect(await isWarnedOf(change)).toBe(expected)
})
