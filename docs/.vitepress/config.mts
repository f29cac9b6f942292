import { defineConfig, type DefaultTheme } from 'vitepress';

/** Everything that the site needs lies in this repository: it is built without a network. */
export default defineConfig({
  title: 'Toolport',
  description: 'Turn the NestJS application you have into an MCP server.',
  lang: 'en',
  cleanUrls: true,
  lastUpdated: false,
  srcExclude: ['api/**'],
  // Names that the reference does not hold lead nowhere: it has what is exported, and no more.
  ignoreDeadLinks: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/existing-app' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'Options', link: '/options' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: [
      section('Start', {
        'An application you have': 'existing-app',
        Tools: 'tools',
        'Results and errors': 'results-and-errors',
        Testing: 'testing',
        Inspector: 'inspector',
      }),
      section('More', {
        'Resources, prompts, completion': 'primitives',
        'Progress and long jobs': 'long-jobs',
        Transactions: 'transactions',
        Languages: 'i18n',
        Recipes: 'recipes',
      }),
      section('Transports', {
        HTTP: 'http',
        stdio: 'stdio',
        WebSocket: 'websocket',
        'Several replicas': 'scaling',
        Performance: 'performance',
      }),
      section('Trust', {
        'What runs when a tool is called': 'pipeline',
        Security: 'security',
        Authorisation: 'auth',
      }),
      section('Other servers', { Client: 'client', Gateway: 'gateway' }),
      section('Look up', {
        Options: 'options',
        'Boot codes': 'boot-codes',
        Schemas: 'schemas',
        Protocol: 'protocol',
        'Command line': 'cli',
        'API reference': 'reference/',
      }),
      section('Coming from', {
        '@rekog/mcp-nest': 'migrate-mcp-nest',
        '@nestjs/mcp': 'migrate-nestjs-mcp',
        'mcp-expose': 'migrate-mcp-expose',
      }),
      section('Inside', { Architecture: 'architecture', Dependencies: 'dependencies' }),
    ],
  },
});

function section(text: string, pages: Record<string, string>): DefaultTheme.SidebarItem {
  const items = Object.entries(pages).map(([name, page]) => ({ text: name, link: `/${page}` }));
  return { text, items };
}
