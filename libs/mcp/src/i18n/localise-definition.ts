import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchemaObject } from '../protocol/messages.js';
import { localiseSchema } from './localise-schema.js';

/** A tool, prompt, resource or template as a list shows it. */
export interface LocalisableDefinition {
  readonly title?: string;
  readonly description?: string;
  /** A tool's may hold a title. */
  readonly annotations?: object;
  readonly inputSchema?: JsonSchemaObject;
  /** Of a prompt. */
  readonly arguments?: readonly { readonly name: string; readonly description?: string }[];
}

/** Which words there are, and which are wanted. */
export interface DefinitionWords {
  /** The words of `title`, `description` or `args.<name>`; undefined: as they are. */
  readonly of: (suffix: string) => string | undefined;
  /** Descriptions, too, which the model reads. */
  readonly descriptions: boolean;
}

/**
 * The same definition in another language. Names, URIs, keys and values of schemas are tokens and
 * stay (SEP-2792, Translation boundary).
 *
 * @param authored the input schema with the descriptions as their author wrote them
 */
export function localiseDefinition<Definition extends LocalisableDefinition>(
  definition: Definition,
  words: DefinitionWords,
  authored?: JsonSchemaObject,
): Definition {
  const title = words.of('title');
  const titled = title === undefined ? definition : withTitle(definition, title);
  return words.descriptions ? withDescriptions(titled, words, authored) : titled;
}

/** Clients of before 2025-06-18 read `annotations.title`; it is another spelling of the same. */
function withTitle<Definition extends LocalisableDefinition>(
  definition: Definition,
  title: string,
): Definition {
  const { annotations } = definition;
  return {
    ...definition,
    title,
    ...(annotations && 'title' in annotations ? { annotations: { ...annotations, title } } : {}),
  };
}

function withDescriptions<Definition extends LocalisableDefinition>(
  definition: Definition,
  words: DefinitionWords,
  authored: JsonSchemaObject | undefined,
): Definition {
  const { inputSchema, arguments: args } = definition;
  const description = words.of('description');
  const ofArgument = (path: string) => words.of(`args.${path}`);
  return {
    ...definition,
    ...(description === undefined ? {} : { description }),
    ...(isJsonObject(inputSchema)
      ? { inputSchema: localiseSchema(inputSchema, ofArgument, authored) }
      : {}),
    ...(args ? { arguments: args.map((one) => localiseArgument(one, ofArgument(one.name))) } : {}),
  };
}

function localiseArgument<Argument extends object>(
  argument: Argument,
  description: string | undefined,
): Argument {
  return description === undefined ? argument : { ...argument, description };
}
