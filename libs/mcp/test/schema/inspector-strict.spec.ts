import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ValidationPipe } from '@nestjs/common';
import { describeInput, describeOutput } from '../../src/schema/describe.js';
import type { JsonSchema, SchemaProfile } from '../../src/schema/json-schema.js';
import { lintTools } from '../../src/schema/lint.js';
import { behaviourShapes } from './corpus/behaviour.shapes.js';
import type { Shape } from './corpus/shape.js';
import { structuresShapes } from './corpus/structures.shapes.js';
import { valuesShapes } from './corpus/values.shapes.js';
import { DEFAULT_PIPE } from './support/comparison.js';

const SHAPES: readonly Shape[] = [...valuesShapes, ...structuresShapes, ...behaviourShapes];

/** The exit code of the inspector for a schema that is not portable. */
const UNPORTABLE = 6;

function toolsOf(profile: SchemaProfile) {
  return SHAPES.map(({ type, pipe }, index) => ({
    name: `${type.name}_${index}`,
    inputSchema: describeInput(type as never, {
      profile,
      pipes: [new ValidationPipe(pipe ?? DEFAULT_PIPE)],
    }).published,
    outputSchema: describeOutput(type as never, { profile }).published,
  }));
}

it.each(['portable', 'gemini', 'full'] as const)(
  'publishes every shape of the corpus so that it passes the lint of %s',
  (profile) => {
    expect(lintTools(toolsOf(profile).slice(0, 128), profile)).toEqual([]);
    expect(lintTools(toolsOf(profile).slice(128), profile)).toEqual([]);
  },
);

describe('the inspector with --strict', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolport-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('takes every shape of the corpus in the portable profile, without a warning on what goes in', async () => {
    const { code, findings } = await inspect(folder, toolsOf('portable'));
    expect(code).toBe(0);
    expect(findings.filter(({ schema }) => schema === 'inputSchema')).toEqual([]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  }, 60_000);

  it('would have refused a boolean schema', async () => {
    const inputSchema = { type: 'object', properties: { a: true } };
    const { code, findings } = await inspect(folder, [{ name: 'bad', inputSchema }]);
    expect(code).toBe(UNPORTABLE);
    expect(findings.map(({ rule }) => rule)).toEqual(['boolean-schema']);
  }, 60_000);
});

interface InspectorFinding {
  readonly rule: string;
  readonly severity: string;
  readonly schema: string;
  readonly path: string;
}

/** Runs the real inspector against a real (official) stdio server that lists these tools. */
async function inspect(
  folder: string,
  tools: readonly { name: string; inputSchema: JsonSchema; outputSchema?: JsonSchema }[],
): Promise<{ code: number | null; findings: readonly InspectorFinding[] }> {
  const list = join(folder, 'tools.json');
  await writeFile(list, JSON.stringify(tools));
  const root = join(__dirname, '../../../..');
  const inspector = join(
    root,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const server = join(__dirname, 'support/list-server.mjs');
  const command = [
    inspector,
    '--cli',
    process.execPath,
    server,
    list,
    '--method',
    'tools/list',
    '--strict',
    '--format',
    'json',
  ];
  const { code, stdout } = await run(command);
  const parsed = JSON.parse(stdout.split('\n')[0] ?? '') as {
    schemaFindings?: { toolName: string; findings: InspectorFinding[] }[];
  };
  return { code, findings: (parsed.schemaFindings ?? []).flatMap((tool) => tool.findings) };
}

function run(command: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout }));
  });
}
