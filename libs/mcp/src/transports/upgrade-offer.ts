import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether a request wants a WebSocket (RFC 6455 §4.1), and no other protocol. */
export function wantsWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Gives a request that offers some other protocol back to its server, without the offer, which a
 * server may ignore (RFC 9110 §7.8).
 *
 * Node hands every request with `Upgrade` to whoever listens for upgrades, its body unread; Java's
 * HttpClient offers `h2c` with its first request, whatever that is. So the head is put back in front
 * of the rest, and the connection begins anew.
 */
export function giveBack(
  http: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method, url, httpVersion } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...headersWithoutOffer(request)];
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  http.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

const OFFER = new Set(['upgrade', 'http2-settings']);

/** In the peer's own spelling; values are Latin-1, as Node has read them. */
function headersWithoutOffer({ rawHeaders }: IncomingMessage): string[] {
  const lines: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = rawHeaders.slice(at, at + 2);
    const lowerCase = name.toLowerCase();
    if (lowerCase === 'connection') lines.push(`${name}: ${withoutOffer(value)}`);
    else if (!OFFER.has(lowerCase)) lines.push(`${name}: ${value}`);
  }
  return lines;
}

function withoutOffer(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !OFFER.has(option.toLowerCase())).join(', ');
}
