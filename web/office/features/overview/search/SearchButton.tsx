import { Button, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { MenuGroup } from '#web/office/ui/menu.ts';

/** Lazy, on the first use: few users need it at once. */
const SearchBox = lazy(() => import('./SearchBox.tsx').then((part) => ({ default: part.SearchBox })));

/** Opens the search dialog; Ctrl-K does the same, also in fields. */
export function SearchButton({ menu }: { menu: readonly MenuGroup[] }) {
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <VisuallyHidden>Buscar en todo</VisuallyHidden>
        <Text span size="sm" c="dimmed" visibleFrom="sm" aria-hidden>
          Buscar
        </Text>
        <Kbd size="xs" ml="xs" visibleFrom="sm" aria-hidden>
          Ctrl K
        </Kbd>
      </Button>
      {asked > 0 && (
        <Suspense>
          <SearchBox key={asked} menu={menu} />
        </Suspense>
      )}
    </>
  );
}
