import { contender } from '../lib/contenders.mjs';
import { ask, drive } from '../lib/drive.mjs';
import { mcpRequest } from '../lib/requests.mjs';
import { Subject } from '../lib/subject.mjs';

export const title = 'How the cost of a call grows';

const TOOLS = [1, 10, 100, 1000, 5000];
/** The bodies of all tools are of as few classes, where these are not what varies. */
const DTOS = 5;
const BYTES = [100, 1_000, 10_000, 100_000, 1_000_000, 4_000_000];
const DEPTHS = [1, 4, 16, 60];
const CONNECTIONS = [1, 16, 128, 512, 2000];

/** Server CPU per call of Toolport on Express, one thing varied at a time. */
export async function run(settings) {
  const how = { node: settings.node, seconds: Math.max(2, settings.seconds) };
  const tools = [];
  const dtos = [];
  for (const count of TOOLS) tools.push(await withTools(count, DTOS, how));
  for (const count of TOOLS) dtos.push(await withTools(count, count, how));
  const panels = [
    { title: 'CPU per call, µs', x: `tools of ${DTOS} DTO classes`, points: tools },
    { title: 'CPU per call, µs', x: 'tools of a DTO class each', points: dtos },
    ...(await withOneServer(how)),
  ];
  const rows = panels.flatMap(({ x, points }) =>
    points.map((point) => [x, point.x.toLocaleString('en-US'), `${point.y.toFixed(0)} µs`]),
  );
  return { columns: ['varied', 'value', 'CPU per call'], rows, chart: { kind: 'lines', panels } };
}

async function withTools(count, dtos, { node, seconds }) {
  const { file, options, request, expected } = contender('toolport-express/modern', {
    tools: count,
    dtos,
  });
  const subject = await Subject.start(file, options, node);
  const point = await measure(subject, count, request, { expected, seconds });
  await subject.stop();
  return point;
}

async function withOneServer({ node, seconds }) {
  const { file, options, request } = contender('toolport-express/modern', { tool: 'note_keep' });
  const subject = await Subject.start(file, options, node);
  const series = async (values, vary) => {
    const points = [];
    for (const value of values) {
      const { request: varied, connections } = vary(value);
      points.push(
        await measure(subject, value, varied, { expected: 'kept', seconds, connections }),
      );
    }
    return points;
  };
  const panels = [
    {
      title: 'CPU per call, µs',
      x: 'bytes of arguments',
      points: await series(BYTES, (bytes) => ({
        request: keep('x'.repeat(bytes)),
        connections: 4,
      })),
    },
    {
      title: 'CPU per call, µs',
      x: 'depth of arguments',
      points: await series(DEPTHS, (depth) => ({ request: keep(nested(depth)) })),
    },
    {
      title: 'CPU per call, µs',
      x: 'connections',
      points: await series(CONNECTIONS, (connections) => ({ request, connections })),
    },
  ];
  await subject.stop();
  return panels;
}

async function measure(subject, x, request, settings) {
  // The first call of a large application, or with large arguments, may take longer than a round.
  await ask(subject, request);
  await drive(subject, request, settings);
  const { cpu } = await drive(subject, request, settings);
  return { x, y: cpu };
}

function keep(note) {
  return mcpRequest('modern', 'tools/call', { name: 'note_keep', arguments: { note } });
}

function nested(depth) {
  let value = 'x';
  // The message and its arguments are levels already.
  for (let level = 3; level < depth; level += 1) value = { value };
  return value;
}
