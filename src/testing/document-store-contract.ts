/**
 * What every DocumentStore must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { DocumentStore } from '../batch/document-store.js'
import { refuses, same, sameBytes } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

/**
 * What a {@link DocumentStore} must do: publish a document whole or not at all, replace none, read no more than it is told to,
 * and refuse names that lead out of the store.
 *
 * @param connect gives a store over one place that all its stores share; each case uses names of its own
 */
export function documentStoreContract(connect: () => DocumentStore): readonly ContractCase[] {
  return casesOf({ ...CASES, ...refusals() }, () => ({ connect }))
}

interface Context {
  connect(): DocumentStore
}

const read = (store: DocumentStore, document: string, maxBytes = 1_000_000) => store.read(document, { maxBytes })
const write = (store: DocumentStore, document: string, bytes: Uint8Array) =>
  store.write(document, bytes, { contentType: 'application/pdf', job: randomUUID() })

async function names(store: DocumentStore, folder: string): Promise<string[]> {
  const found: string[] = []
  for await (const facts of store.list(folder)) found.push(facts.name)
  return found.sort()
}

const CASES: CaseTable<Context> = {
  async 'gives back what was written, byte by byte'({ connect }) {
    const bytes = Uint8Array.from([...Array(256).keys(), ...randomBytes(100_000)])
    const document = `${randomUUID()}/Verträge 2026/ä & b+c%20.pdf`
    assert.equal(await write(connect(), document, bytes), 'written')
    const stored = await read(connect(), document)
    sameBytes(stored.bytes, bytes)
    const facts = await connect().stat(document)
    same(facts, { name: document, size: bytes.length, version: stored.version })
    assert.notEqual(stored.version, '')
  },

  async 'keeps empty documents'({ connect }) {
    const document = `${randomUUID()}.pdf`
    await write(connect(), document, new Uint8Array(0))
    assert.equal((await read(connect(), document)).bytes.length, 0)
  },

  async 'never replaces what is there'({ connect }) {
    const document = `${randomUUID()}.pdf`
    assert.equal(await write(connect(), document, Uint8Array.of(1)), 'written')
    assert.equal(await write(connect(), document, Uint8Array.of(2, 2)), 'exists')
    same([...(await read(connect(), document)).bytes], [1])
  },

  async 'says of a document that is not there that it is not'({ connect }) {
    const document = `${randomUUID()}.pdf`
    assert.equal(await connect().stat(document), null)
    await refuses(read(connect(), document), 'document_not_found')
    await connect().remove(document)
  },

  async 'reads no more than it may'({ connect }) {
    const document = `${randomUUID()}.pdf`
    await write(connect(), document, new Uint8Array(1000))
    assert.equal((await read(connect(), document, 1000)).bytes.length, 1000)
    await refuses(read(connect(), document, 999), 'file_too_large')
  },

  async 'lists a folder and what is below it, and nothing else'({ connect }) {
    const folder = randomUUID()
    const documents = [`${folder}/a.pdf`, `${folder}/b/c.pdf`, `${folder}/b/d/e.pdf`]
    for (const document of [...documents, `${folder}x/f.pdf`]) await write(connect(), document, Uint8Array.of(1))
    same(await names(connect(), folder), documents)
    same(await names(connect(), `${folder}/b`), documents.slice(1))
    const all = await names(connect(), '')
    for (const document of documents) assert.ok(all.includes(document), `${document} is not listed.`)
    for await (const facts of connect().list(folder)) same(facts, await connect().stat(facts.name))
  },

  async removes({ connect }) {
    const document = `${randomUUID()}.pdf`
    await write(connect(), document, Uint8Array.of(1))
    await connect().remove(document)
    assert.equal(await connect().stat(document), null)
  },

  async 'removes a folder with all that is below it, and nothing beside it, where it has folders'({ connect }) {
    if (connect().removeFolder === undefined) return
    const folder = randomUUID()
    for (const name of ['a/b.pdf', 'a/c/d.pdf', 'ab.pdf']) await write(connect(), `${folder}/${name}`, Uint8Array.of(1))
    await connect().removeFolder?.(`${folder}/a`)
    same(await names(connect(), folder), [`${folder}/ab.pdf`])
    await connect().removeFolder?.(`${folder}/a`)
    await connect().removeFolder?.(randomUUID())
    // A folder that was emptied can be written into again.
    assert.equal(await write(connect(), `${folder}/a/b.pdf`, Uint8Array.of(2)), 'written')
  },

  async 'tells contents apart by their versions'({ connect }) {
    const document = `${randomUUID()}.pdf`
    await write(connect(), document, Uint8Array.of(1))
    const before = (await connect().stat(document))?.version
    await connect().remove(document)
    await write(connect(), document, Uint8Array.of(2))
    assert.notEqual((await connect().stat(document))?.version, before)
  },
}

const FORBIDDEN_NAMES = [
  '',
  '/etc/passwd',
  '../secret.pdf',
  'a/../../secret.pdf',
  'a/./b.pdf',
  'a//b.pdf',
  'a/',
  '..',
  '.drafts/x',
  'a/.drafts/x',
  'C:/x.pdf',
  'a\\..\\b.pdf',
  'a\0b.pdf',
  'a\nb.pdf',
  'x'.repeat(256),
  `${'x/'.repeat(600)}x`,
  '\ud800.pdf',
]

function refusals(): CaseTable<Context> {
  const cases = FORBIDDEN_NAMES.map((document) => [
    `refuses ${JSON.stringify(document).slice(0, 40)} as a name`,
    ({ connect }: Context) => refuseName(connect(), document),
  ])
  return Object.fromEntries(cases)
}

async function refuseName(store: DocumentStore, document: string): Promise<void> {
  const code = 'invalid_request'
  await refuses(read(store, document), code)
  await refuses(store.stat(document), code)
  await refuses(write(store, document, Uint8Array.of(1)), code)
  await refuses(store.remove(document), code)
  if (store.removeFolder !== undefined) await refuses(store.removeFolder(document), code)
  // Listing the empty name is not refused: as a folder, it means the whole store.
  if (document !== '') await refuses(names(store, document), code)
}
