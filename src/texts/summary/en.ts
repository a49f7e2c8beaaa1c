/**
 * The first screen of a report in English: who signed, what was changed afterwards, and what to do now.
 *
 * Sentences about changes begin with the last signature before the change. `{name}` is the name of its signer, `{where}` one of
 * the places below, `{thing}` one of the things. `named` and `namedVowel` put a name into such a sentence; `namedVowel` is for
 * names that begin with a vowel.
 *
 * @module
 */

/** The other tables have the same keys and the same places in braces. */
export const EN_SUMMARY = {
  whoAndWhen: 'Who signed, and when',
  whatChanged: 'What was changed after signing',
  whatNow: 'What to do now',
  permitted: 'Permitted',
  refused: 'Not permitted',
  refusedByPolicy: 'Not accepted by this service',
  nothingChanged: 'Nothing.',
  changesUnknown: 'That cannot be told.',
  moreSigners: 'and {count} more',
  signedTwice: 'Signed twice: with {first} and with {second}, one of which quantum computers do not break.',
  parties: 'The parties to this document',
  partySigned: '{name} has signed.',
  partyUnsigned: '{name} has not signed yet.',
  partyDoubtful: 'The signature of {name} cannot be relied on.',
  someone: 'the signer',
  named: '{name}',
  namedVowel: '{name}',
  refusedChange: 'The signatures do not permit that.',
  refusedChanges: 'The signatures do not permit that, nor what else is marked below ({count}).',
  tampered: 'What {name} signed was changed afterwards: this is no longer the file that was signed.',

  adviceValid:
    'You can rely on this document. Keep the file as it is: a print, or a copy that another program saved, no longer has the signature.',
  adviceUnproved:
    'The document is the one that was signed. Only who signed it is open: ask the signer to confirm it by telephone or in person before you rely on it. Keep the file as it is.',
  advicePartlyProved:
    'The document is the one that was signed. If much depends on it, ask for a copy with a trusted time stamp, or for a new signature. Keep the file as it is.',
  adviceRefused:
    'The document is the one that was signed, but this service asks for more. Ask for a file that has what is missing.',
  adviceInvalid:
    'Do not rely on this file. Ask whoever sent it for the file as it was signed. Keep this one: it shows what was changed.',
  adviceIndeterminate: 'Do not rely on this file yet. Ask whoever sent it for a whole and unchanged copy.',
  adviceUnsigned:
    'Nothing shows where this document comes from, or whether it was changed. If you expected a signature, ask whoever sent it for the signed file.',

  onPage: 'on page {page}',
  onPages: 'on pages {pages}',
  onSomePage: 'on a page',

  annotationAdded: 'After {name} signed, {thing} was laid {where}.',
  annotationChanged: 'After {name} signed, {thing} {where} was changed.',
  annotationRemoved: 'After {name} signed, {thing} {where} was taken away.',
  annotationActive: 'After {name} signed, something was added {where} that would start a program or lead elsewhere.',
  annotationsReordered: 'After {name} signed, notes {where} were put into another order.',
  contentCovered: 'After {name} signed, something {where} was covered.',
  contentImitated: 'After {name} signed, something was added {where} that looks like a part of the document.',
  contentUnknown: 'After {name} signed, something was laid {where}; what it shows cannot be told.',
  pageChanged: 'After {name} signed, content {where} was changed.',
  pageAdded: 'After {name} signed, page {page} was added.',
  pageRemoved: 'After {name} signed, page {page} was taken out.',
  pagesChanged: 'After {name} signed, pages were added, taken out or put into another order.',
  looksDifferent:
    'After {name} signed, something {where} was made to look different, and no permitted change explains it.',
  signatureAdded: 'After {name} signed, {other} signed as well.',
  signatureFieldAdded: 'After {name} signed, a place for a signature was added.',
  signatureChanged: 'After {name} signed, a signature or its place was changed.',
  timeStampAdded: 'After {name} signed, a time stamp was added.',
  fieldFilled: 'After {name} signed, the form field {field} was filled in.',
  fieldUpdated: 'After {name} signed, the content of the form field {field} was changed.',
  fieldLook: 'After {name} signed, a form field was drawn in another way.',
  fieldDeceives: 'After {name} signed, a form field was made to show something else than what it holds.',
  formChanged: 'After {name} signed, the form was changed.',
  actionAdded: 'After {name} signed, an action was added that programs would carry out.',
  informationChanged: 'After {name} signed, details such as the title or the author were changed.',
  validationData: 'After {name} signed, data for checking the signature later were added or changed.',
  unseen: 'After {name} signed, something was changed that cannot be seen.',
  other: 'After {name} signed, something in the file was changed.',

  thingFreeText: 'a text note',
  thingText: 'a comment',
  thingHighlight: 'a highlight',
  thingUnderline: 'an underline',
  thingStrikeOut: 'a strikethrough',
  thingStamp: 'a stamp',
  thingInk: 'a freehand drawing',
  thingShape: 'a drawn shape',
  thingLink: 'a link',
  thingFile: 'an attached file',
  thingRedaction: 'a blackening',
  thingOther: 'a note or drawing',
} as const
