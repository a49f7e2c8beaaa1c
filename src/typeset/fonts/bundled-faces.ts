/**
 * The fonts that come with the package or are installed beside it.
 *
 * @module
 */

import { readHostFont } from '../../assets/place.js'
import { readAsset } from '../../assets/read-asset.js'
import type { FontFace } from './font-face.js'
import { openFace } from './open-face.js'

/** The families that come with the package: what the names of their files begin with. */
const BUNDLED = {
  carlito: { stem: 'Carlito' },
  caladea: { stem: 'Caladea' },
  arimo: { stem: 'Arimo' },
  tinos: { stem: 'Tinos' },
  cousine: { stem: 'Cousine' },
  gelasio: { stem: 'Gelasio' },
  dejavuSans: { stem: 'DejaVuSans', slope: 'Oblique' },
  dejavuCondensed: { stem: 'DejaVuSansCondensed', slope: 'Oblique' },
  dejavuSerif: { stem: 'DejaVuSerif', slope: 'Italic' },
  dejavuMono: { stem: 'DejaVuSansMono', slope: 'Oblique' },
} as const satisfies Record<string, FaceFiles>

interface FaceFiles {
  readonly stem: string
  /** What slanted faces are called, in families whose files are named by style alone. */
  readonly slope?: string
}

/** A family that comes with the package. */
export type BundledFamily = keyof typeof BUNDLED

/** Faces stay open for the life of the process: there are some dozens at most. */
const faces = new Map<string, FontFace | undefined>()

/**
 * A face that comes with the package, read on its first use, synchronously.
 *
 * @throws SealwrightError `missing_dependency` when its file is not there
 */
export function bundledFace(family: BundledFamily, bold: boolean, italic: boolean): FontFace {
  const name = fileName(BUNDLED[family], bold, italic)
  const face = faces.get(name) ?? openFace(readAsset(`fonts/${name}`))
  faces.set(name, face)
  return face
}

/** The names of all faces that come with the package, for the build. */
export function listBundledFonts(): string[] {
  const styles = [0, 1, 2, 3]
  return Object.values(BUNDLED).flatMap((files) => styles.map((n) => fileName(files, (n & 1) !== 0, (n & 2) !== 0)))
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
  const bytes = readHostFont(specifier)
  try {
    return bytes === undefined ? undefined : openFace(bytes)
  } catch {
    return undefined
  }
}

function fileName({ stem, slope }: FaceFiles, bold: boolean, italic: boolean): string {
  if (slope === undefined) return `${stem}_${bold ? '700Bold' : '400Regular'}${italic ? '_Italic' : ''}.ttf`
  const style = `${bold ? 'Bold' : ''}${italic ? slope : ''}`
  return `${stem}${style === '' ? '' : `-${style}`}.ttf`
}
