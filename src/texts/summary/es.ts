/**
 * The first screen of a report in Spanish.
 *
 * @module
 */
import type { SummaryTexts } from '../en.js'

/** See the English table. */
export const ES_SUMMARY: SummaryTexts = {
  whoAndWhen: 'Quién firmó y cuándo',
  whatChanged: 'Qué se cambió después de firmar',
  whatNow: 'Qué hacer ahora',
  permitted: 'Permitido',
  refused: 'No permitido',
  refusedByPolicy: 'No aceptado por este servicio',
  nothingChanged: 'Nada.',
  changesUnknown: 'No se puede determinar.',
  moreSigners: 'y {count} más',
  signedTwice: 'Firmado dos veces: con {first} y con {second}; uno de ellos resiste a los ordenadores cuánticos.',
  parties: 'Las partes de este documento',
  partySigned: '{name} ha firmado.',
  partyUnsigned: '{name} aún no ha firmado.',
  partyDoubtful: 'La firma de {name} no es fiable.',
  someone: 'el firmante',
  named: '{name}',
  namedVowel: '{name}',
  refusedChange: 'Las firmas no lo permiten.',
  refusedChanges: 'Las firmas no lo permiten, ni lo demás que está marcado abajo ({count}).',
  tampered: 'Lo que firmó {name} se alteró después: este ya no es el archivo que se firmó.',

  adviceValid:
    'Puede confiar en este documento. Guarde el archivo tal cual: una impresión, o una copia guardada por otro programa, ya no lleva la firma.',
  adviceUnproved:
    'El documento es el que se firmó. Solo queda abierto quién lo firmó: pida al firmante que lo confirme por teléfono o en persona antes de confiar en él. Guarde el archivo tal cual.',
  advicePartlyProved:
    'El documento es el que se firmó. Si hay mucho en juego, pida una versión con un sello de tiempo de confianza, o una nueva firma. Guarde el archivo tal cual.',
  adviceRefused:
    'El documento es el que se firmó, pero este servicio exige más. Pida un archivo que tenga lo que falta.',
  adviceInvalid:
    'No confíe en este archivo. Pida a quien lo envió el archivo tal como se firmó. Guarde este: muestra lo que se cambió.',
  adviceIndeterminate: 'No confíe todavía en este archivo. Pida a quien lo envió una copia completa y sin cambios.',
  adviceUnsigned:
    'Nada muestra de dónde viene este documento ni si se cambió. Si esperaba una firma, pida a quien lo envió el archivo firmado.',

  onPage: 'en la página {page}',
  onPages: 'en las páginas {pages}',
  onSomePage: 'en una página',

  annotationAdded: 'Después de que firmara {name}, se puso {thing} {where}.',
  annotationChanged: 'Después de que firmara {name}, se cambió {thing} {where}.',
  annotationRemoved: 'Después de que firmara {name}, se quitó {thing} {where}.',
  annotationActive:
    'Después de que firmara {name}, se añadió {where} algo que iniciaría un programa o llevaría a otra parte.',
  annotationsReordered: 'Después de que firmara {name}, se cambió el orden de las anotaciones {where}.',
  contentCovered: 'Después de que firmara {name}, se tapó una parte {where}.',
  contentImitated: 'Después de que firmara {name}, se añadió {where} algo que parece parte del documento.',
  contentUnknown: 'Después de que firmara {name}, se puso {where} algo de lo que no se puede decir qué muestra.',
  pageChanged: 'Después de que firmara {name}, se cambió el contenido {where}.',
  pageAdded: 'Después de que firmara {name}, se añadió la página {page}.',
  pageRemoved: 'Después de que firmara {name}, se quitó la página {page}.',
  pagesChanged: 'Después de que firmara {name}, se añadieron, quitaron o reordenaron páginas.',
  looksDifferent: 'Después de que firmara {name}, cambió el aspecto {where}, y ningún cambio permitido lo explica.',
  signatureAdded: 'Después de que firmara {name}, firmó también {other}.',
  signatureFieldAdded: 'Después de que firmara {name}, se añadió un lugar para una firma.',
  signatureChanged: 'Después de que firmara {name}, se cambió una firma o su lugar.',
  timeStampAdded: 'Después de que firmara {name}, se añadió un sello de tiempo.',
  fieldFilled: 'Después de que firmara {name}, se rellenó el campo de formulario {field}.',
  fieldUpdated: 'Después de que firmara {name}, se cambió el contenido del campo de formulario {field}.',
  fieldLook: 'Después de que firmara {name}, un campo de formulario se dibujó de otra manera.',
  fieldDeceives: 'Después de que firmara {name}, un campo de formulario muestra otra cosa que lo que contiene.',
  formChanged: 'Después de que firmara {name}, se cambió el formulario.',
  actionAdded: 'Después de que firmara {name}, se añadió una acción que los programas ejecutarían.',
  informationChanged: 'Después de que firmara {name}, se cambiaron datos como el título o el autor.',
  validationData: 'Después de que firmara {name}, se añadieron o cambiaron datos para comprobar la firma más tarde.',
  unseen: 'Después de que firmara {name}, se cambió algo que no se ve.',
  other: 'Después de que firmara {name}, se cambió algo en el archivo.',

  thingFreeText: 'una nota de texto',
  thingText: 'un comentario',
  thingHighlight: 'un resaltado',
  thingUnderline: 'un subrayado',
  thingStrikeOut: 'un tachado',
  thingStamp: 'un sello',
  thingInk: 'un dibujo a mano alzada',
  thingShape: 'un dibujo',
  thingLink: 'un enlace',
  thingFile: 'un archivo adjunto',
  thingRedaction: 'una tachadura opaca',
  thingOther: 'una nota o un dibujo',
}
