/**
 * `node bench/schema-boot.mjs [tools] [rounds]`: what 500 DTOs cost at boot, beside the OpenAPI
 * document of the same 500 DTOs by @nestjs/swagger.
 *
 * Each sample is a process of its own, as a boot is; the sides take turns, so that whatever else the
 * machine does falls on both. Loading the packages and declaring the classes is not counted. Exits
 * with 1 where deriving takes more than 1.5 times as long as the document.
 */
import 'reflect-metadata';
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import * as cv from 'class-validator';
import { McpModule, McpTool } from 'nest-toolport';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MOST = 1.5;
const PIPE = new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true });
const ROUTES_PER_CONTROLLER = 10;

/**
 * Kinds of property: type, decorators, and what the compiler plugin of @nestjs/swagger writes down
 * for such a property.
 */
const KINDS = [
  [
    String,
    (n) => [cv.IsString(), cv.MinLength(1 + (n % 3)), cv.MaxLength(40 + n)],
    (n) => ({ type: () => String, minLength: 1 + (n % 3), maxLength: 40 + n }),
  ],
  [
    Number,
    (n) => [cv.IsInt(), cv.Min(n % 7), cv.Max(100 + n)],
    (n) => ({ type: () => Number, minimum: n % 7, maximum: 100 + n }),
  ],
  [
    Boolean,
    () => [cv.IsOptional(), cv.IsBoolean()],
    () => ({ type: () => Boolean, required: false, description: 'Whether it is shown' }),
  ],
  [
    String,
    (n) => [cv.IsIn(['open', 'shut', `state${n}`])],
    (n) => ({ type: () => String, enum: ['open', 'shut', `state${n}`] }),
  ],
  [
    Array,
    () => [cv.IsArray(), cv.IsString({ each: true })],
    () => ({ type: () => [String], description: 'What it is filed under' }),
  ],
  [Date, () => [Type(() => Date), cv.IsDate()], () => ({ type: () => Date })],
  [
    String,
    () => [cv.IsOptional(), cv.IsEmail()],
    () => ({ type: () => String, required: false, format: 'email' }),
  ],
  [
    String,
    (n) => [cv.Matches(codes(n))],
    (n) => ({ type: () => String, pattern: String(codes(n)) }),
  ],
];
const PROPERTIES = 6;
const codes = (n) => new RegExp(`^[a-z]{2,${3 + (n % 9)}}$`, 'i');

/** A class as the TypeScript compiler and the plugin of swagger leave it. */
function declareClass(name, properties) {
  const type = { [name]: class {} }[name];
  const words = {};
  for (const [key, [design, decorators, told]] of Object.entries(properties)) {
    Reflect.defineMetadata('design:type', design, type.prototype, key);
    for (const decorate of decorators) decorate(type.prototype, key);
    words[key] = { required: true, ...told };
  }
  type._OPENAPI_METADATA_FACTORY = () => words;
  return type;
}

/** A DTO unlike the others; every fourth holds another one, every eighth a list of it. */
function declareDto(index) {
  const properties = {};
  for (let place = 0; place < PROPERTIES; place += 1) {
    const [design, decorators, told] = KINDS[(index + place * 3) % KINDS.length];
    const n = index + place;
    properties[`p${place}`] = [design, decorators(n), told(n)];
  }
  if (index % 4 === 0) {
    const part = declareClass(`Part${index}`, {
      sku: [String, [cv.IsString()], { type: () => String }],
      qty: [Number, [cv.IsInt(), cv.Min(1)], { type: () => Number, minimum: 1 }],
    });
    const each = index % 8 === 0;
    const decorators = [cv.ValidateNested({ each }), Type(() => part)];
    properties.part = [each ? Array : part, decorators, { type: () => (each ? [part] : part) }];
  }
  return declareClass(`Dto${index}`, properties);
}

function declareController(number, dtos) {
  const name = `C${number}Controller`;
  const controller = { [name]: class {} }[name];
  dtos.forEach((dto, index) => {
    const method = `m${index}`;
    // swagger finds a method's parameters by the name of the function.
    const { [method]: value } = { [method]: (body) => body };
    const descriptor = { value, configurable: true, writable: true };
    Object.defineProperty(controller.prototype, method, descriptor);
    Reflect.defineMetadata('design:paramtypes', [dto], controller.prototype, method);
    Body()(controller.prototype, method, 0);
    Post(method)(controller.prototype, method, descriptor);
    McpTool({ description: 'Takes one' })(controller.prototype, method, descriptor);
  });
  Controller(`c${number}`)(controller);
  return controller;
}

/** Milliseconds of one side, in this process. */
const SIDES = {
  /** What the tool table does for each method. */
  async derive(dtos) {
    const entry = new URL('schema/derive-input.js', import.meta.resolve('nest-toolport'));
    const { deriveInput } = await import(entry);
    return timed(() => {
      for (const type of dtos) {
        const parameters = [{ index: 0, source: 'body', type, pipes: [PIPE] }];
        const { diagnostics } = deriveInput(parameters, { where: `Tools.${type.name}` });
        if (diagnostics.some(({ severity }) => severity === 'error')) throw diagnostics;
      }
    });
  },
  async document(dtos) {
    const app = await createApp(dtos);
    await app.init();
    return timed(() => {
      const config = new DocumentBuilder().build();
      const { components } = SwaggerModule.createDocument(app, config);
      if (Object.keys(components.schemas).length < dtos.length)
        throw new Error(`only ${Object.keys(components.schemas).length} DTOs`);
    });
  },
  async bootWith(dtos) {
    const app = await createApp(dtos, McpModule.forRoot({ name: 'bench', version: '1.0.0' }));
    return timed(() => app.init());
  },
  async bootWithout(dtos) {
    const app = await createApp(dtos);
    return timed(() => app.init());
  },
};

async function createApp(dtos, ...imports) {
  const controllers = [];
  for (let from = 0; from < dtos.length; from += ROUTES_PER_CONTROLLER) {
    const own = dtos.slice(from, from + ROUTES_PER_CONTROLLER);
    controllers.push(declareController(controllers.length, own));
  }
  const root = class AppModule {};
  Module({ imports, controllers })(root);
  const app = await NestFactory.create(root, { logger: false, abortOnError: false });
  app.useGlobalPipes(PIPE);
  return app;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function sample(side, tools) {
  const script = fileURLToPath(import.meta.url);
  return Number(
    execFileSync(process.execPath, [script, '--side', side, tools], { encoding: 'utf8' }),
  );
}

function compare(tools, rounds) {
  const names = Object.keys(SIDES);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes.
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) samples[name].push(sample(name, String(tools)));
  }
  const ms = Object.fromEntries(names.map((name) => [name, median(samples[name])]));
  const ratio = ms.derive / ms.document;
  const whole = (ms.bootWith - ms.bootWithout) / ms.document;
  const show = (value) => `${value.toFixed(1)} ms`;
  console.log(`${tools} DTO tools, medians of ${rounds} processes`);
  console.log(`  schemas derived            ${show(ms.derive)}`);
  console.log(`  @nestjs/swagger document   ${show(ms.document)}`);
  console.log(`  ratio                      ${ratio.toFixed(2)} (at most ${MOST})`);
  console.log(`  boot with / without tools  ${show(ms.bootWith)} / ${show(ms.bootWithout)}`);
  console.log(`  all that tools add / document  ${whole.toFixed(2)}`);
  process.exitCode = ratio < MOST ? 0 : 1;
}

const [first, second, third] = process.argv.slice(2);
if (first === '--side') {
  const dtos = Array.from({ length: Number(third) }, (_, index) => declareDto(index));
  process.stdout.write(String(await SIDES[second](dtos)));
  process.exit(0);
}
compare(Number(first ?? 500), Number(second ?? 7));
