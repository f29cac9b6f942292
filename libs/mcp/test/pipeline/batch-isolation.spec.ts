import {
  Body,
  Controller,
  Module,
  Post,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { startBench, type Bench } from './support/bench.js';

interface Held {
  verified?: boolean;
}
interface Asked {
  readonly user: Held;
  readonly cookies: Held;
  readonly signedCookies: Held;
  readonly session: Held;
  readonly query: Held;
  readonly params: Held;
  readonly body: { readonly pin?: string };
}

/** Where a guard might leave what it has verified. */
const PLACES = ['locals', 'user', 'cookies', 'signedCookies', 'query', 'params'] as const;
type Place = (typeof PLACES)[number] | 'session';

function placeOf(context: ExecutionContext, place: Place): Held {
  const http = context.switchToHttp();
  if (place === 'locals') return http.getResponse<{ locals: Held }>().locals;
  return http.getRequest<Asked>()[place];
}

let place: Place = 'locals';

class ProvingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (context.switchToHttp().getRequest<Asked>().body.pin !== '1234') return false;
    placeOf(context, place).verified = true;
    return true;
  }
}
class BelievingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return placeOf(context, place).verified === true;
  }
}

@Controller('vault')
class VaultController {
  @McpTool({ name: 'prove' }) @Post('prove') @UseGuards(ProvingGuard) prove(
    @Body('pin') pin: string,
  ) {
    return { pin };
  }
  @McpTool({ name: 'both' }) @Post('both') @UseGuards(ProvingGuard, BelievingGuard) both(
    @Body('pin') pin: string,
  ) {
    return { pin };
  }
  @McpTool({ name: 'secret' }) @Post('secret') @UseGuards(BelievingGuard) secret() {
    return { secret: 42 };
  }
}
@Module({ controllers: [VaultController] })
class VaultModule {}

class Session implements Held {
  verified?: boolean;
}

/** As passport, cookie-parser and a session library would leave them. */
function identify(
  request: Record<string, unknown>,
  response: { locals?: object },
  next: () => void,
): void {
  Object.assign(request, { user: { id: 7 }, cookies: {}, session: new Session() });
  request.signedCookies = Object.create(null);
  if (response.locals) Object.assign(response.locals, { tenant: 'acme' });
  next();
}

describe.each(['http-express', 'http-fastify'] as const)(
  'the calls of a batch, over %s',
  (over) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench(over, VaultModule, {
        configure: (app) => {
          if (over === 'http-express') return void app.use(identify);
          const fastify = app.getHttpAdapter().getInstance() as {
            addHook(name: 'onRequest', hook: typeof identify): void;
          };
          fastify.addHook('onRequest', identify);
        },
      });
    });
    afterAll(() => bench.close());

    async function batch(...calls: [name: string, args: object][]): Promise<unknown[]> {
      const response = await fetch(`${await bench.app.getUrl()}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(
          calls.map(([name, args], id) => {
            return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
          }),
        ),
      });
      const answers = (await response.json()) as { id: number; result: Record<string, unknown> }[];
      return answers.toSorted((a, b) => a.id - b.id).map(({ result }) => result.structuredContent);
    }

    it.each(PLACES)('do not believe what another one’s guard left in %s', async (where) => {
      place = where;
      const pin = { pin: '1234' };
      expect(await batch(['both', pin], ['prove', pin], ['secret', {}])).toEqual([
        pin,
        pin,
        undefined,
      ]);
    });

    it('share the session, which is one for all requests', async () => {
      place = 'session';
      expect(await batch(['prove', { pin: '1234' }], ['secret', {}])).toEqual([
        { pin: '1234' },
        { secret: 42 },
      ]);
    });
  },
);
