import { Inject, Injectable, Optional } from '@nestjs/common';
import {
  ApplicationConfig,
  ExternalContextCreator,
  HttpAdapterHost,
  ModuleRef,
  ModulesContainer,
} from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';

/**
 * What a module of ours takes from NestJS itself, through one door: where the application runs on another
 * copy of `@nestjs/core` than the library imports, nothing of it can be injected, and Nest would only
 * name whichever of its own classes it missed first.
 */
@Injectable()
export class NestCore {
  readonly config: ApplicationConfig;
  readonly creator: ExternalContextCreator;
  readonly host: HttpAdapterHost;
  /** Of the module that this is a provider of. */
  readonly moduleRef: ModuleRef;
  readonly modules: ModulesContainer;

  /** @throws SetupError `MCP_TWO_NESTS` */
  constructor(
    @Optional() @Inject(ApplicationConfig) config?: ApplicationConfig,
    @Optional() @Inject(ExternalContextCreator) creator?: ExternalContextCreator,
    @Optional() @Inject(HttpAdapterHost) host?: HttpAdapterHost,
    @Optional() @Inject(ModuleRef) moduleRef?: ModuleRef,
    @Optional() @Inject(ModulesContainer) modules?: ModulesContainer,
  ) {
    if (!config || !creator || !host || !moduleRef || !modules) throw twoCopies();
    this.config = config;
    this.creator = creator;
    this.host = host;
    this.moduleRef = moduleRef;
    this.modules = modules;
  }
}

function twoCopies(): SetupError {
  return new SetupError([
    {
      code: 'MCP_TWO_NESTS',
      where: '@nestjs/core',
      message:
        'there are two copies of @nestjs/core: the application runs on another than the library',
      remedy: 'look for them with `npm ls @nestjs/core`, and let all packages share one version',
    },
  ]);
}
