import {
  Injectable,
  Module,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  McpListGuard,
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpTool,
  ToolRegistry,
} from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

@Injectable()
@McpListGuard()
class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers['x-role'] === 'staff';
  }
}

@Injectable()
class DeskService {
  @McpTool({ name: 'open_tool', description: 'Open' })
  @McpPrompt({ name: 'open_prompt', description: 'Open' })
  @McpResource('desk://open')
  open() {
    return 'open';
  }

  @UseGuards(StaffGuard)
  @McpTool({ name: 'staff_tool', description: 'Staff' })
  @McpPrompt({ name: 'staff_prompt', description: 'Staff' })
  @McpResource('desk://staff')
  staff() {
    return 'staff';
  }

  @UseGuards(StaffGuard)
  @McpResource('desk://staff/{id}')
  one(@McpParam('id') id: string) {
    return id;
  }
}

async function listed(visibility: 'all' | 'guarded', role: string) {
  @Module({
    imports: [McpModule.forRoot({ name: 'desk', visibility })],
    providers: [DeskService, StaffGuard],
  })
  class DeskModule {}
  const app = await NestFactory.create(DeskModule, { logger: false });
  await app.init();
  try {
    const added = {
      name: 'added_tool',
      description: 'Added',
      inputSchema: { type: 'object' },
      origin: 'local',
      execute: async () => ({ success: true, content: [] }),
    } as const;
    app.get(ToolRegistry).add(added, { guards: [new StaffGuard()] });
    const client = createMcpTestClient(app, { headers: { 'x-role': role } });
    const lists = ['tools', 'prompts', 'resources', 'resources/templates'];
    const results = await Promise.all(lists.map((list) => client.request(`${list}/list`)));
    return [...JSON.stringify(results).matchAll(/"(?:name|uri|uriTemplate)":"([^"]+)"/g)].map(
      ([, name]) => name,
    );
  } finally {
    await app.close();
  }
}

const GUARDED = ['staff_tool', 'added_tool', 'staff_prompt', 'desk://staff', 'desk://staff/{id}'];
const OPEN = ['open_tool', 'open_prompt', 'desk://open'];

describe('visibility: guarded', () => {
  it('hides from a caller all that the list guards of its method refuse, of every kind', async () => {
    const names = await listed('guarded', 'guest');
    expect(names).toEqual(expect.arrayContaining(OPEN));
    for (const name of GUARDED) expect(names).not.toContain(name);
  });

  it.each([
    ['guarded', 'staff'],
    ['all', 'guest'],
  ] as const)('shows everything under %s to %s', async (visibility, role) => {
    const names = await listed(visibility, role);
    expect(names).toEqual(expect.arrayContaining([...OPEN, ...GUARDED]));
  });
});
