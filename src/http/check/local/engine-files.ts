/**
 * The modules of the engine. The build writes them next to the package's other files.
 *
 * @module
 */

import { gunzipSync } from 'node:zlib'
import { readAsset } from '../../../assets/read-asset.js'
import { SealwrightError } from '../../../errors.js'

/** The index that the build writes. File names contain a hash of the content. */
export interface EngineIndex {
  /** The module that the thread starts with. */
  readonly entry: string
  /** All modules, including `entry`. */
  readonly files: readonly string[]
}

/** Folder of the modules among the package's files. */
export const ENGINE_FOLDER = 'check-page/engine'

let index: EngineIndex | undefined
const packed = new Map<string, Uint8Array>()

/** The index of modules; undefined where the package was not built. */
export function findEngine(): EngineIndex | undefined {
  index ??= readIndex()
  return index
}

function readIndex(): EngineIndex | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(readAsset(`${ENGINE_FOLDER}/index.json`)))
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'missing_dependency') return undefined
    throw error
  }
}

/**
 * Reads one module.
 *
 * @throws SealwrightError `not_found`
 */
export function loadEngineFile(name: string, encoding: 'gzip' | 'identity'): Uint8Array {
  if (findEngine()?.files.includes(name) !== true) {
    throw new SealwrightError('not_found', 'There is nothing at this path.')
  }
  const bytes = packed.get(name) ?? readAsset(`${ENGINE_FOLDER}/${name}.gz`)
  packed.set(name, bytes)
  return encoding === 'gzip' ? bytes : gunzipSync(bytes)
}
