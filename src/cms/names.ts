/**
 * Door of this folder: distinguished names, compared and as text.
 *
 * @module
 */

export { type DistinguishedName, equalNames, equalNameText, isName, nameKey } from './certificate/distinguished-name.js'
export { attributeOid, formatName } from './certificate/name-text.js'
