/**
 * HarfBuzz, as a module and as one file of WebAssembly beside it.
 *
 * @module
 */

import { loadAsset } from '../../assets/read-asset.js'
import { SealwrightError } from '../../errors.js'

type HarfBuzz = typeof import('harfbuzzjs')

/**
 * The package starts itself when it is imported; the build makes that a function, which takes the WebAssembly: its
 * bytes or a module.
 */
type BuiltHarfBuzz = HarfBuzz & { readonly start?: (wasm: object) => Promise<void> }

let loading: Promise<HarfBuzz> | undefined

/**
 * Loads it once; tries again after a failure.
 *
 * @throws SealwrightError `missing_dependency` when its file is not there, or may not be started
 */
export function openHarfBuzz(): Promise<HarfBuzz> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<HarfBuzz> {
  const library: BuiltHarfBuzz = await import('harfbuzzjs')
  if (library.start === undefined) return library
  const wasm = await loadAsset('harfbuzz.wasm')
  try {
    await library.start(wasm)
    return library
  } catch (cause) {
    const message =
      "HarfBuzz, which this text needs, cannot start: a page's policy must allow 'wasm-unsafe-eval', and Cloudflare Workers take a WebAssembly.Module from assets.read."
    throw new SealwrightError('missing_dependency', message, { cause })
  }
}
