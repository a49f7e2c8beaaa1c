/**
 * Public interface of the folder for what the catalog leads to: pages, names, and the store of validation data.
 *
 * @module
 */

export { type DocumentSecurityStore, readDss, readDssOfRevisions } from './catalog/dss.js'
export { INHERITED_BY_FIELDS, INHERITED_BY_PAGES } from './catalog/inherited-entries.js'
export { nameTreeEntries, withNameTreeEntry } from './catalog/name-tree.js'
export {
  appendPages,
  getPage,
  type PdfPage,
  pageTreeRoot,
  readBox,
  requirePage,
  rotationOfPage,
  toRotation,
} from './catalog/page-tree.js'
export { StoreEntries } from './catalog/store-entries.js'
