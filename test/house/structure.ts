/**
 * The shape of the sources in figures: who imports whom, and how large things are.
 *
 * @module
 */
import { posix } from 'node:path'
import ts from 'typescript'

/** One import, export from, or import type of a module of ours, with the names that it takes (`*` for all). */
interface Link {
  readonly from: string
  readonly to: string
  readonly names: readonly string[]
  /** Whether the importing module passes the names on. */
  readonly isPassedOn: boolean
}

/** Every path from the root to its parsed module. */
type Sources = ReadonlyMap<string, ts.SourceFile>

/** The imports of modules among `sources`, in any form: static, of types, re-exports, `import()`. */
export function linksOf(sources: Sources): Link[] {
  return [...sources].flatMap(([from, source]) =>
    targetsOf(source).flatMap(({ specifier, names, isPassedOn }) => {
      const to = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts')
      return specifier.startsWith('.') && sources.has(to) ? [{ from, to, names, isPassedOn }] : []
    }),
  )
}

type Target = Omit<Link, 'from' | 'to'> & { readonly specifier: string }

function targetsOf(source: ts.SourceFile): Target[] {
  const found: Target[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
      found.push({
        specifier: textOf(node.moduleSpecifier),
        names: namesTaken(node),
        isPassedOn: ts.isExportDeclaration(node),
      })
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      found.push({ specifier: textOf(node.argument.literal), names: ['*'], isPassedOn: false })
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push({ specifier: textOf(node.arguments[0]), names: ['*'], isPassedOn: false })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function textOf(node: ts.Node | undefined): string {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : ''
}

function namesTaken(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  if (clause === undefined) return ts.isImportDeclaration(node) && node.importClause === undefined ? [] : ['*']
  if (!ts.isNamedImports(clause) && !ts.isNamedExports(clause)) return ['*']
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
}

/** The room of a module: the first folder below `src`, or `adapters`; a module beside the rooms is its own. */
export function roomOf(path: string): string {
  return /^(?:src\/)?[^/]+/.exec(path)?.[0] ?? path
}

/** The modules of a room that modules of other rooms import. What the package's own lists name counts for nobody. */
export function doorsOf(room: string, links: readonly Link[]): string[] {
  const doors = links.filter(
    ({ from, to }) => roomOf(to) === room && roomOf(from) !== room && !/^src\/(?:index|web|everywhere)\.ts$/.test(from),
  )
  return [...new Set(doors.map(({ to }) => to))].sort()
}

/** Folders with more than `limit` modules in them, not counting folders below. */
export function crowdedFolders(sources: Sources, limit: number): string[] {
  const counts = new Map<string, number>()
  for (const path of sources.keys()) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) => (count > limit ? [folder] : [])).sort()
}

/** Modules with more than `limit` lines. */
export function longModules(sources: Sources, limit: number): string[] {
  return [...sources].flatMap(([path, source]) => (linesOf(source) > limit ? [path] : []))
}

export function linesOf(source: ts.SourceFile): number {
  return source.text.split('\n').length - 1
}

/** `path: name` of functions over `limit` lines. */
export function longFunctions(sources: Sources, limit: number): string[] {
  const found: string[] = []
  for (const [path, source] of sources) {
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
        const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1
        if (lines > limit) found.push(`${path}: ${node.name?.getText(source) ?? 'a function without a name'}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

/** Modules under `limit` lines that a single other module imports, for itself: what might as well stand there. */
export function slightModules(sources: Sources, links: readonly Link[], limit: number): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of links) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  const passedOn = new Set(links.flatMap(({ to, isPassedOn }) => (isPassedOn ? [to] : [])))
  return [...sources].flatMap(([path, source]) =>
    linesOf(source) < limit && importers.get(path)?.size === 1 && !passedOn.has(path) ? [path] : [],
  )
}

/** `path: name` of types that are exported and that no other module takes. Hosts take those of `entries`, which are left out. */
export function unusedTypes(sources: Sources, links: readonly Link[], entries: readonly string[]): string[] {
  const taken = new Set(links.flatMap(({ to, names }) => names.map((name) => `${to}: ${name}`)))
  const own = [...sources].filter(([path]) => !entries.includes(path))
  return own.flatMap(([path, { statements }]) =>
    statements.flatMap((statement) =>
      isExported(statement) && (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
        ? [`${path}: ${statement.name.text}`].filter((name) => !taken.has(name) && !taken.has(`${path}: *`))
        : [],
    ),
  )
}

export function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

/** The names that a statement declares. */
export function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  const { name } = statement as { name?: ts.Node }
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
}
