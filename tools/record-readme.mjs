// Makes docs/images/first-call.svg, the README's recording, from a real session: `npm start`, and the
// README's own curl lines through a real shell. Needs port 3000 free, and `jq` to print answers shortly.
// usage: node tools/record-readme.mjs
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const PICTURE = 'docs/images/first-call.svg';
const COLUMNS = 104;
const LINE_HEIGHT = 19;
const COLOURS = { command: '#e6edf3', output: '#9da7b3', good: '#7ee787', bad: '#ffa198' };

const [list, order] = readFileSync('README.md', 'utf8').match(/^curl .*$/gm);
const withoutKey = order.replace(/ -H 'authorization: [^']*'/, '');
const RESULT = `jq -c '.result | .structuredContent // .content[0].text'`;

const screen = [];
const server = spawn('npm', ['start'], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  show('command', 'npm start');
  show('output', await readyLines(server.stdout));
  call(`${list} | jq -r '.result.tools[].name'`, 'good');
  call(`${order} | ${RESULT}`, 'good');
  show('output', '# the same call without the key: the guard that protects POST /orders says no');
  call(`${withoutKey} | ${RESULT}`, 'bad');
} finally {
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
}
writeFileSync(PICTURE, draw(screen));
console.log(`${PICTURE}: ${screen.length} lines`);

function call(line, colour) {
  show('command', line);
  show(colour, execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trimEnd());
}

/** A step appears at once: a command with its prompt, or what was printed. */
function show(kind, text) {
  const step = screen.length === 0 ? 0 : screen.at(-1).step + 1;
  const lines = text.split('\n').flatMap(wrap);
  lines.forEach((line, index) => {
    const prompt = kind === 'command' ? (index === 0 ? '$ ' : '  ') : '';
    screen.push({ kind, step, text: prompt + line });
  });
}

function wrap(line) {
  return line.match(new RegExp(`.{1,${COLUMNS - 2}}`, 'g')) ?? [''];
}

/** What the application says when it listens: its last two lines, without Nest's prefix. */
async function readyLines(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (/MCP .*\/mcp/.test(text)) break;
  }
  output.resume();
  // eslint-disable-next-line no-control-regex -- colours of the terminal
  const plain = text.replaceAll(/\u001b\[[0-9;]*m/g, '').trimEnd();
  return plain
    .split('\n')
    .slice(-2)
    .map((line) => line.replace(/^.*(?=\[Orders\])/, ''))
    .join('\n');
}

function draw(lines) {
  const width = COLUMNS * 8.5 + 32;
  const height = lines.length * LINE_HEIGHT + 40;
  const rows = lines.map(({ kind, step, text }, index) => {
    const y = 30 + index * LINE_HEIGHT;
    const style = `fill:${COLOURS[kind]};animation-delay:${step * 1.2}s`;
    return `<text x="16" y="${y}" style="${style}" xml:space="preserve">${escape(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal: npm start, then a tool is listed, called with a key, and refused without one">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; animation: appear .3s both }
@keyframes appear { from { opacity: 0 } to { opacity: 1 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`;
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
