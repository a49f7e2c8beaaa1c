/**
 * JSON Schema of TypeScript types: the members of interfaces, with what their comments say. The types stay the one place
 * where a shape is described.
 *
 * @module
 */

import { resolve } from 'node:path'
import ts from 'typescript'

/** A JSON Schema (draft 2020-12). */
export type Schema = { [keyword: string]: unknown }

/** Where types come from: a module, and the names of its exports that are wanted. */
export interface TypeSource {
  readonly file: string
  readonly types: readonly string[]
}

/**
 * Schemas of exported types, and of all interfaces that they lead to, each under its own name.
 *
 * | in the type | in the schema |
 * |---|---|
 * | an interface | a schema of its own, by reference |
 * | a comment | `description` |
 * | "ISO 8601 date" in a member's comment | the format `date` |
 * | "ISO 8601" in a member's comment | the format `date-time` |
 * | a member that may be left out | not `required` |
 *
 * Objects may have more members than the schema names, since later versions add some.
 *
 * @throws Error for a type that this has no schema for, and for two interfaces of one name
 */
export function schemasOfTypes(root: string, sources: readonly TypeSource[]): Record<string, Schema> {
  const files = sources.map(({ file }) => resolve(root, file))
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    types: [],
  })
  const writer = new SchemaWriter(program)
  for (const { file, types } of sources) writer.addExports(program.getSourceFile(resolve(root, file)), types)
  return writer.finish()
}

class SchemaWriter {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker
  readonly #schemas = new Map<string, Schema>()
  readonly #symbols = new Map<string, ts.Symbol>()

  constructor(program: ts.Program) {
    this.#program = program
    this.#checker = program.getTypeChecker()
  }

  addExports(file: ts.SourceFile | undefined, names: readonly string[]): void {
    const module = file && this.#checker.getSymbolAtLocation(file)
    const exported = module === undefined ? [] : this.#checker.getExportsOfModule(module)
    for (const name of names) {
      const symbol = exported.find((each) => each.name === name)
      if (symbol === undefined) throw new Error(`${file?.fileName}: there is no ${name}.`)
      this.#refer(this.#checker.getDeclaredTypeOfSymbol(symbol), symbol)
    }
  }

  finish(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A reference to an interface, whose schema is written when it is met first. */
  #refer(type: ts.Type, symbol: ts.Symbol): Schema {
    const { name } = symbol
    const known = this.#symbols.get(name)
    if (known !== undefined && known !== symbol) throw new Error(`There are two types called ${name}.`)
    if (known === undefined) {
      this.#symbols.set(name, symbol)
      this.#schemas.set(name, { ...this.#described(symbol), ...this.#ofObject(type) })
    }
    return { $ref: `#/$defs/${name}` }
  }

  #of(type: ts.Type): Schema {
    if (type.isUnion()) return this.#ofUnion(type.types)
    if (isLiteral(type)) return { const: type.value }
    const { flags } = type
    if (flags & ts.TypeFlags.Unknown) return {}
    if (flags & ts.TypeFlags.String) return { type: 'string' }
    if (flags & ts.TypeFlags.Number) return { type: 'number' }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & ts.TypeFlags.Object) return this.#ofReference(type)
    throw new Error(`There is no schema for ${this.#checker.typeToString(type)}.`)
  }

  #ofUnion(types: readonly ts.Type[]): Schema {
    const present = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    const isNull = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Null) !== 0
    const isSwitch = ({ flags }: ts.Type) => (flags & ts.TypeFlags.BooleanLiteral) !== 0
    const literals = present.filter(isLiteral)
    const others = present.filter((type) => !isLiteral(type) && !isNull(type) && !isSwitch(type))
    const [only] = literals
    const choices: Schema[] = [
      ...(only === undefined ? [] : [literals.length === 1 ? this.#of(only) : { enum: sortedValues(literals) }]),
      ...(present.some(isSwitch) ? [{ type: 'boolean' }] : []),
      ...others.map((type) => this.#of(type)),
    ]
    const [first] = choices
    const schema = choices.length === 1 && first !== undefined ? first : { anyOf: choices }
    return present.some(isNull) ? orNull(schema) : schema
  }

  #ofReference(type: ts.Type): Schema {
    const [item] = this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(type as ts.TypeReference) : []
    if (item !== undefined) return { type: 'array', items: this.#of(item) }
    if (this.#checker.isTupleType(type)) {
      const items = this.#checker.getTypeArguments(type as ts.TypeReference).map((each) => this.#of(each))
      return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }
    }
    const symbol = type.getSymbol()
    const isInterface = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Interface) !== 0
    return isInterface ? this.#refer(type, symbol) : this.#ofObject(type)
  }

  #ofObject(type: ts.Type): Schema {
    const values = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (values !== undefined) return { type: 'object', additionalProperties: this.#of(values) }
    const members = this.#checker.getPropertiesOfType(type)
    const required = members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name)
    const properties = Object.fromEntries(members.map((member) => [member.name, this.#ofMember(member)]))
    return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  }

  #ofMember(member: ts.Symbol): Schema {
    const type = this.#checker.getTypeOfSymbol(member)
    const schema = this.#of(type)
    // The comment of a named choice, such as SignatureStatus; those of the language's own types say nothing here.
    const alias = type.isUnion() ? type.aliasSymbol : undefined
    const described = { ...(alias && this.#described(alias)), ...this.#described(member) }
    return { ...withFormat(schema, String(described['description'] ?? '')), ...described }
  }

  #described(symbol: ts.Symbol): Schema {
    // What the language says of its own types says nothing about ours.
    if (symbol.declarations?.some((node) => this.#program.isSourceFileDefaultLibrary(node.getSourceFile()))) return {}
    const parts = symbol.getDocumentationComment(this.#checker)
    const description = ts.displayPartsToString(parts).replace(/\{@link\s+([^}]+)\}/g, '`$1`')
    return description === '' ? {} : { description: description.replace(/\s*\n\s*/g, ' ') }
  }
}

function isLiteral(type: ts.Type): type is ts.StringLiteralType | ts.NumberLiteralType {
  return type.isStringLiteral() || type.isNumberLiteral()
}

/** In an order of their own: that of the compiler depends on what it has read before. */
function sortedValues(types: readonly (ts.StringLiteralType | ts.NumberLiteralType)[]): (string | number)[] {
  return types.map(({ value }) => value).sort((a, b) => (a < b ? -1 : 1))
}

function orNull(schema: Schema): Schema {
  const { type, enum: values, anyOf } = schema
  if (Array.isArray(values)) return { ...schema, enum: [...values, null] }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  const isScalar = type === 'string' || type === 'number' || type === 'boolean'
  return isScalar ? { ...schema, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] }
}

function withFormat(schema: Schema, description: string): Schema {
  const format = /ISO 8601 date\b/.test(description) ? 'date' : /ISO 8601/.test(description) ? 'date-time' : undefined
  const isText = [schema['type']].flat().includes('string')
  return format === undefined || !isText ? schema : { ...schema, format }
}
