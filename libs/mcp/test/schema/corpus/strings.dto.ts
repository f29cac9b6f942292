import {
  Matches,
  IsString,
  IsEmail,
  IsUUID,
  IsUrl,
  IsISO8601,
  IsDateString,
  IsIP,
  IsMongoId,
  IsHexColor,
  IsSemVer,
  IsJWT,
  IsBase64,
  IsLatLong,
  Contains,
  NotContains,
  IsAlpha,
  IsAlphanumeric,
  IsUppercase,
  IsLowercase,
  IsMilitaryTime,
  IsPort,
  IsISO31661Alpha2,
  IsCreditCard,
  IsMobilePhone,
  IsHexadecimal,
  IsAscii,
  IsJSON,
  IsFQDN,
  IsStrongPassword,
  IsRFC3339,
  IsPhoneNumber,
  IsTimeZone,
  IsMACAddress,
} from 'class-validator';

export class MatchesFlagI {
  @Matches(/^[a-z]+$/i) s!: string;
}

export class MatchesPlain {
  @Matches(/^[a-z]{2,4}$/) s!: string;
}

export class MatchesUnicode {
  @Matches(/^\p{L}+$/u) s!: string;
}

export class MatchesString {
  @Matches('^abc$', 'i') s!: string;
}

export class MatchesMultiline {
  @Matches(/^b$/m) s!: string;
}

export class MatchesDotall {
  @Matches(/^a.c$/s) s!: string;
}

export class TwoMatches {
  @Matches(/[a-z]/) @Matches(/[0-9]/) s!: string;
}

export class MatchesInvalidU {
  // Legal without the `u` flag, a syntax error with it.
  @IsString() @Matches(new RegExp('^[\\w-\\.]+$')) s!: string;
}

export class EmailDto {
  @IsEmail() email!: string;
}

export class UuidDto {
  @IsUUID('4') id!: string;
  @IsUUID() any!: string;
}

export class UrlDto {
  @IsUrl() url!: string;
  @IsUrl({ require_protocol: true, protocols: ['https'] }) https!: string;
}

export class Iso8601 {
  @IsISO8601() at!: string;
  @IsISO8601({ strict: true }) strict!: string;
}

export class DateStringDto {
  @IsDateString() at!: string;
}

export class Rfc3339Dto {
  @IsRFC3339() at!: string;
}

export class NetFormats {
  @IsIP() any!: string;
  @IsIP(4) v4!: string;
  @IsIP('6') v6!: string;
  @IsFQDN() host!: string;
  @IsMACAddress() mac!: string;
}

export class IdFormats {
  @IsMongoId() id!: string;
  @IsHexColor() color!: string;
  @IsHexadecimal() hex!: string;
  @IsSemVer() ver!: string;
}

export class EncFormats {
  @IsJWT() jwt!: string;
  @IsBase64() b64!: string;
  @IsJSON() json!: string;
}

export class ContainsDto {
  @Contains('a.b') s!: string;
  @NotContains('x+y') t!: string;
}

export class CharClasses {
  @IsAlpha() a!: string;
  @IsAlphanumeric() an!: string;
  @IsAscii() asc!: string;
}

export class Cases {
  @IsUppercase() up!: string;
  @IsLowercase() low!: string;
}

export class MiscFormats {
  @IsMilitaryTime() time!: string;
  @IsPort() port!: string;
  @IsISO31661Alpha2() country!: string;
  @IsLatLong() ll!: string;
  @IsTimeZone() tz!: string;
}

export class AlgorithmFormats {
  @IsCreditCard() card!: string;
  @IsMobilePhone() phone!: string;
  @IsPhoneNumber('US') us!: string;
  @IsStrongPassword() pw!: string;
}

export class EmailEach {
  @IsEmail({}, { each: true }) emails!: string[];
}
