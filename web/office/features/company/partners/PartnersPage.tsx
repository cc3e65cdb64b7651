import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import { PAPER_STATE_LABELS, PaperState, type PartnerKind } from '#contract/company/partners/partners.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { PaperStatePill } from './PaperStatePill.tsx';
import { PartnerDrawer } from './PartnerDrawer.tsx';
import { PARTNER_WORDS } from './partnerWords.ts';
import type { PartnersSearch } from '#web/office/features/company/users/usersSearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const columns: ColumnOf<typeof listPartners>[] = [
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
    title: 'Documentos',
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

/** Contractors, or the group's contracting companies, with the state of their documents. */
export function PartnersPage({ kind, search }: { kind: PartnerKind; search: PartnersSearch }) {
  const words = PARTNER_WORDS[kind];
  const mayCreate = useCan('administracion.crear');
  const creating = useDrawer('nuevo');
  const list = useList(listPartners, search, { query: { kind } });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} count={list.total} actions={mayCreate && add} />
      <DataTable
        id={words.path}
        caption={words.title}
        list={list}
        columns={columns}
        filters={[
          {
            key: 'papeles',
            label: 'Documentos',
            kind: 'one',
            choices: PaperState.options.map((value) => ({ value, label: PAPER_STATE_LABELS[value] })),
          },
          { key: 'archivados', label: 'Con los archivados', kind: 'flag' },
        ]}
        views={[
          {
            label: 'Con documentos por vencer',
            search: { papeles: 'por_vencer', order_column: 'next_expiry' },
          },
          { label: 'Con documentos vencidos', search: { papeles: 'vencido', order_column: 'next_expiry' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ link: (one) => linkOptions({ to: `/oficina/${words.path}/$id`, params: { id: one.id } }) }}
        searchLabel="Nombre, RUC o representante"
        empty={<EmptyState title={words.none} text={words.why} action={mayCreate ? add : null} />}
      />
      {mayCreate && creating.opened && <PartnerDrawer kind={kind} partner={null} onClose={creating.close} />}
    </>
  );
}
