/**
 * Streams that one reader unpacks in another way than the next: parameters in a place or a form where some look for them
 * and others do not, data behind an end, filters by other names. To one the look of a field says what its value is, to
 * the other it says something else.
 *
 * @module
 */

import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { type PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { bytesOf, dict, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, FILLABLE, hasKnownPlaces, type Maker } from './class-attack.js'

const look = (amount: string) => `/Tx BMC\nq BT /F 10 Tf 0 g 2 6 Td (${amount}) Tj ET Q\nEMC\n`
const HONEST = look('100')
const FORGED = look('900')
const HEAD =
  '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>>>'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Bytes in a row of the packed data. */
const ROW = HONEST.length + 3

/**
 * Two rows for a PNG predictor, whose second row counts upon the first: what it says with the predictor, and what without.
 * The first row is a comment that holds the differences.
 */
function twoRows(predicted: string, plain: string): Buffer {
  const [one, other] = [latin1(`x\n${predicted} `), latin1(`x\n${plain} `)]
  const first = Buffer.from(one.map((code, i) => code - (other[i] ?? 0)))
  first[0] = 0x25
  const second = Buffer.from(one.map((code, i) => code - (first[i] ?? 0)))
  return Buffer.concat([Buffer.of(0), first, Buffer.of(2), second])
}

const PREDICTED = deflateSync(twoRows(HONEST, FORGED))
const PLAIN = deflateSync(twoRows(FORGED, HONEST))
const PARAMETERS = `<</Predictor 12 /Columns ${ROW}>>`

interface Packing {
  readonly entries: string
  readonly data: Uint8Array
}

/** With parameters that some heed: both for readers who do and for those who do not. */
const heeded = (entries: string): Readonly<Record<string, Packing>> => ({
  'to those who heed them': { entries, data: PREDICTED },
  'to those who do not': { entries, data: PLAIN },
})

const parameters = (text: string) => `/Filter /FlateDecode /DecodeParms ${text}`

const PARAMETER_FORMS: Readonly<Record<string, string>> = {
  'as a dictionary beside an array': `/Filter [/FlateDecode] /DecodeParms ${PARAMETERS}`,
  'as an array beside a name': parameters(`[${PARAMETERS}]`),
  'under the short key': `/Filter /FlateDecode /DP ${PARAMETERS}`,
  'in an array under the short key': `/Filter [/FlateDecode] /DP [${PARAMETERS}]`,
  'under both keys, the long one null': `${parameters('null')} /DP ${PARAMETERS}`,
  'under both keys, the short one null': `${parameters(PARAMETERS)} /DP null`,
  'under both keys, the long one without a predictor': `${parameters('<</Predictor 1>>')} /DP ${PARAMETERS}`,
  'under both keys, the short one without a predictor': `${parameters(PARAMETERS)} /DP <</Predictor 1>>`,
  'under the key of files': `/Filter /FlateDecode /FDecodeParms ${PARAMETERS}`,
  'behind null': `/Filter [/FlateDecode] /DecodeParms [null ${PARAMETERS}]`,
  'before null': `/Filter [/FlateDecode] /DecodeParms [${PARAMETERS} null]`,
  'in an array in an array': `/Filter [/FlateDecode] /DecodeParms [[${PARAMETERS}]]`,
  'in an array of filters in an array': `/Filter [[/FlateDecode]] /DecodeParms [${PARAMETERS}]`,
  'with a real': parameters(`<</Predictor 12.0 /Columns ${ROW}.0>>`),
  'with a real that is none': parameters(`<</Predictor 12.5 /Columns ${ROW}.5>>`),
  'with columns as text': parameters(`<</Predictor 12 /Columns (${ROW})>>`),
  'with the predictor as a name': parameters(`<</Predictor /12 /Columns ${ROW}>>`),
  'with a predictor beyond all': parameters(`<</Predictor 16 /Columns ${ROW}>>`),
  'with a predictor between': parameters(`<</Predictor 3 /Columns ${ROW}>>`),
  'with a predictor below': parameters(`<</Predictor -12 /Columns ${ROW}>>`),
  'with a predictor for other rows': parameters(`<</Predictor 10 /Columns ${ROW}>>`),
  'with colours instead of columns': parameters(`<</Predictor 12 /Columns 1 /Colors ${ROW}>>`),
  'with many bits': parameters(`<</Predictor 12 /Columns 1 /BitsPerComponent ${8 * ROW}>>`),
  'with short keys': parameters(`<</P 12 /C ${ROW}>>`),
  'with keys in lower case': parameters(`<</predictor 12 /columns ${ROW}>>`),
  'with an early change': parameters(`<</Predictor 12 /Columns ${ROW} /EarlyChange 0>>`),
  'in a stream': parameters(PARAMETERS).replace('DecodeParms', 'Decode#50arms'),
}

const hex = (text: string) => latin1(text).toString('hex')
const runs = (text: string) => Buffer.concat([Buffer.of(text.length - 1), latin1(text)])

/** Data that go on where some reader ends, under filters that some do not know. */
const DATA: Readonly<Record<string, Packing>> = {
  'hexadecimal data go on behind the end': {
    entries: '/Filter /ASCIIHexDecode',
    data: latin1(`${hex(HONEST)}>${hex(FORGED)}>`),
  },
  'hexadecimal data have no end': { entries: '/Filter /ASCIIHexDecode', data: latin1(hex(HONEST)) },
  'hexadecimal data hold other letters': {
    entries: '/Filter /ASCIIHexDecode',
    data: latin1(`${hex(HONEST)}zz${hex(FORGED)}>`),
  },
  'hexadecimal data begin with an end': { entries: '/Filter /ASCIIHexDecode', data: latin1(`>${hex(FORGED)}>`) },
  'runs go on behind the end': {
    entries: '/Filter /RunLengthDecode',
    data: bytesOf(runs(HONEST), Buffer.of(128), runs(FORGED)),
  },
  'runs have no end': { entries: '/Filter /RunLengthDecode', data: runs(HONEST) },
  'runs are cut off': {
    entries: '/Filter /RunLengthDecode',
    data: bytesOf(runs(HONEST), Buffer.of(60), latin1(FORGED)),
  },
  'deflated data go on behind the end': {
    entries: '/Filter /FlateDecode',
    data: bytesOf(deflateSync(latin1(HONEST)), deflateSync(latin1(FORGED))),
  },
  'deflated data have no header': { entries: '/Filter /FlateDecode', data: deflateRawSync(latin1(HONEST)) },
  'deflated data have a wrong sum': {
    entries: '/Filter /FlateDecode',
    data: bytesOf(deflateSync(latin1(HONEST)).subarray(0, -4), 'xxxx'),
  },
  'deflated data have no sum': { entries: '/Filter /FlateDecode', data: deflateSync(latin1(HONEST)).subarray(0, -4) },
  'deflated data are cut off': { entries: '/Filter /FlateDecode', data: deflateSync(latin1(HONEST)).subarray(0, -9) },
  'deflated data follow a blank': { entries: '/Filter /FlateDecode', data: bytesOf(' ', deflateSync(latin1(HONEST))) },
  'deflated data are those of gzip': { entries: '/Filter /FlateDecode', data: gzipSync(latin1(HONEST)) },
  'deflated data are none': { entries: '/Filter /FlateDecode', data: latin1(HONEST) },
  'the data are deflated twice, and said once': {
    entries: '/Filter /FlateDecode',
    data: deflateSync(deflateSync(latin1(HONEST))),
  },
  'the filter is an abbreviation': { entries: '/Filter /Fl', data: deflateSync(latin1(HONEST)) },
  'the filter is that of encryption': { entries: '/Filter /Crypt', data: latin1(HONEST) },
  'the filter is that of encryption, by a name': {
    entries: '/Filter /Crypt /DecodeParms <</Name /StdCF>>',
    data: latin1(HONEST),
  },
  'the filter is one for pictures': { entries: '/Filter /DCTDecode', data: latin1(HONEST) },
  'the filters are none': { entries: '/Filter []', data: latin1(HONEST) },
  'the filters are null': { entries: '/Filter [null]', data: latin1(HONEST) },
  'the filter stands under the short key too': {
    entries: '/Filter /ASCIIHexDecode /F null',
    data: latin1(`${hex(HONEST)}>`),
  },
  'the length stands under the short key too': { entries: '/L 3', data: latin1(HONEST) },
  'the length of what is unpacked is short': {
    entries: '/DL 3 /Filter /FlateDecode',
    data: deflateSync(latin1(HONEST)),
  },
}

const PACKINGS: Readonly<Record<string, Packing>> = {
  ...DATA,
  ...Object.fromEntries(
    Object.entries(PARAMETER_FORMS).flatMap(([name, entries]) =>
      Object.entries(heeded(entries)).map(([whom, packing]) => [`parameters ${name} say the value ${whom}`, packing]),
    ),
  ),
}

/** Draws the amount anew, which stays what it is. */
const redraw =
  ({ entries, data }: Packing): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (const ref of fieldIn(parts, 'amount').looks) {
        const dictionary = `<<${HEAD} ${entries} /Length ${data.length}>>\nstream\n`
        revision.put(ref, new PdfVerbatim(bytesOf(dictionary, data, '\nendstream')))
      }
    })

/** Sizes of an image said twice, under long keys and short ones: eight pixels wide to some readers, and one to others. */
const SIZES: Readonly<Record<string, string>> = {
  'a short width before a long one': '/W 8 /Width 1',
  'a long width before a short one': '/Width 1 /W 8',
  'two long widths, the greater first': '/Width 8 /Width 1',
  'two long widths, the lesser first': '/Width 1 /Width 8',
  'two short widths, the greater first': '/W 8 /W 1',
  'a short width that is null': '/W null /Width 1',
}
/** Paper beside the words "The price is 100 EUR.", and what lies on it: eight pixels, of which only the first is white. */
const BESIDE = [20, 712, 58, 730] as const
const PIXELS = Buffer.of(0x80)

type PictureMaker = (revision: Revision, sizes: string) => PdfRef

const inlineImage: PictureMaker = (revision, sizes) => {
  const image = bytesOf(`q 38 0 0 18 0 0 cm BI ${sizes} /H 1 /CS /G /BPC 1 ID `, PIXELS, ' EI Q\n')
  return revision.add(stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 38 18]>>`, image))
}

const imageObject: PictureMaker = (revision, sizes) => {
  const entries = `/Type /XObject /Subtype /Image ${sizes} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 1`
  const image = revision.add(new PdfVerbatim(bytesOf(`<<${entries} /Length 1>>\nstream\n`, PIXELS, '\nendstream')))
  const resources = dict`<</XObject <</I ${image}>>>>`
  const content = 'q 38 0 0 18 0 0 cm /I Do Q\n'
  return revision.add(
    stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 38 18] /Resources ${resources}>>`, content),
  )
}

/** A stamp that shows nothing but paper to some readers. */
const stamped =
  (make: PictureMaker, sizes: string): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = make(revision, sizes)
      addAnnotation(revision, parts.page, annotation('Stamp', BESIDE, { AP: dict`<</N ${look}>>` }))
    })

const STAMPS: Readonly<Record<string, Maker>> = Object.fromEntries(
  Object.entries(SIZES).flatMap(([name, sizes]) => [
    [`an inline image has ${name}`, stamped(inlineImage, sizes)],
    [`an image has ${name}`, stamped(imageObject, sizes)],
  ]),
)

const hasLook = ({ parts }: Base) => fieldIn(parts, 'amount').looks.length > 0

/** Where forms may be filled in, and where notes may be added. */
export const packedStreams: readonly ClassAttack[] = [
  ...attacksBy(Object.fromEntries(Object.entries(PACKINGS).map(([name, packing]) => [name, redraw(packing)])), {
    profiles: FILLABLE,
    fits: hasLook,
    isNamed: true,
  }),
  ...attacksBy(STAMPS, { profiles: ANNOTATABLE, fits: hasKnownPlaces, isNamed: true }),
]
