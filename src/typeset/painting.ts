/**
 * Entry module of painting: display lists and pictures, and the PDF that they become.
 *
 * @module
 */

export type { DisplayItem, DisplayList } from './display/display-list.js'
export { HostImageReader, isHostFormat, readHostImages } from './images/host-images.js'
export { readIco } from './images/ico.js'
export type { Image, JpegImage, RasterImage } from './images/image.js'
export { damagedImage, tooLargeImage, unsupportedImage } from './images/image-error.js'
export { type ImageFormat, sniffImage } from './images/image-format.js'
export { readJpeg } from './images/jpeg.js'
export { type JpegOrientation, readJpegOrientation, withoutJpegMetadata } from './images/jpeg-orientation.js'
export { readPng, readPngSize } from './images/png.js'
export { readImage } from './images/read-image.js'
export { type AddedPages, addForm, paintPages } from './paint/add-pages.js'
export {
  CONFORMANCE_PAIRS,
  CONFORMANCES,
  type Conformance,
  type ConformanceChoice,
  conformanceRules,
  isConformanceChoice,
} from './paint/conformance.js'
export type { PlacedPage } from './paint/link-annotations.js'
export type { StructureGraft } from './paint/structure-tree.js'
export { writePdf } from './paint/write-pdf.js'
export { type DrawnPicture, drawPicture } from './raster/draw-picture.js'
