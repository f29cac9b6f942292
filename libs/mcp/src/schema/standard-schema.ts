export {
  isStandardSchema,
  type StandardJsonSchemaOptions,
  type StandardSchemaLike,
} from '../protocol/standard-schema.js';
