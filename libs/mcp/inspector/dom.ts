/** What may stand in an element: text is text, whatever it looks like. */
export type Child = Node | string | false | undefined;

type Attribute = string | boolean | undefined | ((event: Event) => void);

/**
 * Makes an element. The only way in which anything comes onto the page: text through text nodes, so that
 * no description, name or result can be markup; functions become listeners of `on…` names.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value);
    else if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...present(children));
  return element;
}

/** Puts `children` in the place of whatever was there. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...present(children));
}

let ids = 0;

/** An id of its own, for labels and descriptions. */
export function newId(): string {
  ids += 1;
  return `e${ids}`;
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== false && child !== undefined);
}
