/**
 * What findings mean in English, for those whose message from the verifier speaks of bytes and entries of the file. In reports,
 * that message follows with the details.
 *
 * @module
 */
const STRUCTURE =
  'What was appended after signing is not built as the standard asks for: two programs could show two different things.'

/** Meanings by code of the finding. */
export const EN_FINDINGS: Readonly<Record<string, string>> = {
  byte_range_malformed: 'What the signature covers is stated in a faulty way.',
  byte_range_missing: 'The signature does not say what it covers.',
  byte_range_wrong: 'The signature does not cover what it has to cover.',
  contents_empty: 'The field holds no signature.',
  contents_malformed: 'The signature is damaged.',
  contents_missing: 'The signature is missing.',
  contents_trailing_data: 'More data stand behind the signature.',
  digest_mismatch: 'What was signed was changed.',
  end_missing: 'The end of the file is missing.',
  entry_malformed: STRUCTURE,
  entry_outside_revision: STRUCTURE,
  gap_not_contents: 'The signature leaves out a place that could hold anything.',
  generation_changed: STRUCTURE,
  hidden_object_revived: STRUCTURE,
  linearization_misleads: 'Some programs show another content of the file.',
  not_end_of_revision: 'The signature does not end where a state of the file ends.',
  number_changed: STRUCTURE,
  object_ambiguous: STRUCTURE,
  object_contradictory: STRUCTURE,
  object_defined_twice: STRUCTURE,
  object_hidden: STRUCTURE,
  object_malformed: STRUCTURE,
  object_stream_malformed: STRUCTURE,
  object_stream_replaced: STRUCTURE,
  page_tree_ambiguous: STRUCTURE,
  reference_generation: STRUCTURE,
  revision_not_closed: STRUCTURE,
  revisions_out_of_order: STRUCTURE,
  section_malformed: STRUCTURE,
  section_unused: STRUCTURE,
  sections_mixed: STRUCTURE,
  signature_dictionary_malformed: 'The signature is damaged.',
  signature_dictionary_unreadable: 'The data of the signature cannot be read.',
  signature_mismatch: 'The signature does not fit the key of the certificate.',
  structure_damaged: 'The file is damaged.',
  trailer_malformed: STRUCTURE,
  trailing_bytes: 'More data stand behind the end of the file.',
  unaccounted_bytes: 'Data between the parts of the file belong to nothing.',
}
