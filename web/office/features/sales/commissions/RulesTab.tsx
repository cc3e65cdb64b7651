import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { endCommissionRule, listCommissionRules } from '#contract/sales/commissions/endpoints.ts';
import type { CommissionRule } from '#contract/sales/commissions/model.ts';
import { PAYEES } from '#contract/sales/commissions/rules.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RuleDrawer } from './RuleDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** Commission rules by validity. To change one, set its last day and add another. */
export function RulesTab() {
  const mayEdit = useCan('administracion.editar');
  const today = useToday();
  const adding = useDrawer('regla');
  const { data, error } = useQuery(queryOf(listCommissionRules));
  if (error) throw error;
  const rules = data?.data;
  if (!rules) return <PendingPage />;
  return (
    <>
      {mayEdit && (
        <Group justify="flex-end" mb="xs">
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.open()}>
            Agregar regla
          </Button>
        </Group>
      )}
      {rules.length === 0 ? (
        <EmptyState
          title="No hay reglas"
          text="Sin una regla vigente, un pre-contrato recibido no da comisión."
        />
      ) : (
        <ShortTable
          label="Reglas de comisión"
          caption="Lo que una regla fijó en una venta ya no cambia."
          rows={rules}
          rowId={({ id }) => id}
          dimmed={(rule) => isOver(rule, today)}
          columns={[
            { title: 'Proyecto', render: ({ project }) => project?.name ?? 'Todos los demás' },
            { title: 'Para', render: ({ payee }) => PAYEES[payee] },
            {
              title: 'Comisión',
              render: ({ percent, fixed_centavos }) =>
                percent === null ? formatMoney(fixed_centavos ?? 0) : `${formatPercent(percent)} del precio`,
            },
            {
              title: 'Separación / promesa / desembolso',
              render: ({ split }) =>
                [split.separacion, split.promesa, split.desembolso].map(formatPercent).join(' / '),
            },
            {
              title: 'Vale',
              render: ({ valid_from, valid_to }) => (
                <span>
                  <DateText day={valid_from} /> {valid_to ? 'a ' : 'en adelante'}
                  {valid_to && <DateText day={valid_to} />}
                </span>
              ),
            },
            {
              title: 'Acciones',
              quiet: true,
              render: (rule) => mayEdit && <EndRule rule={rule} today={today} />,
            },
          ]}
        />
      )}
      {mayEdit && adding.opened && <RuleDrawer onClose={adding.close} />}
    </>
  );
}

const isOver = ({ valid_to }: CommissionRule, today: string) => valid_to !== null && valid_to < today;

function EndRule({ rule, today }: { rule: CommissionRule; today: string }) {
  const end = useAction(endCommissionRule, {
    success: 'La regla vale hasta hoy.',
  });
  const ask = async () => {
    const yes = await askConfirm({
      title: '¿Terminar esta regla hoy?',
      text: 'Las ventas que ya la tienen la conservan.',
      confirm: 'Terminar hoy',
    });
    if (yes) end.mutate({ params: { id: rule.id }, body: { hasta: today } });
  };
  if (isOver(rule, today) || rule.valid_to === today || rule.valid_from > today) return null;
  return (
    <Button size="xs" variant="default" loading={end.isPending} onClick={() => void ask()}>
      Terminar hoy
    </Button>
  );
}
