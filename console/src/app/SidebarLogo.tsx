import { imageUrl, useSession } from '../platform/session.ts';
import { Mark } from '../ui/Mark.tsx';

/** Whose console this is, above the menu: the organisation's logo, else the product's mark, and the name. */
export const SidebarLogo = ({ collapsed }: { collapsed: boolean }) => {
  const organisation = useSession((s) => s.oper?.organization);
  const logo = imageUrl(organisation?.logo ?? '');
  const name = organisation?.org_name ?? '';
  return (
    <div className="sidebar-logo" title={name}>
      {logo ? <img src={logo} alt={collapsed ? name : ''} /> : <Mark size={24} />}
      {!collapsed && <span>{name}</span>}
    </div>
  );
};
