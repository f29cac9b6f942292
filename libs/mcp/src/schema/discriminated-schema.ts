import { classReference } from './class-reference.js';
import type { PropertyContext } from './described-class.js';
import { forbidsUnknown } from './pipe-options.js';
import type { PropertyType } from './property-type.js';
import type { MarkedSchema } from './schema-marks.js';
import type { Discriminator } from './transformer-storage.js';
import { rulesOf, type PropertyRules } from './validation-metadata.js';
import { probe } from './presence.js';

/** One variant for each subtype of `@Type(…, { discriminator })`, told apart by a constant. */
export function discriminatedSchema(
  context: PropertyContext,
  type: PropertyType,
  discriminator: Discriminator,
): MarkedSchema {
  const { property } = discriminator;
  const variants = discriminator.subTypes.map(({ value, name }) => {
    const rules = rulesOf(value, context.pipe.validator, context.storage).get(property);
    const fault = faultOf(context, type, discriminator, rules);
    if (fault) context.diagnostics.report(fault, context.property);
    return classReference(value, {
      properties: { [property]: { type: 'string', const: name } },
      required: [property],
      ...(fault ? { not: {} } : {}),
    });
  });
  return { type: 'object', oneOf: variants };
}

function faultOf(
  { pipe }: PropertyContext,
  { keepsDiscriminator }: PropertyType,
  { property }: Discriminator,
  rules: PropertyRules | undefined,
): 'DISCRIMINATOR_LOST' | 'DISCRIMINATOR_UNKNOWN' | undefined {
  if (keepsDiscriminator) {
    return !rules && forbidsUnknown(pipe) ? 'DISCRIMINATOR_UNKNOWN' : undefined;
  }
  if (!rules) return undefined;
  const verdict = probe({ property, rules, options: pipe.validator }, undefined);
  return verdict === 'refuses' ? 'DISCRIMINATOR_LOST' : undefined;
}
