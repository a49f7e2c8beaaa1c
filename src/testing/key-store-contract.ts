/**
 * What every KeyStore must do.
 *
 * @module
 */

import type { KeyStore } from '../keys/key-store.js'
import { type ContractCase, casesOf, topic } from './contract-case.js'
import { CODE_CASES } from './key-store/codes.js'
import { GRANT_CASES } from './key-store/grants.js'
import { ISSUING_CASES } from './key-store/issuing.js'
import { openKeyContext } from './key-store/key-context.js'
import { KEY_CASES } from './key-store/keys.js'

/**
 * What a {@link KeyStore} must do, alone and when many hosts ask at once: count tries, keep limits, give a code to one caller,
 * replace a key once, show a revocation everywhere.
 *
 * @param connect gives a store over one database that all its stores share, as those of several hosts do; each case uses
 *   addresses of its own
 */
export function keyStoreContract(connect: () => KeyStore): readonly ContractCase[] {
  const table = {
    ...topic('what keys permit', GRANT_CASES),
    ...topic('codes', CODE_CASES),
    ...topic('keys', KEY_CASES),
    ...topic('issuing keys from two hosts', ISSUING_CASES),
  }
  return casesOf(table, () => openKeyContext(connect))
}
