import { SegmentedControl } from '@mantine/core';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';

/** Shows records as a list or as a board: `ver=tablero` of the address. */
export function ListOrBoard({ ver }: { ver: 'tablero' | undefined }) {
  const patch = usePatchSearch();
  return (
    <SegmentedControl
      aria-label="Cómo se ven"
      value={ver ?? 'lista'}
      onChange={(how) => patch({ ver: how === 'tablero' ? 'tablero' : undefined, page: undefined })}
      data={[
        { value: 'lista', label: 'Lista' },
        { value: 'tablero', label: 'Tablero' },
      ]}
    />
  );
}
