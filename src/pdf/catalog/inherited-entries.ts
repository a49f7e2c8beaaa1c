/**
 * Names of the entries that pages and fields inherit from the nodes above them.
 *
 * @module
 */

/** Entries that a page has from the page tree (ISO 32000-2, Table 31). */
export const INHERITED_BY_PAGES = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

/** Entries that a field inherits from its parents (12.7.4), except for its values. */
export const INHERITED_BY_FIELDS = ['FT', 'Ff', 'DA', 'Q', 'MaxLen', 'Opt'] as const
