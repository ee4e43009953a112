import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { hashOf } from './access.ts';
import { isLoopback, type Role } from './config.ts';
import { registry } from './metrics.ts';

export interface HealthOptions {
  /** what this process does */
  roles: readonly Role[];
  /** whether it can do it now */
  ready(): Promise<boolean>;
  metricsPublic: boolean;
  /** shown as bearer token it opens /metrics from anywhere */
  metricsToken: string | undefined;
}

/** What reverse proxies add: somebody elsewhere asks, though the connection comes from this machine. */
const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const mayReadMetrics = (request: FastifyRequest, { metricsPublic, metricsToken }: HealthOptions): boolean => {
  if (metricsPublic) return true;
  if (metricsToken) return isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
  return (
    isLoopback(request.ip.replace(/^::ffff:/, '')) &&
    isLoopback(request.hostname.replace(/^\[|\]$/g, '')) &&
    !forwarded.some((name) => name in request.headers)
  );
};
const isSame = (a: string, b: string): boolean => timingSafeEqual(hashOf(a), hashOf(b));

/** For whoever watches a process: whether it lives, whether it can work, what it does and how it fares. */
export const serveHealth = (app: FastifyInstance, o: HealthOptions): void => {
  const { roles } = o;
  app.get('/health/live', async () => ({ status: 'live', roles }));
  /** however many ask, one question is under way */
  let asking: Promise<boolean> | null = null;
  const isReady = (): Promise<boolean> => {
    asking ??= o.ready().finally(() => {
      asking = null;
    });
    return asking;
  };
  for (const path of ['/health', '/health/ready'])
    app.get(path, async (_request, reply) => {
      const ready = await isReady();
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', roles });
    });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, o)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

/** All that a process without the API serves. */
export const buildHealth = (o: HealthOptions): FastifyInstance => {
  const app = Fastify({ bodyLimit: 1024, requestTimeout: 10_000, forceCloseConnections: true });
  serveHealth(app, o);
  return app;
};
