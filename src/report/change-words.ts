/**
 * Describes a change after a signature in one sentence that needs no knowledge of PDF.
 *
 * @module
 */
import type { SummaryTexts } from '../texts/en.js'
import { quoteText } from '../verify/foreign-text.js'
import type { DocumentChange, SignerReport } from '../verify/report.js'
import { lastSignerBefore, nameInSentence, signerInSentence } from './people.js'
import type { Wording } from './wording.js'

type Key = keyof SummaryTexts

/** Keys of the sentences by the code of the change. The verifier may have codes that are missing here. */
const SENTENCES: Readonly<Record<string, Key>> = {
  annotation_added: 'annotationAdded',
  annotation_changed: 'annotationChanged',
  annotation_removed: 'annotationRemoved',
  annotation_active: 'annotationActive',
  annotations_reordered: 'annotationsReordered',
  content_covered: 'contentCovered',
  content_imitated: 'contentImitated',
  content_unknown: 'contentUnknown',
  page_changed: 'pageChanged',
  page_added: 'pageAdded',
  page_removed: 'pageRemoved',
  page_tree_changed: 'pagesChanged',
  pages_reordered: 'pagesChanged',
  unexplained_ink: 'looksDifferent',
  signature_added: 'signatureAdded',
  field_signed: 'signatureAdded',
  visible_signature_field_added: 'signatureAdded',
  signature_field_added: 'signatureFieldAdded',
  signature_field_updated: 'signatureFieldAdded',
  empty_signature_drawn: 'signatureFieldAdded',
  signature_field_active: 'signatureChanged',
  signature_field_changed: 'signatureChanged',
  signature_field_retargeted: 'signatureChanged',
  signature_value_malformed: 'signatureChanged',
  signature_value_reused: 'signatureChanged',
  document_timestamp_added: 'timeStampAdded',
  timestamp_drawn: 'timeStampAdded',
  field_filled: 'fieldFilled',
  field_updated: 'fieldUpdated',
  field_look_changed: 'fieldLook',
  field_drawn_first: 'fieldLook',
  appearances_requested: 'fieldLook',
  appearances_restored: 'fieldLook',
  appearance_hidden: 'fieldDeceives',
  appearance_mismatch: 'fieldDeceives',
  appearance_removed: 'fieldDeceives',
  appearance_replaced: 'fieldDeceives',
  appearance_unknown: 'fieldDeceives',
  appearance_unlike_field: 'fieldDeceives',
  rich_text_mismatch: 'fieldDeceives',
  shown_text_changed: 'fieldDeceives',
  field_added: 'formChanged',
  field_changed: 'formChanged',
  field_name_taken: 'formChanged',
  field_removed: 'formChanged',
  form_changed: 'formChanged',
  form_font_added: 'formChanged',
  form_removed: 'formChanged',
  form_style_added: 'formChanged',
  signed_field_changed: 'formChanged',
  widget_added: 'formChanged',
  widget_changed: 'formChanged',
  action_added: 'actionAdded',
  information_changed: 'informationChanged',
  information_replaced: 'informationChanged',
  information_updated: 'informationChanged',
  metadata_malformed: 'informationChanged',
  metadata_removed: 'informationChanged',
  metadata_updated: 'informationChanged',
  validation_data_added: 'validationData',
  validation_data_changed: 'validationData',
  validation_data_removed: 'validationData',
  file_attached: 'unseen',
  spoken_text_added: 'unseen',
  extensions_updated: 'unseen',
  tab_order_changed: 'unseen',
}

/** Kinds of annotations (ISO 32000-2, Table 171). */
const THINGS: Readonly<Record<string, Key>> = {
  FreeText: 'thingFreeText',
  Text: 'thingText',
  Popup: 'thingText',
  Highlight: 'thingHighlight',
  Underline: 'thingUnderline',
  Squiggly: 'thingUnderline',
  StrikeOut: 'thingStrikeOut',
  Stamp: 'thingStamp',
  Ink: 'thingInk',
  Line: 'thingShape',
  Square: 'thingShape',
  Circle: 'thingShape',
  Polygon: 'thingShape',
  PolyLine: 'thingShape',
  Link: 'thingLink',
  FileAttachment: 'thingFile',
  Redact: 'thingRedaction',
}

/**
 * Describes a change in a sentence, for example `After Ada Lovelace signed, a text note was laid on page 1.` It begins with
 * the last signature before the change, whichever signature's list contains the change.
 */
export function changeSentence(change: DocumentChange, signers: readonly SignerReport[], wording: Wording): string {
  const other = signers.find(({ kind, fieldName }) => kind === 'signature' && fieldName === change.field)
  const name = signerInSentence(lastSignerBefore(change, signers), wording)
  return wording.tell(sentenceOf(change, other), {
    name,
    other: other?.name == null ? wording.tell('someone') : nameInSentence(other.name),
    field: quoteText(change.field ?? ''),
    page: wording.number(change.places?.[0]?.page ?? 0),
    thing: wording.tell(lookUp(THINGS, change.annotation) ?? 'thingOther'),
    where: where(change, wording),
  })
}

/** The key of the sentence for a change. Some sentences need a detail that is not known for every change. */
function sentenceOf({ code, field, places }: DocumentChange, other: SignerReport | undefined): Key {
  const key = lookUp(SENTENCES, code) ?? 'other'
  if (key === 'signatureAdded') return other?.name == null ? 'signatureFieldAdded' : key
  if (key === 'pageAdded' || key === 'pageRemoved') return places === undefined ? 'pagesChanged' : key
  if (key === 'fieldFilled' || key === 'fieldUpdated') return field === undefined ? 'formChanged' : key
  return key
}

function lookUp(table: Readonly<Record<string, Key>>, name: string | undefined): Key | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}

function where({ places = [] }: DocumentChange, wording: Wording): string {
  const pages = [...new Set(places.map(({ page }) => page))]
    .toSorted((a, b) => a - b)
    .map((page) => wording.number(page))
  const [page] = pages
  if (page === undefined) return wording.tell('onSomePage')
  return pages.length === 1 ? wording.tell('onPage', { page }) : wording.tell('onPages', { pages: pages.join(', ') })
}

/** All changes after signatures in the order in which they were made, each once. */
export function listChanges(signers: readonly SignerReport[]): readonly DocumentChange[] {
  const known = new Map<string, DocumentChange>()
  for (const { changes } of signers)
    for (const change of changes.changes) {
      const key = `${change.revision} ${change.level} ${change.code} ${change.description}`
      if (!known.has(key)) known.set(key, change)
    }
  return [...known.values()].toSorted((a, b) => a.revision - b.revision)
}
