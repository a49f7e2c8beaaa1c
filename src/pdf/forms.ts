/**
 * Public interface of the folder for fields, their values and the annotations that show them.
 *
 * @module
 */

export { appearanceStreams, shownAppearance, stateOfPlace } from './annotations/appearance.js'
export { flagBits, hasOddRectangle, isInvisible, rectangleOf } from './annotations/visibility.js'
export { type FormField, type IndirectField, readFields, type SignedField, signedFields } from './form/acro-form.js'
export { isDynamicXfa } from './form/dynamic-xfa.js'
export {
  cellsOf,
  chosenValues,
  FLAG_PASSWORD,
  inherited,
  isComb,
  isListBox,
  isMultiline,
  namesOneText,
  namesOptions,
  normalizeCells,
  normalizeShown,
  readOptions,
  valueText,
} from './form/field-text.js'
export {
  type FieldState,
  type FieldWidget,
  isPushButton,
  readFieldState,
  rootFields,
  TIMESTAMP_DESCRIPTION,
} from './form/form-field.js'
export {
  certificationPermission,
  docMdpPermission,
  type FieldLock,
  fieldLocks,
  locksField,
  readFieldLock,
} from './form/signature-permissions.js'
export { findUnlistedSignatures } from './form/unlisted-signatures.js'
