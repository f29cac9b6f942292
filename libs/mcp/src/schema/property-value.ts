import { classReference, isEmptySchema } from './class-reference.js';
import { isUserClass } from './class-type.js';
import { uncheckedValues } from './condition-scope.js';
import { fragmentOf, isBuiltIn, messageOf } from './constraints.js';
import { applyConversion, refusalOfDates } from './conversion.js';
import type { FragmentContext } from './constraint-fragment.js';
import type { PropertyContext } from './described-class.js';
import { discriminatedSchema } from './discriminated-schema.js';
import { mergeSchemas } from './merge-schemas.js';
import { forbidsUnknown } from './pipe-options.js';
import { propertyType, schemaOfType, type PropertyType } from './property-type.js';
import type { MarkedSchema } from './schema-marks.js';
import { enumValues, swaggerType } from './swagger-metadata.js';
import { inArrays, swaggerItemSchema, swaggerSchema } from './swagger-schema.js';
import type { ValidationRule } from './validation-metadata.js';

/** What the validators accept as the value of a property, without its absence and `null`. */
export interface PropertyValue {
  readonly schema: MarkedSchema;
  readonly hints: readonly string[];
  readonly type: PropertyType;
}

export function propertyValue(context: PropertyContext): PropertyValue {
  const { owner, property, transformation, pipe } = context;
  const implicit = pipe.transformer.enableImplicitConversion === true;
  const type = propertyType(owner, property, transformation, implicit);
  const deriver = new ValueDeriver(context, type);
  const schema = deriver.derive();
  const unchecked = uncheckedValues(context.rules, property, type);
  return {
    schema: unchecked.length > 0 ? { anyOf: [schema, ...unchecked] } : schema,
    hints: deriver.hints,
    type,
  };
}

const ARRAY_RULE = /^(?:isArray$|array[A-Z])/;
const SINGLES = new Set<unknown>([String, Number, Boolean, Date, BigInt]);
const STRING_RULES = new Set([
  'isString',
  'isEmail',
  'isLength',
  'minLength',
  'maxLength',
  'matches',
]);

class ValueDeriver {
  readonly hints: string[] = [];

  constructor(
    private readonly context: PropertyContext,
    private readonly type: PropertyType,
  ) {}

  derive(): MarkedSchema {
    if (this.type.container === Map) return this.deriveMap();
    return this.isList() ? this.deriveList() : this.deriveSingle();
  }

  private isList(): boolean {
    const { rules } = this.context;
    const { design, container } = this.type;
    if (isListType(design) || isListType(container)) return true;
    if (rules.self.some(isArrayRule)) return true;
    // `each: true` lets a single value pass as well: it says nothing where the type is known.
    const isSingle = isUserClass(design) || SINGLES.has(design);
    return !isSingle && (rules.each.length > 0 || rules.nested.some((rule) => rule.each));
  }

  private deriveSingle(): MarkedSchema {
    const { rules, property, diagnostics } = this.context;
    const own = this.collect(rules.each.length > 0 ? [...rules.self, ...rules.each] : rules.self);
    if (rules.nested.length > 0) return mergeSchemas([own, this.nested()]);
    if (isUserClass(this.type.converted)) diagnostics.report('TYPE_NOT_VALIDATED', property);
    if (!isUntyped(own)) return this.converted(own);
    return mergeSchemas([this.typeOnly(), own]);
  }

  private deriveMap(): MarkedSchema {
    const { rules } = this.context;
    const own = this.collect(rules.self);
    const each = this.collect(rules.each);
    const value =
      rules.nested.length > 0 ? mergeSchemas([each, this.nested()]) : this.converted(each);
    return mergeSchemas([own, { type: 'object', additionalProperties: value }]);
  }

  private deriveList(): MarkedSchema {
    const { rules, swagger } = this.context;
    const items = this.items();
    const own = this.collect(rules.self, { isNested: !isScalar(items), isList: true });
    const hidden = this.type.container === Set && rules.self.some(isArrayRule);
    if (hidden) this.impossible('@Type() makes a Set of it, which no array check accepts');
    const known = swagger && isUntyped(items) ? swaggerItemSchema(swagger) : {};
    const item = isEmptySchema(known) ? items : mergeSchemas([known, items]);
    const parts: MarkedSchema[] = [{ type: 'array' }, own];
    if (!isEmptySchema(item)) parts.push({ items: item });
    if (hidden) parts.push(NEVER);
    return mergeSchemas(parts);
  }

  private items(): MarkedSchema {
    const { rules, swagger } = this.context;
    const isNested = rules.nested.length > 0;
    const own = this.collect(rules.each, { isNested });
    // Only swagger knows how deep arrays lie in arrays; validators of arrays of arrays say two.
    const depth = Math.max(swaggerType(swagger).depth, own.type === 'array' ? 2 : 1);
    if (isNested) return mergeSchemas([own, inArrays(this.nested(), depth - 1)]);
    if (isUserClass(this.type.converted)) {
      this.context.diagnostics.report('TYPE_NOT_VALIDATED', this.context.property);
    }
    if (!isUntyped(own) && depth === 1) return this.converted(own);
    const { converted } = this.type;
    const leaf = isUserClass(converted)
      ? { type: 'object' }
      : converted && converted !== Array && converted !== Object
        ? schemaOfType(converted)
        : swaggerItemSchema(depth > 1 ? swagger : undefined);
    return mergeSchemas([inArrays(leaf, depth - 1), own]);
  }

  /** The type where no validator says one. */
  private typeOnly(): MarkedSchema {
    const { swagger, transformation, property } = this.context;
    const { converted, design } = this.type;
    const isTransformed = transformation.isTransformed(property) && design !== BigInt;
    const known = isTransformed
      ? undefined
      : (converted ?? (design === Object ? undefined : design));
    if (known === undefined) return swagger ? swaggerSchema(swagger) : {};
    if (isUserClass(known)) return { type: 'object' };
    return typeof known === 'object' ? enumType(known) : schemaOfType(known);
  }

  private nested(): MarkedSchema {
    const { property, diagnostics, pipe } = this.context;
    const { isDynamic, discriminator, converted } = this.type;
    if (isDynamic) {
      diagnostics.report('DYNAMIC_TYPE', property);
      // Of which class is not known; @ValidateNested() itself takes objects and arrays.
      return { type: ['object', 'array'] };
    }
    if (discriminator) return discriminatedSchema(this.context, this.type, discriminator);
    if (isUserClass(converted)) return classReference(converted);
    // A Date is an object without keys: nothing is looked into.
    if (converted === Date) return {};
    diagnostics.report('NESTED_WITHOUT_TYPE', property);
    if (pipe.validator.forbidUnknownValues) return NEVER;
    // The plain object's class has no rules: none of its keys is on the white list.
    return { type: 'object', ...(forbidsUnknown(pipe) ? { additionalProperties: false } : {}) };
  }

  private converted(schema: MarkedSchema): MarkedSchema {
    const result = applyConversion(schema, this.type.converted);
    if (typeof result !== 'string') return result;
    this.impossible(result);
    return NEVER;
  }

  private impossible(details: string): void {
    this.context.diagnostics.report('NEVER_ACCEPTED', this.context.property, details);
  }

  /** What these decorators say together. */
  private collect(
    rules: readonly ValidationRule[],
    more: Partial<FragmentContext> & { readonly isList?: boolean } = {},
  ): MarkedSchema {
    const isString =
      rules.some((rule) => STRING_RULES.has(rule.name ?? '')) || this.type.design === String;
    const context: FragmentContext = { type: this.type, isNested: false, isString, ...more };
    const merged = mergeSchemas(rules.map((rule) => this.fragment(rule, context)));
    // Of a list, @Type() converts the items.
    if (this.type.converted !== Date || more.isList) return merged;
    const refusal = refusalOfDates(rules.filter(isBuiltIn).map((rule) => rule.name));
    if (!refusal) return merged;
    this.impossible(refusal);
    return mergeSchemas([merged, NEVER]);
  }

  private fragment(rule: ValidationRule, fragmentContext: FragmentContext): MarkedSchema {
    const { owner, property, storage, diagnostics } = this.context;
    const derive = fragmentOf(rule);
    // A rule under a condition of its own may not apply: it stays with the validators.
    if (rule.validateIf) return {};
    if (!derive) {
      const message = messageOf(rule, { name: property, target: owner.name }, storage);
      if (message) this.hints.push(message);
      return {};
    }
    const { schema, hint, impossible } = derive(rule.constraints ?? [], fragmentContext);
    if (hint) this.hints.push(hint);
    if (!impossible) return schema;
    const code = /Date\(/.test(impossible) ? 'DATE_WITHOUT_TYPE' : 'NEVER_ACCEPTED';
    diagnostics.report(code, property, impossible);
    return mergeSchemas([schema, NEVER]);
  }
}

const NEVER: MarkedSchema = { not: {} };

function isListType(type: unknown): boolean {
  return type === Array || type === Set;
}

function isArrayRule({ name }: ValidationRule): boolean {
  return name !== undefined && ARRAY_RULE.test(name);
}

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null']);

/** Values that are unique by what they are; objects are unique by identity, which JSON has not. */
function isScalar(schema: MarkedSchema): boolean {
  const { type } = schema;
  if (Array.isArray(type)) return type.length > 0 && type.every((one) => SCALARS.has(one));
  return SCALARS.has(type);
}

const TYPING = ['type', 'enum', 'const', 'anyOf', 'oneOf'];

/** Whether no validator says which type the value has. */
function isUntyped(schema: MarkedSchema): boolean {
  return !TYPING.some((keyword) => keyword in schema) && !isNever(schema);
}

function isNever(schema: MarkedSchema): boolean {
  return (
    typeof schema.not === 'object' && schema.not !== null && Object.keys(schema.not).length === 0
  );
}

/** swc emits the enum object where tsc emits the type of its members. */
function enumType(entity: object | null): MarkedSchema {
  const types = new Set(enumValues(entity).map((value) => typeof value));
  return types.size === 1 ? { type: [...types][0] } : {};
}
