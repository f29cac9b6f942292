import { getMetadataStorage, IsInt, IsString } from 'class-validator';
import { hasRules as hasRulesIn } from './validation-metadata.js';

const hasRules = (type: new () => object): boolean =>
  hasRulesIn(type, getMetadataStorage() as Parameters<typeof hasRulesIn>[1] | undefined);

describe('the rules of a class', () => {
  class Parent {
    @IsString() name!: string;
  }
  class Bare {}

  it('are its own, and those of a class that it extends', () => {
    class Child extends Parent {}
    class Grown extends Bare {
      @IsInt() size!: number;
    }
    const found = [Parent, Child, Grown, Bare].map((type) => hasRules(type));
    expect(found).toEqual([true, true, true, false]);
  });

  it('are those of a class whose prototype alone it inherits, as class-validator has it', () => {
    function Old(this: object) {}
    Object.setPrototypeOf(Old.prototype, Parent.prototype);
    const type = Old as unknown as new () => object;
    expect(hasRules(type)).toBe(true);
  });
});
