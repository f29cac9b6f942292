import { defaultedParameters } from './parameter-defaults.js';

const placesOf = (method: (...args: never[]) => unknown) => [...defaultedParameters(method)];

describe('defaultedParameters', () => {
  it('finds each default, and nothing inside of one', () => {
    const methods = [
      (a: string, b?: number) => [a, b],
      (a: string, b: number, { c = 1 }: { c?: number } = {}) => [a, b, c],
      ({ a = 1 }: { a?: number }, b: string) => [a, b],
      (a = '),=', b = [1, 2].map((n) => n) /* , c = 1 */) => [a, b],
    ];
    expect(methods.map(placesOf)).toEqual([[], [2], [], [0, 1]]);
  });

  it('knows nothing of a method that somebody wrapped', () => {
    expect(placesOf((...args: never[]) => args)).toEqual([]);
  });
});
