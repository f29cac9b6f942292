import { createRequire } from 'node:module';
import { SetupError } from '../errors/setup.error.js';
import type { CallToolResult, ContentBlock, ToolDefinition } from '../protocol/messages.js';
import { lintTools } from '../schema/lint.js';
import { guardStdout } from '../transports/stdio/stdout-guard.js';
import { argumentsOfJson, argumentsOfPairs } from './call-arguments.js';
import { CliError, EXIT } from './cli.error.js';
import { HELP, readCommandLine, type Command } from './command-line.js';
import { compareSnapshot, writeSnapshot } from './snapshot.js';
import type { ToolClient } from './tool-client.js';

/** What a command has to say, and whether all is well. */
interface Outcome {
  readonly text: string;
  readonly json: unknown;
  readonly failed?: boolean;
}

/**
 * The command `toolport`: prints its result on stdout and all else on stderr, and ends the process.
 *
 * @param argv without the interpreter and the script
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  // The application's own words belong to stderr: stdout is what scripts read.
  const output = guardStdout();
  let code: number = EXIT.ok;
  try {
    const command = readCommandLine(argv, process.env);
    const { text, failed } = typeof command === 'string' ? shown(command) : await run(command);
    await new Promise((written) => output.write(text, written));
    if (failed) code = EXIT.failed;
  } catch (error) {
    code = error instanceof CliError ? error.exitCode : EXIT.failed;
    await new Promise((written) => process.stderr.write(`${printable(wordsOf(error))}\n`, written));
  }
  // An application may hold timers and sockets that nobody waits for.
  process.exit(code);
}

function shown(what: 'help' | 'version'): { text: string; failed?: boolean } {
  if (what === 'help') return { text: HELP };
  const load = createRequire(import.meta.url);
  const { version } = load('nest-toolport/package.json') as { version: string };
  return { text: `${version}\n` };
}

async function run(command: Command): Promise<{ text: string; failed?: boolean }> {
  const client = await open(command);
  try {
    const { text, json, failed } = await COMMANDS[command.name](client, command);
    if (command.json) return { text: `${jsonText(json)}\n`, failed };
    return { text: text === '' ? '' : `${printable(text)}\n`, failed };
  } finally {
    await client.close();
  }
}

/** Nest is loaded for an application of our own alone: nothing else waits for it. */
async function open({ target, headers, timeout }: Command): Promise<ToolClient> {
  if ('url' in target) {
    const { openEndpoint } = await import('./open-endpoint.js');
    return openEndpoint({ ...target, headers, timeout });
  }
  const { openApplication } = await import('./open-application.js');
  return openApplication({ ...target, headers, timeout });
}

const COMMANDS: Record<
  Command['name'],
  (client: ToolClient, command: Command) => Promise<Outcome>
> = {
  async list(client) {
    const tools = await client.list();
    return { text: tools.map((tool) => line(tool)).join('\n'), json: tools };
  },

  async call(client, { words: [name, ...pairs], args }) {
    const given =
      args === undefined ? argumentsOfPairs(pairs, await client.find(name)) : argumentsOfJson(args);
    const result = await client.call(name, given);
    return { text: textOf(result), json: result, failed: result.isError === true };
  },

  async lint(client, { profile }) {
    const findings = lintTools(await client.list(), profile);
    const lines = findings.map(
      ({ tool, pointer, rule, client: who, message }) =>
        `${tool}${pointer}: ${message} (${rule}: ${who})`,
    );
    return { text: lines.join('\n'), json: findings, failed: findings.length > 0 };
  },

  async schema(client, { words: [name] }) {
    const { inputSchema, outputSchema } = await client.find(name);
    const json = { inputSchema, ...(outputSchema ? { outputSchema } : {}) };
    return { text: jsonText(json), json };
  },

  async snapshot(client, { file, check }) {
    const tools = await client.list();
    if (!check) {
      writeSnapshot(file, tools);
      return { text: `${tools.length} tools written to ${file}`, json: { file, drift: [] } };
    }
    const drift = compareSnapshot(file, tools);
    const lines = drift.map(({ kind, tool, at }) => [`${kind}: ${tool}`, ...at].join('\n  '));
    return { text: lines.join('\n'), json: { file, drift }, failed: drift.length > 0 };
  },
};

function line({ name, description = '' }: ToolDefinition): string {
  const [first] = description.split('\n', 1);
  return first === '' ? name : `${name}  ${first}`;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => wordOf(block)).join('\n');
}

function wordOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return `[${block.type}; --json shows it]`;
}

function wordsOf(error: unknown): string {
  if (error instanceof CliError || error instanceof SetupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What steers a terminal, or reverses what is read there; tabs and line breaks do no harm. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A server's words must not steer the terminal. */
function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** The same, without a loss: JSON can escape every character. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNPRINTABLE, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
