/**
 * Public interface of the folder for distinguished names, their comparison and their text.
 *
 * @module
 */

export { type DistinguishedName, equalNames, equalNameText, isName, nameKey } from './certificate/distinguished-name.js'
export { attributeOid, formatName } from './certificate/name-text.js'
