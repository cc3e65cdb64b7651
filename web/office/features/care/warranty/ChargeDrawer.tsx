import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import { changeChargeStatus, getCharge } from '#contract/care/warranty/endpoints.ts';
import type { Charge } from '#contract/care/warranty/model.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { stateItems } from '#web/office/ui/activity.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { CollectDrawer } from './CollectDrawer.tsx';

interface ChargeDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** One charge to a contractor: who asked, who decided, what the retention covered. */
export function ChargeDrawer({ id, beside, onClose }: ChargeDrawerProps) {
  const { data, error } = useQuery(queryOf(getCharge, { params: { id } }));
  const comments = useComments('cargo_garantia', id);
  const [collecting, setCollecting] = useState(false);
  const charge = data?.data;
  const transitions = useTransitions({
    offers: charge?.transitions,
    status: changeChargeStatus,
    version: charge?.version,
    danger: [CHARGE.refused],
    forms: { [CHARGE.collected]: () => setCollecting(true) },
  });
  return (
    <>
      <RecordDrawer
        title={charge ? `Cargo ${charge.code}` : 'Cargo'}
        of={['cargo_garantia', id]}
        record={charge}
        error={error}
        beside={beside}
        onClose={onClose}
        size="lg"
      >
        {(one) => (
          <Stack gap="md">
            <Group gap="xs">
              <StatePill catalog="backCharge" state={one.state} />
            </Group>
            <Words one={one} />
            <Group gap="xs">
              {transitions.map(({ key, label, whyNot, danger, onRun, loading }) => (
                <ReasonedButton
                  key={key}
                  whyNot={whyNot}
                  variant={danger ? 'default' : 'filled'}
                  loading={loading ?? false}
                  onClick={onRun}
                >
                  {label}
                </ReasonedButton>
              ))}
            </Group>
            <RecordTasks reference="cargo_garantia" id={id} />
            <RecordFiles reference="cargo_garantia" id={id} />
            <ActivityStream
              {...comments}
              items={
                comments.items &&
                [...stateItems(one.history), ...comments.items].toSorted((a, b) => b.at.localeCompare(a.at))
              }
            />
          </Stack>
        )}
      </RecordDrawer>
      {charge && collecting && <CollectDrawer charge={charge} onClose={() => setCollecting(false)} />}
    </>
  );
}

const Words = ({ one }: { one: Charge }) => (
  <Facts
    rows={[
      ['Contratista', one.contractor.name],
      [
        'Contrato',
        <PageLink
          key="contract"
          to="/oficina/contratos/$id"
          params={{ id: one.contract.id }}
          underline="always"
        >
          {one.contract.reference}: {one.contract.name}
        </PageLink>,
      ],
      ['Vivienda', one.house?.name ?? null],
      ['Qué se reparó', one.reason],
      ['Documento', one.paper],
      ['Monto', formatMoney(one.amount_centavos)],
      ['Del retenido', one.retained_centavos > 0 ? formatMoney(one.retained_centavos) : null],
      ['Por cobrar', one.receivable_centavos > 0 ? formatMoney(one.receivable_centavos) : null],
      ['Lo pidió', one.made_by],
      ['Lo decidió', one.decided_by],
      [
        'Cobrado',
        one.collected && `${showDay(one.collected.on)}, ${one.collected.bank} (${one.collected.reference})`,
      ],
    ]}
  />
);
