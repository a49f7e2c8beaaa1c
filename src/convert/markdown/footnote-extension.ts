/**
 * Footnotes in Markdown, by `marked-footnote`, with its search for the note of a reference replaced: that goes through
 * all notes for every reference, and takes a minute for a document that consists of notes.
 *
 * @module
 */

import type {
  MarkedExtension,
  Token,
  TokenizerAndRendererExtension,
  TokenizerExtensionFunction,
  TokensList,
} from 'marked'
import markedFootnote, { type Footnote, type FootnoteRef, type Footnotes } from 'marked-footnote'

/** A label has at most 999 characters, as those of links have (CommonMark 0.31, 4.7). */
const REFERENCE = /^\[\^([^\]\n]{1,999})\]/

/** The extension for one document: it keeps what it finds there. */
export function footnoteExtension(): MarkedExtension {
  const extension = markedFootnote()
  const extensions = (extension.extensions ?? []).map((one) =>
    one.name === 'footnoteRef' ? { ...one, tokenizer: createReferenceTokenizer() } : one,
  )
  return {
    extensions: extensions as TokenizerAndRendererExtension[],
    hooks: {
      processAllTokens(tokens) {
        settleNoteList(tokens)
        return tokens
      },
    },
  }
}

/** The notes go to the end of the document; those that nothing refers to come last, to be told of. */
function settleNoteList(tokens: Token[] | TokensList): void {
  const [list] = tokens
  if (!isNoteList(list)) return
  for (const note of list.rawItems) if (note.refs.length === 0) list.items.push(note)
  tokens[0] = { type: 'space', raw: '' }
  if (list.items.length > 0) tokens.push(list)
}

/** References with their notes, looked up by label. Of notes with one label the first counts, as it does there. */
function createReferenceTokenizer(): TokenizerExtensionFunction {
  const notes = new Map<string, Footnote>()
  let noteCount = 0
  let usedCount = 0
  return function tokenize(source) {
    const [raw, label] = REFERENCE.exec(source) ?? []
    const list: Token | undefined = this.lexer.tokens[0]
    if (raw === undefined || label === undefined || !isNoteList(list)) return undefined
    for (; noteCount < list.rawItems.length; noteCount++) {
      const note = list.rawItems[noteCount]
      if (note !== undefined && !notes.has(note.label)) notes.set(note.label, note)
    }
    const note = notes.get(label)
    if (note === undefined) return undefined
    const [first] = note.refs
    const reference: FootnoteRef = { type: 'footnoteRef', raw, index: note.refs.length, id: first?.id ?? '', label }
    if (first === undefined) {
      usedCount++
      reference.id = String(usedCount)
      list.items.push(note)
    }
    note.refs.push(reference)
    return reference
  }
}

function isNoteList(token: Token | undefined): token is Footnotes {
  return token?.type === 'footnotes'
}
