/** What can stand on a roll, and where it stands: the roll alone writes it. */
export interface Enrolled {
  place?: number;
}

/**
 * A set of objects of which each stands on one roll at a time, without order. Unlike in a `Set`,
 * coming and going costs no hashing: calls do it thousands of times a second.
 */
export class Roll<Member extends Enrolled> implements Iterable<Member> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  has(member: Member): boolean {
    const { place } = member;
    return place !== undefined && this.#members[place] === member;
  }

  add(member: Member): void {
    if (!this.has(member)) member.place = this.#members.push(member) - 1;
  }

  /** Does nothing where it is not on the roll. */
  delete(member: Member): void {
    if (!this.has(member)) return;
    const last = this.#members.pop() as Member;
    if (last !== member) {
      last.place = member.place as number;
      this.#members[last.place] = last;
    }
    member.place = undefined;
  }

  /** Those who are on it now; whoever leaves meanwhile is still told. */
  [Symbol.iterator](): Iterator<Member> {
    return [...this.#members][Symbol.iterator]();
  }
}
