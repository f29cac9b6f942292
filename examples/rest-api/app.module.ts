import { Module } from '@nestjs/common';
import { McpModule } from 'nest-toolport';
import { BooksController } from './books.controller.js';
import { BooksService } from './books.service.js';

@Module({
  imports: [McpModule.forRoot({ name: 'books' })],
  controllers: [BooksController],
  providers: [BooksService],
})
export class AppModule {}
