/**
 * The inspector's token, from behind the `#` of the link: no server, proxy or referrer sees it there. It
 * leaves the address bar at once, and stays in this tab's entry of the history, so that the page can be
 * loaded anew; the next start of the application makes it worthless.
 */
export function takeToken(): string {
  const fresh = location.hash.slice(1);
  const kept: unknown = history.state;
  const token = fresh || (typeof kept === 'string' ? kept : '');
  history.replaceState(token, '', location.pathname);
  return token;
}
