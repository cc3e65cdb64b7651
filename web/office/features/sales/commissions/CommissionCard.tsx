import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CommissionLine } from '#contract/sales/commissions/model.ts';
import { changeCommissionStatus, getCommission } from '#contract/sales/commissions/endpoints.ts';
import { COMMISSION, COMMISSION_EVENTS, PAYEES } from '#contract/sales/commissions/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { TransferDrawer } from '#web/office/ui/TransferDrawer.tsx';
import { CommissionState } from './CommissionState.tsx';

const who = (step: { by: string; at: string } | null) =>
  step && (
    <>
      {step.by}, <DateText instant={step.at} />
    </>
  );

/** One commission line: its history and next transitions. */
export function CommissionCard({ line }: { line: CommissionLine }) {
  const [paying, setPaying] = useState(false);
  const steps = useTransitions({
    offers: line.transitions,
    version: line.version,
    status: changeCommissionStatus,
    // Without an amount there is nothing to transfer.
    forms: { [COMMISSION.paid]: line.neto_centavos > 0 ? () => setPaying(true) : undefined },
  });
  return (
    <Stack gap="md">
      <Group gap="sm">
        <CommissionState state={line.state} />
        <Text fw={600}>{formatMoney(line.centavos)}</Text>
      </Group>
      <PageLink to="/oficina/ventas/$id" params={{ id: line.sale.id }} search={{ tab: 'comisiones' }}>
        Ver la venta {line.sale.code ?? line.sale.id}
      </PageLink>
      <Facts
        narrow
        rows={[
          ['Para', `${line.person.name} (${PAYEES[line.payee].toLowerCase()})`],
          ['Cliente', line.sale.customer],
          ['Proyecto', line.project.name],
          ['Por', `${line.reverse ? 'Reverso de ' : ''}${COMMISSION_EVENTS[line.event].toLowerCase()}`],
          [
            line.reverse ? 'Descontado hasta ahora' : line.paid ? 'Se descontó' : 'Se descuenta',
            line.descontado_centavos > 0 && formatMoney(line.descontado_centavos),
          ],
          [
            line.reverse ? 'Falta descontar' : line.paid ? 'Se transfirió' : 'Se transfiere',
            (line.descontado_centavos > 0 || line.reverse) && formatMoney(Math.abs(line.neto_centavos)),
          ],
          ['Liberada', line.released_at && <DateText instant={line.released_at} />],
          ['Preparó', who(line.prepared)],
          ['Aprobó', who(line.approved)],
          [
            'Pagó',
            line.paid && (
              <>
                {line.paid.by}, {line.paid.reference}, <DateText day={line.paid.on} />
              </>
            ),
          ],
        ]}
      />
      {line.reverse && line.state.id === COMMISSION.released && (
        <Text size="sm" c="dimmed">
          La venta terminó después de pagarla: se descuenta sola de lo próximo que se le paga; lo que no
          alcance queda para la siguiente.
        </Text>
      )}
      {steps.length > 0 && (
        <Group gap="xs">
          {steps.map((step) => (
            <ReasonedButton
              key={step.key}
              whyNot={step.whyNot}
              variant={step.key.startsWith(`${COMMISSION.released}-`) ? 'default' : 'filled'}
              loading={step.loading ?? false}
              onClick={step.onRun}
            >
              {step.label}
            </ReasonedButton>
          ))}
        </Group>
      )}
      {paying && <PayCommission line={line} onClose={() => setPaying(false)} />}
    </Stack>
  );
}

/** Pays the net amount: the commission minus what its payee owes back. */
function PayCommission({ line, onClose }: { line: CommissionLine; onClose: () => void }) {
  const params = { id: line.id };
  return (
    <TransferDrawer
      record={line}
      reread={async () => (await call(getCommission, { params })).data}
      title={({ neto_centavos }) => `Pagar ${formatMoney(neto_centavos)}`}
      dayLabel="Día"
      send={(transfer, { version, neto_centavos }, as) =>
        call(
          changeCommissionStatus,
          { params, body: { params: { ...transfer, estado_id: COMMISSION.paid, version, neto_centavos } } },
          as,
        )
      }

      success="Pago registrado."
      onClose={onClose}
      from={usePayFrom()}
    />
  );
}
