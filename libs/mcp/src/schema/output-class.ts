import { applicationPackages } from './application-packages.js';
import { ClassDiagnostics } from './class-diagnostics.js';
import type { ClassType } from './class-type.js';
import type { DescribedClass } from './described-class.js';
import { orNull } from './nullable-schema.js';
import { outputValue } from './output-value.js';
import { probe } from './presence.js';
import type { PropertyDescription } from './property-description.js';
import { propertyWords } from './property-words.js';
import type { MarkedSchema } from './schema-marks.js';
import { swaggerClassWords, swaggerProperties, type SwaggerProperty } from './swagger-metadata.js';
import { transformationOf } from './transformer-metadata.js';
import { NO_RULES, rulesOf, type PropertyRules } from './validation-metadata.js';

/** What a result is not checked against: its validators describe what comes in. */
const ALL_RULES = { always: true };

/**
 * Derives what the JSON of an instance looks like. A server must conform to what it says here, so
 * only types are told: no bounds, no patterns, no closed objects; what may be missing may be null.
 *
 * @param isSerialized - Whether class-transformer writes it (`@Expose`, `@Exclude`, getters).
 */
export function describeOutputClass(owner: ClassType, isSerialized: boolean): DescribedClass {
  const { validation, transformation: transformer } = applicationPackages();
  const diagnostics = new ClassDiagnostics(owner);
  const rules = rulesOf(owner, ALL_RULES, validation);
  const swagger = swaggerProperties(owner);
  const transformation = transformationOf(
    owner,
    'toPlain',
    { ignoreDecorators: !isSerialized },
    transformer,
  );
  const names = new Set([
    ...ownFields(owner),
    ...rules.keys(),
    ...swagger.keys(),
    ...transformation.exposed,
  ]);
  const schemas: [string, MarkedSchema][] = [];
  const required: string[] = [];
  const properties: PropertyDescription[] = [];
  for (const property of names) {
    if (!transformation.isVisible(property)) continue;
    const ownRules = rules.get(property) ?? NO_RULES;
    const declared = swagger.get(property);
    const value = outputValue({
      owner,
      property,
      rules: ownRules,
      swagger: declared,
      transformation,
      isSerialized,
    });
    const isOptional = mayBeMissing(property, ownRules, declared);
    const schema = isOptional || declared?.nullable ? orNull(value) : value;
    const name = transformation.wireName(property);
    const words = propertyWords(declared, { isConditional: false }, []);
    schemas.push([name, { ...schema, ...words }]);
    properties.push({ name, property, keepTyped: false });
    if (!isOptional) required.push(name);
  }
  const schema: MarkedSchema = {
    type: 'object',
    ...swaggerClassWords(owner),
    properties: Object.fromEntries(schemas),
    ...(required.length > 0 ? { required } : {}),
  };
  return { schema, properties, diagnostics: diagnostics.found };

  function mayBeMissing(
    property: string,
    ownRules: PropertyRules,
    declared: SwaggerProperty | undefined,
  ): boolean {
    if (declared) return declared.required === false;
    if (ownRules.all.length === 0 || !validation) return true;
    const probed = { property, rules: ownRules, options: ALL_RULES };
    return probe(probed, undefined) !== 'refuses';
  }
}

function ownFields(type: ClassType): string[] {
  try {
    return Object.keys(new (type as new () => object)());
  } catch {
    return [];
  }
}
