/**
 * Public interface of the folder for writing a new file or an increment, and for additions to a document.
 *
 * @module
 */

export { writeObject } from './syntax/serialize.js'
export { addDss, type DssMaterial, vriKeyOf } from './writing/dss-writer.js'
export { PdfFileWriter } from './writing/file-writer.js'
export { IncrementWriter } from './writing/increment-writer.js'
export { StructureAddition } from './writing/structure-addition.js'
