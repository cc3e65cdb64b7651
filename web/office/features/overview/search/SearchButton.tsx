import { Button, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { MenuGroup } from '#web/office/ui/menu.ts';
import { keepKeys, type KeptKeys } from './keptKeys.ts';

const load = () => import('./SearchBox.tsx').then((part) => ({ default: part.SearchBox }));
/** Lazy, on the first use: few users need it at once. */
const SearchBox = lazy(load);

/** Opens the search dialog; Ctrl-K does the same, also in fields. No key is lost while the dialog opens. */
export function SearchButton({ menu }: { menu: readonly MenuGroup[] }) {
  const [asked, setAsked] = useState<{ times: number; kept: KeptKeys } | null>(null);
  const open = () => {
    const kept = keepKeys();
    setAsked((before) => {
      before?.kept.take();
      return { times: (before?.times ?? 0) + 1, kept };
    });
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        onClick={open}
        onPointerEnter={() => void load()}
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
      {asked && (
        <Suspense>
          <SearchBox key={asked.times} menu={menu} kept={asked.kept} />
        </Suspense>
      )}
    </>
  );
}
