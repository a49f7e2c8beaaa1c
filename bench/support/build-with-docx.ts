/**
 * The documents of `sample-markup.ts` built from the objects of the `docx` package, as a program would that has its
 * content at hand: reading Markdown is not part of the work.
 *
 * @module
 */
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  type FileChild,
  HeadingLevel,
  type IRunOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { lexer, type Token, type Tokens } from 'marked'

/** Builds and writes a document. Reading the text happens in the first call, building and writing in what it returns. */
export function prepareDocx(markdown: string): () => Promise<unknown> {
  const tokens = lexer(markdown)
  return () => {
    const document = new Document({
      numbering: { config: [{ reference: NUMBERS, levels: [0, 1, 2].map(numberedLevel) }] },
      sections: [{ children: tokens.flatMap((token) => blocksOf(token)) }],
    })
    return Packer.toBuffer(document)
  }
}

const NUMBERS = 'numbers'
const numberedLevel = (level: number) => ({
  level,
  format: LevelFormat.DECIMAL,
  text: `%${level + 1}.`,
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
})

function blocksOf(token: Token): FileChild[] {
  switch (token.type) {
    case 'heading':
      return [new Paragraph({ heading: HeadingLevel.HEADING_2, children: inlinesOf(token.tokens) })]
    case 'paragraph':
      return [new Paragraph({ children: inlinesOf(token.tokens) })]
    case 'list':
      return listOf(token as Tokens.List, 0)
    case 'table':
      return [tableOf(token as Tokens.Table)]
    case 'blockquote':
      return (token.tokens ?? []).map((each) => new Paragraph({ indent: { left: 720 }, children: inlinesOf([each]) }))
    case 'code':
      return [new Paragraph({ children: codeOf(String(token['text'])) })]
    case 'space':
      return []
    default:
      throw new Error(`The sample has a ${token.type}, which is not built here.`)
  }
}

function listOf(list: Tokens.List, level: number): Paragraph[] {
  return list.items.flatMap((item) => {
    const nested = item.tokens.filter((token): token is Tokens.List => token.type === 'list')
    const own = item.tokens.filter((token) => token.type !== 'list')
    const options = list.ordered ? { numbering: { reference: NUMBERS, level } } : { bullet: { level } }
    return [
      new Paragraph({ ...options, children: inlinesOf(own) }),
      ...nested.flatMap((each) => listOf(each, level + 1)),
    ]
  })
}

function tableOf(table: Tokens.Table): Table {
  const row = (cells: readonly Tokens.TableCell[], bold: boolean) =>
    new TableRow({
      tableHeader: bold,
      children: cells.map(
        (cell) =>
          new TableCell({
            children: [
              new Paragraph({
                ...(cell.align === 'right' ? { alignment: AlignmentType.RIGHT } : {}),
                children: inlinesOf(cell.tokens, { bold }),
              }),
            ],
          }),
      ),
    })
  return new Table({ rows: [row(table.header, true), ...table.rows.map((cells) => row(cells, false))] })
}

function codeOf(text: string): TextRun[] {
  return text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, font: 'Courier New', ...(index === 0 ? {} : { break: 1 }) }))
}

function inlinesOf(tokens: readonly Token[] = [], format: IRunOptions = {}): ParagraphChild[] {
  return tokens.flatMap((token) => inlineOf(token, format))
}

function inlineOf(token: Token, format: IRunOptions): ParagraphChild[] {
  const inner = 'tokens' in token ? token.tokens : undefined
  switch (token.type) {
    case 'strong':
      return inlinesOf(inner, { ...format, bold: true })
    case 'em':
      return inlinesOf(inner, { ...format, italics: true })
    case 'codespan':
      return [new TextRun({ ...format, text: String(token['text']), font: 'Courier New' })]
    case 'link':
      return [
        new ExternalHyperlink({ link: String(token['href']), children: inlinesOf(inner, { style: 'Hyperlink' }) }),
      ]
    default:
      if (inner !== undefined) return inlinesOf(inner, format)
      return [new TextRun({ ...format, text: 'text' in token ? String(token['text']) : token.raw })]
  }
}
