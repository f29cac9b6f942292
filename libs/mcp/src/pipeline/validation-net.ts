import { ValidationPipe, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { applicationPackages, requireFromApplication } from '../schema/application-packages.js';
import { isUserClass } from '../schema/class-type.js';
import { OWN_PIPE, OWN_URL_PIPE, pipeOptionsOf } from '../schema/pipe-options.js';
import { standardSchemaOf } from '../schema/standard-schema.js';
import { hasRules } from '../schema/validation-metadata.js';
import type { PlannedParameter } from './method-plan.js';
import { isValidationPipe } from './is-validation-pipe.js';

/**
 * The pipe that checks a DTO which no pipe of the application would check; undefined where one does,
 * where the parameter has a pipe of its own (which may turn an id into an entity), and where the
 * type has no rules that `class-validator` knows.
 */
export function safetyNet(
  plan: PlannedParameter,
  pipes: readonly PipeTransform[],
): PipeTransform | undefined {
  const { metatype, pipeType, schema } = plan;
  if (pipeType === 'custom' || !isUserClass(metatype)) return undefined;
  if (schema || standardSchemaOf(metatype) || plan.pipes.length > 0) return undefined;
  if (pipeOptionsOf(pipes) || pipes.some(isValidationPipe)) return undefined;
  const { validation } = applicationPackages();
  return hasRules(metatype, validation) ? NET : undefined;
}

/**
 * A `ValidationPipe` that is made when it is first needed: Nest's own ends the process where
 * `class-validator` or `class-transformer` is missing.
 */
class SafetyNetValidationPipe implements PipeTransform {
  #pipes?: Readonly<Record<'body' | 'url', PipeTransform>>;

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    this.#pipes ??= { body: pipeOf(OWN_PIPE), url: pipeOf(OWN_URL_PIPE) };
    const pipe = metadata.type === 'body' ? this.#pipes.body : this.#pipes.url;
    return pipe.transform(value, metadata) as unknown;
  }
}
const NET = new SafetyNetValidationPipe();

type NestOptions = NonNullable<ConstructorParameters<typeof ValidationPipe>[0]>;

function pipeOf(options: typeof OWN_PIPE): PipeTransform {
  // Given, so that Nest does not look for them from its own place.
  const validatorPackage = requireFromApplication('class-validator');
  const transformerPackage = requireFromApplication('class-transformer');
  if (!validatorPackage || !transformerPackage) return UNCONVERTED;
  return new ValidationPipe({
    ...(options.validator as NestOptions),
    transform: options.transforms,
    transformOptions: options.transformer as NestOptions['transformOptions'],
    validatorPackage: validatorPackage as NestOptions['validatorPackage'],
    transformerPackage: transformerPackage as NestOptions['transformerPackage'],
  });
}

/** Without class-transformer nothing can be made a DTO: the enforced schema alone decides. */
const UNCONVERTED: PipeTransform = { transform: (value: unknown) => value };
