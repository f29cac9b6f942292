import { Injectable } from '@nestjs/common';
import { McpTool } from 'nest-toolport';

/** A tool of our own: in the registry it stands beside those of the servers. */
@Injectable()
export class ClockService {
  @McpTool({ description: 'Tells the time of day in UTC' })
  now(): string {
    return new Date().toISOString().slice(11, 16);
  }
}
