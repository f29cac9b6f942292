/** The canonical form of a BCP 47 tag (`zh-cn` → `zh-CN`); undefined for what is none. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
