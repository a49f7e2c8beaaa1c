import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SealwrightError } from '../../errors.js'
import type { FontFace } from './font-face.js'
import { openFace } from './open-face.js'

/** The families that come with the package: where their files are and what the names of these begin with. */
const BUNDLED = {
  carlito: { folder: '@expo-google-fonts/carlito', stem: 'Carlito' },
  caladea: { folder: '@expo-google-fonts/caladea', stem: 'Caladea' },
  arimo: { folder: '@expo-google-fonts/arimo', stem: 'Arimo' },
  tinos: { folder: '@expo-google-fonts/tinos', stem: 'Tinos' },
  cousine: { folder: '@expo-google-fonts/cousine', stem: 'Cousine' },
  gelasio: { folder: '@expo-google-fonts/gelasio', stem: 'Gelasio' },
  dejavuSans: { folder: 'dejavu-fonts-ttf/ttf', stem: 'DejaVuSans', slope: 'Oblique' },
  dejavuCondensed: { folder: 'dejavu-fonts-ttf/ttf', stem: 'DejaVuSansCondensed', slope: 'Oblique' },
  dejavuSerif: { folder: 'dejavu-fonts-ttf/ttf', stem: 'DejaVuSerif', slope: 'Italic' },
  dejavuMono: { folder: 'dejavu-fonts-ttf/ttf', stem: 'DejaVuSansMono', slope: 'Oblique' },
} as const satisfies Record<string, FaceFiles>

interface FaceFiles {
  readonly folder: string
  readonly stem: string
  /** What slanted faces are called, in packages that keep all files in one folder. */
  readonly slope?: string
}

/** A family that comes with the package. */
export type BundledFamily = keyof typeof BUNDLED

/** Faces stay open for the life of the process: there are some dozens at most. */
const faces = new Map<string, FontFace | undefined>()

/**
 * A face that comes with the package, read on its first use, synchronously.
 *
 * @throws SealwrightError `internal_error` when its package is not installed
 */
export function bundledFace(family: BundledFamily, bold: boolean, italic: boolean): FontFace {
  const face = installedFace(specifierOf(BUNDLED[family], bold, italic))
  if (face === undefined) {
    throw new SealwrightError('internal_error', 'A font that comes with the package is not installed.')
  }
  return face
}

/**
 * The face in a file of an installed package, such as `@expo-google-fonts/noto-sans-thai/400Regular/...ttf`; undefined where
 * there is none. Looked for once in the life of the process.
 */
export function installedFace(specifier: string): FontFace | undefined {
  if (faces.has(specifier)) return faces.get(specifier)
  const face = readInstalled(specifier)
  faces.set(specifier, face)
  return face
}

function readInstalled(specifier: string): FontFace | undefined {
  try {
    return openFace(readFileSync(createRequire(import.meta.url).resolve(specifier)))
  } catch {
    return undefined
  }
}

function specifierOf({ folder, stem, slope }: FaceFiles, bold: boolean, italic: boolean): string {
  if (slope === undefined) {
    const style = `${bold ? '700Bold' : '400Regular'}${italic ? '_Italic' : ''}`
    return `${folder}/${style}/${stem}_${style}.ttf`
  }
  const style = `${bold ? 'Bold' : ''}${italic ? slope : ''}`
  return `${folder}/${stem}${style === '' ? '' : `-${style}`}.ttf`
}
