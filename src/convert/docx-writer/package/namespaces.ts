/**
 * Namespaces of written parts, with the usual prefixes.
 *
 * @module
 */

const OFFICE = 'http://schemas.openxmlformats.org'

/** The beginning of every XML part. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** WordprocessingML. */
export const W_NAMESPACE = `${OFFICE}/wordprocessingml/2006/main`

/** DrawingML. */
export const A_NAMESPACE = `${OFFICE}/drawingml/2006/main`

/** Relationships in attributes. */
export const R_NAMESPACE = `${OFFICE}/officeDocument/2006/relationships`

/** Equations. */
export const M_NAMESPACE = `${OFFICE}/officeDocument/2006/math`

/**
 * Namespace for features of paged media that WordprocessingML lacks: rows repeated at the foot of pages, and strings as of the
 * start of a page. It is ignorable, so that other programs can read the document.
 */
export const PAGES_NAMESPACE = 'urn:sealwright:pages'

/** Declarations for the root of a part with text. Namespaces outside of ECMA-376 are marked as ignorable (ECMA-376-3, 7.2). */
export const STORY_NAMESPACES = [
  `xmlns:w="${W_NAMESPACE}"`,
  `xmlns:r="${R_NAMESPACE}"`,
  `xmlns:m="${M_NAMESPACE}"`,
  `xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${A_NAMESPACE}"`,
  `xmlns:pic="${OFFICE}/drawingml/2006/picture"`,
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  `xmlns:mc="${OFFICE}/markup-compatibility/2006"`,
  'mc:Ignorable="w14"',
].join(' ')

/** {@link STORY_NAMESPACES} for a part that uses {@link PAGES_NAMESPACE}. */
export const PAGED_NAMESPACES = STORY_NAMESPACES.replace(
  'mc:Ignorable="w14"',
  `xmlns:sw="${PAGES_NAMESPACE}" mc:Ignorable="w14 sw"`,
)
