import { Group, NativeSelect, Pagination as Pages, Text } from '@mantine/core';
import { totalText, type Pagination } from '#contract/paging.ts';

interface FooterProps {
  pagination: Pagination;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

const SIZES = ['25', '50', '100', '200'];
const NAMES = {
  first: 'Primera página',
  previous: 'Página anterior',
  next: 'Página siguiente',
  last: 'Última página',
};
const number = (value: number) => value.toLocaleString('en-US');

/** The pagination of a list: row range, page size and page buttons. */
export function Footer({ pagination, onPage, onPerPage }: FooterProps) {
  const { count, current_page, per_page, total, total_pages } = pagination;
  const first = (current_page - 1) * per_page + 1;
  if (total <= Number(SIZES[0]) && total_pages <= 1) return null;
  return (
    <Group justify="space-between" gap="sm" mt="sm">
      <Text size="sm" c="dimmed" className="figures">
        {count === 0
          ? `0 de ${totalText(total)}`
          : `${number(first)}–${number(first + count - 1)} de ${totalText(total)}`}
      </Text>
      <Group gap="sm">
        <NativeSelect
          size="xs"
          aria-label="Filas por página"
          data={SIZES.map((value) => ({ value, label: `${value} filas` }))}
          value={String(per_page)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
        <Pages
          size="sm"
          total={total_pages}
          value={current_page}
          onChange={onPage}
          siblings={1}
          getControlProps={(control) => ({ 'aria-label': NAMES[control] })}
          getItemProps={(page) => ({ 'aria-label': `Página ${page}` })}
        />
      </Group>
    </Group>
  );
}
