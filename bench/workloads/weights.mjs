import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const title = 'What an install adds to a Nest application';

const LIBRARY = fileURLToPath(new URL('../../libs/mcp', import.meta.url));
const NEST = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
  'reflect-metadata',
  'rxjs',
];

const ADDED = {
  'nest-toolport': [LIBRARY],
  '@rekog/mcp-nest': ['@rekog/mcp-nest', '@nestjs/microservices', 'zod'],
  'official SDK v2': ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  'official SDK v1': ['@modelcontextprotocol/sdk', 'zod'],
  fastmcp: ['fastmcp', 'zod'],
  tmcp: ['tmcp', '@tmcp/transport-http', '@tmcp/adapter-zod', 'zod'],
};

export async function run() {
  const plain = install([]);
  const rows = Object.entries(ADDED).map(([name, packages]) => {
    const { count, bytes } = install(packages);
    return [
      `\`${name}\``,
      `${count - plain.count}`,
      `${((bytes - plain.bytes) / 1e6).toFixed(1)} MB`,
    ];
  });
  return { columns: ['', 'packages', 'on disk'], rows };
}

/** Installs Nest with some packages into an empty folder, and weighs what is there. */
function install(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'toolport-weights-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--install-links', '--loglevel=error'];
    execFileSync('npm', ['install', ...flags, ...NEST, ...packages], { cwd: folder });
    const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
    return { count: Object.keys(lock.packages).length, bytes: weigh(join(folder, 'node_modules')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function weigh(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size,
      0,
    );
}
