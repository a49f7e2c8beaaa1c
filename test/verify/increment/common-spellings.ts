/**
 * Spellings of what increments with a table and those with a cross-reference stream have in common.
 *
 * @module
 */

import { body, each, ownObject, type Spelling, type Spellings, setTrailer } from './spelling.js'

const SIZES = [
  '-1',
  '0',
  '1',
  '5',
  '2147483647',
  '2147483648',
  '4294967296',
  '99999999999',
  '8388608',
  '1000000',
  '+99',
  '99.0',
  '(99)',
  '/x',
  'null',
  '[99]',
  '<63>',
  'true',
  '1 0 R',
  '99 99',
]

const STARTS = [
  'startxref %x\nAT\n',
  'startxref\n%x\nAT\n',
  'startxref\f\nAT\n',
  'startxref\0AT\n',
  'startxref\n+AT\n',
  'startxref\nAT.0\n',
  'startxref\n-AT\n',
  'startxref\n0xAT\n',
  'startxref\nAT 0\n',
  'startxref AT\n',
  'startxref\n\nAT\n',
  'startxref\t\nAT\n',
  'startxref\nAT',
  'startxref\nATx\n',
  'startxref\n00000000000AT\n',
  'startxref\n0\n',
  'startxref\n',
  '',
  'STARTXREF\nAT\n',
  'startxref\n(AT)\n',
  'startxref\nAT\n\n',
  'startxref\nAT\nstartxref\n20\n',
  'startxrefAT\n',
  'xstartxref\nAT\n',
  'startxref\nAT %x\n',
  'startxref\n99999999999\n',
  'startxref\n4294967296\n',
  'start xref\nAT\n',
]

const ENDS = [
  '',
  '%EOF\n',
  '%%EO\n',
  '%%eof\n',
  '%%EOF x\n',
  '%%EOFx\n',
  ' %%EOF\n',
  '%%EOF\n%%EOF\n',
  '%%EOF\n%x\n',
  '%%EOF\n\0',
  '%%EOF\nx',
  '%%EOF\nstartxref\n20\n%%EOF\n',
  '%% EOF\n',
  '\0%%EOF\n',
  `%%EOF${' '.repeat(2000)}`,
  `%%EOF${'\n'.repeat(30_000)}`,
  '%%EOF\n<<>>\n',
  '%%EOF\nstartxref',
  '%%EOF\ntrailer<<>>',
]

const HEADERS = [
  'N  0 obj\n',
  'N\n0 obj\n',
  'N\t0 obj\n',
  'N 0\nobj\n',
  '0N 0 obj\n',
  '+N 0 obj\n',
  'N 00 obj\n',
  'N 0obj\n',
  'N 0 objx\n',
  'N 0 Obj\n',
  'N 0 obj%x\n',
  '%x\nN 0 obj\n',
  '\nN 0 obj\n',
  'N 1 obj\n',
  'N.0 0 obj\n',
  'N -0 obj\n',
  'N 0 obj\0',
  'N\x000 obj\n',
  'N 0 o#62j\n',
  '(N) 0 obj\n',
  'N 0 obj obj\n',
  'N\f0 obj\n',
  'N 0 R obj\n',
  '7 N 0 obj\n',
  'N%\n0 obj\n',
]

const BODIES = [
  '<</A 1',
  '<</A 1>>>>',
  '<</A>>',
  '<</A 1 2>>',
  '<<1 /A>>',
  '<</A 1 /A 2>>',
  '<</A 1 /#41 2>>',
  '<</A 1 /A 1>>',
  '<</A null /A 1>>',
  '[1 2',
  '[1 2]]',
  '[1 2>>',
  '(x',
  '(x))',
  '<12',
  '<1g>',
  '<<<</A 1>>>>',
  '/A#',
  '/A#0',
  '/A#00',
  '/A#zz',
  '--5',
  '+-5',
  '1e5',
  '0x10',
  '1.2.3',
  '.',
  '-',
  '5-',
  '99999999999',
  'nul',
  'nulll',
  'True',
  'x',
  '%x\n<<>>',
  '<<%x\n>>',
  '<</A %x\n1>>',
  '\0<<>>',
  '<</A\x001>>',
  '\f<<>>',
  '<</A 1>> <<>>',
  '1 0 R 2',
  '1 0',
  '99999999 0 R',
  '1 99999 R',
  '-1 0 R',
  '01 0 R',
  '1 00 R',
  '1 0 r',
  '{1}',
  '<</A {1}>>',
  `${'['.repeat(300)}${']'.repeat(300)}`,
  `/${'A'.repeat(300)}`,
  '',
  '<</A (\\)>>',
  '<</A 1>>\n7 0 obj\n<<>>',
  'endobj',
  '1 0 obj',
  '(\n5 0 obj\n<<>>\nendobj\n)',
  '(trailer <</Root 1 0 R>>)',
  '(\nxref\n)',
  '(startxref)',
  '(endstream)',
  '<</A 1>> stream',
]

const STREAMS = [
  '<</Length 5>>\nstream\rhello\nendstream',
  '<</Length 5>>\nstream hello\nendstream',
  '<</Length 5>>\nstreamhello\nendstream',
  '<</Length 5>>\nstream \nhello\nendstream',
  '<</Length 4>>\nstream\nhello\nendstream',
  '<</Length 6>>\nstream\nhello\nendstream',
  '<</Length 9>>\nstream\nhello\nendstream',
  '<</Length 5.0>>\nstream\nhello\nendstream',
  '<</Length -1>>\nstream\nhello\nendstream',
  '<</Length (5)>>\nstream\nhello\nendstream',
  '<</Length null>>\nstream\nhello\nendstream',
  '<<>>\nstream\nhello\nendstream',
  '<</Length 99999 0 R>>\nstream\nhello\nendstream',
  '<</Length 1 0 R>>\nstream\nhello\nendstream',
  '<</Length 99999999>>\nstream\nhello\nendstream',
  '<</Length +5>>\nstream\nhello',
  '<</Length 5>>\nstream\nhello\nendstrea',
  '<</Length 5>>\nstream\nhello\n\nendstream',
  '<</Length 5>>\nstream\nhello  endstream',
  '<</Length 5>>\nstream\nhello\nx endstream',
  '<</Length 5>>\nstream\nhello\nendstream x',
  '<</Length 5 /F (x)>>\nstream\nhello\nendstream',
  '<</Length 5 /FFilter /x>>\nstream\nhello\nendstream',
  '[5]\nstream\nhello\nendstream',
  '<</Length 5 /Filter /Fl>>\nstream\nhello\nendstream',
  '<</Length 5 /Filter /x>>\nstream\nhello\nendstream',
  '<</Length 5 /Filter [null]>>\nstream\nhello\nendstream',
  '<</Length 5 /Filter 1 0 R>>\nstream\nhello\nendstream',
  '<</Length 5 /Length 4>>\nstream\nhello\nendstream',
  '<</Length 5>>\n%x\nstream\nhello\nendstream',
  '<</Length 5>>\nSTREAM\nhello\nendstream',
  '<</Length 15>>\nstream\n5 0 obj <<>> xx\nendstream',
  '<</Length 15>>\nstream\n5 0 object <<>>\nendstream',
  '<</Length 16>>\nstream\n5%x\n0%x\nobj <<>>x\nendstream',
  '<</Length 15>>\nstream\n\n5\t\n0\r\nobj<<>>\nendstream',
  '<</Length 15>>\nstream\nx endobj yyyyyy\nendstream',
  '<</Length 15>>\nstream\nx\nendstream yyy\nendstream',
  '<</Length 15>>\nstream\ntrailer <</A 1>\nendstream',
  '<</Length 15>>\nstream\n\nxref\n0 0\nxxxxx\nendstream',
  '<</Length 15>>\nstream\nstartxref\n20 xxx\nendstream',
  '<</Length 15>>\nstream\n\r5 0 obj\v<<>>\r\nendstream',
  '<</Length 15>>\nstream\n5\xa00\xa0obj <<>>xxx\nendstream',
  '<</Type /XRef /Length 5>>\nstream\nhello\nendstream',
  '<</Type /XRef /Size 3 /W [1 1 1] /Root 1 0 R /Length 9>>\nstream\n\x01\x09\0\x01\x09\0\x01\x09\0\nendstream',
  '<</Type /ObjStm /N 1 /First 4 /Length 8>>\nstream\n5 0 <<>>\nendstream',
  '<</Type /ObjStm /N 0 /First 0 /Extends 9 0 R /Length 0>>\nstream\n\nendstream',
]

/** Parts that tables and streams have in common. */
export const COMMON: Spellings = {
  ...each('/Size', SIZES, setTrailer('Size')),
  ...each(
    '/Root',
    ['<</Type /Catalog>>', '[1 0 R]', '1', 'null', '/Catalog', '99999 0 R', '1 1 R', '0 0 R'],
    setTrailer('Root'),
  ),
  ...each('/Info', ['99999 0 R', '1 1 R', '<</Title (x)>>', '(x)', '0 0 R', '8388608 0 R', '[]'], setTrailer('Info')),
  ...each('/ID', ['(x)', '[(x)]', '[1 2]', '[(x) (y) (z)]', '<</A (x)>>', '[[(x) (y)]]', 'true'], setTrailer('ID')),
  ...each('/Encrypt', ['99999 0 R', '<<>>', 'true', '<</Filter /Standard>>', '1 0 R'], setTrailer('Encrypt')),
  ...each('/Foo', ['1', '(x)', '1 0 R'], setTrailer('Foo')),
  ...each(
    '/Prev',
    ['-1', '0', '1', '99999999', '(x)', '[20]', '/x', 'null', 'true', '<14>', '4294967296'],
    setTrailer('Prev'),
  ),
  '/Prev is a real': (draft) => setTrailer('Prev')(draft, `${draft.trailer['Prev']}.0`),
  '/Prev has a sign': (draft) => setTrailer('Prev')(draft, `+${draft.trailer['Prev']}`),
  '/Prev is a reference': (draft) => setTrailer('Prev')(draft, `${draft.trailer['Prev']} 0 R`),
  '/Prev leads one byte ahead': (draft) => setTrailer('Prev')(draft, String(Number(draft.trailer['Prev']) - 1)),
  '/Prev has a comment': (draft) => setTrailer('Prev')(draft, `%\n${draft.trailer['Prev']}`),
  '/Prev stands twice': (draft) => setTrailer('Prev')(draft, `${draft.trailer['Prev']} /Prev 20`),
  '/Prev stands twice, escaped': (draft) => setTrailer('Prev')(draft, `${draft.trailer['Prev']} /Pre#76 20`),
  '/Root stands twice': (draft) => setTrailer('Root')(draft, `${draft.trailer['Root']} /Root 3 0 R`),
  '/Root stands twice, null first': (draft) => setTrailer('Root')(draft, `null /Root ${draft.trailer['Root']}`),
  '/Size stands twice': (draft) => setTrailer('Size')(draft, `${draft.trailer['Size']} /Size 3`),
  '/Prev is missing': ({ trailer }) => void delete trailer['Prev'],
  '/Root is missing': ({ trailer }) => void delete trailer['Root'],
  '/Size is missing': ({ trailer }) => void delete trailer['Size'],
  'a trailer with a key that is none': (draft) => setTrailer('Size')(draft, `${draft.trailer['Size']} 7 /x`),
  'a trailer with a null byte': (draft) => setTrailer('Size')(draft, `\0${draft.trailer['Size']}`),
  'a trailer with a form feed': (draft) => setTrailer('Size')(draft, `\f${draft.trailer['Size']}`),
  'a trailer with an unclosed string': (draft) => setTrailer('Foo')(draft, '(x'),
  ...each('startxref as', STARTS, (draft, value) => {
    draft.startxref = (at) => value.replace('AT', String(at))
  }),
  ...each('startxref off by', [-2, -1, 1, 2, 20, -20], (draft, value) => {
    draft.startxref = (at) => `startxref\n${at + value}\n`
  }),
  ...each('an end', ENDS, (draft, value) => {
    draft.eof = value
  }),
  ...each(
    'before startxref',
    [
      'x\n',
      '%\0\n',
      `%${'x'.repeat(200)}\n`,
      '\0\n',
      '\f\n',
      '5 0 obj\n',
      '%%EOF\n',
      '%PDF-1.7\n',
      '<<>>\n',
      '7 0 obj<<>>endobj\n',
    ],
    (draft, value) => {
      draft.end = value
    },
  ),
  ...each(
    'before the section',
    [
      'x\n',
      '\0',
      '\f',
      '%%EOF\n',
      '%PDF-1.7\n',
      '9 0 obj\n',
      'endobj\n',
      '% 9 0 obj\n',
      '9 0%\nobj\n',
      'trailer <<>>\n',
    ],
    (draft, value) => {
      draft.gap = value
    },
  ),
  ...each(
    'before the objects',
    ['x\n', '\0', '\f', '%%EOF\n', '%PDF-1.7\n', '<<>>\n', 'startxref\n20\n%%EOF\n'],
    (draft, value) => {
      draft.lead = value
    },
  ),
  ...each('a header', HEADERS, (draft, value) => {
    ownObject(draft, (text, num) => text.replace(/^\d+ 0 obj\n/, value.replace('N', String(num))))
  }),
  ...each('a body', BODIES, body),
  ...each(
    'an end of object',
    ['', 'endob', 'endobjx', 'endstream endobj', '%\nendobj', 'x endobj', '\0endobj', 'endobj endobj', 'ENDOBJ'],
    (draft, value) => {
      ownObject(draft, (text) => text.replace('endobj', value))
    },
  ),
  ...each('a stream', STREAMS, body),
  'two objects under one number': (draft) => {
    draft.objects.unshift({ num: -1, text: `${draft.num} 0 obj\n<<>>\nendobj\n` })
  },
  'an object that no entry names': (draft) => {
    draft.objects.push({ num: -1, text: `${draft.content} 0 obj\n<</Length 4>>\nstream\nq Q \nendstream\nendobj\n` })
  },
  'an object of number 0': (draft) => {
    draft.objects.push({ num: -1, text: '0 0 obj\n<<>>\nendobj\n' })
  },
  'the entry leads one byte ahead': ({ sections, num }) => {
    sections[0] = { first: num, rows: [{ num, shift: -1 }] }
  },
  'the entry leads one byte behind': ({ sections, num }) => {
    sections[0] = { first: num, rows: [{ num, shift: 1 }] }
  },
  'the entry gives another generation': ({ sections, num }) => {
    sections[0] = { first: num, rows: [{ num, gen: 1 }] }
  },
  'the entry leads to the beginning of the file': addRow(1, 0, 0),
  'the entry leads behind the file': addRow(1, 99_999_999, 0),
  'the entry leads to the header': addRow(1, 9, 0),
  'the content is freed': ({ sections, content }) =>
    void sections.unshift({ first: content, rows: [{ type: 0, a: 0, b: 1 }] }),
  'object 0 is in use': ({ sections, num }) => void sections.unshift({ first: 0, rows: [{ num }] }),
  'the new object has a second entry': ({ sections, num, content }) =>
    void sections.push({ first: num, rows: [{ type: 1, a: content, b: 0 }] }),
  'an object that is there takes another generation': (draft) => {
    draft.objects.push({ num: draft.content, text: `${draft.content} 3 obj\n<<>>\nendobj\n` })
    draft.sections.unshift({ first: draft.content, rows: [{ num: draft.content, gen: 3 }] })
  },
  ...each('a reference to', ['99999 0 R', '1 1 R', '8388607 0 R', '2 65535 R'], (draft, value) =>
    body(draft, `<</X ${value}>>`),
  ),
}

function addRow(type: number, a: number, b: number): Spelling {
  return ({ sections, num }) => void sections.push({ first: num - 1, rows: [{ type, a, b }] })
}
