/**
 * The first screen of a report in French.
 *
 * @module
 */
import type { SummaryTexts } from '../en.js'

/** See the English table. */
export const FR_SUMMARY: SummaryTexts = {
  whoAndWhen: 'Qui a signé, et quand',
  whatChanged: 'Ce qui a été modifié après la signature',
  whatNow: 'Que faire maintenant',
  permitted: 'Permis',
  refused: 'Non permis',
  refusedByPolicy: 'Non accepté par ce service',
  nothingChanged: 'Rien.',
  changesUnknown: 'On ne peut pas le déterminer.',
  moreSigners: 'et {count} de plus',
  signedTwice: 'Signé deux fois : avec {first} et avec {second}, dont l’un résiste aux ordinateurs quantiques.',
  parties: 'Les parties à ce document',
  partySigned: '{name} a signé.',
  partyUnsigned: '{name} n’a pas encore signé.',
  partyDoubtful: 'La signature de {name} n’est pas fiable.',
  someone: 'du signataire',
  named: 'de {name}',
  namedVowel: 'd’{name}',
  refusedChange: 'Les signatures ne le permettent pas.',
  refusedChanges: 'Les signatures ne le permettent pas, ni le reste qui est marqué ci-dessous ({count}).',
  tampered: 'Après la signature {name}, le contenu signé a été altéré : ce n’est plus le fichier qui a été signé.',

  adviceValid:
    'Vous pouvez vous fier à ce document. Conservez le fichier tel quel : une impression, ou une copie enregistrée par un autre programme, n’a plus la signature.',
  adviceUnproved:
    'Le document est bien celui qui a été signé. Seule l’identité du signataire reste ouverte : faites-la confirmer par téléphone ou de vive voix avant de vous y fier. Conservez le fichier tel quel.',
  advicePartlyProved:
    'Le document est bien celui qui a été signé. Si l’enjeu est important, demandez une version avec un horodatage de confiance, ou une nouvelle signature. Conservez le fichier tel quel.',
  adviceRefused:
    'Le document est bien celui qui a été signé, mais ce service en demande plus. Demandez un fichier qui ait ce qui manque.',
  adviceInvalid:
    'Ne vous fiez pas à ce fichier. Demandez à l’expéditeur le fichier tel qu’il a été signé. Conservez celui-ci : il montre ce qui a été modifié.',
  adviceIndeterminate: 'Ne vous fiez pas encore à ce fichier. Demandez à l’expéditeur une copie complète et inchangée.',
  adviceUnsigned:
    'Rien ne montre d’où vient ce document, ni s’il a été modifié. Si vous attendiez une signature, demandez à l’expéditeur le fichier signé.',

  onPage: 'sur la page {page}',
  onPages: 'sur les pages {pages}',
  onSomePage: 'sur une page',

  annotationAdded: 'Après la signature {name}, on a posé {thing} {where}.',
  annotationChanged: 'Après la signature {name}, on a modifié {thing} {where}.',
  annotationRemoved: 'Après la signature {name}, on a retiré {thing} {where}.',
  annotationActive:
    'Après la signature {name}, on a ajouté {where} un élément qui lancerait un programme ou mènerait ailleurs.',
  annotationsReordered: 'Après la signature {name}, on a changé l’ordre des annotations {where}.',
  contentCovered: 'Après la signature {name}, on a couvert une partie du contenu {where}.',
  contentImitated: 'Après la signature {name}, on a ajouté {where} un élément qui semble faire partie du document.',
  contentUnknown: 'Après la signature {name}, on a posé {where} un élément dont on ne peut dire ce qu’il montre.',
  pageChanged: 'Après la signature {name}, on a modifié le contenu {where}.',
  pageAdded: 'Après la signature {name}, on a ajouté la page {page}.',
  pageRemoved: 'Après la signature {name}, on a retiré la page {page}.',
  pagesChanged: 'Après la signature {name}, on a ajouté, retiré ou déplacé des pages.',
  looksDifferent: 'Après la signature {name}, l’aspect a changé {where}, et aucune modification permise ne l’explique.',
  signatureAdded: 'Après la signature {name}, {other} a signé à son tour.',
  signatureFieldAdded: 'Après la signature {name}, on a ajouté un emplacement de signature.',
  signatureChanged: 'Après la signature {name}, on a modifié une signature ou son emplacement.',
  timeStampAdded: 'Après la signature {name}, on a ajouté un horodatage.',
  fieldFilled: 'Après la signature {name}, on a rempli le champ de formulaire {field}.',
  fieldUpdated: 'Après la signature {name}, on a modifié le contenu du champ de formulaire {field}.',
  fieldLook: 'Après la signature {name}, un champ de formulaire a été dessiné autrement.',
  fieldDeceives: 'Après la signature {name}, un champ de formulaire montre autre chose que ce qu’il contient.',
  formChanged: 'Après la signature {name}, on a modifié le formulaire.',
  actionAdded: 'Après la signature {name}, on a ajouté une action que des programmes exécuteraient.',
  informationChanged: 'Après la signature {name}, on a modifié des indications comme le titre ou l’auteur.',
  validationData: 'Après la signature {name}, on a ajouté ou modifié des données pour une vérification ultérieure.',
  unseen: 'Après la signature {name}, on a modifié quelque chose qui ne se voit pas.',
  other: 'Après la signature {name}, on a modifié quelque chose dans le fichier.',

  thingFreeText: 'une note de texte',
  thingText: 'un commentaire',
  thingHighlight: 'un surlignage',
  thingUnderline: 'un soulignement',
  thingStrikeOut: 'un texte barré',
  thingStamp: 'un tampon',
  thingInk: 'un dessin à main levée',
  thingShape: 'un dessin',
  thingLink: 'un lien',
  thingFile: 'un fichier joint',
  thingRedaction: 'un noircissement',
  thingOther: 'une annotation ou un dessin',
}
