import { existsSync } from 'node:fs';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface Browser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * The system's Chromium where there is one, else the one that comes as an npm package with its shared libraries, so that
 * a bare machine can run the browser tests.
 */
export const findBrowser = async (): Promise<Browser> => {
  const own = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  const env = { ...process.env } as Record<string, string>;
  if (own) return { executablePath: own, env };
  // the package unpacks its libraries only where it believes itself to be on a serverless platform
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? '' } };
};

export const browserArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // pages are put together without the software that draws for the map: a sixth of the time of a test
  '--disable-gpu-compositing',
  '--autoplay-policy=no-user-gesture-required',
];
