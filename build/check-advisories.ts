/**
 * Are there advisories for what is bundled in the package? Package managers of hosts cannot see those parts, so this
 * asks for them, each day (`.github/workflows/advisories.yml`).
 *
 *     npx tsx build/check-advisories.ts [SBOM]
 *
 * It asks the registry that npm is set to, or `ADVISORY_REGISTRY`, at the endpoint that `npm audit` uses. Exit code: 0 without
 * advisories, 1 with some, 2 where the registry could not be asked, which must not pass for a clean bill.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ENDPOINT = '-/npm/v1/security/advisories/bulk'
const TIMEOUT_MS = 30_000

/** What registries tell of one advisory. */
interface Advisory {
  readonly url: string
  readonly title: string
  readonly severity: string
  readonly vulnerable_versions: string
}

/** A part with what is known against it. */
export interface Finding extends Advisory {
  readonly part: string
  readonly versions: readonly string[]
}

/** The registry could not be asked. */
export class NotAskedError extends Error {}

/** Names of packages, each with its versions, out of a bill of materials. */
export function readParts(bom: unknown): Record<string, string[]> {
  const { components = [] } = bom as { components?: readonly { readonly purl?: string }[] }
  const parts: Record<string, string[]> = {}
  for (const { purl = '' } of components) {
    const [, name, version] = /^pkg:npm\/(.+)@([^@]+)$/.exec(purl) ?? []
    if (name === undefined || version === undefined) continue
    const plain = decodeURIComponent(name)
    parts[plain] = [...(parts[plain] ?? []), version]
  }
  return parts
}

/**
 * Asks a registry.
 *
 * @throws NotAskedError for everything but an answer that can be read
 */
export async function askForAdvisories(registry: string, parts: Record<string, string[]>): Promise<Finding[]> {
  const url = new URL(ENDPOINT, registry.endsWith('/') ? registry : `${registry}/`)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(parts),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new NotAskedError(`${url.origin} did not answer.`, { cause })
  })
  if (!answer.ok) throw new NotAskedError(`${url.origin} answered ${answer.status}: it has no advisories to ask for.`)
  const found: unknown = await answer.json().catch((cause: unknown) => {
    throw new NotAskedError(`${url.origin} answered with something else than JSON.`, { cause })
  })
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    throw new NotAskedError(`${url.origin} answered with something else than advisories.`)
  }
  // Registries give what fits the versions that were named.
  return Object.entries(found as Record<string, readonly Advisory[]>).flatMap(([part, advisories]) =>
    advisories.map((advisory) => ({ ...advisory, part, versions: parts[part] ?? [] })),
  )
}

/** Asks, says what came of it, and gives the exit code. */
export async function checkAdvisories(
  bom: unknown,
  registry: string,
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Promise<0 | 1 | 2> {
  const parts = readParts(bom)
  const count = Object.keys(parts).length
  if (count === 0) throw new Error('The bill of materials names no parts.')
  try {
    const findings = await askForAdvisories(registry, parts)
    for (const { part, versions, severity, title, url } of findings) {
      say(`${part} ${versions.join(', ')}  ${severity}  ${title}  ${url}`)
    }
    say(`${count} parts, ${findings.length} advisories, by ${registry}`)
    return findings.length === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof NotAskedError)) throw error
    say(`NOT CHECKED: ${error.message}`)
    return 2
  }
}

/** The registry that npm is set to. */
function configuredRegistry(): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bom: unknown = JSON.parse(await readFile(process.argv[2] ?? 'dist/sbom.cdx.json', 'utf8'))
  process.exitCode = await checkAdvisories(bom, process.env['ADVISORY_REGISTRY'] ?? configuredRegistry())
}
