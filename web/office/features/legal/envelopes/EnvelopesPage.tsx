import { useQuery } from '@tanstack/react-query';
import { getEnvelope, listEnvelopes } from '#contract/legal/envelopes/endpoints.ts';
import { ENVELOPE_LABELS } from '#contract/legal/envelopes/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { EnvelopePanel } from './EnvelopePanel.tsx';
import type { EnvelopesSearch } from './envelopesSearch.ts';

const columns: ColumnOf<typeof listEnvelopes>[] = [
  {
    key: 'id',
    title: 'Documento',
    sortable: true,
    width: 270,
    phone: 'heading',
    render: (one) => <TwoLines first={one.title} second={`${one.name} · ${saleName(one.sale)}`} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (one) => <StatePill catalog="envelope" state={one.state} />,
  },
  {
    key: 'turno',
    title: 'Le toca a',
    width: 190,
    render: (one) => one.turn ?? '—',
  },
  {
    key: 'firmas',
    title: 'Firmas',
    width: 90,
    render: (one) => (
      <span className="figures">
        {one.signed_count} de {one.signers_count}
      </span>
    ),
  },
  {
    key: 'since',
    title: 'Espera desde',
    sortable: true,
    width: 150,
    render: (one) => <DateText instant={one.since} />,
  },
  {
    key: 'expires_at',
    title: 'Vence',
    sortable: true,
    width: 120,
    render: (one) => <DateText instant={one.expires_at} dayOnly />,
  },
];

/** Documents sent for signing: whose turn each one is, and since when. */
export function EnvelopesPage({ search }: { search: EnvelopesSearch }) {
  const patch = usePatchSearch();
  const { sobre } = search;
  const list = useList(listEnvelopes, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Firmas"
        count={list.total}
        text="Los documentos se envían a firmar desde la página de cada venta."
      />
      <DataTable
        id="firmas"
        caption="Firmas"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(ENVELOPE_LABELS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'tarde',
            label: 'Espera',
            kind: 'one',
            choices: [{ value: '1', label: 'Más de 72 horas' }],
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.title} de ${one.name}`}
        open={{ show: (one) => patch({ sobre: one.id }) }}
        searchLabel="Documento, cliente, cédula o código"
        empty={
          <EmptyState
            title="Aún no hay documentos por firmar"
            text="Abre una venta y elige «Enviar un documento a firmar»."
          />
        }
      />
      {sobre !== undefined && (
        <EnvelopeDrawer
          id={sobre}
          onClose={() => patch({ sobre: undefined })}
          beside={besideOf(list.rows, sobre, (id) => patch({ sobre: id }))}
        />
      )}
    </>
  );
}

interface DrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

function EnvelopeDrawer({ id, onClose, beside }: DrawerProps) {
  const { data, error } = useQuery(queryOf(getEnvelope, { params: { id } }));
  const patch = usePatchSearch();
  return (
    <RecordDrawer
      of={['sobre', id]}
      title={data?.data.title ?? 'Documento por firmar'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
      size="lg"
    >
      {(envelope) => (
        <>
          <EnvelopePanel id={envelope.id} onOther={(other) => patch({ sobre: other })} />
          <RecordTalk reference="sobre" id={envelope.id} />
        </>
      )}
    </RecordDrawer>
  );
}
