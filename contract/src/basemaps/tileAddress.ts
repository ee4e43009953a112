/** As a `Content-Security-Policy` may name it: letters, digits, a port, and nothing that would end the name. */
const originForm = /^https?:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/;

/** The server of an address; null where it is none, or names a user. What is in braces stands for figures. */
export const tileOrigin = (address: string): string | null => {
  // nothing is put into the name of the server: that is what pages are allowed to fetch from
  if (!/^https?:\/\/[^{}\\/?#@]+(\/|$)/.test(address)) return null;
  const plain = address.replaceAll(/[{}]/g, '');
  if (!URL.canParse(plain)) return null;
  const { origin } = new URL(plain);
  return originForm.test(origin) ? origin : null;
};

export const isTileAddress = (address: string): boolean =>
  tileOrigin(address) !== null && [...address.matchAll(/\{([^{}]*)\}/g)].every(([, name = '']) => names.includes(name));
const names = ['z', 'x', 'y', 'key'];

/** Whether it says of which tile. */
export const namesTile = (address: string): boolean => ['{z}', '{x}', '{y}'].every((part) => address.includes(part));
