/**
 * The octets that a passphrase stands for.
 *
 * @module
 */

/** A passphrase in the two encodings that the schemes need. */
export interface PassphraseForm {
  /** Octets for PBKDF2 and scrypt. */
  readonly utf8: Uint8Array
  /** Octets for the PKCS#12 derivation. */
  readonly bmp: Uint8Array
}

/**
 * The octet strings that a passphrase may mean, the most likely first. RFC 7292, B.1, requires a BMPString with a terminating
 * zero character. Some programs write "no passphrase" in this way, others as no octets. OpenSSL before 1.1.0 made one
 * character of each UTF-8 octet.
 */
export function passphraseForms(passphrase: string): PassphraseForm[] {
  const utf8 = new TextEncoder().encode(passphrase)
  const forms = [{ utf8, bmp: encodeBmp(passphrase) }]
  if (passphrase === '') forms.push({ utf8, bmp: new Uint8Array(0) })
  else if (utf8.length !== passphrase.length) forms.push({ utf8, bmp: encodeBmp(Buffer.from(utf8).toString('latin1')) })
  return forms
}

function encodeBmp(text: string): Uint8Array {
  const octets = new Uint8Array(2 * text.length + 2)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    octets[2 * i] = unit >> 8
    octets[2 * i + 1] = unit
  }
  return octets
}
