/**
 * Public interface of the folder for time stamps from authorities.
 *
 * @module
 */

export type { TimestampAuthority } from './timestamping/authority-options.js'
export type { ObtainedTimestamp, StampingContext } from './timestamping/obtain-timestamp.js'
export { Stamper } from './timestamping/stamper.js'
