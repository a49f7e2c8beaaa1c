/**
 * Words that the looks and alerts add, in the language of the document.
 *
 * @module
 */

/** Words of one language. `page` has placeholders for both numbers. */
export interface Words {
  readonly language: string
  readonly page: string
  readonly contents: string
  readonly date: string
  readonly reference: string
  readonly yourReference: string
  readonly phone: string
  readonly email: string
  readonly enclosures: string
  readonly copies: string
  readonly closing: string
  readonly between: string
  readonly and: string
  readonly signature: string
  readonly placeAndDate: string
  /** Titles of alerts. */
  readonly note: string
  readonly tip: string
  readonly important: string
  readonly warning: string
  readonly caution: string
}

const KEYS = [
  ...['page', 'contents', 'date', 'reference', 'yourReference', 'phone', 'email', 'enclosures', 'copies', 'closing'],
  ...['between', 'and', 'signature', 'placeAndDate'],
  ...['note', 'tip', 'important', 'warning', 'caution'],
] as const

/** Words by language, in the order of `KEYS`. */
const TABLE: Readonly<Record<string, string>> = {
  en: 'Page # of ##|Contents|Date|Our reference|Your reference|Telephone|E-mail|Enclosures|Copies|Yours sincerely,|between|and|Signature|Place, date|Note|Tip|Important|Warning|Caution',
  de: 'Seite # von ##|Inhalt|Datum|Unser Zeichen|Ihr Zeichen|Telefon|E-Mail|Anlagen|Verteiler|Mit freundlichen Grüßen|zwischen|und|Unterschrift|Ort, Datum|Hinweis|Tipp|Wichtig|Warnung|Vorsicht',
  fr: 'Page # sur ##|Sommaire|Date|Nos références|Vos références|Téléphone|Courriel|Pièces jointes|Copies|Veuillez agréer nos salutations distinguées.|entre|et|Signature|Lieu, date|Remarque|Conseil|Important|Avertissement|Attention',
  es: 'Página # de ##|Índice|Fecha|Nuestra referencia|Su referencia|Teléfono|Correo electrónico|Anexos|Copias|Atentamente,|entre|y|Firma|Lugar y fecha|Nota|Consejo|Importante|Advertencia|Precaución',
  it: 'Pagina # di ##|Indice|Data|Nostro riferimento|Vostro riferimento|Telefono|E-mail|Allegati|Copie|Distinti saluti|tra|e|Firma|Luogo, data|Nota|Suggerimento|Importante|Avvertenza|Attenzione',
  pt: 'Página # de ##|Índice|Data|Nossa referência|Sua referência|Telefone|E-mail|Anexos|Cópias|Atenciosamente,|entre|e|Assinatura|Local, data|Nota|Dica|Importante|Aviso|Cuidado',
  nl: 'Pagina # van ##|Inhoud|Datum|Ons kenmerk|Uw kenmerk|Telefoon|E-mail|Bijlagen|Kopieën|Met vriendelijke groet,|tussen|en|Handtekening|Plaats, datum|Opmerking|Tip|Belangrijk|Waarschuwing|Let op',
  pl: 'Strona # z ##|Spis treści|Data|Nasz znak|Wasz znak|Telefon|E-mail|Załączniki|Do wiadomości|Z poważaniem|pomiędzy|a|Podpis|Miejscowość, data|Uwaga|Wskazówka|Ważne|Ostrzeżenie|Przestroga',
  cs: 'Strana # z ##|Obsah|Datum|Naše značka|Vaše značka|Telefon|E-mail|Přílohy|Na vědomí|S pozdravem|mezi|a|Podpis|Místo, datum|Poznámka|Tip|Důležité|Varování|Upozornění',
  sv: 'Sida # av ##|Innehåll|Datum|Vår referens|Er referens|Telefon|E-post|Bilagor|Kopia till|Med vänlig hälsning|mellan|och|Underskrift|Ort, datum|Obs!|Tips|Viktigt|Varning|Försiktigt',
  da: 'Side # af ##|Indhold|Dato|Vores reference|Deres reference|Telefon|E-mail|Bilag|Kopi til|Med venlig hilsen|mellem|og|Underskrift|Sted, dato|Bemærk|Tip|Vigtigt|Advarsel|Forsigtig',
  fi: 'Sivu # / ##|Sisällys|Päiväys|Viitteemme|Viitteenne|Puhelin|Sähköposti|Liitteet|Jakelu|Ystävällisin terveisin|osapuolina|ja|Allekirjoitus|Paikka ja päiväys|Huomautus|Vinkki|Tärkeää|Varoitus|Huomio',
  ru: 'Стр. # из ##|Содержание|Дата|Исх. №|Ваш №|Телефон|Эл. почта|Приложения|Копии|С уважением,|между|и|Подпись|Место, дата|Примечание|Совет|Важно|Предупреждение|Внимание',
  uk: 'Стор. # з ##|Зміст|Дата|Наш №|Ваш №|Телефон|Ел. пошта|Додатки|Копії|З повагою,|між|та|Підпис|Місце, дата|Примітка|Порада|Важливо|Попередження|Увага',
  bg: 'Стр. # от ##|Съдържание|Дата|Наш №|Ваш №|Телефон|Имейл|Приложения|Копия|С уважение,|между|и|Подпис|Място, дата|Забележка|Съвет|Важно|Предупреждение|Внимание',
  el: 'Σελίδα # από ##|Περιεχόμενα|Ημερομηνία|Αρ. πρωτ.|Σχετ.|Τηλέφωνο|E-mail|Συνημμένα|Κοινοποίηση|Με εκτίμηση,|μεταξύ|και|Υπογραφή|Τόπος, ημερομηνία|Σημείωση|Συμβουλή|Σημαντικό|Προειδοποίηση|Προσοχή',
  tr: 'Sayfa # / ##|İçindekiler|Tarih|Sayımız|Sayınız|Telefon|E-posta|Ekler|Dağıtım|Saygılarımızla,|taraflar|ve|İmza|Yer, tarih|Not|İpucu|Önemli|Uyarı|Dikkat',
  ar: 'صفحة # من ##|المحتويات|التاريخ|مرجعنا|مرجعكم|الهاتف|البريد الإلكتروني|المرفقات|نسخة إلى|وتفضلوا بقبول فائق الاحترام،|بين|و|التوقيع|المكان والتاريخ|ملاحظة|نصيحة|مهم|تحذير|تنبيه',
  he: 'עמוד # מתוך ##|תוכן העניינים|תאריך|סימוכין|סימוכיך|טלפון|דוא״ל|נספחים|העתקים|בכבוד רב,|בין|לבין|חתימה|מקום ותאריך|הערה|טיפ|חשוב|אזהרה|זהירות',
  ja: '# / ## ページ|目次|日付|当方番号|貴方番号|電話|メール|同封物|写し|敬具|当事者|と|署名|場所・日付|注記|ヒント|重要|警告|注意',
  zh: '第 # 页，共 ## 页|目录|日期|我方编号|贵方编号|电话|电子邮箱|附件|抄送|此致敬礼|双方|与|签字|地点、日期|注意|提示|重要|警告|小心',
}

/** The words of a language, or English ones. Without a language, page numbers have no words. */
export function wordsOf(language: string | undefined): Words {
  const code = language?.toLowerCase().split('-', 1)[0] ?? 'en'
  const values = (TABLE[code] ?? TABLE['en'] ?? '').split('|')
  const entries = KEYS.map((key, index) => [key, values[index] ?? ''] as const)
  return { ...(Object.fromEntries(entries) as Omit<Words, 'language'>), language: language ?? 'en' }
}

/** A date in words. A text that is not an ISO 8601 date stays unchanged. */
export function writeDate(text: string, { language }: Words): string {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(text)?.[1]
  const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  if (date === undefined || Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
