import { devices } from '@plomb/contract/devices/devices';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { operators } from '@plomb/contract/system/operators/operators';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { FetchClient } from '@plomb/server/testing/fetchClient';

/** Password of whoever `addOrganisation` made. */
export const PASSWORD = 'seals2026';

const sealed = async (client: FetchClient, path: string, password: string): Promise<string> =>
  sealPassword(await client.ok(session.key, {}), path, password);

const signsInFirst = async (url: string, login_name: string): Promise<void> => {
  const self = await FetchClient.open(url);
  await self.login(login_name, 'temporary1');
  const { path } = session.changePassword;
  await self.ok(session.changePassword, {
    oldPassword: await sealed(self, path, 'temporary1'),
    newPassword: await sealed(self, path, PASSWORD),
  });
};

/** Another person of an organisation, by the role of its administrators, who has signed in before. */
export const addOperator = async (admin: FetchClient, url: string, org_id: number, login: string): Promise<void> => {
  const { roles } = await admin.ok(organisations.options, {});
  await admin.ok(operators.add, {
    ...{ operCode: '', operName: login, operPhone: '', loginName: login, role_id: roles[0]!.id, org_id },
    password: await sealed(admin, operators.add.path, 'temporary1'),
  });
  await signsInFirst(url, login);
};

/** An organisation below the topmost, with a person of its own who has signed in before. */
export const addOrganisation = async (
  admin: FetchClient,
  url: string,
  { login_name, oper_name = login_name }: { login_name: string; oper_name?: string },
): Promise<void> => {
  const { organizations } = await admin.ok(devices.options, {});
  const { roles } = await admin.ok(organisations.options, {});
  await admin.ok(organisations.add, {
    org_name: `Port ${login_name}`,
    org_type: 'carrier',
    parent_id: organizations[0]!.id,
    phone: '',
    mailbox: '',
    logo: '',
    oper_name,
    login_name,
    role_id: roles[0]!.id,
    password: await sealed(admin, organisations.add.path, 'temporary1'),
  });
  await signsInFirst(url, login_name);
};
