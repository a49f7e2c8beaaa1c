// The bill of materials of the image: that of the package, Node.js, and what is installed beside it (CycloneDX 1.6).
import { readFileSync, writeFileSync } from 'node:fs'

const bom = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8'))
const lock = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'))
const known = new Set(bom.components.map(({ purl }) => purl))
const self = bom.metadata.component['bom-ref']

const added = [
  {
    type: 'platform',
    'bom-ref': `pkg:generic/node@${process.versions.node}`,
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  },
]
for (const [path, { version, license, link }] of Object.entries(lock.packages)) {
  const name = path.split('node_modules/').pop()
  if (name === '' || version === undefined || link === true) continue
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
  if (known.has(purl)) continue
  known.add(purl)
  const [, group, plain = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  // What is no identifier of SPDX is an expression, or a name.
  const licenses =
    license === undefined ? [] : /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { name: license } }]
  added.push({ type: 'library', 'bom-ref': purl, ...(group && { group }), name: plain, version, licenses, purl })
}
bom.components.push(...added)
bom.dependencies[0].dependsOn.push(...added.map((component) => component['bom-ref']))
bom.compositions = [{ aggregate: 'incomplete', assemblies: [self] }]
delete bom.serialNumber
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`)
