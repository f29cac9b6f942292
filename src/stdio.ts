import { runStdio } from 'nest-toolport';
import { configureApp } from './configure-app.js';

// A function, not the module: stdout is the protocol's before anything of the application is loaded.
await runStdio(() => import('./app.module.js').then((module) => module.AppModule), {
  configure: configureApp,
});
