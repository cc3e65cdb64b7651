import { listConsents } from '#contract/overview/privacy/endpoints.ts';
import { CONSENT_CHANNELS, CONSENT_KINDS } from '#contract/overview/privacy/model.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { ConsentDrawer } from './ConsentDrawer.tsx';
import type { PrivacySearch } from './privacySearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listConsents>[] = [
  { key: 'persona', title: 'Persona', width: 240, phone: 'heading', render: (one) => one.person },
  { key: 'venta', title: 'Compra', width: 150, render: (one) => one.sale.code ?? 'Borrador' },
  { key: 'tipo', title: 'Permiso', width: 200, render: (one) => CONSENT_KINDS[one.kind] },
  { key: 'version', title: 'Texto', width: 100, render: (one) => one.text_version },
  {
    key: 'estado',
    exported: false,
    title: 'Estado',
    width: 120,
    render: (one) =>
      one.revoked_at ? (
        <StatePill tone="neutral" label="Retirado" />
      ) : (
        <StatePill tone="positive" label="Vigente" />
      ),
  },
  {
    key: 'dado',
    title: 'Dado',
    width: 160,
    sortable: true,
    render: (one) => <DateText instant={one.given_at} />,
  },
  {
    key: 'retirado',
    title: 'Retirado',
    width: 160,
    phone: 'hidden',
    render: (one) => <DateText instant={one.revoked_at} />,
  },
  {
    key: 'canal',
    title: 'Cómo',
    width: 140,
    phone: 'hidden',
    render: (one) => CONSENT_CHANNELS[one.channel] ?? one.channel,
  },
];

interface TabProps {
  search: PrivacySearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

/** The register of consents: text, day, channel and whether it is in force. */
export function ConsentsTab({ search, onSearch: patch }: TabProps) {
  const list = useList(listConsents, search);
  const shown = list.rows.find(({ id }) => id === search.permiso);
  return (
    <>
      <DataTable
        id="permisos-de-datos"
        caption="Permisos de datos"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'tipo',
            label: 'Permiso',
            kind: 'one',
            choices: Object.entries(CONSENT_KINDS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: [
              { value: 'vigente', label: 'Vigente' },
              { value: 'retirado', label: 'Retirado' },
            ],
          },
          { key: 'version', label: 'Texto', kind: 'text' },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${CONSENT_KINDS[one.kind]} de ${one.person}`}
        open={{ show: (one) => patch({ permiso: one.id }) }}
        searchLabel="Persona o código de la compra"
        empty={
          <EmptyState
            title="Aún no hay permisos"
            text="Aparecen aquí cuando un comprador acepta el uso de sus datos."
          />
        }
      />
      {shown && (
        <ConsentDrawer
          consent={shown}
          onClose={() => patch({ permiso: undefined })}
          beside={besideOf(list.rows, shown.id, (id) => patch({ permiso: id }))}
        />
      )}
    </>
  );
}
