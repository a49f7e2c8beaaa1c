/**
 * PDFDocEncoding (ISO 32000-2, annex D), for passwords without the tables of all other encodings.
 *
 * @module
 */

/** The characters of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, table D.2). */
export const PDF_DOC_SPECIAL: Readonly<Record<number, number>> = {
  24: 0x02d8,
  25: 0x02c7,
  26: 0x02c6,
  27: 0x02d9,
  28: 0x02dd,
  29: 0x02db,
  30: 0x02da,
  31: 0x02dc,
  128: 0x2022,
  129: 0x2020,
  130: 0x2021,
  131: 0x2026,
  132: 0x2014,
  133: 0x2013,
  134: 0x0192,
  135: 0x2044,
  136: 0x2039,
  137: 0x203a,
  138: 0x2212,
  139: 0x2030,
  140: 0x201e,
  141: 0x201c,
  142: 0x201d,
  143: 0x2018,
  144: 0x2019,
  145: 0x201a,
  146: 0x2122,
  147: 0xfb01,
  148: 0xfb02,
  149: 0x0141,
  150: 0x0152,
  151: 0x0160,
  152: 0x0178,
  153: 0x017d,
  154: 0x0131,
  155: 0x0142,
  156: 0x0153,
  157: 0x0161,
  158: 0x017e,
  160: 0x20ac,
}

let pdfDocCodes: ReadonlyMap<string, number> | undefined

/** Text in PDFDocEncoding; `undefined` when it has a character that the encoding lacks. */
export function encodePdfDoc(text: string): Uint8Array | undefined {
  pdfDocCodes ??= new Map(
    Object.entries(PDF_DOC_SPECIAL).map(([code, char]) => [String.fromCharCode(char), Number(code)]),
  )
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const own = text.charCodeAt(i)
    const code = pdfDocCodes.get(text.charAt(i)) ?? (PDF_DOC_SPECIAL[own] === undefined ? own : undefined)
    if (code === undefined || code > 0xff) return undefined
    bytes[i] = code
  }
  return bytes
}
