import {
  IconBook,
  IconBuildingBank,
  IconBuildingCommunity,
  IconCalendar,
  IconCash,
  IconChartBar,
  IconCrane,
  IconFileCertificate,
  IconFileDescription,
  IconGavel,
  IconHomeEdit,
  IconMessage,
  IconPackage,
  IconPoint,
  IconRobot,
  IconSettings,
  IconTicket,
  IconBell,
  type Icon,
} from '@tabler/icons-react';

/** By the module's stable id (contract/company/menu/menu.ts). */
const ICONS: Readonly<Record<number, Icon>> = {
  1: IconBuildingCommunity,
  2: IconHomeEdit,
  3: IconFileDescription,
  4: IconBuildingBank,
  5: IconCalendar,
  6: IconGavel,
  7: IconCrane,
  8: IconBook,
  9: IconPackage,
  10: IconFileCertificate,
  11: IconCash,
  12: IconTicket,
  13: IconMessage,
  14: IconBell,
  15: IconRobot,
  16: IconChartBar,
  17: IconSettings,
};

export const iconOf = (moduleId: number): Icon => ICONS[moduleId] ?? IconPoint;
