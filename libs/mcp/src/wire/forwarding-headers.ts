/** What proxies and tunnels add: behind them stands another machine. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a request came through a proxy that says so. */
export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}
