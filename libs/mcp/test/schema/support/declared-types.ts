import ts from 'typescript';

/** A TypeScript type, as far as JSON values can be held against it. */
export type DeclaredType =
  | {
      readonly kind:
        | 'any'
        | 'string'
        | 'number'
        | 'integer'
        | 'boolean'
        | 'bigint'
        | 'null'
        | 'undefined'
        | 'date';
    }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'union'; readonly of: readonly DeclaredType[] }
  | { readonly kind: 'optional' | 'array' | 'set' | 'map'; readonly of: DeclaredType }
  | ObjectType;

export interface ObjectType {
  readonly kind: 'object';
  readonly properties: Record<string, DeclaredProperty>;
  index?: DeclaredType;
}

export interface DeclaredProperty {
  readonly type: DeclaredType;
  readonly isOptional: boolean;
}

/**
 * Reads what the sources declare, without any decorator: the second opinion in the comparison of
 * schemas with pipes. Recursive classes give recursive objects.
 *
 * @returns The declared type of each exported class by its name.
 */
export function readDeclaredTypes(files: readonly string[]): ReadonlyMap<string, ObjectType> {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    experimentalDecorators: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    noEmit: true,
  });
  const reader = new TypeReader(program.getTypeChecker());
  const found = new Map<string, ObjectType>();
  for (const source of program.getSourceFiles()) {
    if (!files.includes(source.fileName)) continue;
    ts.forEachChild(source, (node) => {
      if (ts.isClassDeclaration(node) && node.name)
        found.set(node.name.text, reader.readClass(node));
    });
  }
  return found;
}

const FLAGS: readonly (readonly [ts.TypeFlags, DeclaredType])[] = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, { kind: 'any' }],
  [ts.TypeFlags.String, { kind: 'string' }],
  [ts.TypeFlags.Number, { kind: 'number' }],
  [ts.TypeFlags.Boolean, { kind: 'boolean' }],
  [ts.TypeFlags.BigInt, { kind: 'bigint' }],
  [ts.TypeFlags.Null, { kind: 'null' }],
  [ts.TypeFlags.Undefined, { kind: 'undefined' }],
  [ts.TypeFlags.NonPrimitive, { kind: 'object', properties: {} }],
];

class TypeReader {
  private readonly objects = new Map<ts.Type, ObjectType>();

  constructor(private readonly checker: ts.TypeChecker) {}

  readClass(node: ts.ClassDeclaration): ObjectType {
    return this.readObject(this.checker.getTypeAtLocation(node));
  }

  private read(type: ts.Type): DeclaredType {
    if (type.isStringLiteral() || type.isNumberLiteral()) {
      return { kind: 'literal', value: type.value };
    }
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return { kind: 'literal', value: this.checker.typeToString(type) === 'true' };
    }
    if (type.isUnion()) return { kind: 'union', of: type.types.map((part) => this.read(part)) };
    const simple = FLAGS.find(([flags]) => type.flags & flags);
    return simple ? simple[1] : this.readStructure(type);
  }

  private readStructure(type: ts.Type): DeclaredType {
    const argument = (place: number): DeclaredType =>
      this.read(this.checker.getTypeArguments(type as ts.TypeReference)[place]);
    switch (type.symbol?.name) {
      case 'Date':
        return { kind: 'date' };
      case 'Set':
        return { kind: 'set', of: argument(0) };
      case 'Map':
        return { kind: 'map', of: argument(1) };
    }
    if (this.checker.isArrayType(type)) return { kind: 'array', of: argument(0) };
    return type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
      ? this.readObject(type)
      : { kind: 'any' };
  }

  private readObject(type: ts.Type): ObjectType {
    const known = this.objects.get(type);
    if (known) return known;
    const object: ObjectType = { kind: 'object', properties: {} };
    this.objects.set(type, object);
    for (const property of this.checker.getPropertiesOfType(type)) {
      const declared = this.readProperty(property);
      if (declared) object.properties[property.name] = declared;
    }
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) object.index = this.read(index.type);
    return object;
  }

  /** Undefined for what no caller can send: methods, getters, private members. */
  private readProperty(property: ts.Symbol): DeclaredProperty | undefined {
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    if (property.name.startsWith('__#')) return undefined;
    if (declaration) {
      if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) return undefined;
      if (ts.isGetAccessor(declaration) || ts.isMethodDeclaration(declaration)) return undefined;
    }
    const type = this.checker.getTypeOfSymbol(property);
    if (type.getCallSignatures().length > 0) return undefined;
    const isInitialised = property.declarations?.some(
      (one) => (one as ts.PropertyDeclaration).initializer !== undefined,
    );
    const isMarked = (property.flags & ts.SymbolFlags.Optional) !== 0;
    return { type: this.read(type), isOptional: isMarked || Boolean(isInitialised) };
  }
}
