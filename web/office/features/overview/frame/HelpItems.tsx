import { Badge, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconBook, IconHelp, IconSparkles } from '@tabler/icons-react';

interface HelpItemsProps {
  /** Opens the manual beside the page; null where it is open already. */
  onHelp: (() => void) | null;
  /** News that the user has not read. */
  news: number;
}

/** Help and news in the user's own menu: on a phone the top bar has no room for them. */
export function HelpItems({ onHelp, news }: HelpItemsProps) {
  return (
    <>
      {onHelp && (
        <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={onHelp}>
          Ayuda de esta página
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/oficina/manual" leftSection={<IconBook size={16} aria-hidden />}>
        Manual
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/oficina/novedades"
        leftSection={<IconSparkles size={16} aria-hidden />}
        rightSection={news > 0 && <Badge variant="light">{news === 1 ? '1 nueva' : `${news} nuevas`}</Badge>}
      >
        Novedades
      </Menu.Item>
    </>
  );
}
