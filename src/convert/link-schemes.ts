/**
 * The schemes that links of converted documents may have.
 *
 * @module
 */

/** Permitted schemes: none of them runs code, or leads to files on the reader's own computer. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set([
  ...['http:', 'https:', 'ftp:', 'mailto:', 'tel:', 'sms:'],
  ...['irc:', 'ircs:', 'xmpp:', 'sip:', 'sips:', 'matrix:', 'news:', 'geo:'],
])
