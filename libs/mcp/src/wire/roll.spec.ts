import { Roll, type Enrolled } from './roll.js';

describe('a roll', () => {
  it('holds what was added and not deleted, each once, in whatever order they come and go', () => {
    const roll = new Roll<Enrolled>();
    const members = Array.from({ length: 200 }, (): Enrolled => ({}));
    const expected = new Set<Enrolled>();
    let seed = 7;
    for (let step = 0; step < 5_000; step += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const member = members[seed % members.length];
      if (seed % 3 === 0) {
        roll.delete(member);
        expected.delete(member);
      } else {
        roll.add(member);
        expected.add(member);
      }
      expect(roll.size).toBe(expected.size);
    }
    expect(new Set(roll)).toEqual(expected);
    expect(members.filter((member) => roll.has(member))).toHaveLength(expected.size);
  });

  it('is not disturbed by a stranger, nor by a member of another roll at the same place', () => {
    const [here, there] = [new Roll<Enrolled>(), new Roll<Enrolled>()];
    const [ours, theirs] = [{}, {}];
    here.add(ours);
    there.add(theirs);
    here.delete({});
    here.delete(theirs);
    expect([...here]).toEqual([ours]);
    expect(there.has(theirs)).toBe(true);
  });

  it('tells all who were on it when the telling began, though they leave meanwhile', () => {
    const roll = new Roll<Enrolled>();
    for (let count = 0; count < 5; count += 1) roll.add({});
    let told = 0;
    for (const member of roll) {
      told += 1;
      roll.delete(member);
    }
    expect([told, roll.size]).toEqual([5, 0]);
  });
});
