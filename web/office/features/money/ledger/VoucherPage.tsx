import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import {
  changeVoucherStatus,
  getVoucher,
  VOUCHER_KINDS,
  VOUCHER_STATE,
  type Voucher,
} from '#contract/money/ledger/vouchers.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { VoucherDrawer } from './VoucherDrawer.tsx';

type Line = Voucher['lines'][number];
const columns: ShortColumn<Line>[] = [
  { title: 'Cuenta', render: ({ account }) => account },
  { title: 'Debe', money: ({ debit_centavos }) => debit_centavos, sum: true },
  { title: 'Haber', money: ({ credit_centavos }) => credit_centavos, sum: true },
  { title: 'Proyecto', render: ({ project, lot }) => [project, lot].filter(Boolean).join(' · ') || '—' },
  { title: 'Nota', render: ({ note }) => note || '—' },
];

function activityOf(voucher: Voucher, comments: readonly ActivityItem[]): ActivityItem[] {
  const history = voucher.history.map(({ who, ...line }) => ({
    ...line,
    kind: 'change' as const,
    text: null,
    who: who ?? 'Sistema',
  }));
  return [...history, ...comments].toSorted((a, b) => b.at.localeCompare(a.at));
}

/** One voucher: its lines, who typed it, and the next step. */
export function VoucherPage({ id }: { id: number }) {
  const query = useQuery(queryOf(getVoucher, { params: { id } }));
  const comments = useComments('comprobante_diario', id);
  const voucher = query.data?.data;
  const editing = useDrawer('editar');
  const transitions = useTransitions({
    offers: voucher?.transitions,
    status: changeVoucherStatus,
    version: voucher?.version,
    danger: [VOUCHER_STATE.voided],
  });
  if (query.error) throw query.error;
  if (!voucher) return <PendingPage />;
  return (
    <>
      <RecordPage
        of={['comprobante_diario', id]}
        title={voucher.description}
        subtitle={`${VOUCHER_KINDS[voucher.kind]} · ${voucher.book.name}`}
        state={<StatePill catalog="voucher" state={voucher.state} />}
        turn={null}
        actions={[
          ...transitions.map((one) => (one.danger ? { ...one, aside: true } : one)),
          ...(voucher.may_edit
            ? [{ key: 'editar', label: 'Cambiar', whyNot: null, onRun: () => editing.open(), aside: true }]
            : []),
        ]}
        facts={[
          { label: 'Fecha', value: <DateText day={voucher.day} /> },
          { label: 'Monto', value: <MoneyText centavos={voucher.centavos} /> },
          { label: 'Lo hizo', value: voucher.made_by },
          ...(voucher.approved_by ? [{ label: 'Lo aprobó', value: voucher.approved_by }] : []),
          ...(voucher.entry
            ? [
                {
                  label: 'Asiento',
                  value: (
                    <PageLink
                      {...linkOptions({ to: '/oficina/diario/$id', params: { id: voucher.entry.id } })}
                    >
                      {voucher.entry.number}
                    </PageLink>
                  ),
                },
              ]
            : []),
          ...(voucher.reason ? [{ label: 'Motivo', value: voucher.reason }] : []),
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="comprobante_diario" id={id} />
            <RecordFiles reference="comprobante_diario" id={id} />
            <ActivityStream {...comments} items={activityOf(voucher, comments.items ?? [])} />
          </Stack>
        }
      >
        <Section title="Líneas">
          <ShortTable
            label="Líneas del comprobante"
            rows={voucher.lines}
            rowId={(_, at) => at}
            columns={columns}
            rowHeads
          />
        </Section>
      </RecordPage>
      {voucher.may_edit && editing.opened && (
        <VoucherDrawer voucher={voucher} onClose={() => editing.close()} />
      )}
    </>
  );
}
