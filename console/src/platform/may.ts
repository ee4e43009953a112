import type { Call } from '@plomb/contract/kit/call';
import type { MenuItem } from '@plomb/contract/session/session';
import { useSession } from './session.ts';

/** Of the asked button codes of one menu: the path each calls, and whether the operator holds it. */
export const buttonsOf = <B extends string>(
  menus: readonly MenuItem[],
  menuCode: string,
  asked: readonly B[],
): Record<B, { url: string; allowed: boolean }> => {
  const held = menus.find((m) => m.menu_code === menuCode)?.buttons ?? [];
  const found = asked.map((code) => {
    const button = held.find((b) => b.btn_code === code);
    return [code, { url: button?.action_url ?? '', allowed: button !== undefined }] as const;
  });
  return Object.fromEntries(found) as Record<B, { url: string; allowed: boolean }>;
};

/** Whether the signed-in operator holds the button a call names. The server decides; the console only hides. */
export const mayCall = (menus: readonly MenuItem[], call: Pick<Call, 'permit'>): boolean => {
  if (call.permit === 'open' || call.permit === 'session') return true;
  const [menu = '', button = ''] = call.permit.split(':');
  return buttonsOf(menus, menu, [button])[button]?.allowed ?? false;
};

const none: MenuItem[] = [];
/** `const may = useMay(); may(calls.devices.add)` */
export const useMay = (): ((call: Pick<Call, 'permit'>) => boolean) => {
  const menus = useSession((s) => s.menus) ?? none;
  return (call) => mayCall(menus, call);
};
