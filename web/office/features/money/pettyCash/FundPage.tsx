import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  askReplenishment,
  changeReplenishmentStatus,
  findFund,
  voidVoucher,
} from '#contract/money/pettyCash/endpoints.ts';
import type { Fund, Voucher } from '#contract/money/pettyCash/model.ts';
import { REPLENISHMENT_STATE } from '#contract/money/pettyCash/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { CountFundDrawer } from './CountFundDrawer.tsx';
import { ChangeFundDrawer, CloseFundDrawer } from './FundDrawer.tsx';
import { PettyVoucherDrawer } from './PettyVoucherDrawer.tsx';

/** One petty cash fund: vouchers, counts, and replenishments. */
export function FundPage({ id }: { id: number }) {
  const query = useQuery(queryOf(findFund, { params: { id } }));
  const comments = useComments('caja_menuda', id);
  const spending = useDrawer('gasto');
  const counting = useDrawer('arqueo');
  const changing = useDrawer('cambiar');
  const closing = useDrawer('cerrar');
  const ask = useAction(askReplenishment, { success: 'Reposición pedida. La aprueba otra persona.' });
  const fund = query.data?.data;
  if (query.error) throw query.error;
  if (!fund) return <PendingPage />;
  return (
    <>
      <RecordPage
        of={['caja_menuda', id]}
        title={fund.name}
        subtitle={[fund.company.name, fund.project?.name].filter(Boolean).join(' · ')}
        state={fund.open ? null : <Badge variant="default">Cerrada</Badge>}
        turn={null}
        facts={[
          { label: 'La custodia', value: fund.custodian.name },
          { label: 'Fondo', value: <MoneyText centavos={fund.cents} /> },
          { label: 'Debe haber', value: <MoneyText centavos={fund.cash_centavos} /> },
          { label: 'Por reponer', value: <MoneyText centavos={fund.open_centavos} /> },
        ]}
        actions={[
          ...(fund.may.spend
            ? [{ key: 'gasto', label: 'Registrar gasto', whyNot: null, onRun: () => spending.open() }]
            : []),
          ...(fund.may.count
            ? [{ key: 'arqueo', label: 'Arqueo', whyNot: null, onRun: () => counting.open() }]
            : []),
          {
            key: 'reponer',
            label: 'Pedir reposición',
            whyNot: fund.may.ask,
            onRun: () => ask.mutate({ params: { id }, body: {} }),
          },
          ...(fund.may.change
            ? [
                { key: 'cambiar', label: 'Cambiar', whyNot: null, onRun: () => changing.open() },
                { key: 'cerrar', label: 'Cerrar caja', whyNot: fund.may.close, onRun: () => closing.open() },
              ]
            : []),
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="caja_menuda" id={id} />
            <RecordFiles reference="caja_menuda" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={[...stateItems(fund.history), ...(comments.items ?? [])].toSorted((a, b) =>
                b.at.localeCompare(a.at),
              )}
            />
          </Stack>
        }
      >
        <Stack gap="lg">
          <Replenishments fund={fund} />
          <Vouchers fund={fund} />
          <Counts fund={fund} />
        </Stack>
      </RecordPage>
      {spending.opened && <PettyVoucherDrawer fund={fund} onClose={spending.close} />}
      {changing.opened && <ChangeFundDrawer fund={fund} onClose={changing.close} />}
      {closing.opened && <CloseFundDrawer fund={fund} onClose={closing.close} />}
      {counting.opened && <CountFundDrawer fund={fund} onClose={counting.close} />}
    </>
  );
}

function Steps({ one }: { one: Fund['replenishments'][number] }) {
  const steps = useTransitions({
    offers: one.transitions,
    status: changeReplenishmentStatus,
    version: one.version,
    danger: [REPLENISHMENT_STATE.rejected],
  });
  return (
    <Group gap={4}>
      {steps.map(({ key, label, whyNot, onRun, danger }) => (
        <ReasonedButton
          key={key}
          size="compact-sm"
          variant={danger ? 'subtle' : 'filled'}
          {...(danger && { color: 'red' })}
          whyNot={whyNot}
          onClick={onRun}
        >
          {label}
        </ReasonedButton>
      ))}
    </Group>
  );
}

function Replenishments({ fund }: { fund: Fund }) {
  if (fund.replenishments.length === 0) return null;
  return (
    <Section
      title="Reposiciones"
      text="Una reposición aprobada se paga con cheque a quien custodia la caja, en Pagos."
    >
      <ShortTable
        label="Reposiciones"
        rows={fund.replenishments}
        rowId={({ id }) => id}
        rowHeads
        columns={[
          { title: 'Número', render: ({ number }) => number },
          { title: 'Estado', render: ({ state }) => <StatePill catalog="replenishment" state={state} /> },
          { title: 'Pedida el', render: ({ asked_on }) => <DateText day={asked_on} /> },
          { title: 'Pagada el', render: ({ paid_on }) => <DateText day={paid_on} /> },
          { title: 'Monto', money: ({ cents }) => cents },
          { title: 'Acciones', quiet: true, render: (one) => <Steps one={one} /> },
        ]}
      />
    </Section>
  );
}

function Vouchers({ fund }: { fund: Fund }) {
  const voids = useCan('contabilidad.anular');
  const undo = useAction(voidVoucher, { success: 'Comprobante anulado.' });
  const ask = async (one: Voucher) => {
    const reason = await askReason({
      title: `Anular el comprobante ${one.number}`,
      text: `${one.concept}, de ${one.supplier}.`,
      label: 'Motivo',
      required: true,
      confirm: 'Anular comprobante',
      danger: true,
    });
    if (reason) undo.mutate({ params: { id: fund.id, voucher: one.id }, body: { reason } });
  };
  return (
    <Section title="Comprobantes">
      {fund.vouchers.length === 0 && <Text c="dimmed">Aún no hay gastos.</Text>}
      {fund.vouchers.length > 0 && (
        <ShortTable
          label="Comprobantes"
          rows={fund.vouchers}
          rowId={({ id }) => id}
          rowHeads
          dimmed={({ void_reason }) => void_reason !== null}
          columns={[
            {
              title: 'Comprobante',
              render: (one) => (
                <Stack gap={0}>
                  <Anchor href={one.file.url} target="_blank" rel="noreferrer" size="sm">
                    {one.number}. {one.concept}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {one.supplier} · {one.paper}
                    {one.void_reason && ` · Anulado: ${one.void_reason}`}
                  </Text>
                </Stack>
              ),
            },
            { title: 'Fecha', render: ({ spent_on }) => <DateText day={spent_on} /> },
            {
              title: 'Va a',
              render: ({ account, project, house }) =>
                [account?.name, project?.name, house?.name].filter(Boolean).join(' · '),
            },
            {
              title: 'Reposición',
              align: 'right',
              render: ({ replenishment }) => replenishment ?? '',
            },
            { title: 'Monto', money: ({ cents }) => cents },
            {
              title: 'Acciones',
              quiet: true,
              render: (one) =>
                voids && one.replenishment === null && one.void_reason === null ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={`Anular el comprobante ${one.number}`}
                    onClick={() => void ask(one)}
                  >
                    Anular
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
    </Section>
  );
}

function Counts({ fund }: { fund: Fund }) {
  if (fund.counts.length === 0) return null;
  return (
    <Section title="Arqueos">
      <ShortTable
        label="Arqueos"
        rows={fund.counts}
        rowId={({ id }) => id}
        rowHeads
        columns={[
          { title: 'Fecha', render: ({ on }) => <DateText day={on} /> },
          { title: 'Por', render: ({ by }) => by },
          { title: 'Debía haber', money: ({ expected_centavos }) => expected_centavos },
          { title: 'Contado', money: ({ counted_centavos }) => counted_centavos },
          { title: 'Diferencia', money: ({ difference_centavos }) => difference_centavos },
          { title: 'Motivo', render: ({ reason }) => reason },
        ]}
      />
    </Section>
  );
}
