/**
 * The files that setting text may need, for hosts that serve them to browsers.
 *
 * @module
 */

import { readHostFont } from '../../assets/place.js'
import { HYPHENATED_LANGUAGES } from '../text/hyphenation-points.js'
import { listBundledFonts } from './bundled-faces.js'
import { FALLBACK_PACKAGES, fontSpecifier } from './script-fallbacks.js'

/** Names of all files that come with the package and may be asked for when text is set, such as `fonts/Carlito_400Regular.ttf`. */
export function listTextFiles(): string[] {
  return [
    ...listBundledFonts().map((name) => `fonts/${name}`),
    ...Array.from(HYPHENATED_LANGUAGES, (language) => `hyphenation/${language}.json`),
    'harfbuzz.wasm',
  ]
}

/** Names of the licences of those files. */
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

/** The fonts for further scripts that are installed beside the package, by their names in a folder for browsers. */
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
