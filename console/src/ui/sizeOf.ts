/** How large a file is, for people: `12 kB`, `3.4 MB`. */
export const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
