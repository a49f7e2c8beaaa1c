/**
 * Which levels requests may ask for.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { LevelOptions } from '../../sign/level/level-options.js'
import type { PadesLevel } from '../../trust/trust-report.js'

/** Options of the API that decide which levels are offered. */
interface OfferedLevels {
  readonly levels?: readonly PadesLevel[] | undefined
  readonly sign?: LevelOptions | undefined
}

/** The levels that the host offers, including its default level. */
export function levelsOffered({ levels, sign }: OfferedLevels): readonly PadesLevel[] {
  return [...new Set([sign?.level ?? 'B-B', ...(levels ?? [])])]
}

/** @throws SealwrightError `invalid_request` for a level that the host does not offer */
export function assertLevelOffered(level: PadesLevel | undefined, offered: readonly PadesLevel[]): void {
  if (level === undefined || offered.includes(level)) return
  const message = `This service signs at ${offered.join(', ')}.`
  const issue = { pointer: '/level', code: 'level_not_offered', message }
  throw new SealwrightError('invalid_request', message, { errors: [issue] })
}

/** @throws SealwrightError `invalid_request` for a level that needs time-stamp authorities when none are configured */
export function assertLevels(options: OfferedLevels): void {
  const isKnown = (level: unknown) => level === 'B-B' || level === 'B-T' || level === 'B-LT' || level === 'B-LTA'
  if (options.levels !== undefined && !(Array.isArray(options.levels) && options.levels.every(isKnown))) {
    throw new SealwrightError('invalid_request', 'levels must be a list of B-B, B-T, B-LT and B-LTA.')
  }
  const needed = levelsOffered(options).find((level) => level !== 'B-B')
  if (needed === undefined || (options.sign?.timestampAuthorities ?? []).length > 0) return
  throw new SealwrightError('invalid_request', `Level ${needed} needs sign.timestampAuthorities.`)
}

/** Whether documents can be extended here, for which a time-stamp authority must be configured. */
export function canExtend({ sign }: OfferedLevels): boolean {
  return (sign?.timestampAuthorities ?? []).length > 0
}
