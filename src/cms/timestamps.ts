/**
 * Public interface of the folder for time stamp requests, replies and tokens.
 *
 * @module
 */

export { parseTstInfo, type TstInfo } from './message/timestamp.js'
export { parseTimestampReply } from './message/timestamp-reply.js'
export { encodeTimestampRequest, type TimestampHash } from './message/timestamp-request.js'
