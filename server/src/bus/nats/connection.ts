import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';

const RETRY_MS = 500;

/** Servers as the setting names them, and who we are there: a user with a password, or a token before the `@`. */
export const optionsOf = (urls: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token'> => {
  const all = urls.split(',').map((url) => new URL(url.trim()));
  const named = all.find(({ username }) => username !== '');
  const servers = all.map(({ protocol, host }) => `${protocol}//${host}`);
  if (!named) return { servers };
  const [user, pass] = [decodeURIComponent(named.username), decodeURIComponent(named.password)];
  return pass === '' ? { servers, token: user } : { servers, user, pass };
};

export interface Link {
  nats: NatsConnection;
  isUp(): boolean;
}

interface Watching {
  /** what was on its way to or from this process is lost */
  gone(): void;
  back(): void;
}

/** A connection that comes back by itself, for as long as it takes. */
export const openLink = async (urls: string, log: Logger, { gone, back }: Watching): Promise<Link> => {
  const nats = await connect({
    ...optionsOf(urls),
    name: 'plomb',
    noEcho: true, // what this process tells it hears by itself
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    waitOnFirstConnect: true,
    ignoreAuthErrorAbort: true,
    pingInterval: 10_000,
    maxPingOut: 2,
  });
  let up = true;
  const watch = async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect' && up) {
        up = false;
        log.warn('NATS is away; devices are not acknowledged until it is back');
        gone();
      } else if (type === 'reconnect') {
        up = true;
        log.info('NATS is back');
        back();
      }
    }
  };
  void watch();
  return { nats, isUp: () => up && !nats.isClosed() && !nats.isDraining() };
};
