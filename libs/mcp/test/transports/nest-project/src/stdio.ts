import { runStdio } from 'nest-toolport/run-stdio';

await runStdio(() => import('nest-toolport/lifecycle-app').then((m) => m.AppModule));
