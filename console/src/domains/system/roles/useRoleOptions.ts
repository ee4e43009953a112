import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import { useSession } from '../../../platform/session.ts';

export type Role = OutputOf<typeof systemCalls.roles.list>['rows'][number];

export interface RoleOptions extends OutputOf<typeof systemCalls.roles.options> {
  /** what the form of a new role starts with: the person's own organisation */
  blank: Partial<InputOf<typeof systemCalls.roles.add>>;
}

/** The roles and organisations in sight. */
export const useRoleOptions = (): RoleOptions => {
  const { data } = useQuery({
    queryKey: [systemCalls.roles.options.path],
    queryFn: () => send(systemCalls.roles.options, {}, { quiet: true }),
  });
  const orgId = useSession((s) => s.oper?.organization.id);
  return {
    roles: data?.roles ?? [],
    organizations: data?.organizations ?? [],
    blank: orgId === undefined ? {} : { org_id: orgId },
  };
};
