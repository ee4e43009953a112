/** Browser and system as people call them; '' = not told. */
export interface Agent {
  browser: string;
  system: string;
}

/** The first that matches counts: many browsers name Chrome and Safari too. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/HuaweiBrowser\/([\d]+)/, 'Huawei Browser'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const firstIn = (list: [RegExp, string][], text: string): string => {
  for (const [pattern, name] of list) {
    const found = pattern.exec(text);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return '';
};

/** What a browser calls itself, in words. Programs that are no browsers are named by their first word. */
export const agentOf = (userAgent: string): Agent => {
  const system = firstIn(systems, userAgent);
  const browser = firstIn(browsers, userAgent);
  if (browser !== '' || system !== '') return { browser, system };
  return { browser: /^[\w.-]+/.exec(userAgent)?.[0] ?? '', system: '' };
};
