/**
 * Entry module of the fonts: families, faces, and the library that finds them.
 *
 * @module
 */

export { familyKey, substituteOf } from './fonts/family-table.js'
export type { FontLibrary } from './fonts/font-face.js'
export { installedFonts, listTextFiles, listTextLicences } from './fonts/font-files.js'
export { createFontLibrary } from './fonts/font-library.js'
export { FONTS, type FontSource } from './fonts/font-source.js'
export { fontPackageFor } from './fonts/script-fallbacks.js'
