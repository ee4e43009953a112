/** Where a sign-in leads when nothing else was asked for. */
export const home = '/map';

/** A place inside this console, or null: one leading slash, no other host, no control characters, not the login itself. */
export const safeRedirect = (asked: string | null): string | null => {
  // browsers read a backslash as a slash, and drop tabs and line breaks before they look
  if (asked === null || !/^\/(?!\/)/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return null;
  return /^\/(login|auth-redirect)([/?#]|$)/.test(asked) ? null : asked;
};

/** The login page, remembering where the visitor wanted to go, with its query and hash. */
export const loginPath = (from: { pathname: string; search: string; hash: string }): string => {
  const wanted = safeRedirect(from.pathname + from.search + from.hash);
  return wanted === null || wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`;
};
