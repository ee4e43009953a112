import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { allCalls } from '../contract/src/calls.ts';

/** antd writes style elements at run time, hence 'unsafe-inline' for styles only; maplibre makes object URLs of images. */
/** The scanner of labels is WebAssembly of ours: 'wasm-unsafe-eval' lets it be compiled, and no text. */
/** From where it fetches besides says the server's header, which knows the base maps; a page obeys both. */
const policy = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "frame-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** In the built page only: the development server needs its own inline script for hot reloading. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
};

/** Beside each file that compresses, `.br` and `.gz` of it: the server sends these to whoever takes them. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return;
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    const files = (await readdir(dir, { recursive: true })).filter((name) => compresses.test(name));
    await Promise.all(
      files.map(async (name) => {
        const bytes = await readFile(join(dir, name));
        if (bytes.length < 1024) return;
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes, brotli));
        await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
};

/** What each chunk imports, by file name, once the bundle is made. */
const imports = new Map<string, readonly string[]>();
const chunkImports: Plugin = {
  name: 'chunk-imports',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      for (const one of Object.values(bundle)) if (one.type === 'chunk') imports.set(one.fileName, one.imports);
    },
  },
};
const closures = new Map<string, ReadonlySet<string>>();
/** All that is there already when this chunk runs. */
const thereWith = (file: string): ReadonlySet<string> => {
  const known = closures.get(file);
  if (known) return known;
  const all = new Set([file]);
  for (const one of all) for (const further of imports.get(one) ?? []) all.add(further);
  closures.set(file, all);
  return all;
};
/** Fetched ahead of a page is what it needs; what its importer has is not named, for the names alone would be kilobytes. */
const needed = (
  _: string,
  of: string[],
  { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' },
): string[] => (hostType === 'html' ? of : of.filter((file) => !thereWith(hostId).has(file)));

/** What is fetched while a person signs in: `login/ahead.ts`. */
const ahead = [
  'contract/src/session/sealedPassword.ts',
  'console/src/app/start.tsx',
  'console/src/domains/map/MapPage.tsx',
  'console/src/map/createMap.ts',
];
const namedAhead: Plugin = {
  name: 'named-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const files = ahead.flatMap((path) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${path}`));
        if (!chunk) throw new Error(`no part of the console is ${path}`);
        return [...thereWith(chunk.fileName)];
      });
      const styles = chunks.filter(({ fileName }) => files.includes(fileName)).flatMap(stylesOf);
      // a part that had styles alone is none any more
      const there = [...new Set([...files, ...styles])].filter((name) => bundle[name]);
      const source = JSON.stringify(there.map((name) => `/${name}`));
      this.emitFile({ type: 'asset', fileName: 'ahead.json', source });
    },
  },
};
const stylesOf = ({ viteMetadata }: { viteMetadata?: { importedCss: Set<string> } }): string[] => [
  ...(viteMetadata?.importedCss ?? []),
];

/** No list opens a table's own menu of filters (ours stand above the list), and with it would come a tree and a menu. */
const withoutFilterMenus: Plugin = {
  name: 'without-filter-menus',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, from) =>
    id === './FilterDropdown' && from?.includes('/antd/es/table/')
      ? join(import.meta.dirname, 'noFilterMenu.js')
      : null,
};

const compresses = /\.(m?js|css|html|svg|json|webmanifest|wasm)$/;

const server = process.env.PLOMB_DEV_SERVER ?? 'http://127.0.0.1:8080';
/** Only the first part of each call's path: `/device/list` and `/device/add` share one entry. */
const apiRoots = new Set(allCalls.map((c) => `/${c.path.split('/')[1]}/`));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutFilterMenus, contentSecurityPolicy, chunkImports, namedAhead, precompressed],
  build: {
    ...{ outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1500 },
    modulePreload: { resolveDependencies: needed },
    // buttons and radios ask its index for a context alone, and no list needs the rest: it does not say so of itself
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /@rc-component\/(form|async-validator)\//, sideEffects: false }] },
    },
  },
  optimizeDeps: { exclude: ['maplibre-gl'] },
  server: {
    port: 5173,
    proxy: {
      // a page of its own, in a frame
      '/vendorMap/': { target: server },
      ...Object.fromEntries(
        ['/config.json', '/openapi.json', '/health', '/download/', ...apiRoots].map((path) => [
          path,
          // a page of the console is opened with GET, a call is made with POST: `/map` may be both
          {
            target: server,
            bypass: (req: { method?: string; url?: string; headers: { accept?: string } }) =>
              req.method === 'GET' && req.headers.accept?.includes('text/html') ? '/index.html' : undefined,
          },
        ]),
      ),
    },
  },
});
