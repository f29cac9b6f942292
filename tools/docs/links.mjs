import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { prose } from './markdown.mjs';

/** Links to files that are not there, and to headings that no page has. Other sites are not asked. */
export function brokenLinks(pages) {
  return [...pages].flatMap(([file, page]) =>
    prose(page).flatMap((line, index) =>
      [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
        const problem = broken(target, file, pages);
        return problem ? [`${file}:${index + 1}: ${problem}`] : [];
      }),
    ),
  );
}

function broken(target, file, pages) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path, anchor] = target.split('#');
  const goal = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(goal)) return `${target} leads nowhere`;
  // The site has only what lies in docs/.
  if (file.startsWith('docs/') && !goal.startsWith('docs/')) return `${target} leads out of docs/`;
  if (anchor === undefined) return undefined;
  return headings(pages.get(goal) ?? '').includes(anchor) ? undefined : `${target} is no heading`;
}

/** Anchors as GitHub and the site make them of a heading of letters, digits and spaces. */
function headings(page) {
  return prose(page).flatMap((line) => {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading === undefined) return [];
    return [
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ];
  });
}
