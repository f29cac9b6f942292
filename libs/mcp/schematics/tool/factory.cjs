// `nest g -c nest-toolport tool orders`. Nest's own helpers place the files and find the module, so
// that the result stands where `nest g service` would have put it.
const { posix } = require('node:path');

exports.main = function main(options) {
  return (tree, context) => {
    const place = placeOf(options, tree);
    for (const [file, text] of Object.entries(filesOf(place))) {
      tree.create(posix.join(place.path, file), text);
    }
    if (!options.skipImport) declare(place, tree, context);
    warnOfMissing(tree, context);
    return tree;
  };
};

function placeOf(options, tree) {
  const nest = require('@nestjs/schematics');
  if (options.language && options.language !== 'ts') {
    throw new Error('Toolport reads the types of parameters: its tools are written in TypeScript');
  }
  const source = { ...options };
  void nest.mergeSourceRoot(source)(tree); // writes to `source`
  const parsed = new nest.NameParser().parse(source);
  const name = nest.normalizeToKebabOrSnakeCase(parsed.name);
  const folder = nest.normalizeToKebabOrSnakeCase(parsed.path);
  return {
    name,
    pascal: name.replace(/(?:^|[-_])(\w)/g, (_, letter) => letter.toUpperCase()),
    path: options.flat ? folder : posix.join(folder, name),
    extension: isEsm(tree) ? '.js' : '',
    suffix: options.spec === false ? undefined : (options.specFileSuffix ?? 'spec'),
  };
}

function declare({ name, path }, tree, context) {
  const { ModuleDeclarator, ModuleFinder } = require('@nestjs/schematics');
  const module = new ModuleFinder(tree).find({ name, path });
  if (!module) {
    context.logger.warn('No module was found: add the class to the providers of one.');
    return;
  }
  const entry = { name, path, module, type: 'tools', metadata: 'providers', isEsm: isEsm(tree) };
  const before = tree.read(module).toString();
  tree.overwrite(module, new ModuleDeclarator().declare(before, entry));
}

function filesOf({ name, pascal, extension, suffix }) {
  return {
    [`${name}.tools.ts`]: provider(name, pascal, extension),
    [`dto/find-${name}.dto.ts`]: dto(pascal),
    ...(suffix ? { [`${name}.tools.${suffix}.ts`]: spec(name, pascal, extension) } : {}),
  };
}

const provider = (name, pascal, extension) => `import { Injectable } from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { Find${pascal}Dto } from './dto/find-${name}.dto${extension}';

@Injectable()
export class ${pascal}Tools {
  @McpTool({
    description: 'Finds ${name} by a text',
    annotations: { readOnlyHint: true },
  })
  find(input: Find${pascal}Dto) {
    return { query: input.query, found: [] as string[] };
  }
}
`;

const dto = (pascal) => `import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

export class Find${pascal}Dto {
  @IsString()
  query!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;
}
`;

const spec = (name, pascal, extension) => `import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpModule } from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';
import { ${pascal}Tools } from './${name}.tools${extension}';

describe('${pascal}Tools', () => {
  let app: INestApplication;

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      imports: [McpModule.forRoot({ name: '${name}', version: '1.0.0' })],
      providers: [${pascal}Tools],
    }).compile();
    app = module.createNestApplication();
    await app.init();
  });
  afterAll(() => app.close());

  it('finds ${name}', async () => {
    const [tool] = await createMcpTestClient(app).listTools();
    const result = await createMcpTestClient(app).callTool(tool.name, { query: 'tea' });
    expect(result.structuredContent).toEqual({ query: 'tea', found: [] });
  });

  it('refuses input that the DTO does not take', async () => {
    const [tool] = await createMcpTestClient(app).listTools();
    const result = await createMcpTestClient(app).callTool(tool.name, { query: 'tea', limit: 0 });
    expect(result.isError).toBe(true);
  });
});
`;

function isEsm(tree) {
  return manifestOf(tree).type === 'module';
}

function warnOfMissing(tree, context) {
  const { dependencies } = manifestOf(tree);
  const wanted = ['class-validator', 'class-transformer', 'nest-toolport'];
  const missing = wanted.filter((name) => !dependencies?.[name]);
  if (missing.length > 0) context.logger.warn(`Still to install: npm i ${missing.join(' ')}`);
}

function manifestOf(tree) {
  const text = tree.read('package.json');
  return text ? JSON.parse(text.toString()) : {};
}
