import { ValidationPipe, type INestApplication } from '@nestjs/common';

/** What both entry files set up, so that HTTP and stdio serve the same application. */
export function configureApp(app: INestApplication): void {
  app.useGlobalPipes(
    new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
  );
  app.enableShutdownHooks();
}
