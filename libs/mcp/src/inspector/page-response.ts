import { createHash } from 'node:crypto';
import { MARKUP, SCRIPT, STYLE } from './page.generated.js';

/** The whole page: one text for everybody, which knows nothing of the application. */
export const PAGE = MARKUP.replace('<!-- style -->', () => `<style>${STYLE}</style>`).replace(
  '<!-- script -->',
  () => `<script>${SCRIPT}</script>`,
);

/**
 * The page may run and look like what we have written and nothing else, speak to its own server alone,
 * and stand in no frame. `trusted-types 'none'`: the browser itself refuses to make markup of a text.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src '${hashOf(SCRIPT)}'`,
    `style-src '${hashOf(STYLE)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
