#!/usr/bin/env node
// `npx toolport`: the bin of the package. ESM alone, whatever the application is.
import { runCli } from './cli/run-cli.js';

void runCli(process.argv.slice(2));
