import { randomBytes } from 'node:crypto';
import { ProtocolError } from '../../errors/protocol.error.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { digestOf } from '../keys/digest.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { BoundAnswer, CallInputs } from './call-inputs.js';

/** How long a person may think, milliseconds. */
export const DEFAULT_STATE_TTL = 15 * 60 * 1000;

/** What a `requestState` holds; signed, not encrypted: the client knows all of it. */
interface StatePayload {
  /** Who was asked. */
  readonly principal: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Of the method and its parameters: a state is worth nothing on another request. */
  readonly request: string;
  /** Digests of what was asked, by key. */
  readonly asked: Readonly<Record<string, string>>;
  /** What was answered in earlier rounds, by key: digest of the question, answer. */
  readonly answered: Readonly<Record<string, readonly [string, unknown]>>;
  readonly nonce: string;
}

/** What a retry brings along. */
export interface ReadState {
  readonly principal: string;
  readonly asked: ReadonlyMap<string, string>;
  readonly answers: ReadonlyMap<string, BoundAnswer>;
}

/** The `requestState` of a call that waits for its questions' answers. */
export function writeState(scope: RequestScope, core: ServerCore, inputs: CallInputs): string {
  const payload: StatePayload = {
    principal: inputs.principal ?? '',
    expires: Date.now() + (core.options.requestStateTtl ?? DEFAULT_STATE_TTL),
    request: requestDigest(scope),
    asked: Object.fromEntries([...inputs.questions].map(([key, { digest }]) => [key, digest])),
    answered: Object.fromEntries([...inputs.taken].flatMap(([key, bound]) => stored(key, bound))),
    nonce: randomBytes(9).toString('base64url'),
  };
  return core.stateKeys.sign(JSON.stringify(payload));
}

function stored(key: string, { digest, given }: BoundAnswer): [string, [string, unknown]][] {
  return digest !== undefined && 'answer' in given ? [[key, [digest, given.answer]]] : [];
}

/** @throws ProtocolError where the state is forged, too old, of another request, or used up */
export async function readState(
  state: unknown,
  scope: RequestScope,
  core: ServerCore,
): Promise<ReadState> {
  const signed = typeof state === 'string' ? core.stateKeys.verify(state) : undefined;
  const payload = signed === undefined ? undefined : parse(signed);
  if (!payload) throw refused('it was not issued by this server');
  if (payload.expires <= Date.now()) throw refused('it has expired');
  if (payload.request !== requestDigest(scope)) throw refused('it belongs to another request');
  await useUp(payload, core);
  const answers = Object.entries(payload.answered).map(
    ([key, [digest, answer]]): [string, BoundAnswer] => [key, { digest, given: { answer } }],
  );
  const asked = new Map(Object.entries(payload.asked));
  return { principal: payload.principal, asked, answers: new Map(answers) };
}

/** Signed, so it is ours; parsed all the same as what it is: text from outside. */
function parse(signed: string): StatePayload | undefined {
  const value: unknown = JSON.parse(signed);
  return isPayload(value) ? value : undefined;
}

function isPayload(value: unknown): value is StatePayload {
  return isJsonObject(value) && isJsonObject(value.asked) && isJsonObject(value.answered);
}

async function useUp({ nonce, expires }: StatePayload, core: ServerCore): Promise<void> {
  const { singleUse } = core.options;
  if (!singleUse || (await singleUse.use(nonce, expires - Date.now()))) return;
  throw refused('it has been used');
}

/** Parameters that differ from one round to the next. */
const OF_THE_ROUND = new Set(['_meta', 'inputResponses', 'requestState']);

function requestDigest({ method, params }: RequestScope): string {
  const salient = Object.entries(params).filter(([name]) => !OF_THE_ROUND.has(name));
  // No arguments and empty ones are the same call.
  return digestOf([method, { arguments: {}, ...Object.fromEntries(salient) }]);
}

function refused(why: string): ProtocolError {
  return new ProtocolError('MCP_INVALID_PARAMS', `"params.requestState" is refused: ${why}`);
}
