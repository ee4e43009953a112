/** A person where a line has to tell who it was: names are anybody's to bear, a login name is one person's. */
export const personNamed = (name: string, login: string): string =>
  login === '' || login === name ? name : `${name} (${login})`;
