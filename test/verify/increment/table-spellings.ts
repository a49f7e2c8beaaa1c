/**
 * Spellings of cross-reference tables and their trailers.
 *
 * @module
 */

import type { Draft } from './draft.js'
import { each, type Spelling, type Spellings, setTrailer } from './spelling.js'

const HEADS = [
  '+F C\n',
  'F  C\n',
  'F\tC\n',
  'F C \n',
  'F C%x\n',
  '0F C\n',
  'F 0C\n',
  'F.0 C\n',
  'F C.0\n',
  'F C\n\n',
  'F 2\n',
  'F 0\n',
  'F -1\n',
  '-F C\n',
  'F\nC\n',
  'F C ',
  'F\0C\n',
  'F\fC\n',
  '(F) C\n',
  '%x\nF C\n',
  ' F C\n',
  '\nF C\n',
  'F C 0\n',
  'F C\f',
  'F 4294967297\n',
]

const ROWS = [
  'O G K\n',
  'O G K  \n',
  'O G K',
  'O G K \n\n',
  '+O G K \n',
  'P G K \n',
  'O\tG K \n',
  'O G\tK \n',
  'O G K\t\n',
  'O G K%\n',
  'O G N \n',
  'O G x \n',
  'O G o \n',
  'O  G K\n',
  ' O G K\n',
  'O GK  \n',
  'OG K  \n',
  'O G K\n\n',
  'O G K\n ',
  'O G K\r\r',
  'O\0G K \n',
  'O G\0K \n',
  'O G K\0\n',
  'O\fG K \n',
  '0O G K \n',
  'O 0G K \n',
  'O -0001 K \n',
  'O 65536 K \n',
  'O 00001 K \n',
  'O.G K \n',
  'O G nn\n',
  'O G K%x\n',
  '(O G K\n',
]

const withTable =
  (change: Partial<Draft['table']>): Spelling =>
  ({ table }) =>
    void Object.assign(table, change)

/** Only for documents whose newest section is a table. */
export const TABLES: Spellings = {
  ...each(
    'the keyword',
    [
      'xref \n',
      'xref\t\n',
      'xref%x\n',
      'xref\n\n',
      'xref\f\n',
      'xref\0\n',
      'XREF\n',
      'xref ',
      'xref',
      'xrefx\n',
      ' xref\n',
      '%x\nxref\n',
      '\0xref\n',
    ],
    (draft, keyword) => {
      draft.table.keyword = keyword
    },
  ),
  ...each('a subsection head', HEADS, (draft, value) => {
    draft.table.head = (first, count) => value.replace('F', String(first)).replace('C', String(count))
  }),
  ...each('a row', ROWS, (draft, value) => {
    draft.table.row = (offset, gen, kind) => {
      const [o, g] = [String(offset).padStart(10, '0'), String(gen).padStart(5, '0')]
      return value
        .replace('O', o)
        .replace('G', g)
        .replace('K', kind)
        .replace(
          'P',
          o.replace(/^0+/, (zeros) => ' '.repeat(zeros.length)),
        )
    }
  }),
  ...each(
    'more subsections',
    [
      '0 0\n',
      '8388600 0\n',
      '2147483647 0\n',
      '4294967295 0\n',
      '1 1\n0000000000 65535 f \n',
      '1 1\n0000000000 00000 f \n',
      '0 1\n0000000000 00000 n \n',
      '7 1\n',
      '7 -1\n',
      '-7 1\n0000000000 00000 f \n',
      '3 1\n0000000000 00000 n \n',
      '99999 1\n0000000000 00000 f \n',
      '8388608 1\n0000000000 00000 f \n',
      '3 1\n0000000009 00000 n \n',
    ],
    (draft, value) => {
      draft.table.keyword += value
    },
  ),
  ...each('before trailer', ['x\n', '%x\n', '\n\n', '\0', '0000000000 65535 f \n', '\f'], (draft, value) => {
    draft.table.trailer = `${value}trailer\n`
  }),
  ...each(
    'the trailer keyword',
    [
      'Trailer\n',
      'trailer%x\n',
      'trailer\0',
      'trailer\f',
      'trailerx\n',
      'trailer 1\n',
      '\0trailer\n',
      'trailer trailer\n',
      '',
    ],
    (draft, value) => {
      draft.table.trailer = value
    },
  ),
  ...each(
    'the trailer',
    [
      'TT',
      'T x',
      'T >>',
      '%x\nT',
      'T\0',
      '[T]',
      '1 0 obj T endobj',
      'T endobj',
      'T %x\n<<>>',
      'T <</Root 3 0 R>>',
      '(T',
    ],
    (draft, value) => {
      draft.table.dict = (entries) => `${value.replaceAll('T', `<<${entries}>>`)}\n`
    },
  ),
  'the trailer is not closed': withTable({ dict: (entries) => `<<${entries}\n` }),
  'the trailer has a comment': withTable({ dict: (entries) => `<<${entries}%x\n>>\n` }),
  ...each('/XRefStm', ['0', '20', '99999999', '-1', '(x)', 'null', '20.0', '20 0 R'], setTrailer('XRefStm')),
  '/XRefStm leads to the newest section': (draft) => setTrailer('XRefStm')(draft, draft.trailer['Prev'] ?? ''),
}
