import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import type { Picture } from './pictures.ts';
import type { Shot } from './shoot.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A row for each state, a column for each language, look and width; each picture leads to itself in full. */
export const sheetOf = (
  name: string,
  shots: readonly Shot[],
  pictures: readonly Picture[],
): string => `<!doctype html><meta charset="utf-8">
<title>${escaped(name)}</title>
<style>
  body { margin: 16px; background: #888; font: 16px sans-serif; width: max-content }
  .row { display: flex; gap: 8px; margin-bottom: 20px }
  h2 { margin: 4px 0; font-size: 22px } h2 span { color: #800; font-weight: normal }
  img { display: block; height: 400px }
</style>
<h1>${escaped(name)}</h1>
${shots
  .map(
    ({
      state,
      file,
      trouble,
    }) => `<h2>${escaped(state)} <span>${escaped(trouble.join('; '))}</span></h2><div class="row">
${pictures
  .map(
    ({ file: kind }) =>
      `<a href="${name}/${file}.${kind}.jpg"><img src="${name}/${file}.${kind}.jpg" alt="${kind}"></a>`,
  )
  .join('\n')}</div>`,
  )
  .join('\n')}
`;

/** Writes `<name>.html` and a picture of it, `<name>.png`, into the folder. */
export const writeSheet = async (
  browser: Browser,
  folder: string,
  name: string,
  shots: readonly Shot[],
  pictures: readonly Picture[],
): Promise<string> => {
  const path = join(folder, `${name}.html`);
  await writeFile(path, sheetOf(name, shots, pictures));
  const page = await browser.newPage({ viewport: { width: 32 + pictures.length * 440, height: 1000 } });
  await page.goto(pathToFileURL(path).href);
  const picture = join(folder, `${name}.png`);
  await page.screenshot({ path: picture, fullPage: true });
  await page.close();
  return picture;
};
