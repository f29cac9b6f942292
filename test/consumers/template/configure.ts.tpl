import { ValidationPipe, type INestApplication } from '@nestjs/common';

export function configure(app: INestApplication): void {
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
}
