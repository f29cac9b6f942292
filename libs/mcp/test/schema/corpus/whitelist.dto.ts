import { IsString, IsInt, IsOptional } from 'class-validator';

export class Undecorated {
  @IsString() a!: string;
  b?: string;
}

/** undecorated field written with declare, so no [[Define]] */
export class UndecoratedDeclare {
  @IsString() a!: string;
  declare b?: string;
}

export class PrivateStuff {
  @IsString() a!: string;
  #secret = 1;
  static count = 0;
  get upper() {
    return this.a?.toUpperCase();
  }
  shout() {
    return this.a + '!' + this.#secret;
  }
}

export class ReadonlyDto {
  @IsString() readonly a!: string;
  @IsInt() protected readonly b!: number;
}

export class EmptyDto {}

export class NoWhitelist {
  @IsString() a!: string;
  b?: number;
}

export class WhitelistStrip {
  @IsString() a!: string;
}

export class CtorDto {
  @IsString() a: string;
  constructor(a: string) {
    this.a = a;
  }
}

export class QuotedKeys {
  @IsString() 'x-key'!: string;
  @IsOptional() @IsInt() '$n'?: number;
}
