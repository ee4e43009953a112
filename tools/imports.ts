import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';

/** One import of the product's own: files relative to the root, with forward slashes. Types count like values. */
export interface Import {
  from: string;
  to: string;
}

const PACKAGES = ['contract', 'protocols', 'gateway', 'server', 'console', 'simulator'] as const;

/**
 * The floors of each package, lowest first: a folder imports from its own floor and from those below. Folders of one
 * entry stand on the same floor and may meet; `.` are the files of the package's root, which put everything together.
 */
const floors: Record<string, readonly (readonly string[])[]> = {
  protocols: [['kit'], ['jt808'], ['hhd', 'jointech', 'jointech808'], ['.']],
  contract: [['kit'], ['lock'], ['domains'], ['.']],
  gateway: [['kit'], ['profiles'], ['wires'], ['.']],
  server: [['platform'], ['bus'], ['lock', 'people', 'ingest', 'live', 'retention'], ['domains'], ['.', 'demo']],
  console: [['platform'], ['ui'], ['lock', 'map', 'people'], ['domains'], ['app', 'login', '.']],
  simulator: [['roads'], ['.'], ['field']],
};

/** Which packages a package may import from. */
const packages: Record<string, readonly string[]> = {
  protocols: [],
  contract: [],
  gateway: ['contract', 'protocols'],
  simulator: ['contract', 'protocols'],
  console: ['contract'],
  server: ['contract', 'protocols', 'gateway', 'simulator'],
};

/** In the contract everything that is neither kit, lock nor a register is a domain. */
const contractsOwn = new Set(['kit', 'lock', '.']);

interface Place {
  pack: string;
  /** the first folder below `src`; `domains` for those of the contract, too */
  folder: string;
  /** `devices`, `system/roles`; null: no domain */
  domain: string | null;
}

const domainIn = (path: readonly string[]): string =>
  path[0] === 'system' && path.length > 2 ? `system/${path[1]}` : (path[0] ?? '');

export const placeOf = (file: string): Place => {
  const [pack = '', , ...path] = file.split('/');
  const folder = path.length > 1 ? (path[0] ?? '.') : '.';
  if (pack === 'contract' && !contractsOwn.has(folder)) return { pack, folder: 'domains', domain: domainIn(path) };
  return { pack, folder, domain: folder === 'domains' ? domainIn(path.slice(1)) : null };
};

const statement = /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'/g;

/** Every import of what is shipped: no tests, nothing that only tests use. */
export const importsOf = async (root: string): Promise<Import[]> => {
  const found: Import[] = [];
  for await (const path of glob(`{${PACKAGES.join(',')}}/src/**/*.{ts,tsx}`, { cwd: root })) {
    const from = path.replaceAll('\\', '/');
    if (/\.test\.tsx?$|\/testing\//.test(from)) continue;
    for (const [, named, lazy] of readFileSync(join(root, path), 'utf8').matchAll(statement)) {
      const to = targetOf(from, named ?? lazy ?? '');
      if (to) found.push({ from, to });
    }
  }
  return found;
};

const targetOf = (from: string, named: string): string | null => {
  if (named.startsWith('.')) return normalize(join(dirname(from), named)).replaceAll('\\', '/');
  const ours = /^@plomb\/(\w+)\/(.+)$/.exec(named);
  return ours ? `${ours[1]}/src/${ours[2]}.ts` : null;
};

const floorOf = ({ pack, folder }: Place): number => (floors[pack] ?? []).findIndex((floor) => floor.includes(folder));

/** Why an import may not be; null: it may. */
export const mistakeIn = ({ from, to }: Import): string | null => {
  const a = placeOf(from);
  const b = placeOf(to);
  if (floorOf(a) < 0) return `${a.pack}/src/${a.folder} stands on no floor: give it one in tools/imports.ts`;
  if (a.pack !== b.pack) return packages[a.pack]?.includes(b.pack) ? null : `${a.pack} knows nothing of ${b.pack}`;
  if (floorOf(a) < floorOf(b)) return `${a.folder} stands below ${b.folder}`;
  // in the contract domains name each other's rows; elsewhere they meet through the contract or a file of rules
  const apart = a.pack !== 'contract' && a.domain !== null && b.domain !== null && a.domain !== b.domain;
  return apart && !to.endsWith('/rules.ts')
    ? `${a.domain} and ${b.domain} meet through the contract or rules.ts`
    : null;
};

/** Files that import each other in a circle, each circle once. */
export const circlesIn = (imports: readonly Import[]): string[][] => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, way: string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
};

const nodeOf = ({ pack, folder }: Place): string => (folder === '.' ? pack : `${pack}/${folder}`);

/** The same between folders. */
export const folderImportsOf = (imports: readonly Import[]): Import[] => {
  const found = new Map<string, Import>();
  for (const one of imports) {
    const [from, to] = [nodeOf(placeOf(one.from)), nodeOf(placeOf(one.to))];
    if (from !== to) found.set(`${from} ${to}`, { from, to });
  }
  return [...found.values()];
};

const idOf = (node: string): string => node.replace('/', '_');

/** The imports between folders as a Mermaid diagram: one box a package, its floors from top to bottom. */
export const diagramOf = (imports: readonly Import[]): string => {
  const boxes = Object.entries(floors).map(([pack, its]) => {
    const names = its.toReversed().flatMap((floor) => floor.map((folder) => nodeOf({ pack, folder, domain: null })));
    return `  subgraph ${pack}_all[${pack}]\n${names.map((name) => `    ${idOf(name)}[${name}]`).join('\n')}\n  end`;
  });
  const arrows = folderImportsOf(imports).map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`);
  return ['flowchart TB', ...boxes, ...arrows.toSorted()].join('\n');
};

const page = (diagram: string): string => `# Who imports whom

Written by \`npm run imports\`; a test fails while it is not true. An arrow is an import between folders of what is
shipped, types included. Folders of a package stand on floors, the lowest at the bottom: no arrow goes upwards, no files
import each other in a circle, and domains never import each other (\`tools/imports.ts\`).

\`\`\`mermaid
${diagram}
\`\`\`
`;

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const imports = await importsOf(root);
  const mistakes = imports.flatMap((one) => {
    const why = mistakeIn(one);
    return why ? [`${one.from} imports ${one.to}: ${why}`] : [];
  });
  const circles = [...circlesIn(imports), ...circlesIn(folderImportsOf(imports))].map(
    (circle) => `a circle: ${circle.join(' → ')}`,
  );
  for (const line of [...mistakes, ...circles]) console.error(line);
  if (process.argv.includes('--write')) writeFileSync(join(root, 'docs/imports.md'), page(diagramOf(imports)));
  process.exitCode = mistakes.length + circles.length > 0 ? 1 : 0;
}
