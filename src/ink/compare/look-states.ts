/**
 * Two states of a document whose looks are compared.
 *
 * @module
 */
import type { ComparedStates } from '../../pdf/equality.js'
import type { DrawnStates } from '../drawn-states.js'

/** Both states with their drawings, and with the objects that are the same in both. */
export type LookStates = DrawnStates & ComparedStates
