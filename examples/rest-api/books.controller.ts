import { Body, Controller, Get, Param, ParseIntPipe, Post, Query, UseGuards } from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { AddBookDto, BookDto, FindBooksDto } from './book.dto.js';
import { BooksService } from './books.service.js';
import { LibrarianGuard } from './librarian.guard.js';

@Controller('books')
export class BooksController {
  constructor(private readonly books: BooksService) {}

  @Get()
  @McpTool({ description: 'Finds books, by author', output: [BookDto] })
  find(@Query() query: FindBooksDto): BookDto[] {
    return this.books.find(query);
  }

  @Get(':id')
  @McpTool({ description: 'Shows a book by its number', output: BookDto })
  get(@Param('id', ParseIntPipe) id: number): BookDto {
    return this.books.get(id);
  }

  @Post()
  @UseGuards(LibrarianGuard)
  @McpTool({ description: 'Adds a book to the library', output: BookDto })
  add(@Body() book: AddBookDto): BookDto {
    return this.books.add(book);
  }
}
