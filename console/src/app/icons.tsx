import {
  AlertOutlined,
  AppstoreOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  InboxOutlined,
  LockOutlined,
  MailOutlined,
  MobileOutlined,
  QuestionCircleOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  TagsOutlined,
  TeamOutlined,
  TruckOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

/** Names a menu may carry; an unknown one gets the plain square. */
const icons: Record<string, ComponentType> = {
  dashboard: DashboardOutlined,
  map: EnvironmentOutlined,
  alarm: AlertOutlined,
  devices: DeploymentUnitOutlined,
  lock: LockOutlined,
  type: TagsOutlined,
  factory: ShopOutlined,
  unknown: QuestionCircleOutlined,
  system: SettingOutlined,
  log: FileTextOutlined,
  seal: SafetyOutlined,
  truck: TruckOutlined,
  card: CreditCardOutlined,
  mail: MailOutlined,
  handset: MobileOutlined,
  person: UserOutlined,
  people: TeamOutlined,
  record: InboxOutlined,
};

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = icons[name] ?? AppstoreOutlined;
  return <Icon />;
};
