import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBrokers, nameCommission, saleCommissions } from '#contract/sales/commissions/endpoints.ts';
import { COMMISSION_EVENTS, PAYEES, type Payee } from '#contract/sales/commissions/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { CommissionState } from './CommissionState.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** A sale's commissions: the payees and what has been released. */
export function SaleCommissions({ saleId }: { saleId: number }) {
  const naming = useDrawer('nombrar');
  const { data, error } = useQuery(queryOf(saleCommissions, { params: { id: saleId } }));
  if (error) throw error;
  const all = data?.data;
  if (!all) return <PendingPage />;
  const offers = (Object.keys(PAYEES) as Payee[]).flatMap((payee) => {
    const offer = all.name[payee];
    return offer && !all.commissions.some((one) => one.payee === payee) ? [{ payee, ...offer }] : [];
  });
  const named = offers.find(({ payee, disabled }) => payee === naming.word && disabled === null);
  return (
    <Section
      title="Comisiones"
      text="Quién las recibe queda fijo al recibir el pre-contrato."
      actions={
        offers.length > 0 && (
          <Group gap="xs">
            {offers.map(({ payee, disabled }) => (
              <ReasonedButton
                key={payee}
                variant="default"
                size="xs"
                whyNot={disabled}
                onClick={() => naming.open(payee)}
              >
                Nombrar {PAYEES[payee].toLowerCase()}
              </ReasonedButton>
            ))}
          </Group>
        )
      }
    >
      <Stack gap="lg">
        {all.commissions.length === 0 && (
          <Text size="sm" c="dimmed">
            Esta venta no da comisión todavía.
          </Text>
        )}
        {all.commissions.map((one) => (
          <ShortTable
            key={one.id}
            label="Comisión"
            caption={`${one.person.name} · ${PAYEES[one.payee].toLowerCase()} · ${formatMoney(one.total_centavos)}`}
            rows={one.lines}
            rowId={({ id }) => id}
            columns={[
              {
                title: 'Por',
                render: (line) => (
                  <PageLink to="/oficina/comisiones" search={{ comision: line.id }} size="sm">
                    {line.reverse ? 'Reverso: ' : ''}
                    {COMMISSION_EVENTS[line.event]}
                  </PageLink>
                ),
              },
              { title: 'Estado', render: ({ state }) => <CommissionState state={state} /> },
              { title: 'Monto', money: ({ centavos }) => centavos },
            ]}
          />
        ))}
      </Stack>
      {named && <NameDrawer saleId={saleId} payee={named.payee} onClose={naming.close} />}
    </Section>
  );
}

interface NameDrawerProps {
  saleId: number;
  payee: Payee;
  onClose: () => void;
}

export function NameDrawer({ saleId, payee, onClose }: NameDrawerProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const brokers = useOptions(queryOf(listBrokers));
  const form = useRecordForm({
    schema: nameCommission.body,
    initial: { para: payee },
    check: ({ persona_id }) => ({ persona_id: persona_id === null ? 'Elige a la persona.' : null }),
    send: (body, as) => call(nameCommission, { params: { id: saleId }, body }, as),
    success: 'Comisión anotada.',
    onDone: onClose,
  });
  const choices =
    payee === 'asesor' ? staff.filter(({ adviser }) => adviser) : brokers.filter(({ active }) => active);
  return (
    <FormDrawer
      title={`Nombrar ${PAYEES[payee].toLowerCase()}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Nombrar"
    >
      <Text size="sm">Se nombra una sola vez, antes de que se libere la primera parte.</Text>
      <OptionField
        of={form}
        name="persona_id"
        label={PAYEES[payee]}
        nothing="Elige a la persona"
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDrawer>
  );
}
