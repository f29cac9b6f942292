/** The browser of the suite and of the screenshots: the system's own, nothing is downloaded. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** It asks nobody for anything: no updates, no field trials. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where it is; undefined where there is none. */
export function findChromium() {
  return PLACES.find((place) => place && existsSync(place));
}

/** Starts it with a profile of its own, which goes with it. */
export function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new Error(
      'There is no Chromium here: install one (apt-get install chromium), or say where it is in CHROMIUM',
    );
  }
  // Root has no sandbox to give, as in most containers.
  return chromium.launch({ executablePath, args: ARGS, chromiumSandbox: process.getuid?.() !== 0 });
}
