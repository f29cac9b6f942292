/** The reports of group C that are about an application as a whole. */
import { Module } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { McpTool } from '../../src/decorators/tool.decorator.js';
import { toolMetadata } from '../../src/decorators/tool-metadata.accessor.js';
import { MethodExplorer } from '../../src/discovery/method.explorer.js';
import { compileLibrary } from './support/compiled-library.js';

describe('field reports C: whole applications', () => {
  it('O-C16 looks through providers without a class, and runs no getter', async () => {
    let ranGetter = false;
    class Tools {
      @McpTool()
      ping(): void {}

      get broken(): never {
        ranGetter = true;
        throw new Error('a getter ran');
      }
    }
    @Module({
      providers: [
        Tools,
        { provide: 'null', useValue: null },
        { provide: 'plain', useValue: {} },
        { provide: Symbol('bare'), useValue: Object.create(null) as object },
        {
          provide: 'throws',
          useValue: {
            get broken(): never {
              ranGetter = true;
              throw new Error('a getter ran');
            },
          },
        },
      ],
    })
    class AppModule {}
    const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const explorer = new MethodExplorer(context.get(ModulesContainer));
    const found = explorer.explore(({ method }) => toolMetadata.ofMethod(method));
    await context.close();
    expect(found.map(({ methodName }) => methodName)).toEqual(['ping']);
    expect(ranGetter).toBe(false);
  });

  describe('with copies of the validation packages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schema-copies-'));
    const application = join(folder, 'application');

    beforeAll(() => {
      compileLibrary(join(folder, 'library'));
      // Two copies of each package: one beside the library, one in the application.
      for (const owner of ['library', 'application']) copyPackages(join(folder, owner));
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("O-C15 reads the application's copy, not the one beside the library", () => {
      const described = run(`
        require('reflect-metadata');
        const cv = require('class-validator');
        const { Type } = require('class-transformer');
        class Line {}
        cv.IsInt()(Line.prototype, 'qty');
        class Order {}
        cv.ValidateNested({ each: true })(Order.prototype, 'lines');
        cv.IsArray()(Order.prototype, 'lines');
        Type(() => Line)(Order.prototype, 'lines');
        print(describeInput(Order));
      `);
      expect(described).toMatchObject({
        enforced: {
          properties: {
            lines: { type: 'array', items: { properties: { qty: { type: 'integer' } } } },
          },
          required: ['lines'],
        },
        diagnostics: [],
      });
    });

    it('O-C15 faults a class that another copy of class-transformer decorated', () => {
      const described = run(`
        require('reflect-metadata');
        const cv = require('class-validator');
        require('class-transformer');
        const stray = require(${JSON.stringify(join(folder, 'library'))} + '/node_modules/class-transformer');
        class Line {}
        cv.IsInt()(Line.prototype, 'qty');
        class Order {}
        cv.ValidateNested()(Order.prototype, 'line');
        stray.Type(() => Line)(Order.prototype, 'line');
        print(describeInput(Order));
      `);
      expect(described['diagnostics']).toContainEqual(
        expect.objectContaining({ severity: 'error', code: 'OTHER_COPY', where: 'Order' }),
      );
    });

    it('says what to install where the application has no class-validator', () => {
      rmSync(join(application, 'node_modules'), { recursive: true });
      const described = run('class Order {} print(describeInput(Order));');
      expect(described['diagnostics']).toContainEqual(
        expect.objectContaining({
          severity: 'error',
          code: 'CLASS_VALIDATOR_MISSING',
          remedy: expect.stringContaining('npm install class-validator'),
        }),
      );
    });

    function run(script: string): Record<string, unknown> {
      const entry = join(application, 'main.js');
      const head = `
        const { describeInput } = require(${JSON.stringify(join(folder, 'library', 'schema', 'describe.js'))});
        const print = (value) => process.stdout.write(JSON.stringify(value));
      `;
      writeFileSync(entry, head + script);
      // From another working directory: the entry file tells where the application is.
      const printed = execFileSync(process.execPath, [entry], { cwd: tmpdir(), encoding: 'utf8' });
      return JSON.parse(printed) as Record<string, unknown>;
    }

    function copyPackages(owner: string): void {
      mkdirSync(join(owner, 'node_modules'), { recursive: true });
      for (const name of ['class-validator', 'class-transformer']) {
        const source = dirname(require.resolve(`${name}/package.json`));
        const target = join(owner, 'node_modules', name);
        for (const part of ['package.json', 'cjs'])
          cpSync(join(source, part), join(target, part), { recursive: true });
      }
      for (const name of ['validator', 'libphonenumber-js']) {
        const source = dirname(require.resolve(`${name}/package.json`));
        symlinkSync(source, join(owner, 'node_modules', name));
      }
      const reflection = dirname(require.resolve('reflect-metadata'));
      symlinkSync(reflection, join(owner, 'node_modules', 'reflect-metadata'));
    }
  });
});
