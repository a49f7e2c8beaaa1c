/**
 * Reads e-mails that tests received.
 *
 * @module
 */

/** The subject of an e-mail and its plain text, decoded (RFC 2047, RFC 2045): as much as the mail of the tests needs. */
export function readMail(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const boundary = /boundary="?([^"\r\n]+)"?/.exec(head)?.[1] ?? ''
  const part = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .find((each) => each.includes('text/plain'))
  const at = part?.indexOf('\r\n\r\n') ?? -1
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? ''
  return { subject: decodeWords(subject), text: decodeBody(part?.slice(0, at) ?? '', part?.slice(at + 4) ?? '') }
}

function decodeBody(headers: string, body: string): string {
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(headers)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(body.replaceAll('=\r\n', '')) : body
}

function decodeWords(header: string): string {
  const unfolded = header.replaceAll(/\r\n[ \t]/g, ' ').replaceAll(/\?=\s+=\?/g, '?==?')
  return unfolded.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('utf8') : fromQuoted(text.replaceAll('_', ' ')),
  )
}

function fromQuoted(text: string): string {
  const octets = text.replaceAll(/=([0-9A-F]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return Buffer.from(octets, 'latin1').toString('utf8')
}
