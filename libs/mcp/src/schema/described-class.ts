import type { PropertyDescription } from './property-description.js';
import type { ClassDiagnostics } from './class-diagnostics.js';
import type { ClassType } from './class-type.js';
import type { SchemaDiagnostic } from './json-schema.js';
import type { PipeOptions } from './pipe-options.js';
import type { MarkedSchema } from './schema-marks.js';
import type { SwaggerProperty } from './swagger-metadata.js';
import type { Transformation } from './transformer-metadata.js';
import type { PropertyRules, ValidationStorage } from './validation-metadata.js';

/** One class, derived by itself: other classes are still references. */
export interface DescribedClass {
  readonly schema: MarkedSchema;
  readonly properties: readonly PropertyDescription[];
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** All that is at hand while one property is derived. */
export interface PropertyContext {
  readonly owner: ClassType;
  readonly property: string;
  readonly rules: PropertyRules;
  readonly swagger: SwaggerProperty | undefined;
  readonly pipe: PipeOptions;
  readonly storage: ValidationStorage;
  readonly transformation: Transformation;
  /** What the class's own initialisers set, in two instances: equal unless it differs each time. */
  readonly initial: readonly [unknown, unknown];
  readonly diagnostics: ClassDiagnostics;
}
