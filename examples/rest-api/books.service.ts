import { Injectable, NotFoundException } from '@nestjs/common';
import type { AddBookDto, BookDto, FindBooksDto } from './book.dto.js';

/** In memory, so that the example needs nothing. */
@Injectable()
export class BooksService {
  readonly #books: BookDto[] = [
    { id: 1, title: 'The Dispossessed', author: 'Ursula K. Le Guin', year: 1974 },
    { id: 2, title: 'Kindred', author: 'Octavia E. Butler', year: 1979 },
    { id: 3, title: 'The Left Hand of Darkness', author: 'Ursula K. Le Guin', year: 1969 },
  ];

  find({ author = '' }: FindBooksDto): BookDto[] {
    return this.#books.filter((book) => book.author.toLowerCase().includes(author.toLowerCase()));
  }

  get(id: number): BookDto {
    const book = this.#books.find((one) => one.id === id);
    if (!book) throw new NotFoundException(`There is no book ${id}.`);
    return book;
  }

  add({ title, author, year }: AddBookDto): BookDto {
    const book = { id: this.#books.length + 1, title, author, year };
    this.#books.push(book);
    return book;
  }
}
