import { readFileSync } from 'node:fs';
import ts from 'typescript';

const MARKER = /<!-- options (\w+) (\S+) -->\n(?:\n(?:\|.*\n)+)?/g;

/** The page with a table behind each marker `<!-- options Interface file -->`, from its docstrings. */
export function withOptionTables(page) {
  return page.replaceAll(MARKER, (_whole, name, file) => {
    const rows = membersOf(name, file).map(
      ([member, type, words, standard]) =>
        `| \`${member}\` | ${code(type)} | ${cell(words)} | ${cell(standard)} |`,
    );
    const head = ['| | Type | | Default |', '| --- | --- | --- | --- |'];
    return `<!-- options ${name} ${file} -->\n\n${[...head, ...rows].join('\n')}\n`;
  });
}

function membersOf(name, file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declaration = source.statements.find(
    (node) => ts.isInterfaceDeclaration(node) && node.name.text === name,
  );
  if (!declaration) throw new Error(`${file} has no interface ${name}`);
  return declaration.members.map((member) => {
    const tags = ts.getJSDocTags(member);
    const standard = tags.find(({ tagName }) => tagName.text === 'default');
    const [doc] = ts.getJSDocCommentsAndTags(member);
    const words = doc && ts.isJSDoc(doc) ? ts.getTextOfJSDocComment(doc.comment) : undefined;
    const type = (member.type?.getText(source) ?? '').replaceAll(/readonly /g, '');
    return [
      member.name.getText(source),
      type,
      words ?? '',
      standard
        ? (ts.getTextOfJSDocComment(standard.comment) ?? '')
        : member.questionToken
          ? ''
          : 'needed',
    ];
  });
}

function code(type) {
  const line = type.replaceAll(/\s+/g, ' ').replace(/Readonly<(.*)>$/, '$1');
  return `\`${line.replaceAll('|', '\\|')}\``;
}

function cell(words) {
  return words.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}
