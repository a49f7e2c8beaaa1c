/**
 * Door of this folder: a new file, an increment, and what is added to a document by one.
 *
 * @module
 */

export { writeObject } from './syntax/serialize.js'
export { addDss, type DssMaterial, vriKeyOf } from './writing/dss-writer.js'
export { PdfFileWriter } from './writing/file-writer.js'
export { IncrementWriter } from './writing/increment-writer.js'
export { StructureAddition } from './writing/structure-addition.js'
