/**
 * The software bill of materials of the package (CycloneDX 1.6): what is bundled in it, so that scanners see it.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { BundledPart } from './bundled-parts.js'

/** A component as CycloneDX has it. */
interface Component {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly scope?: 'required'
  readonly licenses: readonly [{ readonly license: { readonly id: string } } | { readonly expression: string }]
  readonly purl: string
}

interface Description {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** Writes it. Two builds of the same sources give the same file: it has no time, and its number is a hash. */
export async function writeSbom(parts: readonly BundledPart[], target: string): Promise<void> {
  const description = JSON.parse(await readFile('package.json', 'utf8')) as Description
  await writeFile(target, `${JSON.stringify(makeSbom(description, parts), null, 2)}\n`)
}

/** The bill: the package, what is bundled in it, and what is installed with it. */
export function makeSbom(
  { name, version, license, dependencies }: Description,
  parts: readonly Omit<BundledPart, 'folder'>[],
): object {
  const self = describe({ name, version, license })
  const bundled = distinct(parts.map((part) => ({ ...describe(part), scope: 'required' as const })))
  const installed = Object.entries(dependencies).map(([dependency, exact]) => purlOf(dependency, exact))
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: self },
    components: bundled,
    dependencies: [
      { ref: self['bom-ref'], dependsOn: bundled.map((component) => component['bom-ref']) },
      ...bundled.map((component) => ({ ref: component['bom-ref'] })),
    ],
    compositions: [{ aggregate: 'complete', assemblies: [self['bom-ref']] }],
    // Package managers install these; the tree of the host says in which version.
    properties: installed.map((value) => ({ name: 'sealwright:installed', value })),
  }
  return { ...content, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}` }
}

function describe({ name, version, license }: Omit<BundledPart, 'folder'>): Component {
  const [, group, plain] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [undefined, undefined, name]
  const purl = purlOf(name, version)
  const isExpression = /[ ()]/.test(license)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: plain ?? name,
    version,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
    purl,
  }
}

/** A package URL, where `@` of a scope is written as `%40`. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}

/** A package may be installed twice, in one version. */
function distinct(components: readonly Component[]): Component[] {
  return [...new Map(components.map((component) => [component.purl, component])).values()]
}

/** A hash in the form of a UUID of version 8 (RFC 9562, 5.8). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
