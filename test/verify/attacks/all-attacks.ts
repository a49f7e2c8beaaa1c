/**
 * All attacks, by kind.
 *
 * @module
 */

import type { Attack } from '../support/cases.js'
import { ambiguousFiles, duplicateKeys } from './ambiguous-files.js'
import { annotations, sneakySignatures } from './annotations.js'
import { askedNames } from './asked-names.js'
import { borrowedResources } from './borrowed-resources.js'
import { byteRanges, wrapping } from './byte-range.js'
import { documentLevel } from './document-level.js'
import { drawnByReaders } from './drawn-by-readers.js'
import { equalValues } from './equal-values.js'
import { fieldChanges, lockedFields, signatureFields } from './form-fields.js'
import { incrementalSaving } from './incremental-saving.js'
import { oddPermissions } from './odd-permissions.js'
import { pages } from './pages.js'
import { revisionSwaps } from './revision-swaps.js'
import { shadowHide, shadowHideAndReplace, shadowRepair, shadowReplace, slowShadows } from './shadow.js'
import { universalForgery } from './universal-forgery.js'
import { unseenCovers } from './unseen-covers.js'

export const ALL_ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'incremental saving': incrementalSaving,
  'signature wrapping': wrapping,
  'byte ranges': byteRanges,
  'universal forgery': universalForgery,
  'ambiguous files': ambiguousFiles,
  'duplicate keys': duplicateKeys,
  'shadow: hide': shadowHide,
  'shadow: replace': shadowReplace,
  'shadow: hide and replace': shadowHideAndReplace,
  'shadow: hide behind repair': shadowRepair,
  'shadow: step by step': slowShadows,
  'evil annotations': annotations,
  'sneaky signatures': sneakySignatures,
  'changed pages': pages,
  'changed fields': fieldChanges,
  'fields that viewers draw by themselves': drawnByReaders,
  'locked fields': lockedFields,
  'restrictions written in odd ways': oddPermissions,
  'signature fields': signatureFields,
  'changes above the pages': documentLevel,
  'values that are equal to some readers': equalValues,
  'resources that something else asks for': borrowedResources,
  'names that default appearances ask for': askedNames,
  'annotations that nobody sees': unseenCovers,
  'swaps over several revisions': revisionSwaps,
}
