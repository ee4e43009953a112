// Before the first paint: the remembered theme and language, so that a dark console never flashes white.
(function () {
  try {
    var mode = localStorage.getItem('theme');
    var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    var lang = localStorage.getItem('language') || navigator.language;
    document.documentElement.lang = /^zh/i.test(lang) ? 'zh-CN' : 'en';
  } catch (e) {
    // storage may be forbidden: light and English stand
  }
})();
