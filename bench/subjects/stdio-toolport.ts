import { ValidationPipe } from '@nestjs/common';
import { runStdio } from 'nest-toolport';

// A process of its own, started as a person's client would: it speaks on stdin and stdout.
await runStdio(() => import('./shop.module.js').then(({ shopModule }) => shopModule({})), {
  configure: (app) => {
    app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  },
});
