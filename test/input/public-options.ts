/**
 * Which functions of the package take options, as the compiler sees them.
 *
 * @module
 */

import ts from 'typescript'
import { ENTRIES, ROOT } from '../docs/code-blocks.js'

/** `entry:function(parameter)` for every parameter that is a bag of options. */
export function publicOptions(): string[] {
  const files = Object.values(ENTRIES).map((file) => ROOT + file)
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  })
  const checker = program.getTypeChecker()
  return Object.entries(ENTRIES).flatMap(([entry, file]) => {
    const source = program.getSourceFile(ROOT + file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`The compiler has not read ${file}.`)
    return checker
      .getExportsOfModule(module)
      .flatMap((symbol) => optionsOf(checker, symbol).map((parameter) => `${entry}:${symbol.name}(${parameter})`))
  })
}

function optionsOf(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = target.valueDeclaration
  if (declaration === undefined) return []
  const type = checker.getTypeOfSymbolAtLocation(target, declaration)
  const parameters = [...type.getCallSignatures(), ...type.getConstructSignatures()].flatMap(
    ({ parameters }) => parameters,
  )
  return [...new Set(parameters.filter((each) => isBag(checker, each)).map(({ name }) => name))]
}

/** Named as options are, here or in the type that it has. */
function isBag(checker: ts.TypeChecker, parameter: ts.Symbol): boolean {
  const declaration = parameter.valueDeclaration
  if (declaration === undefined) return false
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, declaration))
  return /option|settings|PemInput/i.test(`${parameter.name} ${type.aliasSymbol?.name ?? type.symbol?.name ?? ''}`)
}
