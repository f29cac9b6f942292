import { h, newId } from './dom.js';
import { choiceField, jsonField, numberField, textField } from './control-fields.js';
import { hintOf, InputError, labelOf, type Field, type FieldPlan } from './field.js';
import { isJson, type Json } from './json.js';
import { readSchema, type Kind } from './schema-kind.js';

/** Where a schema nests itself, or is nested beyond all reason, JSON is the better form. */
const DEEPEST = 8;

/** The form of an input schema. */
export class SchemaForm {
  readonly element: HTMLElement;
  readonly #field: Field;

  constructor(schema: Json) {
    this.#field = fieldOf({ name: '', path: '', schema, root: schema, required: true }, 0);
    this.element = this.#field.element;
  }

  /** @throws InputError with the first place that cannot be read */
  read(): Json {
    return (this.#field.read() ?? {}) as Json;
  }

  /** @throws InputError where there is no field for a part of the value */
  write(value: Json): void {
    this.#field.write(value);
  }

  /** Shows what the server found wrong at its place; gives back what has no place here. */
  complain(issues: readonly { readonly path: string; readonly message: string }[]): void {
    for (const { path, message } of issues) {
      const control = this.element.querySelector(`[data-path="${CSS.escape(path)}"]`);
      control?.dispatchEvent(new CustomEvent('fault', { detail: message }));
    }
  }
}

function fieldOf(plan: FieldPlan, depth: number): Field {
  const { schema, kind } = readSchema(plan.schema, plan.root);
  const settled = { ...plan, schema };
  const field = depth > DEEPEST ? jsonField(settled) : make(settled, kind, depth);
  if (schema['default'] !== undefined) field.write(schema['default']);
  return field;
}

function make(plan: FieldPlan, kind: Kind, depth: number): Field {
  switch (kind.kind) {
    case 'object':
      return depth === 0 || plan.required
        ? new ObjectField(plan, kind, depth)
        : new OptionalField(plan, () => new ObjectField(plan, kind, depth));
    case 'array':
      return new ArrayField(plan, kind, depth);
    case 'choice':
      return choiceField(plan, kind.values);
    case 'number':
      return numberField(plan);
    case 'string':
      return textField(plan);
    case 'json':
      return jsonField(plan);
  }
}

class ObjectField implements Field {
  readonly element: HTMLElement;
  readonly #fields: ReadonlyMap<string, Field>;

  constructor(
    readonly plan: FieldPlan,
    { properties, required }: Extract<Kind, { kind: 'object' }>,
    depth: number,
  ) {
    const { path, root } = plan;
    this.#fields = new Map(
      properties.map(([name, schema]) => {
        const inner = { name, path: path ? `${path}.${name}` : name, schema, root };
        return [name, fieldOf({ ...inner, required: required.includes(name) }, depth + 1)];
      }),
    );
    const children = [...this.#fields.values()].map(({ element }) => element);
    const nothing = h('p', { class: 'quiet' }, 'No arguments.');
    this.element =
      depth === 0
        ? h('div', { class: 'fields' }, ...(children.length > 0 ? children : [nothing]))
        : group(plan, ...children);
  }

  read(): unknown {
    const entries = [...this.#fields].map(([name, field]) => [name, field.read()] as const);
    // Not by assignment: a property may be called `__proto__`.
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  write(value: unknown): void {
    const given = asJson(value, this.plan.path);
    const stranger = Object.keys(given).find((name) => !this.#fields.has(name));
    if (stranger !== undefined) {
      throw new InputError(this.plan.path, `there is no field for ${JSON.stringify(stranger)}`);
    }
    for (const [name, field] of this.#fields) {
      field.write(Object.hasOwn(given, name) ? given[name] : undefined);
    }
  }
}

/** An object that may be left out: made when it is wanted, since it may hold another of its kind. */
class OptionalField implements Field {
  readonly element: HTMLElement;
  readonly #switch = h('input', { type: 'checkbox', id: newId() });
  #inner?: Field;

  constructor(
    readonly plan: FieldPlan,
    readonly create: () => Field,
  ) {
    this.#switch.addEventListener('change', () => this.#show(this.#switch.checked));
    this.element = h(
      'div',
      { class: 'field optional' },
      h(
        'label',
        { for: this.#switch.id, class: 'check' },
        this.#switch,
        ...labelOf(plan.name, plan.schema, false),
      ),
    );
  }

  read(): unknown {
    return this.#inner?.read();
  }

  write(value: unknown): void {
    this.#show(value !== undefined && value !== null);
    if (this.#inner) this.#inner.write(value);
  }

  #show(wanted: boolean): void {
    this.#switch.checked = wanted;
    if (wanted === (this.#inner !== undefined)) return;
    this.#inner?.element.remove();
    this.#inner = wanted ? this.create() : undefined;
    if (this.#inner) this.element.append(this.#inner.element);
  }
}

class ArrayField implements Field {
  readonly element: HTMLElement;
  readonly #list = h('ol', { class: 'items' });
  readonly #add: HTMLButtonElement;
  #items: Field[] = [];

  constructor(
    readonly plan: FieldPlan,
    readonly kind: Extract<Kind, { kind: 'array' }>,
    readonly depth: number,
  ) {
    const onclick = () => {
      this.#append();
      this.#list.lastElementChild
        ?.querySelector<HTMLElement>('input, select, textarea, button')
        ?.focus();
    };
    this.#add = h('button', { type: 'button', class: 'small', onclick }, `Add to ${plan.name}`);
    this.element = group(plan, this.#list, this.#add);
    for (let count = 0; plan.required && count < Math.min(kind.least, 3); count += 1)
      this.#append();
  }

  read(): unknown {
    if (this.#items.length === 0 && !this.plan.required) return undefined;
    // An empty place is not nothing: the places behind it would change their numbers.
    return this.#items.map((item) => item.read() ?? null);
  }

  write(value: unknown): void {
    if (value !== undefined && !Array.isArray(value)) {
      throw new InputError(this.plan.path, 'the form takes a list here');
    }
    this.#items = [];
    this.#list.replaceChildren();
    for (const one of (value ?? []) as unknown[]) this.#append().write(one);
  }

  #append(): Field {
    const { name, path, root } = this.plan;
    const index = this.#items.length;
    const place = { name: `${name} ${index + 1}`, path: `${path}[${index}]`, root };
    const item = fieldOf({ ...place, schema: this.kind.items, required: true }, this.depth + 1);
    const remove = () => {
      const values = this.#items.filter((one) => one !== item).map((one) => readOr(one, undefined));
      this.write(values);
      this.#add.focus();
    };
    this.#items.push(item);
    this.#list.append(
      h(
        'li',
        {},
        item.element,
        h(
          'button',
          {
            type: 'button',
            class: 'small quiet',
            onclick: remove,
            'aria-label': `Remove ${place.name}`,
          },
          'Remove',
        ),
      ),
    );
    return item;
  }
}

function readOr(field: Field, fallback: unknown): unknown {
  try {
    return field.read();
  } catch (error) {
    if (error instanceof InputError) return fallback;
    throw error;
  }
}

function asJson(value: unknown, path: string): Json {
  if (value === undefined || value === null) return {};
  if (isJson(value)) return value;
  throw new InputError(path, 'the form takes an object here');
}

function group(plan: FieldPlan, ...children: readonly HTMLElement[]): HTMLElement {
  const hint = hintOf(plan.schema);
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, ...labelOf(plan.name, plan.schema, plan.required)),
    hint !== '' && h('p', { class: 'hint' }, hint),
    ...children,
  );
}
