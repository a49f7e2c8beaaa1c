/**
 * All honest documents, by kind.
 *
 * @module
 */

import type { HonestUse } from '../support/cases.js'
import { annotating, formFilling, rewriting, validationData } from './changes.js'
import { editors } from './editors.js'
import { fileStructures } from './file-structures.js'
import { signing } from './signing.js'

export const HONEST_USES: Readonly<Record<string, readonly HonestUse[]>> = {
  signing,
  'form filling': formFilling,
  annotating,
  'in the manner of editors': editors,
  'validation data': validationData,
  rewriting,
  'file structures': fileStructures,
}
