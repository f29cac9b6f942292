import { ask } from './drive.mjs';
import { driveLean } from './lean-drive.mjs';
import { resultIn } from './requests.mjs';
import { summaries } from './statistics.mjs';
import { Subject } from './subject.mjs';

/**
 * Measures contenders side by side: all are started and warmed, then driven in turn, round by
 * round, so that whatever else the machine does meets all of them alike.
 *
 * @param node what servers run with, where a contender has none of its own
 * @param driver how a round is driven
 * @returns by key of the contender: its title and the summaries of its rounds
 */
export async function compare(
  contenders,
  { rounds, seconds, warmUp, node, connections, driver = driveLean },
) {
  const round = ({ subject, request, expected }, time) =>
    driver(subject, request, { expected, seconds: time, connections });
  const running = [];
  try {
    for (const one of contenders) running.push({ ...one, subject: await begin({ node, ...one }) });
    for (const one of running) await round(one, warmUp);
    const taken = new Map(running.map(({ key }) => [key, []]));
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const one of running) taken.get(one.key).push(await round(one, seconds));
    }
    return Object.fromEntries(
      running.map(({ key, title }) => [key, { title, ...summaries(taken.get(key)) }]),
    );
  } finally {
    await Promise.all(running.map(({ subject }) => subject.stop()));
  }
}

/** Starts a subject and makes sure that it gives the right answer. */
async function begin({ key, file, options, node, request, expected }) {
  const subject = await Subject.start(file, options, node);
  const text = await ask(subject, request);
  if (request.path === '/mcp') resultIn(text);
  if (!text.includes(expected)) throw new Error(`${key} answers ${text.slice(0, 200)}`);
  return subject;
}
