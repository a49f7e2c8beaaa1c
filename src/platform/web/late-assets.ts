/**
 * Stands in for `src/assets/read-asset.ts` in the build of conversions for browsers and edge hosts: the host serves the files of
 * the package, or gives them by a function.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { checkOptions, FUNCTION, members, must, OBJECT } from '../../input/check-options.js'
import { LatePart } from './late-parts.js'

/** The bytes of a file. `harfbuzz.wasm` may also be a `WebAssembly.Module`, for hosts that cannot compile it at run time. */
export type AssetFile = Uint8Array | ArrayBuffer | object

/** Where the files are that conversions need. Give either `url` or `read`. It holds for all later calls, too. */
export interface WebAssets {
  /**
   * Address of the folder that `sealwright assets` wrote. A relative address is resolved against that of the page, or of the
   * worker's file.
   */
  readonly url?: URL | string | undefined
  /**
   * Returns a file of that folder by its name, such as `fonts/Carlito_400Regular.ttf`, or undefined if there is none.
   * It is called once for each file.
   */
  readonly read?: ((name: string) => AssetFile | undefined | Promise<AssetFile | undefined>) | undefined
  /** Optional packages that you have imported, by name: `{ 'highlight.js': hljs, gemoji, mammoth }`. */
  readonly packages?: Readonly<Record<string, unknown>> | undefined
}

/** What {@link WebAssets} may be; `useAssets` checks the address. */
export const ASSETS = members<WebAssets>({
  url: must('a URL', (value) => typeof value === 'string' || value instanceof URL),
  read: FUNCTION,
  packages: OBJECT,
})

/** Name of the file that lists the folder. */
const LIST = 'files.json'
/** The list of a folder without one: it is expected to have the files of the package, and no others. */
const EMPTY_LIST = new TextEncoder().encode('[]')

type Read = NonNullable<WebAssets['read']>

const files = new Map<string, LatePart<AssetFile>>()
let readFile: Read | undefined
let packages: Readonly<Record<string, unknown>> = {}

/**
 * Reads files from another place from now on. Files that were loaded before are kept.
 *
 * @throws SealwrightError `invalid_request` for options that name no place
 */
export function useAssets(options: WebAssets | undefined): void {
  if (options === undefined) return
  checkOptions({ assets: options }, { assets: ASSETS })
  const { url, read } = options
  if ((url === undefined) === (read === undefined)) {
    throw new SealwrightError('invalid_request', 'assets must have either url or read.')
  }
  readFile = url === undefined ? read : fetchFrom(folderUrl(url))
  packages = options.packages ?? {}
}

function folderUrl(url: URL | string): URL {
  const base = (globalThis as { readonly location?: { readonly href: string } }).location?.href
  const href = String(url).replace(/\/?$/, '/')
  if (!URL.canParse(href, base)) {
    throw new SealwrightError('invalid_request', 'assets.url must be the address of a folder, such as "/sealwright/".')
  }
  return new URL(href, base)
}

function fetchFrom(folder: URL): Read {
  return async (name) => {
    const response = await fetch(new URL(name, folder))
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    return response.arrayBuffer()
  }
}

/**
 * The content of a file of the package. If it is not loaded yet, this ends the run (`withLateParts`), which is made
 * again once the file is there.
 */
export function readAsset(name: string): Uint8Array {
  return bytesOf(name, partOf(name).get())
}

/**
 * Loads a file of the package. It is a module of WebAssembly where the host gives one.
 *
 * @throws SealwrightError `missing_dependency` when the host has no such file
 */
export async function loadAsset(name: string): Promise<AssetFile> {
  const part = partOf(name)
  await part.load()
  const file = part.get()
  return file instanceof ArrayBuffer ? new Uint8Array(file) : file
}

/** A file that not every host has, such as a font for one script; undefined if this host has no such file. */
export function readListed(name: string): Uint8Array | undefined {
  const names: unknown = JSON.parse(new TextDecoder().decode(readAsset(LIST)))
  return Array.isArray(names) && names.includes(name) ? readAsset(name) : undefined
}

/** A package that the host gave, found by its own name or by the name of a module in it. */
export function findPackage(specifier: string): unknown {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
  for (const each of [specifier, name]) if (Object.hasOwn(packages, each)) return packages[each]
  return undefined
}

function partOf(name: string): LatePart<AssetFile> {
  const part = files.get(name) ?? new LatePart(() => load(name), { isModule: false })
  files.set(name, part)
  return part
}

async function load(name: string): Promise<AssetFile> {
  if (readFile === undefined) {
    const message =
      'Setting text needs the files of this package: write them to a folder with "npx sealwright assets FOLDER", and name it with assets: { url }.'
    throw new SealwrightError('missing_dependency', message)
  }
  try {
    const file = (await readFile(name)) ?? (name === LIST ? EMPTY_LIST : undefined)
    if (file !== undefined) return file
  } catch (cause) {
    throw missingAsset(name, cause)
  }
  throw missingAsset(name)
}

function bytesOf(name: string, file: AssetFile): Uint8Array {
  if (file instanceof Uint8Array) return file
  if (file instanceof ArrayBuffer) return new Uint8Array(file)
  throw new SealwrightError('invalid_request', `assets.read must give the bytes of ${name}.`)
}

function missingAsset(name: string, cause?: unknown): SealwrightError {
  const message = `The file ${name} is not where assets says, or cannot be read there.`
  return new SealwrightError('missing_dependency', message, cause === undefined ? {} : { cause })
}
