/** How large a file is, for people: `640 B`, `12 kB`, `3.4 MB`, `1.2 GB`; one with something in it is never 0. */
export const sizeOf = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // as it will be written: 999,999 is no 1000 kB
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 999_950_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
};
