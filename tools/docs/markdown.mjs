/**
 * The fenced blocks of a page.
 *
 * @returns `{ file, line, language, attributes, text }`; `line` is that of the block's first line
 */
export function fencedBlocks(file, page) {
  const blocks = [];
  let open;
  page.split('\n').forEach((text, index) => {
    const fence = /^\s*(`{3,})(.*)$/.exec(text);
    if (!fence) return open?.lines.push(text);
    if (open && fence[1].length >= open.fence.length && fence[2].trim() === '') {
      const { line, language, attributes, lines } = open;
      blocks.push({ file, line, language, attributes, text: lines.join('\n') });
      open = undefined;
    } else if (open) {
      open.lines.push(text);
    } else {
      const [language, ...attributes] = fence[2].trim().split(/\s+/);
      open = { fence: fence[1], language, attributes, line: index + 2, lines: [] };
    }
  });
  if (open) throw new Error(`${file}:${open.line - 1}: a block is not closed`);
  return blocks;
}

/** A page without its blocks and code spans, line by line. */
export function prose(page) {
  let isCode = false;
  return page.split('\n').map((line) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      return '';
    }
    return isCode ? '' : line;
  });
}
