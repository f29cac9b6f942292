import type { ApplicationConfig } from '@nestjs/core';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { SetupProblem } from '../errors/setup.error.js';
import {
  compileChain,
  compileParameters,
  type CompiledChain,
  type CompiledParameter,
  type EnhancerHome,
} from './compiled-chain.js';
import { enhancerFaults } from './enhancer-faults.js';
import { planMethod, type MethodPlan } from './method-plan.js';
import type { NestCreators } from './nest-creators.js';
import { isStatic } from './scoped-instance.js';

/**
 * What is known of a method before anybody calls it. Several steps of the boot ask for it, and Nest
 * takes its time to answer: each thing is worked out once.
 */
export class PreparedMethod {
  readonly plan: MethodPlan;
  readonly home: EnhancerHome;
  /** Stands for the instance where only its class counts: a scoped class has none yet. */
  readonly placeholder: object;
  /** Enhancers that Nest would drop. */
  readonly faults: readonly SetupProblem[];
  readonly #isStatic: boolean;
  #chain?: CompiledChain;
  #parameters?: readonly CompiledParameter[];

  constructor(
    method: DiscoveredMethod<unknown>,
    private readonly creators: NestCreators,
    config: ApplicationConfig,
  ) {
    const { metatype, methodName, route, wrapper, moduleKey } = method;
    this.plan = planMethod(metatype, methodName, route !== undefined, inputOf(method));
    this.home = { moduleKey, inquirerId: wrapper.id };
    this.placeholder = (wrapper.instance ?? Object.create(metatype.prototype as object)) as object;
    this.faults = enhancerFaults(this.plan, method, config);
    this.#isStatic = isStatic(method);
  }

  /** The chain of all calls; undefined where each call has its own. */
  chain(): CompiledChain | undefined {
    if (!this.#isStatic) return undefined;
    this.#chain ??= compileChain(this.creators, this.plan, this.placeholder, this.home);
    return this.#chain;
  }

  /** The parameters with their pipes, the request-scoped ones as prototypes. */
  parameters(): readonly CompiledParameter[] {
    this.#parameters ??=
      this.chain()?.parameters ??
      compileParameters(this.creators, this.plan, this.placeholder, this.home);
    return this.#parameters;
  }

  /** The guards, the request-scoped ones as prototypes. */
  guards(): CompiledChain['guards'] {
    const { moduleKey, inquirerId } = this.home;
    return (
      this.chain()?.guards ??
      this.creators.guards.create(
        this.placeholder,
        this.plan.handler,
        moduleKey,
        undefined,
        inquirerId,
      )
    );
  }
}

/** Only tools have one. */
function inputOf({ options }: DiscoveredMethod<unknown>): unknown {
  return (Object(options) as { input?: unknown }).input;
}
