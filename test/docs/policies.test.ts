/**
 * The page on policies has the table of the code.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { findKnownPolicy, KNOWN_POLICIES } from '../../src/trust/integrity/known-policies.js'

it('names every policy with its source', async () => {
  const page = await readFile(new URL('../../docs/policies.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.map((row) => row.split('|').slice(1, 5).join('|'))
  expect(named).toEqual(
    KNOWN_POLICIES.map(({ id, of, country, name }) => ` \`${id}\` | ${of} | ${country ?? ''} | ${name} `),
  )
  const code = await readFile(new URL('../../src/trust/integrity/known-policies.ts', import.meta.url), 'utf8')
  const unnamed = rows
    .map((row) => row.split('|')[5]?.trim())
    .filter((source) => !source || !code.includes(`// ${source}\n`))
  expect(unnamed).toEqual([])
  expect(new Set(KNOWN_POLICIES.map(({ id }) => id)).size).toBe(KNOWN_POLICIES.length)
})

it.each([
  ['2.16.76.1.7.1.11.1', 'BR', 'PAdES AD-RB'],
  ['2.16.76.1.7.1.11.1.3', 'BR', 'PAdES AD-RB'],
  ['2.16.76.1.7.1.1.2.3', 'BR', 'CAdES AD-RB'],
  ['2.16.724.1.3.1.1.2.1.9', 'ES', 'AGE'],
  ['1.3.6.1.4.1.10015.1000.3.2.1', 'EE', 'BDOC'],
  ['2.16.56.12.1.1.2.1', 'BE', 'citizen: signatures'],
  ['2.16.56.12.1.1.2.2', 'BE', 'no signatures'],
  ['1.3.36.8.1.1', 'DE', 'SigI'],
  ['1.3.76.16.6', 'IT', 'agIDcert'],
  ['2.16.620.1.1.1.2.1.1.0', 'PT', 'SCEE'],
  ['2.16.356.100.2.4.1', 'IN', 'Aadhaar'],
  ['0.4.0.194112.1.2', null, 'QCP-n-qscd'],
])('finds %s', (id, country, name) => {
  expect(findKnownPolicy(id)).toMatchObject({ country, name: expect.stringContaining(name) })
})

it.each(['2.16.76.1.7.1', '2.16.76.1.7.1.111', '2.16.76.1.7', '1.2.3.4', '2', '', '0.4.0.194112.1.20'])(
  'has no name for %s',
  (id) => {
    expect(findKnownPolicy(id)).toBeUndefined()
  },
)
