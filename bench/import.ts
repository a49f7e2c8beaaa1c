/**
 * How long does it take to import the package, and what does that load?
 *
 *     npm run build && npx tsx bench/import.ts
 *
 * Process starts with the import against starts with an empty script, in turn; the target is 25 ms.
 *
 * @module
 */

import { fileURLToPath } from 'node:url'
import { compare, printTable, verdict } from './support/measure.js'
import { BUILT_CJS, BUILT_ESM, runNode } from './support/processes.js'

const TARGET_MS = 25
const STARTS = 15

const esm = ['--input-type=module', '-e', `import ${JSON.stringify(BUILT_ESM.href)}`]
const cjs = ['--input-type=commonjs', '-e', `require(${JSON.stringify(fileURLToPath(BUILT_CJS))})`]
const empty = (kind: string) => [`--input-type=${kind}`, '-e', '0']

const table = [['', 'empty start', 'with import', 'more', 'target', '', 'packages loaded']]
for (const [name, args, kind] of [
  ['ESM', esm, 'module'],
  ['CJS', cjs, 'commonjs'],
] as const) {
  const { baseMs, ms, extraMs } = await compare(
    () => runNode(empty(kind)),
    () => runNode(args),
    STARTS,
    2,
  )
  const cells = [baseMs, ms, extraMs, TARGET_MS].map((value) => `${value.toFixed(0)} ms`)
  table.push([name, ...cells, verdict(extraMs, TARGET_MS), await listPackages(name)])
}
printTable(table)

/** Packages below node_modules that the import loads. */
async function listPackages(kind: 'ESM' | 'CJS'): Promise<string> {
  const script =
    kind === 'CJS'
      ? `require(${JSON.stringify(fileURLToPath(BUILT_CJS))})
         console.log(Object.keys(require.cache).join('\\n'))`
      : `import { register } from 'node:module'
         const hook = 'export async function load(url, context, next) { process._rawDebug(url); return next(url, context) }'
         register('data:text/javascript,' + encodeURIComponent(hook))
         await import(${JSON.stringify(BUILT_ESM.href)})`
  const output = await runNode([`--input-type=${kind === 'CJS' ? 'commonjs' : 'module'}`, '-e', script])
  const packages = [...output.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name)
  return [...new Set(packages)].join(', ') || 'none'
}
