/**
 * Files that the page loads: its scripts, and the PDF viewer where it is installed.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resolveFromHost } from '../../assets/place.js'
import { readAsset } from '../../assets/read-asset.js'
import { SealwrightError } from '../../errors.js'
import type { ClientScript } from './client-scripts.js'

const scripts = new Map<ClientScript, Uint8Array>()

/**
 * A script, read on its first use.
 *
 * @throws SealwrightError `missing_dependency` when it is not there
 */
export function loadScript(name: ClientScript): Uint8Array {
  const known = scripts.get(name)
  if (known !== undefined) return known
  const bytes = readAsset(`check-page/${name}`)
  scripts.set(name, bytes)
  return bytes
}

/** Folders and files of pdfjs-dist that are served: its two scripts, and the files that they ask for by name. */
const VIEWER_FOLDERS: Readonly<Record<string, RegExp>> = {
  build: /^pdf(?:\.worker)?\.min\.mjs$/,
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  wasm: /\.(?:wasm|js)$/,
}

/**
 * Whether a file is a script. Other files are served as scripts that contain their bytes in base64, since the page may load
 * scripts and fetch nothing.
 */
const isScript = (name: string) => /\.m?js$/.test(name)

/** The files of the viewer by their served names, `folder/name`. */
export interface ViewerFiles {
  readonly paths: ReadonlyMap<string, string>
}

let viewer: ViewerFiles | null | undefined

/** Looks for the viewer once. */
export function findViewer(): ViewerFiles | undefined {
  if (viewer === undefined) viewer = listViewer() ?? null
  return viewer ?? undefined
}

function listViewer(): ViewerFiles | undefined {
  try {
    const manifest = resolveFromHost('pdfjs-dist/package.json')
    if (manifest === undefined) return undefined
    const root = dirname(manifest)
    const paths = new Map<string, string>()
    for (const [folder, pattern] of Object.entries(VIEWER_FOLDERS)) {
      for (const name of readdirSync(join(root, folder))) {
        if (pattern.test(name)) paths.set(`${folder}/${name}${isScript(name) ? '' : '.js'}`, join(root, folder, name))
      }
    }
    return paths.has('build/pdf.min.mjs') && paths.has('build/pdf.worker.min.mjs') ? { paths } : undefined
  } catch {
    return undefined
  }
}

/**
 * One file of the viewer, as a script.
 *
 * @throws SealwrightError `not_found`
 */
export function loadViewerFile(folder: string, name: string): Uint8Array {
  const path = findViewer()?.paths.get(`${folder}/${name}`)
  if (path === undefined) throw new SealwrightError('not_found', 'There is nothing at this path.')
  const bytes = readFileSync(path)
  return isScript(path)
    ? bytes
    : new TextEncoder().encode(`export default ${JSON.stringify(bytes.toString('base64'))}\n`)
}
