/**
 * Imports through doors, as the build takes them.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importDirectly } from '../../build/esbuild-plugins.js'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sealwright-doors-'))
  for (const room of ['trust', 'cms/asn1', 'platform', 'ink']) mkdirSync(join(root, 'src', room), { recursive: true })
  const door =
    "/** Text. */\n\nexport { readDer, type DerValue } from './asn1/der.js'\nexport { OID } from './asn1/oids.js'\n"
  writeFileSync(join(root, 'src/cms/asn1.ts'), door)
  writeFileSync(join(root, 'src/cms/own.ts'), `${door}export const OWN = 1\n`)
  writeFileSync(join(root, 'src/platform/hashes.ts'), "export { createHash } from './other.js'\n")
  writeFileSync(join(root, 'src/ink/index.ts'), "export { POLICY } from './policy.js'\n")
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const changed = (source: string) => importDirectly(source, join(root, 'src/trust'))

it('takes values from the modules that have them', async () => {
  expect(await changed("import { OID, readDer as read, type DerValue } from '../cms/asn1.js'\nuse()")).toBe(
    'import { OID } from "./../cms/asn1/oids.js";import { readDer as read } from "./../cms/asn1/der.js";\nuse()',
  )
})

it('leaves alone what has something of its own, what is exchanged as a whole, and imports of types', async () => {
  for (const source of [
    "import { OWN } from '../cms/own.js'",
    "import { createHash } from '../platform/hashes.js'",
    "import { POLICY } from '../ink/index.js'",
    "import type { DerValue } from '../cms/asn1.js'",
    "import { join } from 'node:path'",
  ])
    expect(await changed(source)).toBe(source)
})

it('fails for a name that a door does not pass on', async () => {
  await expect(changed("import { missing } from '../cms/asn1.js'")).rejects.toThrow('does not pass on missing')
})
