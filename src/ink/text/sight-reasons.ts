/**
 * What speaks against a glyph being seen.
 *
 * @module
 */

/** Why a glyph cannot be seen. */
export type HiddenReason =
  /** Text rendering mode 3 or 7 (ISO 32000-2, 9.3.6). */
  | 'invisible_mode'
  /** Its opacity leaves next to nothing. */
  | 'transparent'
  /** It lies outside of the clip, of the box of its form, or of the page. */
  | 'clipped'
  /** Something that is painted later hides it. */
  | 'covered'
  /** It has the colour of the ground. */
  | 'same_colour'
  /** It is too small to be read. */
  | 'tiny'
  /** Its layer is off. */
  | 'layer_off'
  /** It is a Type 3 glyph without a procedure that paints, or the embedded font has no glyph for it. */
  | 'no_glyph'

/** Why it is not certain whether a glyph can be seen. */
export type DoubtReason =
  /** The colour of the glyph or of the ground is not known: patterns, images, shadings. */
  | 'colour_unknown'
  /** A soft mask is in force. */
  | 'masked'
  /** A blend mode other than Normal and Multiply. */
  | 'blended'
  /** The clip is known only roughly. */
  | 'rough_clip'
  /** The state of its layer depends on the viewer. */
  | 'layer_unknown'
  /** Something that is painted later hides a part of it. */
  | 'partly_covered'
  /** The clip cuts a part of it. */
  | 'partly_clipped'
