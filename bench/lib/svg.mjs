/** The colours of all charts, for light and dark pages alike. */
export const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #57606a; }
  .title { font-weight: 600; font-size: 14px; }
  .other { fill: #8c959f; }
  .ours { fill: #0969da; }
  .axis { stroke: #8c959f; stroke-width: 1; fill: none; }
  @media (prefers-color-scheme: dark) { text { fill: #c9d1d9; } }
</style>`;

export function svg(width, height, title, content) {
  const plain = escaped(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${plain}">
${STYLE}
<text class="title" x="0" y="16">${plain}</text>
${content.join('\n')}
</svg>
`;
}

export function escaped(text) {
  return text
    .replaceAll('`', '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
