import { EntryTable } from '../registry/entry-table.js';
import type { FixedResourceEntry, ResourceEntry, TemplateEntry } from './resource-entry.js';
import type { UriVariables } from './uri-template.js';

/** What a URI leads to. */
export interface FoundResource {
  readonly entry: ResourceEntry;
  readonly variables: UriVariables;
}

const NO_VARIABLES: UriVariables = Object.freeze<UriVariables>(Object.create(null));

/** The resources that the server serves: URI → entry. */
export class ResourceTable {
  readonly fixed: EntryTable<FixedResourceEntry>;
  readonly templates: EntryTable<TemplateEntry>;

  /** @param finish what every entry goes through, wherever it comes from */
  constructor(
    finish: <Entry extends FixedResourceEntry | TemplateEntry>(entry: Entry) => Entry = (entry) =>
      entry,
  ) {
    this.fixed = new FixedTable(finish);
    this.templates = new TemplateTable(finish);
  }

  /** @throws SetupError where the URI or the template is taken */
  add(entry: ResourceEntry): void {
    if (entry.template) this.templates.add(entry);
    else this.fixed.add(entry);
  }

  /** @param uri of the entry, or its template; tells whether there was one */
  remove(uri: string): boolean {
    return this.fixed.remove(uri) || this.templates.remove(uri);
  }

  /** The resource of exactly this URI, else that of the most literal template that matches. */
  find(uri: string): FoundResource | undefined {
    const entry = this.fixed.get(uri);
    if (entry) return { entry, variables: NO_VARIABLES };
    let best: { entry: TemplateEntry; variables: UriVariables } | undefined;
    for (const candidate of this.templates.list()) {
      const { template } = candidate;
      const isBetter = !best || template.literals > best.entry.template.literals;
      const variables = isBetter ? template.match(uri) : undefined;
      if (variables) best = { entry: candidate, variables };
    }
    return best;
  }

  get size(): number {
    return this.fixed.size + this.templates.size;
  }

  /** Calls `listener` after every change; gives back the function that ends it. */
  onChange(listener: () => void): () => void {
    const ends = [this.fixed.onChange(listener), this.templates.onChange(listener)];
    return () => ends.forEach((end) => end());
  }
}

class FixedTable extends EntryTable<FixedResourceEntry> {
  override keyOf(entry: FixedResourceEntry): string {
    return entry.uri;
  }
}

class TemplateTable extends EntryTable<TemplateEntry> {
  override keyOf(entry: TemplateEntry): string {
    return entry.template.template;
  }
}
