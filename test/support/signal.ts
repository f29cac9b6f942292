/** A promise that a test settles itself (`Promise.withResolvers` needs Node 22). */
export interface Signal {
  readonly given: Promise<void>;
  give(): void;
}

export function createSignal(): Signal {
  let give: () => void = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
