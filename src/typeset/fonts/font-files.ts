/**
 * The files that text may need, for hosts that serve them to browsers.
 *
 * @module
 */

import { readHostFont } from '../../assets/place.js'
import { HYPHENATED_LANGUAGES } from '../text/hyphenation-points.js'
import { listBundledFonts } from './bundled-faces.js'
import { FALLBACK_PACKAGES, fontSpecifier } from './script-fallbacks.js'

/** Names of all files of the package that setting text may request, such as `fonts/Carlito_400Regular.ttf`. */
export function listTextFiles(): string[] {
  return [
    ...listBundledFonts().map((name) => `fonts/${name}`),
    ...Array.from(HYPHENATED_LANGUAGES, (language) => `hyphenation/${language}.json`),
    'harfbuzz.wasm',
  ]
}

/** Names of the licences of these files. */
export function listTextLicences(): string[] {
  const families = new Set(
    listBundledFonts().map((name) => (name.startsWith('DejaVu') ? 'DejaVu' : name.replace(/_.*/, ''))),
  )
  return [
    ...Array.from(families, (family) => `fonts/LICENSE-${family}.txt`),
    'hyphenation/LICENSE.txt',
    'harfbuzz.LICENSE.txt',
  ]
}

/** The installed fonts for further scripts, with the names that other runtimes request them by. */
export function* installedFonts(): Iterable<readonly [name: string, bytes: Uint8Array]> {
  for (const { name, stem } of FALLBACK_PACKAGES) {
    for (const style of ['400Regular', '700Bold']) {
      const bytes = readHostFont(fontSpecifier(name, stem, style))
      if (bytes !== undefined) yield [`fonts/${stem}_${style}.ttf`, bytes]
    }
    const licence = readHostFont(`@expo-google-fonts/${name}/LICENSE_FONT`)
    if (licence !== undefined) yield [`fonts/LICENSE-${stem}.txt`, licence]
  }
}
