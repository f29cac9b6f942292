import { Backlog } from './backlog.js';

function backlogOf(limit: number) {
  const way = { waiting: 0, open: true };
  const backlog = new Backlog(limit, { bytes: () => way.waiting, isOpen: () => way.open });
  return { way, backlog };
}

/** What has happened by the end of this turn. */
async function settledBy(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('Backlog', () => {
  it('has room for as many messages as it may hold, and then for those that leave', async () => {
    const { backlog } = backlogOf(2);
    backlog.add();
    expect(await settledBy(backlog.room())).toBe(true);
    backlog.add();
    const room = backlog.room();
    expect(await settledBy(room)).toBe(false);
    backlog.leave(2);
    expect(await settledBy(room)).toBe(true);
    expect(backlog.isEmpty).toBe(true);
  });

  it('is full of few messages that are large', async () => {
    const { backlog, way } = backlogOf(100);
    way.waiting = 9 * 1024 * 1024;
    const room = backlog.room();
    expect(await settledBy(room)).toBe(false);
    way.waiting = 0;
    backlog.wake();
    expect(await settledBy(room)).toBe(true);
  });

  it('keeps nobody waiting on a way that is closed', async () => {
    const { backlog, way } = backlogOf(1);
    backlog.add();
    const room = backlog.room();
    way.open = false;
    backlog.wake();
    expect(await settledBy(room)).toBe(true);
    expect(await settledBy(backlog.room())).toBe(true);
  });
});
