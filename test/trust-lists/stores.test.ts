/**
 * Stores for trusted lists in memory and in files.
 *
 * @module
 */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fileTrustListStore } from '../../adapters/trust-lists/file-trust-list-store.js'
import { trustListStoreContract } from '../../src/testing/entry.js'
import { memoryTrustListStore } from '../../src/trust-lists/trust-list-store.js'
import { describeContract } from '../support/describe-contract.js'

const folder = mkdtempSync(join(tmpdir(), 'trust-lists-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const memory = memoryTrustListStore()
describeContract(
  'memoryTrustListStore',
  trustListStoreContract(() => memory),
)
describeContract(
  'fileTrustListStore',
  trustListStoreContract(() => fileTrustListStore(join(folder, 'a', 'b'))),
)

it('a folder holds one file for each list, and drafts of nobody', async () => {
  const place = join(folder, 'one')
  const store = fileTrustListStore(place)
  await store.set('list-a', Uint8Array.of(1), 1)
  await store.set('list-a', Uint8Array.of(2), 2)
  await store.set('list-ab', Uint8Array.of(3), 1)
  expect(readdirSync(place).sort()).toEqual(['list-a.0000000000000002.json', 'list-ab.0000000000000001.json'])
})

it('other files in the folder are left alone', async () => {
  const place = join(folder, 'two')
  const store = fileTrustListStore(place)
  await store.set('list-a', Uint8Array.of(1), 1)
  writeFileSync(join(place, 'list-a.notes.json'), 'x')
  writeFileSync(join(place, 'list-a.99.json'), 'x')
  await store.set('list-a', Uint8Array.of(2), 2)
  expect(readdirSync(place)).toHaveLength(3)
  expect(await store.get('list-a')).toEqual(Buffer.from([2]))
})
