import { Module } from '@nestjs/common';
import { McpModule } from 'nest-toolport';
import { ImportService } from './import.service.js';

@Module({
  imports: [McpModule.forRoot({ name: 'import', timeout: 60_000 })],
  providers: [ImportService],
})
export class AppModule {}
