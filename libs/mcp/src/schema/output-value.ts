import { classReference } from './class-reference.js';
import { isUserClass, type ClassType } from './class-type.js';
import { oneOf } from './constraint-fragment.js';
import { propertyType, schemaOfType, type PropertyType } from './property-type.js';
import type { MarkedSchema } from './schema-marks.js';
import { inArrays, swaggerSchema } from './swagger-schema.js';
import { enumValues, swaggerType, type SwaggerProperty } from './swagger-metadata.js';
import type { Transformation } from './transformer-metadata.js';
import type { Discriminator } from './transformer-storage.js';
import type { PropertyRules } from './validation-metadata.js';

export interface OutputProperty {
  readonly owner: ClassType;
  readonly property: string;
  readonly rules: PropertyRules;
  readonly swagger: SwaggerProperty | undefined;
  readonly transformation: Transformation;
  readonly isSerialized: boolean;
}

/** The type of a property in the JSON of a result; `{}` where it is not known. */
export function outputValue(output: OutputProperty): MarkedSchema {
  const { owner, property, swagger, transformation, isSerialized } = output;
  // What a `@Transform` writes is its own affair.
  if (transformation.isTransformed(property)) return {};
  const type = propertyType(owner, property, transformation, false);
  const containers = [type.design, type.container];
  const isMap = containers.includes(Map);
  // JSON.stringify writes a Map or a Set as an empty object; class-transformer writes its content.
  if (!isSerialized && (isMap || containers.includes(Set))) return { type: 'object' };
  const depth = swaggerType(swagger).depth;
  const isList = containers.includes(Array) || containers.includes(Set) || depth > 0;
  const leaf = leafOf(output, type, isList || isMap);
  if (isMap) return { type: 'object', additionalProperties: leaf };
  return isList ? inArrays(leaf, Math.max(depth, 1)) : leaf;
}

function leafOf(
  { rules, swagger }: OutputProperty,
  type: PropertyType,
  isItem: boolean,
): MarkedSchema {
  if (type.discriminator) return variants(type.discriminator);
  const members = enumeratedBy(rules) ?? swagger?.enum;
  if (members !== undefined) return oneOf(enumValues(members));
  const known = type.isDynamic
    ? undefined
    : (type.converted ?? declaredType(type, swagger, isItem));
  if (isUserClass(known)) return classReference(known);
  if (known === Number && hasRule(rules, 'isInt')) return { type: 'integer' };
  if (known === BigInt) return { type: ['integer', 'string'] };
  if (known !== undefined) return schemaOfType(known);
  return swagger ? typesOnly(swaggerSchema(swagger), isItem) : {};
}

function declaredType(
  { design }: PropertyType,
  swagger: SwaggerProperty | undefined,
  isItem: boolean,
): unknown {
  const isDeclared = !isItem && typeof design === 'function' && design !== Object;
  if (isDeclared) return design;
  const { leaf } = swaggerType(swagger);
  return typeof leaf === 'function' && leaf !== Object && leaf !== Array ? leaf : undefined;
}

function enumeratedBy(rules: PropertyRules): unknown {
  const rule = [...rules.self, ...rules.each].find(
    ({ name }) => name === 'isEnum' || name === 'isIn',
  );
  return rule?.constraints?.[0];
}

function hasRule(rules: PropertyRules, name: string): boolean {
  return [...rules.self, ...rules.each].some((rule) => rule.name === name);
}

function variants({ property, subTypes }: Discriminator): MarkedSchema {
  return {
    type: 'object',
    oneOf: subTypes.map(({ value, name }) =>
      classReference(value, {
        properties: { [property]: { type: 'string', const: name } },
        required: [property],
      }),
    ),
  };
}

const TYPE_KEYWORDS = new Set([
  'type',
  'items',
  'properties',
  'required',
  'oneOf',
  'anyOf',
  'enum',
  'const',
]);

/** Swagger's schema without bounds and patterns; of an array, that of its items. */
function typesOnly(schema: MarkedSchema, isItem: boolean): MarkedSchema {
  const own = isItem && schema.type === 'array' ? ((schema.items ?? {}) as MarkedSchema) : schema;
  const kept = Object.entries(own).filter(([keyword]) => TYPE_KEYWORDS.has(keyword));
  const isTime = own.format === 'date-time';
  return { ...Object.fromEntries(kept), ...(isTime ? { format: 'date-time' } : {}) };
}
