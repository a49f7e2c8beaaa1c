/**
 * Spellings of cross-reference streams.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { bytesOf } from '../support/notation.js'
import { each, type Spelling, type Spellings, setTrailer } from './spelling.js'

const INDICES = [
  '[N]',
  '[N 1 M]',
  '[N 2 0]',
  'N',
  'null',
  '[(x) 2]',
  '[N.0 2]',
  '[N 1.0 M 1]',
  '[N -1 M 3]',
  '[-1 2]',
  '[N 2 N 0]',
  '[N 3]',
  '[N 1]',
  '[N 0 M 1]',
  '[M 1 N 1]',
  '[N 1 N 1]',
  '[0 0 N 2]',
  '[N 2 2147483647 0]',
  '[N 2 4294967295 0]',
  '[2147483647 0 N 2]',
  '[4294967295 2]',
  '[N 2] /Index [N 1]',
  '[[N 2]]',
  '1 0 R',
]

const setRow =
  (type: number, a: number, b: number): Spelling =>
  ({ sections, num }) =>
    void sections.unshift({ first: num - 1, rows: [{ type, a, b }] })

/** Only for documents whose newest section is a stream. */
export const CROSS_REFERENCE_STREAMS: Spellings = {
  ...each('a row of type', [3, 4, 127, 128, 254, 255], (draft, type) => setRow(type, 20, 0)(draft)),
  ...each(
    '/W',
    [
      '[1 4 2 0]',
      '[1 4]',
      '[1 4 2.0]',
      '[1 4 (2)]',
      '[-1 4 2]',
      '[0 4 2]',
      '[2 4 2]',
      '[1 0 2]',
      '4',
      'null',
      '[1 4 null]',
      '[9 4 2]',
      '[1 4 2 4]',
      '1 0 R',
      '[1 99 2]',
    ],
    setTrailer('W'),
  ),
  ...each('/Index', INDICES, (draft, value) =>
    setTrailer('Index')(draft, value.replaceAll('N', String(draft.num)).replace('M', String(draft.num + 1))),
  ),
  ...each(
    '/Type',
    ['/Xref', '(XRef)', 'null', '/XRef /Type /ObjStm', '/#58Ref', '1 0 R', '[/XRef]'],
    setTrailer('Type'),
  ),
  ...each(
    '/Filter',
    [
      '/ASCIIHexDecode',
      '/LZWDecode',
      '/Fl',
      '[/FlateDecode]',
      '/x',
      '[/FlateDecode /FlateDecode]',
      '(FlateDecode)',
      '1 0 R',
      '[]',
    ],
    setTrailer('Filter'),
  ),
  ...each(
    '/DecodeParms',
    ['<</Predictor 12>>', '1', '(x)', '<</Predictor 12 /Columns 7>>', '[null]', '<</Predictor 2 /Columns 7>>'],
    (draft, value) => {
      setTrailer('DecodeParms')(draft, value)
      draft.trailer['Filter'] = '/FlateDecode'
      draft.stream.data = (rows) => new Uint8Array(deflateSync(rows))
    },
  ),
  ...each('/Length', ['1', '13', '15', '99999', '-1', 'null', '(x)', '1 0 R', '21.0'], setTrailer('Length')),
  'a row too few': ({ stream }) => {
    stream.data = (rows) => rows.subarray(0, -7)
  },
  'half a row too few': ({ stream }) => {
    stream.data = (rows) => rows.subarray(0, -3)
  },
  'a row too many': ({ stream }) => {
    stream.data = (rows) => bytesOf(rows, '\x01\0\0\0\x09\0\0')
  },
  'half a row too many': ({ stream }) => {
    stream.data = (rows) => bytesOf(rows, '\0\0\0')
  },
  'compressed rows that break off': (draft) => {
    draft.trailer['Filter'] = '/FlateDecode'
    draft.stream.data = (rows) => new Uint8Array(deflateSync(rows)).subarray(0, -4)
  },
  'compressed rows with a wrong checksum': (draft) => {
    draft.trailer['Filter'] = '/FlateDecode'
    draft.stream.data = (rows) => bytesOf(new Uint8Array(deflateSync(rows)).subarray(0, -1), 'x')
  },
  ...each(
    'the header',
    [
      'N  0 obj\n',
      'N 0 objx\n',
      'N 1 obj\n',
      '%x\nN 0 obj\n',
      'N 0 obj%x\n',
      '0N 0 obj\n',
      '+N 0 obj\n',
      '0 0 obj\n',
      'N\n0 obj\n',
      'N 0 obj 0 obj\n',
    ],
    (draft, value) => {
      draft.stream.header = value.replace('N', String(draft.stream.num))
    },
  ),
  ...each(
    'the end',
    [
      '\nendstream\n',
      '\nendobj\n',
      '\nendstreamx\nendobj\n',
      'x\nendstream\nendobj\n',
      '\nendstream\n5 0 obj\nendobj\n',
    ],
    (draft, value) => {
      draft.stream.tail = value
    },
  ),
  'the number of the content': (draft) => {
    draft.stream.num = draft.content
    draft.stream.header = `${draft.content} 0 obj\n`
  },
  'a table': (draft) => {
    const { table, num } = draft
    draft.startxref = (at) => `startxref\n${at}\n`
    draft.stream.header = `${table.keyword}${table.head(num, 1)}${table.row(0, 0, 'f')}trailer\n`
  },
}
