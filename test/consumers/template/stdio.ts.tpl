import 'reflect-metadata';
import { runStdio } from 'nest-toolport';
import { configure } from './configure__EXT__';

void runStdio(() => import('./app.module__EXT__').then((m) => m.AppModule), { configure });
