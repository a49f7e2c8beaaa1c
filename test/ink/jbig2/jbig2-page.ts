/**
 * Documents whose page is a JBIG2 picture, a pixel of it to a pixel of what the viewers of the tests draw.
 *
 * @module
 */
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { bytesOf } from '../../verify/support/notation.js'
import { RESOLUTION } from '../../verify/viewers/viewers.js'

/** A picture as it is stored. */
export interface StoredPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  readonly globals?: Uint8Array
}

/** Makes a document of a page for each picture. */
export function documentOf(pictures: readonly StoredPicture[]): Uint8Array {
  const kids = pictures.map((_, i) => `${FIRST + PER_PAGE * i} 0 R`).join(' ')
  return fileOf([
    ['<</Type /Catalog /Pages 2 0 R>>'],
    [`<</Type /Pages /Kids [${kids}] /Count ${pictures.length}>>`],
    ...pictures.flatMap((picture, i) => pageOf(picture, FIRST + PER_PAGE * i)),
  ])
}

/** Number of the first page, and objects of each. */
const [FIRST, PER_PAGE] = [3, 4]

type Body = readonly (string | Uint8Array)[]

function pageOf({ width, height, data, globals }: StoredPicture, first: number): Body[] {
  const [across, down] = [width, height].map((side) => (side * 72) / RESOLUTION)
  const content = `q ${across} 0 0 ${down} 0 0 cm /I Do Q`
  const params = globals === undefined ? '' : `/DecodeParms <</JBIG2Globals ${first + 3} 0 R>>`
  const image = `/Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode ${params}`
  const page = `/MediaBox [0 0 ${across} ${down}] /Resources <</XObject <</I ${first + 2} 0 R>>>> /Contents ${first + 1} 0 R`
  return [
    [`<</Type /Page /Parent 2 0 R ${page}>>`],
    [`<</Length ${content.length}>>\nstream\n${content}\nendstream`],
    [`<</Type /XObject /Subtype /Image ${image} /Length ${data.length}>>\nstream\n`, data, '\nendstream'],
    [`<</Length ${globals?.length ?? 0}>>\nstream\n`, globals ?? new Uint8Array(), '\nendstream'],
  ]
}

function fileOf(bodies: readonly Body[]): Uint8Array {
  let file = latin1Bytes('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
  const rows = bodies.map((body, i) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file = bytesOf(file, `${i + 1} 0 obj\n`, ...body, '\nendobj\n')
    return row
  })
  const table = `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  return bytesOf(file, table, `trailer\n<</Size ${rows.length + 1} /Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`)
}
