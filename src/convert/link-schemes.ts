/**
 * The schemes that links of converted documents may have.
 *
 * @module
 */

/** What a link may lead to: nothing that runs, and nothing on the reader's own computer. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set([
  ...['http:', 'https:', 'ftp:', 'mailto:', 'tel:', 'sms:'],
  ...['irc:', 'ircs:', 'xmpp:', 'sip:', 'sips:', 'matrix:', 'news:', 'geo:'],
])
