/**
 * What every DocumentStore must do. `describeDocumentStore` runs it against one.
 *
 * @module
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DocumentStore } from '../../src/batch/document-store.js'

const PDF = 'application/pdf'

/** @param open a store over a place that all of these tests share; each test uses names of its own */
export function describeDocumentStore(name: string, open: () => DocumentStore): void {
  const read = (store: DocumentStore, document: string, maxBytes = 1_000_000) => store.read(document, { maxBytes })
  const write = (store: DocumentStore, document: string, bytes: Uint8Array) =>
    store.write(document, bytes, { contentType: PDF, job: randomUUID() })

  async function names(store: DocumentStore, folder: string): Promise<string[]> {
    const found: string[] = []
    for await (const facts of store.list(folder)) found.push(facts.name)
    return found.sort()
  }

  describe(name, () => {
    it('gives back what was written, byte by byte', async () => {
      const bytes = Uint8Array.from([...Array(256).keys(), ...randomBytes(100_000)])
      const document = `${randomUUID()}/Verträge 2026/ä & b+c%20.pdf`
      expect(await write(open(), document, bytes)).toBe('written')
      const stored = await read(open(), document)
      expect(Buffer.from(stored.bytes).equals(bytes)).toBe(true)
      const facts = await open().stat(document)
      expect(facts).toEqual({ name: document, size: bytes.length, version: stored.version })
      expect(stored.version).not.toBe('')
    })

    it('keeps empty documents', async () => {
      const document = `${randomUUID()}.pdf`
      await write(open(), document, new Uint8Array(0))
      expect((await read(open(), document)).bytes).toHaveLength(0)
    })

    it('never replaces what is there', async () => {
      const document = `${randomUUID()}.pdf`
      expect(await write(open(), document, Uint8Array.of(1))).toBe('written')
      expect(await write(open(), document, Uint8Array.of(2, 2))).toBe('exists')
      expect([...(await read(open(), document)).bytes]).toEqual([1])
    })

    it('says of a document that is not there that it is not', async () => {
      const document = `${randomUUID()}.pdf`
      expect(await open().stat(document)).toBeNull()
      await expect(read(open(), document)).rejects.toMatchObject({ code: 'document_not_found' })
      await expect(open().remove(document)).resolves.toBeUndefined()
    })

    it('reads no more than it may', async () => {
      const document = `${randomUUID()}.pdf`
      await write(open(), document, new Uint8Array(1000))
      expect((await read(open(), document, 1000)).bytes).toHaveLength(1000)
      await expect(read(open(), document, 999)).rejects.toMatchObject({ code: 'file_too_large' })
    })

    it('lists a folder and what is below it, and nothing else', async () => {
      const folder = randomUUID()
      const documents = [`${folder}/a.pdf`, `${folder}/b/c.pdf`, `${folder}/b/d/e.pdf`]
      for (const document of [...documents, `${folder}x/f.pdf`]) await write(open(), document, Uint8Array.of(1))
      expect(await names(open(), folder)).toEqual(documents)
      expect(await names(open(), `${folder}/b`)).toEqual(documents.slice(1))
      expect(await names(open(), '')).toEqual(expect.arrayContaining(documents))
      for await (const facts of open().list(folder)) expect(facts).toEqual(await open().stat(facts.name))
    })

    it('removes', async () => {
      const document = `${randomUUID()}.pdf`
      await write(open(), document, Uint8Array.of(1))
      await open().remove(document)
      expect(await open().stat(document)).toBeNull()
    })

    it('tells contents apart by their versions', async () => {
      const document = `${randomUUID()}.pdf`
      await write(open(), document, Uint8Array.of(1))
      const before = (await open().stat(document))?.version
      await open().remove(document)
      await write(open(), document, Uint8Array.of(2))
      expect((await open().stat(document))?.version).not.toBe(before)
    })

    it.each([
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
    ])('refuses %j as a name', async (document) => {
      const refused = { code: 'invalid_request' }
      await expect(read(open(), document)).rejects.toMatchObject(refused)
      await expect(open().stat(document)).rejects.toMatchObject(refused)
      await expect(write(open(), document, Uint8Array.of(1))).rejects.toMatchObject(refused)
      await expect(open().remove(document)).rejects.toMatchObject(refused)
      if (document !== '') await expect(names(open(), document)).rejects.toMatchObject(refused)
    })
  })
}
