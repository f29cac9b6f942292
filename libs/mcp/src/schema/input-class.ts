import type { PropertyDescription } from './property-description.js';
import { applicationPackages } from './application-packages.js';
import { ClassDiagnostics } from './class-diagnostics.js';
import type { ClassType } from './class-type.js';
import type { DescribedClass, PropertyContext } from './described-class.js';
import { forbidsUnknown, type PipeOptions } from './pipe-options.js';
import { propertyPresence, withNull } from './property-presence.js';
import { propertyValue } from './property-value.js';
import { propertyWords } from './property-words.js';
import { TRANSFORMED, type MarkedSchema } from './schema-marks.js';
import { hasOtherBounds } from './swagger-schema.js';
import { swaggerClassWords, swaggerProperties, type SwaggerProperty } from './swagger-metadata.js';
import { transformationOf, type Transformation } from './transformer-metadata.js';
import {
  NO_RULES,
  rulesOf,
  type PropertyRules,
  type ValidationStorage,
} from './validation-metadata.js';

/** Derives what a `ValidationPipe` with these options accepts as an instance of the class. */
export function describeInputClass(owner: ClassType, pipe: PipeOptions): DescribedClass {
  const diagnostics = new ClassDiagnostics(owner);
  const packages = applicationPackages();
  const { validation, transformation: transformer } = packages;
  if (!validation) diagnostics.report('CLASS_VALIDATOR_MISSING');
  for (const file of packages.strayCopiesOf(owner)) {
    diagnostics.report(
      'OTHER_COPY',
      undefined,
      `decorated by another copy of class-transformer: ${file}`,
    );
  }
  const input: InputClass = {
    owner,
    pipe,
    diagnostics,
    storage: validation ?? NO_STORAGE,
    rules: rulesOf(owner, pipe.validator, validation),
    transformation: transformationOf(owner, 'toClass', pipe.transformer, transformer),
    swagger: swaggerProperties(owner),
    instances: instancesOf(owner),
  };
  return new InputClassDeriver(input).derive();
}

const NO_STORAGE: ValidationStorage = {
  getTargetValidationMetadatas: () => [],
  getTargetValidatorConstraints: () => [],
};

interface InputClass {
  readonly owner: ClassType;
  readonly pipe: PipeOptions;
  readonly diagnostics: ClassDiagnostics;
  readonly storage: ValidationStorage;
  readonly rules: ReadonlyMap<string, PropertyRules>;
  readonly transformation: Transformation;
  readonly swagger: ReadonlyMap<string, SwaggerProperty>;
  readonly instances: readonly [Record<string, unknown>, Record<string, unknown>];
}

class InputClassDeriver {
  private readonly schemas: [string, MarkedSchema][] = [];
  private readonly required: string[] = [];
  private readonly properties: PropertyDescription[] = [];
  private isDead = false;

  constructor(private readonly input: InputClass) {}

  derive(): DescribedClass {
    const { owner, pipe, diagnostics } = this.input;
    this.findDeadFields();
    this.findUnchecked();
    for (const property of this.propertyNames()) this.addProperty(property);
    const schema: MarkedSchema = {
      type: 'object',
      ...swaggerClassWords(owner),
      properties: Object.fromEntries(this.schemas),
      ...(this.required.length > 0 ? { required: this.required } : {}),
      ...(forbidsUnknown(pipe) ? { additionalProperties: false } : {}),
      ...(this.isDead ? { not: {} } : {}),
    };
    return { schema, properties: this.properties, diagnostics: diagnostics.found };
  }

  /** Fields that the class itself sets and no rule knows: `forbidNonWhitelisted` sees them as foreign. */
  private findDeadFields(): void {
    const { pipe, rules, instances, transformation, swagger, diagnostics } = this.input;
    if (!forbidsUnknown(pipe)) return;
    const unknown = Object.keys(instances[0]).filter(
      (field) => !rules.has(field) && transformation.isVisible(field),
    );
    for (const field of unknown) diagnostics.report('FIELD_WITHOUT_VALIDATOR', field);
    this.isDead = unknown.length > 0;
    if (rules.size === 0 && swagger.size > 0 && !this.isDead) diagnostics.report('NOTHING_KNOWN');
  }

  /** What nobody checks, though the author probably thinks so. */
  private findUnchecked(): void {
    const { pipe, rules, storage, transformation, diagnostics } = this.input;
    const isFaulty = diagnostics.found.some(({ severity }) => severity === 'error');
    if (rules.size === 0 && storage !== NO_STORAGE && !isFaulty) {
      diagnostics.report(pipe.validator.forbidUnknownValues ? 'UNKNOWN_VALUE' : 'NOTHING_CHECKED');
    }
    if (pipe.validator.forbidUnknownValues && rules.size === 0) this.isDead = true;
    if (!pipe.validator.whitelist || this.isDead) return;
    // Without a white list it is a property like others, and told of where its value is described.
    for (const property of transformation.typed) {
      if (!rules.has(property) && transformation.isVisible(property)) {
        diagnostics.report('TYPE_NOT_LISTED', property);
      }
    }
  }

  private propertyNames(): ReadonlySet<string> {
    const { pipe, rules, swagger, transformation } = this.input;
    if (pipe.validator.whitelist) return new Set(rules.keys());
    return new Set([
      ...rules.keys(),
      ...swagger.keys(),
      ...transformation.exposed,
      ...transformation.typed,
    ]);
  }

  private addProperty(property: string): void {
    const { transformation, diagnostics } = this.input;
    const context = this.contextOf(property);
    const presence = propertyPresence(context);
    if (!transformation.isVisible(property)) {
      if (!presence.isRequired) return;
      diagnostics.report('EXCLUDED_BUT_REQUIRED', property);
      this.isDead = true;
      return;
    }
    const { schema, hints, type } = propertyValue(context);
    if (hasOtherBounds(schema, context.swagger)) {
      diagnostics.report('SWAGGER_DIFFERS', property);
    }
    const isTransformed = transformation.isTransformed(property);
    if (isTransformed) diagnostics.report('TRANSFORMED', property);
    const name = transformation.wireName(property);
    const words = propertyWords(context.swagger, presence, hints);
    const own = withNull(context, schema, presence);
    const told = words ? { ...own, ...words } : own;
    this.schemas.push([name, isTransformed ? { ...told, [TRANSFORMED]: true } : told]);
    if (presence.isRequired) this.required.push(name);
    // @Transform() may read the raw value (`obj`), and was written for what a URL carries: text.
    const keepTyped = type.converted === Boolean && !isTransformed;
    this.properties.push({ name, property, keepTyped });
  }

  private contextOf(property: string): PropertyContext {
    const { owner, pipe, storage, transformation, diagnostics, rules, swagger, instances } =
      this.input;
    return {
      owner,
      property,
      pipe,
      storage,
      transformation,
      diagnostics,
      rules: rules.get(property) ?? NO_RULES,
      swagger: swagger.get(property),
      initial: [instances[0][property], instances[1][property]],
    };
  }
}

/** Two, whose initial values can be told from each other; one that is empty will do for both. */
function instancesOf(type: ClassType): InputClass['instances'] {
  const first = instantiate(type);
  return [first, Object.keys(first).length === 0 ? first : instantiate(type)];
}

/** class-transformer makes instances the same way; a constructor that needs arguments has no defaults. */
function instantiate(type: ClassType): Record<string, unknown> {
  try {
    return new (type as new () => Record<string, unknown>)();
  } catch {
    return {};
  }
}
