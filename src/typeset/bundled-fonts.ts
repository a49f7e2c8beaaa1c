import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SealwrightError } from '../errors.js'
import { FontFace } from './font-face.js'
import { TrueTypeFont } from './fonts/true-type-font.js'

const FILES = {
  sans: '@expo-google-fonts/carlito/400Regular/Carlito_400Regular.ttf',
  'sans-bold': '@expo-google-fonts/carlito/700Bold/Carlito_700Bold.ttf',
  mono: '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf',
} as const

/** The faces that come with the package: Carlito (sans) and Cousine (mono), for Latin, Greek and Cyrillic. */
export type BundledFace = keyof typeof FILES

const faces = new Map<BundledFace, FontFace>()

/** Reads and parses the face on its first use, synchronously; afterwards it is kept. */
export function loadBundledFace(name: BundledFace): FontFace {
  let face = faces.get(name)
  if (face === undefined) {
    face = new FontFace(new TrueTypeFont(readAsset(FILES[name])))
    faces.set(name, face)
  }
  return face
}

function readAsset(specifier: string): Uint8Array {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(specifier))
  } catch (cause) {
    throw new SealwrightError('internal_error', 'A font that comes with the package is not installed.', { cause })
  }
}
