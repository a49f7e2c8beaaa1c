/**
 * The bill of materials: valid by the schema of CycloneDX, complete, and checked against advisories.
 *
 * @module
 */

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterEach, describe, expect, it } from 'vitest'
import bundledPackages from '../../build/bundled-packages.json' with { type: 'json' }
import { checkAdvisories, readParts } from '../../build/check-advisories.js'
import { makeSbom } from '../../build/write-sbom.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'dist/sbom.cdx.json')
const schemas = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
)
const readSchema = (name: string) => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'))

/** What the schema of CycloneDX 1.6 finds wrong. */
function faultsOf(bom: unknown): string[] {
  const formats = Object.fromEntries(
    ['iri-reference', 'idn-email', 'email', 'uri', 'date-time', 'regex', 'time', 'date'].map((name) => [name, true]),
  ) as Record<string, true>
  const ajv = new Ajv({ strict: false, allErrors: true, formats })
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(readSchema('bom-1.6'))
  return validate(bom) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const PARTS = [
  { name: 'marked', version: '18.2.1', license: 'MIT' },
  { name: '@exodus/bytes', version: '1.16.0', license: 'MIT' },
  { name: 'qr', version: '0.7.0', license: '(MIT OR Apache-2.0)' },
  { name: 'qr', version: '0.7.0', license: '(MIT OR Apache-2.0)' },
]
const DESCRIPTION = { name: 'sealwright', version: '1.0.0', license: 'MIT', dependencies: { tinyglobby: '0.2.17' } }

describe('the bill of materials', () => {
  it('follows the schema, names each part once, and is the same for the same parts', () => {
    const bom = makeSbom(DESCRIPTION, PARTS)
    expect(faultsOf(bom)).toEqual([])
    expect(bom).toMatchObject({
      metadata: { component: { purl: 'pkg:npm/sealwright@1.0.0' } },
      components: [
        { purl: 'pkg:npm/marked@18.2.1', licenses: [{ license: { id: 'MIT' } }] },
        { group: '@exodus', name: 'bytes', purl: 'pkg:npm/%40exodus/bytes@1.16.0' },
        { licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
      ],
    })
    expect(readParts(bom)).toEqual({ marked: ['18.2.1'], '@exodus/bytes': ['1.16.0'], qr: ['0.7.0'] })
    expect(makeSbom(DESCRIPTION, PARTS)).toEqual(bom)
    expect(makeSbom(DESCRIPTION, PARTS.slice(1))).not.toMatchObject({ serialNumber: Reflect.get(bom, 'serialNumber') })
  })

  it('is held against a schema that finds faults', () => {
    const bom = makeSbom(DESCRIPTION, [{ name: 'x', version: '1', license: 'No such licence' }])
    expect(faultsOf({ ...bom, components: [{ type: 'librar', name: 1 }] })).not.toEqual([])
    expect(faultsOf({ ...bom, serialNumber: 'urn:uuid:1' })).not.toEqual([])
  })

  it.runIf(existsSync(built))('of the built package has every part of it', () => {
    const bom: unknown = JSON.parse(readFileSync(built, 'utf8'))
    expect(faultsOf(bom)).toEqual([])
    const names = Object.keys(readParts(bom))
    // The code that is bundled, what it brought along, and what the files beside it come from.
    expect(names).toEqual(expect.arrayContaining([...bundledPackages, 'entities', 'rapidoc', 'dejavu-fonts-ttf']))
    const licences = readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const [, name = ''] of licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d+\.\d+\.\d+\S* \(/gm))
      expect(names).toContain(name)
  })
})

describe('advisories', () => {
  const bom = makeSbom(DESCRIPTION, PARTS)
  const servers: (() => void)[] = []
  afterEach(() => {
    for (const close of servers.splice(0)) close()
  })

  /** A registry that answers so, and what it was asked for. */
  async function startRegistry(status: number, body: string) {
    const asked: { url: string | undefined; parts: unknown }[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      request.once('end', () => {
        asked.push({ url: request.url, parts: JSON.parse(text) })
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(() => server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`, asked }
  }

  async function check(status: number, body: string) {
    const { url, asked } = await startRegistry(status, body)
    const said: string[] = []
    return { code: await checkAdvisories(bom, url, (line) => said.push(line)), said: said.join('\n'), asked }
  }

  const advisory = {
    url: 'https://example.com/GHSA-1',
    title: 'Slow pattern',
    severity: 'high',
    vulnerable_versions: '<19',
  }

  it('are asked for by name and version, and told', async () => {
    const { code, said, asked } = await check(200, JSON.stringify({ marked: [advisory] }))
    expect(code).toBe(1)
    expect(said).toContain('marked 18.2.1  high  Slow pattern  https://example.com/GHSA-1')
    expect(asked).toEqual([{ url: '/npm/-/npm/v1/security/advisories/bulk', parts: readParts(bom) }])
  })

  it('are none where the registry says so', async () => {
    expect(await check(200, '{}')).toMatchObject({ code: 0, said: expect.stringContaining('3 parts, 0 advisories') })
  })

  it.each([
    [405, 'no'],
    [500, '{}'],
    [200, '<html>'],
    [200, '[]'],
    [200, 'null'],
  ])('are not taken for none where the registry answers %d %s', async (status, body) => {
    expect(await check(status, body)).toMatchObject({ code: 2, said: expect.stringContaining('NOT CHECKED') })
  })

  it('are not taken for none where nobody answers', async () => {
    const said: string[] = []
    expect(await checkAdvisories(bom, 'http://127.0.0.1:1/', (line) => said.push(line))).toBe(2)
    expect(said.join()).toContain('NOT CHECKED')
  })

  it('of a bill without parts are a mistake', async () => {
    await expect(checkAdvisories({ components: [] }, 'http://127.0.0.1:1/')).rejects.toThrow('names no parts')
  })
})
