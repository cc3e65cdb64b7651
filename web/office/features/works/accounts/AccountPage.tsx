import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { changeAccountStatus, findAccount, removeDeduction } from '#contract/works/accounts/endpoints.ts';
import type { Account, AccountLine } from '#contract/works/accounts/model.ts';
import { ACCOUNT_STATE, DEDUCTION_KINDS } from '#contract/works/accounts/rules.ts';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { newestFirst } from '#web/office/ui/activity.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ChargeDrawer } from '../stock/ChargeDrawer.tsx';
import { DeductionDrawer } from './DeductionDrawer.tsx';
import { DisputeDrawer } from './DisputeDrawer.tsx';
import { PaymentDrawer } from './PaymentDrawer.tsx';

type Open = { form: 'pay' | 'deduct' | 'materials' } | { form: 'dispute'; line: AccountLine } | null;

/** One progress account: its lines, its money, and the next step. */
export function AccountPage({ id }: { id: number }) {
  const query = useQuery(queryOf(findAccount, { params: { id } }));
  const comments = useComments('cuenta_obra', id);
  const account = query.data?.data;
  const [open, setOpen] = useState<Open>(null);
  const transitions = useTransitions({
    offers: account?.transitions,
    status: changeAccountStatus,
    version: account?.version,
    danger: [ACCOUNT_STATE.reversed, ACCOUNT_STATE.voided],
    forms: { [ACCOUNT_STATE.paid]: () => setOpen({ form: 'pay' }) },
  });
  if (query.error) throw query.error;
  if (!account) return <PendingPage />;
  const close = () => setOpen(null);
  const sees = account.net_centavos !== null;
  return (
    <>
      <RecordPage
        of={['cuenta_obra', id]}
        title={`${account.contract.name}, cuenta ${account.number}`}
        subtitle={`${account.contract.reference} · ${account.project.name}`}
        state={<StatePill catalog="account" state={account.state} />}
        turn={null}
        facts={[
          {
            label: 'Contrato',
            value: (
              <PageLink
                {...linkOptions({
                  to: '/oficina/contratos/$id',
                  params: { id: account.contract.id },
                  search: { ver: 'cuentas' },
                })}
              >
                {account.contract.name}
              </PageLink>
            ),
          },
          { label: 'Contratista', value: account.contractor.name },
          { label: 'Medida el', value: <DateText day={account.measured_on} /> },
          ...(sees ? [{ label: 'Neto', value: <MoneyText centavos={account.net_centavos} /> }] : []),
          ...(account.payment
            ? [
                { label: 'Pagada el', value: <DateText day={account.payment.paid_on} /> },
                { label: 'Pago', value: `${account.payment.bank} · ${account.payment.reference}` },
              ]
            : []),
          ...(account.countersigned ? [{ label: 'La refrendó', value: account.countersigned.by }] : []),
          ...(account.document_url
            ? [
                {
                  label: 'Para firmar',
                  value: (
                    <Anchor href={account.document_url} target="_blank" rel="noreferrer">
                      Cuenta en PDF
                    </Anchor>
                  ),
                },
              ]
            : []),
        ]}
        actions={transitions.map((one) => (one.danger ? { ...one, aside: true } : one))}
        tab="cuenta"
        onTab={() => undefined}
        tabs={[
          {
            key: 'cuenta',
            label: 'Cuenta',
            content: (
              <Stack gap="lg">
                {sees && <Money account={account} />}
                <Lines account={account} onDispute={(line) => setOpen({ form: 'dispute', line })} />
                <Deductions
                  account={account}
                  onAdd={() => setOpen({ form: 'deduct' })}
                  onMaterials={() => setOpen({ form: 'materials' })}
                />
              </Stack>
            ),
          },
        ]}
        activity={
          <Stack gap="lg">
            <RecordEntries record="cuenta_obra" id={id} />
            <RecordTasks reference="cuenta_obra" id={id} />
            <RecordFiles reference="cuenta_obra" id={id} />
            <ActivityStream {...comments} items={activityOf(account, comments.items ?? [])} />
          </Stack>
        }
      />
      {open?.form === 'pay' && <PaymentDrawer account={account} onClose={close} />}
      {open?.form === 'deduct' && <DeductionDrawer account={account} onClose={close} />}
      {open?.form === 'materials' && <ChargeDrawer account={account} onClose={close} />}
      {open?.form === 'dispute' && <DisputeDrawer account={account} line={open.line} onClose={close} />}
    </>
  );
}

function activityOf(account: Account, comments: readonly ActivityItem[]): ActivityItem[] {
  const history = account.history.map(({ who, ...line }) => ({
    ...line,
    kind: 'change' as const,
    who: who ?? 'Sistema',
  }));
  return newestFirst(history, comments);
}

function Money({ account }: { account: Account }) {
  const lines = [
    { name: 'Avance del período', cents: account.gross_centavos },
    { name: 'Amortización del anticipo', cents: -(account.amortised_centavos ?? 0) },
    { name: 'Retención de garantía', cents: -(account.retained_centavos ?? 0) },
    { name: 'ITBMS', cents: account.itbms_centavos },
    { name: 'ITBMS retenido', cents: -(account.withheld_centavos ?? 0) },
    { name: 'Descuentos', cents: -(account.deductions_centavos ?? 0) },
  ].filter(({ cents }) => cents !== 0);
  return (
    <Section title="Lo que se paga">
      <ShortTable
        label="Lo que se paga"
        rows={lines}
        rowId={({ name }) => name}
        rowHeads
        columns={[
          { title: 'Concepto', render: ({ name }) => name },
          { title: 'Monto', money: ({ cents }) => cents, sum: true },
        ]}
      />
    </Section>
  );
}

function Lines({ account, onDispute }: { account: Account; onDispute: (line: AccountLine) => void }) {
  const columns: ShortColumn<AccountLine>[] = [
    { title: 'Trabajo', render: ({ work, house }) => (house ? `${house}: ${work}` : work) },
    { title: 'Antes', align: 'right', render: ({ from, unit }) => `${from} ${unit}` },
    { title: 'Ahora', align: 'right', render: ({ to, unit }) => `${to} ${unit}` },
    ...(account.gross_centavos === null
      ? []
      : [{ title: 'Monto', money: ({ cents }: AccountLine) => cents }]),
    ...(account.may.dispute || account.disputed > 0
      ? [
          {
            title: 'Disputa',
            render: (line: AccountLine) =>
              line.dispute ??
              (account.may.dispute ? (
                <Button variant="default" size="compact-md" onClick={() => onDispute(line)}>
                  No estoy de acuerdo
                </Button>
              ) : null),
          },
        ]
      : []),
  ];
  return (
    <Section
      title="Líneas"
      text="Lo aprobado que ninguna cuenta anterior tomó. Una línea en disputa no cuenta."
    >
      <ShortTable label="Líneas" rows={account.lines} rowId={({ id }) => id} columns={columns} />
    </Section>
  );
}

interface DeductionsProps {
  account: Account;
  onAdd: () => void;
  onMaterials: () => void;
}

function Deductions({ account, onAdd, onMaterials }: DeductionsProps) {
  const seesMaterials = useCan('materiales.ver');
  const remove = useAction(removeDeduction, { success: 'Descuento quitado.' });
  if (account.deductions.length === 0 && !account.may.deduct) return null;
  type Deduction = Account['deductions'][number];
  const columns: ShortColumn<Deduction>[] = [
    { title: 'Descuento', render: ({ kind, reason }) => `${DEDUCTION_KINDS[kind]}: ${reason}` },
    { title: 'Documento', render: ({ paper }) => paper },
    ...(account.net_centavos === null ? [] : [{ title: 'Monto', money: ({ cents }: Deduction) => cents }]),
    ...(account.may.deduct
      ? [
          {
            title: 'Acción',
            render: ({ id }: Deduction) => (
              <Button
                variant="subtle"
                color="red"
                size="compact-md"
                loading={remove.isPending}
                onClick={() => remove.mutate({ params: { id: account.id, deduction: id } })}
              >
                Quitar
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Section
      title="Descuentos"
      text="Materiales, multas o préstamos, cada uno con su documento entre los archivos de la cuenta."
      actions={
        account.may.deduct ? (
          <Group gap="xs">
            {seesMaterials && (
              <Button variant="default" size="compact-md" onClick={onMaterials}>
                Materiales entregados
              </Button>
            )}
            <Button variant="default" size="compact-md" onClick={onAdd}>
              Agregar descuento
            </Button>
          </Group>
        ) : null
      }
    >
      <ShortTable label="Descuentos" rows={account.deductions} rowId={({ id }) => id} columns={columns} />
    </Section>
  );
}
