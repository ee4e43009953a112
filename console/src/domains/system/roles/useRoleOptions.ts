import { calls } from '@plomb/contract/calls';
import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import { useSession } from '../../../platform/session.ts';

export type Role = OutputOf<typeof calls.roles.list>['rows'][number];

export interface RoleOptions extends OutputOf<typeof calls.roles.options> {
  /** what the form of a new role starts with: the person's own organisation */
  blank: Partial<InputOf<typeof calls.roles.add>>;
}

/** The roles and organisations in sight. */
export const useRoleOptions = (): RoleOptions => {
  const { data } = useQuery({
    queryKey: [calls.roles.options.path],
    queryFn: () => send(calls.roles.options, {}, { quiet: true }),
  });
  const orgId = useSession((s) => s.oper?.organization.id);
  return {
    roles: data?.roles ?? [],
    organizations: data?.organizations ?? [],
    blank: orgId === undefined ? {} : { org_id: orgId },
  };
};
