/**
 * The first screen of a report in German.
 *
 * @module
 */
import type { SummaryTexts } from '../en.js'

/** See the English table. */
export const DE_SUMMARY: SummaryTexts = {
  whoAndWhen: 'Wer wann unterschrieben hat',
  whatChanged: 'Was danach geändert wurde',
  whatNow: 'Was jetzt zu tun ist',
  permitted: 'Erlaubt',
  refused: 'Nicht erlaubt',
  refusedByPolicy: 'Von diesem Dienst nicht zugelassen',
  nothingChanged: 'Nichts.',
  changesUnknown: 'Das lässt sich nicht feststellen.',
  moreSigners: 'und {count} weitere',
  signedTwice: 'Zweimal unterschrieben: mit {first} und mit {second}; eines davon brechen auch Quantencomputer nicht.',
  parties: 'Die Parteien dieses Dokuments',
  partySigned: '{name} hat unterschrieben.',
  partyUnsigned: '{name} hat noch nicht unterschrieben.',
  partyDoubtful: 'Auf die Unterschrift von {name} ist kein Verlass.',
  someone: 'der Unterzeichner',
  named: '{name}',
  namedVowel: '{name}',
  refusedChange: 'Die Unterschriften erlauben das nicht.',
  refusedChanges: 'Die Unterschriften erlauben das nicht, ebenso wenig das Übrige, das unten markiert ist ({count}).',
  tampered: 'Was {name} unterschrieben hat, wurde danach verändert: Dies ist nicht mehr die unterschriebene Datei.',

  adviceValid:
    'Sie können sich auf dieses Dokument verlassen. Bewahren Sie die Datei auf, wie sie ist: Ein Ausdruck oder eine Kopie aus einem anderen Programm trägt die Unterschrift nicht mehr.',
  adviceUnproved:
    'Das Dokument ist das unterschriebene. Offen ist nur, wer unterschrieben hat: Lassen Sie es sich am Telefon oder persönlich bestätigen, bevor Sie sich darauf verlassen. Bewahren Sie die Datei auf, wie sie ist.',
  advicePartlyProved:
    'Das Dokument ist das unterschriebene. Wenn viel davon abhängt, bitten Sie um eine Fassung mit vertrauenswürdigem Zeitstempel oder um eine neue Unterschrift. Bewahren Sie die Datei auf, wie sie ist.',
  adviceRefused:
    'Das Dokument ist das unterschriebene, doch dieser Dienst verlangt mehr. Bitten Sie um eine Datei, die das Fehlende hat.',
  adviceInvalid:
    'Verlassen Sie sich nicht auf diese Datei. Bitten Sie den Absender um die Datei, wie sie unterschrieben wurde. Bewahren Sie diese auf: Sie zeigt, was geändert wurde.',
  adviceIndeterminate:
    'Verlassen Sie sich noch nicht auf diese Datei. Bitten Sie den Absender um eine vollständige, unveränderte Kopie.',
  adviceUnsigned:
    'Nichts zeigt, woher dieses Dokument kommt und ob es geändert wurde. Wenn Sie eine Unterschrift erwartet haben, bitten Sie den Absender um die unterschriebene Datei.',

  onPage: 'auf Seite {page}',
  onPages: 'auf den Seiten {pages}',
  onSomePage: 'auf einer Seite',

  annotationAdded: 'Nachdem {name} unterschrieben hatte, wurde {where} {thing} angebracht.',
  annotationChanged: 'Nachdem {name} unterschrieben hatte, wurde {where} {thing} geändert.',
  annotationRemoved: 'Nachdem {name} unterschrieben hatte, wurde {where} {thing} entfernt.',
  annotationActive:
    'Nachdem {name} unterschrieben hatte, wurde {where} etwas angebracht, das ein Programm starten oder anderswohin führen würde.',
  annotationsReordered: 'Nachdem {name} unterschrieben hatte, wurden {where} Anmerkungen umgeordnet.',
  contentCovered: 'Nachdem {name} unterschrieben hatte, wurde {where} etwas verdeckt.',
  contentImitated:
    'Nachdem {name} unterschrieben hatte, wurde {where} etwas angebracht, das wie ein Teil des Dokuments aussieht.',
  contentUnknown:
    'Nachdem {name} unterschrieben hatte, wurde {where} etwas angebracht; was es zeigt, lässt sich nicht sagen.',
  pageChanged: 'Nachdem {name} unterschrieben hatte, wurde {where} der Inhalt geändert.',
  pageAdded: 'Nachdem {name} unterschrieben hatte, wurde Seite {page} hinzugefügt.',
  pageRemoved: 'Nachdem {name} unterschrieben hatte, wurde Seite {page} entfernt.',
  pagesChanged: 'Nachdem {name} unterschrieben hatte, wurden Seiten hinzugefügt, entfernt oder umgestellt.',
  looksDifferent:
    'Nachdem {name} unterschrieben hatte, wurde {where} das Aussehen geändert, und keine erlaubte Änderung erklärt es.',
  signatureAdded: 'Nachdem {name} unterschrieben hatte, hat auch {other} unterschrieben.',
  signatureFieldAdded: 'Nachdem {name} unterschrieben hatte, wurde ein Platz für eine Unterschrift hinzugefügt.',
  signatureChanged: 'Nachdem {name} unterschrieben hatte, wurde eine Unterschrift oder ihr Platz geändert.',
  timeStampAdded: 'Nachdem {name} unterschrieben hatte, wurde ein Zeitstempel hinzugefügt.',
  fieldFilled: 'Nachdem {name} unterschrieben hatte, wurde das Formularfeld {field} ausgefüllt.',
  fieldUpdated: 'Nachdem {name} unterschrieben hatte, wurde der Inhalt des Formularfelds {field} geändert.',
  fieldLook: 'Nachdem {name} unterschrieben hatte, wurde ein Formularfeld anders gezeichnet.',
  fieldDeceives: 'Nachdem {name} unterschrieben hatte, zeigt ein Formularfeld etwas anderes, als darin steht.',
  formChanged: 'Nachdem {name} unterschrieben hatte, wurde das Formular geändert.',
  actionAdded: 'Nachdem {name} unterschrieben hatte, wurde eine Aktion hinzugefügt, die Programme ausführen würden.',
  informationChanged: 'Nachdem {name} unterschrieben hatte, wurden Angaben wie Titel oder Verfasser geändert.',
  validationData:
    'Nachdem {name} unterschrieben hatte, wurden Daten für die spätere Prüfung hinzugefügt oder geändert.',
  unseen: 'Nachdem {name} unterschrieben hatte, wurde etwas geändert, das man nicht sieht.',
  other: 'Nachdem {name} unterschrieben hatte, wurde in der Datei etwas geändert.',

  thingFreeText: 'eine Textnotiz',
  thingText: 'ein Kommentar',
  thingHighlight: 'eine Hervorhebung',
  thingUnderline: 'eine Unterstreichung',
  thingStrikeOut: 'eine Durchstreichung',
  thingStamp: 'ein Stempel',
  thingInk: 'eine Freihandzeichnung',
  thingShape: 'eine Zeichnung',
  thingLink: 'ein Link',
  thingFile: 'eine angehängte Datei',
  thingRedaction: 'eine Schwärzung',
  thingOther: 'eine Anmerkung oder Zeichnung',
}
