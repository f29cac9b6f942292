import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
import 'class-transformer';
import 'class-validator';
import 'rxjs';

// What the library adds to an application that has loaded its framework.
global.gc?.();
const before = process.memoryUsage();
const begun = performance.now();
await import('nest-toolport');
const ms = performance.now() - begun;
global.gc?.();
const after = process.memoryUsage();
console.log(
  JSON.stringify({ ms, heap: after.heapUsed - before.heapUsed, rss: after.rss - before.rss }),
);
