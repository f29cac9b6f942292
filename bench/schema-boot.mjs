/**
 * `npm run schema-boot [-- TOOLS ROUNDS]`: what 500 DTOs cost at boot, beside the OpenAPI document of
 * the same 500 DTOs by @nestjs/swagger.
 *
 * Both sides do each round's 500 new classes in turn, in one process, and who goes first changes.
 * Loading the packages, declaring the classes and starting the application is not counted. The first
 * round is told apart: a boot is cold. Exits with 1 where deriving takes more than 1.5 times as long.
 */
import 'reflect-metadata';
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import * as cv from 'class-validator';
import { build } from './lib/build.mjs';

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
  });
  Controller(`c${number}`)(controller);
  return controller;
}

async function startApp(dtos) {
  const controllers = [];
  for (let from = 0; from < dtos.length; from += ROUTES_PER_CONTROLLER) {
    const own = dtos.slice(from, from + ROUTES_PER_CONTROLLER);
    controllers.push(declareController(controllers.length, own));
  }
  const root = class AppModule {};
  Module({ controllers })(root);
  const app = await NestFactory.create(root, { logger: false, abortOnError: false });
  return app.init();
}

build();
const { deriveInput } = await import('./dist/library/schema/derive-input.js');

/** What the tool table does for each method: the enforced schema, the published one, the checks. */
function derive(dtos) {
  for (const type of dtos) {
    const parameters = [{ index: 0, source: 'body', type, pipes: [PIPE] }];
    const { diagnostics } = deriveInput(parameters, { where: `Tools.${type.name}` });
    const fault = diagnostics.find(({ severity }) => severity === 'error');
    if (fault) throw new Error(JSON.stringify(fault));
  }
}

function document(dtos, app) {
  const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const known = Object.keys(components.schemas).length;
  if (known < dtos.length) throw new Error(`the document has ${known} of ${dtos.length} DTOs`);
}

function timed(work) {
  globalThis.gc?.();
  const started = performance.now();
  work();
  return performance.now() - started;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const [tools = 500, rounds = 9] = process.argv.slice(2).map(Number);
const samples = { derive: [], document: [] };
for (let round = 0; round < rounds; round += 1) {
  const dtos = Array.from({ length: tools }, (_, index) => declareDto(index));
  const app = await startApp(dtos);
  const sides = [
    () => samples.derive.push(timed(() => derive(dtos))),
    () => samples.document.push(timed(() => document(dtos, app))),
  ];
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) side();
  await app.close();
}
const ratios = samples.derive.map((ms, round) => ms / samples.document[round]);
const [derived, documented, ratio] = [samples.derive, samples.document, ratios].map(median);
console.log(`${tools} DTO tools, medians of ${rounds} rounds`);
console.log(`  schemas derived           ${derived.toFixed(0)} ms`);
console.log(`  @nestjs/swagger document  ${documented.toFixed(0)} ms`);
console.log(`  ratio within a round      ${ratio.toFixed(2)} (at most ${MOST})`);
console.log(`  ratio of the first round  ${ratios[0].toFixed(2)}`);
process.exitCode = ratio < MOST ? 0 : 1;
