/** The one thing of Node a test here needs: vitest hands out stylesheets empty, so the test reads the file itself. */
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}

interface ImportMeta {
  readonly dirname: string;
}
