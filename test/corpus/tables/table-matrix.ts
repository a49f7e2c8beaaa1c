/**
 * Tables in many scripts and styles, made for measuring: cells of single words beside one of running text.
 *
 * @module
 */

/** Words of one language. */
export interface Script {
  readonly name: string
  readonly words: readonly string[]
  /** Whether lines may end within a word: then a browser and Word break at different places by right. */
  readonly isBreakable?: boolean
  /** Language that the page says, where fonts depend on it. */
  readonly language?: string
}

const script = (name: string, words: string, traits: Omit<Script, 'name' | 'words'> = {}): Script => ({
  name,
  words: words.split(' '),
  ...traits,
})

/** Words as they stand in heads and cells of invoices. */
export const SCRIPTS: readonly Script[] = [
  script('English', 'Amount Description Quantity Total Reference Delivered'),
  script('German', 'Betrag Beschreibung Menge Gesamtbetrag Lieferschein Umsatzsteuer'),
  script('French', 'Montant Désignation Quantité Total Référence Échéance'),
  script('Vietnamese', 'Nguyễn Trường Thượng Đường Chuyển Nghiêng'),
  script('Turkish', 'Tutar Açıklama Ölçü İçindekiler Şirketler Ağırlık'),
  script('Polish', 'Kwota Szczegóły Ilość Zażółć Księgowość Źródło'),
  script('Hungarian', 'Összeg Megnevezés Mennyiség Árvíztűrő Fizetendő Szállító'),
  script('Icelandic', 'Upphæð Lýsing Þjónusta Fjöldi Samtals Greiðsla'),
  script('Greek', 'Ποσό Περιγραφή Ποσότητα Σύνολο Παραγγελία Τιμολόγιο'),
  script('Russian', 'Сумма Наименование Количество Итого Заказчик Исполнитель'),
  script('Ukrainian', 'Сума Найменування Кількість Разом Їжак Підпис'),
  script('Kazakh', 'Сомасы Атауы Мөлшері Қорытынды Тапсырыс Өңдеуші'),
  script('Hebrew', 'סכום תיאור כמות ירושלים שמאל חשבונית', { language: 'he' }),
  script('Arabic', 'المبلغ الوصف الكمية الإجمالي مرحبا الفاتورة', { language: 'ar' }),
  script('Persian', 'مبلغ توضیحات تعداد جمع کارخانه پرداخت', { language: 'fa' }),
  script('Urdu', 'رقم تفصیل مقدار کل حوالہ ادائیگی', { language: 'ur' }),
  script('Armenian', 'Գումար Նկարագիր Քանակ Ընդամենը Պատվեր Հաշիվ'),
  script('Georgian', 'თანხა აღწერა რაოდენობა ჯამი შეკვეთა ინვოისი'),
  script('Hindi', 'राशि विवरण मात्रा कुल संदर्भ प्रक्रिया'),
  script('Marathi', 'रक्कम वर्णन प्रमाण एकूण संदर्भ व्यवस्थापन'),
  script('Nepali', 'रकम विवरण परिमाण जम्मा सन्दर्भ कार्यक्रम'),
  script('Thai', 'จำนวน รายการ ราคา รวม เอกสาร ใบแจ้งหนี้', { isBreakable: true }),
  script('Burmese', 'ပမာဏ ဖော်ပြချက် အရေအတွက် စုစုပေါင်း ငွေတောင်းခံလွှာ စာရွက်', { isBreakable: true }),
  script('Chinese', '金额 说明 数量 总计 参考编号 发票', { isBreakable: true }),
  script('Japanese', '金額 説明 数量 合計 お客様番号 請求書', { isBreakable: true }),
  script('Korean', '금액 설명 수량 합계 참조번호 청구서', { isBreakable: true }),
  script('Wide letters', 'MMMMWWW WWWWW OOOQQ MWMWMWMW GGGG HHHHH'),
  script('Narrow letters', 'illicit filling tilt fjord lilliput jiffy'),
  script('Numbers', '12,345.00 (1,234) 99.99% 2026 1,000,000.00 $12.50'),
  script('Signs', '★★★ ±€£¥ №№№ §§§ ©®™ ‰‰‰'),
  script('Identifiers', 'INV2026A SKU00981X ABC123XYZ RFC2119 A1B2C3D4 Q3FY26'),
]

/** A way to write tables. `table` gets the rows of one table, each of four cells, and gives its HTML. */
export interface TableManner {
  readonly name: string
  readonly css: string
  readonly table?: (rows: readonly (readonly string[])[]) => string
}

const plainTable = (rows: readonly (readonly string[])[], attributes = ''): string =>
  `<table ${attributes}>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`

const withLast = (rows: readonly (readonly string[])[], column: number, content: string): string[][] =>
  rows.map((cells, row) => cells.map((cell, index) => (row === rows.length - 1 && index === column ? content : cell)))

/** The marks stand in a row of headers: such a table shows data and does not arrange a page. */
const dataTable = (rows: readonly (readonly string[])[]): string => {
  const [first = [], ...others] = rows
  const head = first.map((cell) => `<th>${cell}</th>`).join('')
  return plainTable(others).replace('>', `><tr>${head}</tr>`)
}

const URL =
  'https://example.com/a/very/long/path/that/cannot/be/broken/anywhere?token=abcdefghijklmnopqrstuvwxyz0123456789'

/** Styles that change how wide words and columns are. */
export const MANNERS: readonly TableManner[] = [
  { name: 'plain', css: '' },
  { name: 'spaced letters', css: 'td { letter-spacing: 0.12em }' },
  { name: 'tight letters', css: 'td { letter-spacing: -0.3px }' },
  { name: 'uppercase', css: 'td { text-transform: uppercase; letter-spacing: 1px }' },
  { name: 'small capitals', css: 'tr + tr td { font-variant: small-caps }' },
  { name: 'bold', css: 'td { font-weight: bold }' },
  { name: 'bold italics', css: 'td { font-weight: bold; font-style: italic; font-size: 13pt }' },
  { name: 'padding', css: 'td { padding: 8px 16px }' },
  { name: 'nowrap', css: 'td:first-child, td:last-child { white-space: nowrap }' },
  { name: 'serif', css: 'td { font-family: "Times New Roman", FALLBACK; font-size: 12pt }' },
  { name: 'fixed pitch', css: 'td { font-family: "Courier New", FALLBACK; font-size: 9pt }' },
  { name: 'Calibri', css: 'td { font-family: Calibri, FALLBACK; font-size: 14pt }' },
  { name: 'full width', css: 'table { width: 100% }' },
  { name: 'shares', css: 'table { width: 100% } td:nth-child(1) { width: 15% } td:nth-child(3) { width: 40% }' },
  {
    name: 'lengths',
    css: 'td:nth-child(1) { width: 60px } td:nth-child(3) { width: 200px } td:nth-child(4) { width: 40px }',
  },
  { name: 'narrow table', css: 'table { width: 300px } td { padding: 3px }' },
  {
    name: 'long beside short',
    css: 'td { padding: 4px }',
    table: (rows) => plainTable(withLast(rows, 2, URL)),
  },
  {
    name: 'breakable address',
    css: 'td:nth-child(3) { overflow-wrap: anywhere } table { width: 100% }',
    table: (rows) => plainTable(withLast(rows, 2, URL)),
  },
  {
    name: 'spanning head',
    css: 'td[colspan] { font-weight: bold }',
    table: (rows) =>
      plainTable(rows).replace(
        '<tr>',
        `<tr><td colspan="2">${rows[1]?.slice(0, 2).join(' ')}</td><td colspan="2">x</td></tr><tr>`,
      ),
  },
  {
    name: 'mixed sizes',
    css: 'td:nth-child(2) { font-size: 15pt } td b { font-size: 1.3em } td i { font-size: 0.7em }',
    table: (rows) =>
      plainTable(
        rows.map((cells, row) => cells.map((cell, index) => (row > 0 && index === 0 ? `<b>${cell}</b>` : cell))),
      ),
  },
  {
    name: 'nested',
    css: 'td td { padding: 2px 6px; border: none }',
    table: (rows) =>
      plainTable(
        rows.map((cells, row) => cells.map((cell, index) => (row > 0 && index === 1 ? plainTable([[cell]]) : cell))),
      ),
  },
  { name: 'indented', css: 'td:nth-child(2) { text-indent: 20px } td:nth-child(1) { padding-left: 1.5em }' },
  {
    name: 'least and most',
    css: 'td:nth-child(1) { min-width: 120px } td:nth-child(3) { max-width: 150px }',
  },
  { name: 'data', css: '', table: dataTable },
  { name: 'data in full width', css: 'table { width: 100% } td { letter-spacing: 0.5px }', table: dataTable },
  { name: 'data with a share', css: 'td:nth-child(2) { width: 40% }', table: dataTable },
  {
    name: 'columns',
    css: '',
    table: (rows) => `<table><col><col style="width:130px"><col style="width:30%"><col>${plainTable(rows).slice(8)}`,
  },
]

/** The columns of each table. */
export const COLUMNS = 4

/** The mark that stands at the beginning of a column. */
export function markOf(table: number, column: number): string {
  return `${'abcd'[column] ?? 'z'}${String(table).padStart(2, '0')}`
}

/** The mark that stands below a table. */
export function endOf(table: number): string {
  return markOf(table, COLUMNS + 1)
}

/** One page with a table for each script, its columns marked. */
export function matrixPage({ css, table = plainTable }: TableManner, fontFaces: string, fallback: string): string {
  const style = css.replaceAll('FALLBACK', fallback)
  const tables = SCRIPTS.map(({ words, language }, index) => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = words
    const rows = [
      [markOf(index, 0), markOf(index, 1), markOf(index, 2), markOf(index, 3)],
      [b, a, words.join(' '), d],
      [c, e, `${f} ${words.slice().reverse().join(' ')} ${words.join(' ')}`, `<span dir="ltr">12.50</span>`],
      [e, f, a, c],
    ]
    return `<div class="t"${language === undefined ? '' : ` lang="${language}"`}>${table(rows)}<p>${endOf(index)}</p></div>`
  })
  return `<!doctype html><html><head><meta charset="utf-8"><style>${fontFaces}
@page { size: A4; margin: 2cm } body { margin: 0; font-family: Arial, ${fallback}; font-size: 11pt }
table { border-collapse: collapse } td, th { padding: 2px 5px; border: 1px solid #888; vertical-align: top; text-align: left }
p { margin: 0; font-size: 6pt } .t { margin: 0 0 8px } tr { break-inside: avoid } ${style}</style></head><body>${tables.join('\n')}</body></html>`
}
