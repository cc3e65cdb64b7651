import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import {
  PAPER_STATE_LABELS,
  PaperState,
  type PartnerKind,
  type PartnerRow,
} from '#contract/company/partners/partners.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import { PaperStatePill } from './PaperStatePill.tsx';
import { PartnerDrawer } from './PartnerDrawer.tsx';
import { PARTNER_WORDS } from './partnerWords.ts';
import type { PartnersSearch } from '#web/office/features/company/users/usersSearch.ts';

const columns: Column<PartnerRow>[] = [
  {
    key: 'name',
    title: 'Empresa',
    sortable: true,
    width: 280,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.name}
        </Text>
        {one.archived && <StatePill tone="neutral" label="Archivado" />}
      </Stack>
    ),
  },
  {
    key: 'ruc',
    title: 'RUC',
    sortable: true,
    width: 200,
    render: (one) => (
      <span className="figures">
        {one.ruc} DV {one.dv}
      </span>
    ),
  },
  {
    key: 'papeles',
    title: 'Papeles',
    width: 260,
    render: ({ papers }) => {
      const present = PaperState.options.filter((state) => papers[state] > 0);
      if (present.length === 0) return 'Ninguno';
      return (
        <Group gap={4}>
          {present.map((state) => (
            <PaperStatePill key={state} state={state} count={papers[state]} />
          ))}
        </Group>
      );
    },
  },
  {
    key: 'next_expiry',
    title: 'Próximo vencimiento',
    sortable: true,
    width: 180,
    render: (one) => <DateText day={one.next_expiry} />,
  },
  {
    key: 'representante',
    title: 'Representante legal',
    width: 190,
    phone: 'hidden',
    render: (one) => one.legal_representative ?? '—',
  },
  {
    key: 'telefono',
    title: 'Teléfono',
    width: 150,
    startsHidden: true,
    render: (one) => <span className="figures">{one.phone ? showPhone(one.phone) : '—'}</span>,
  },
];

/** The companies that build for us, or the group's own that contract, with the state of their papers. */
export function PartnersPage({ kind, search }: { kind: PartnerKind; search: PartnersSearch }) {
  const words = PARTNER_WORDS[kind];
  const mayCreate = useCan('administracion.crear');
  const [creating, setCreating] = useState(false);
  const { archivados, ...filter } = search;
  const query = useQuery(
    queryOf(listPartners, { query: { ...filter, kind, ...(archivados && { archivados: '1' as const }) } }),
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        count={query.data?.meta.pagination.total ?? null}
        actions={mayCreate && add}
      />
      <DataTable
        id={words.path}
        caption={words.title}
        query={query}
        columns={columns}
        filters={[
          {
            key: 'papeles',
            label: 'Papeles',
            kind: 'one',
            choices: PaperState.options.map((value) => ({ value, label: PAPER_STATE_LABELS[value] })),
          },
          { key: 'archivados', label: 'Con los archivados', kind: 'flag' },
        ]}
        views={[
          { label: 'Con papeles por vencer', search: { papeles: 'por_vencer', order_column: 'next_expiry' } },
          { label: 'Con papeles vencidos', search: { papeles: 'vencido', order_column: 'next_expiry' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ href: (one) => `/oficina/${words.path}/${one.id}` }}
        search={search}
        onSearch={usePatchSearch()}
        searchLabel="Nombre, RUC o representante"
        exporting={{ list: listPartners, query: { kind, ...(archivados && { archivados: '1' }) } }}
        empty={<EmptyState title={words.none} text={words.why} action={mayCreate ? add : null} />}
      />
      {creating && <PartnerDrawer kind={kind} partner={null} onClose={() => setCreating(false)} />}
    </>
  );
}
