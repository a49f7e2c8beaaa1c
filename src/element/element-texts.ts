/**
 * Texts that the element shows before the verifier is loaded.
 *
 * @module
 */

/** Texts by language. `{name}` stands for the name of the file. */
export const ELEMENT_TEXTS = {
  en: {
    checking: 'Checking {name} …',
    document: 'the document',
    failed: 'This file could not be checked',
    notFetched: 'It could not be loaded.',
    notLoaded: 'The program that checks it could not be loaded.',
  },
  de: {
    checking: '{name} wird geprüft …',
    document: 'Das Dokument',
    failed: 'Diese Datei konnte nicht geprüft werden',
    notFetched: 'Sie konnte nicht geladen werden.',
    notLoaded: 'Das Programm, das sie prüft, konnte nicht geladen werden.',
  },
  fr: {
    checking: 'Vérification de {name} …',
    document: 'ce document',
    failed: 'Ce fichier n’a pas pu être vérifié',
    notFetched: 'Il n’a pas pu être chargé.',
    notLoaded: 'Le programme qui le vérifie n’a pas pu être chargé.',
  },
  es: {
    checking: 'Comprobando {name} …',
    document: 'el documento',
    failed: 'No se pudo comprobar este archivo',
    notFetched: 'No se pudo cargar.',
    notLoaded: 'No se pudo cargar el programa que lo comprueba.',
  },
} as const
