import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
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

/** The rules by day; a change is a last day and another rule. */
export function RulesTab() {
  const mayEdit = useCan('administracion.editar');
  const [adding, setAdding] = useState(false);
  const { data, error } = useQuery(queryOf(listCommissionRules));
  if (error) throw error;
  const rules = data?.data;
  if (!rules) return <PendingPage />;
  return (
    <>
      {mayEdit && (
        <Group justify="flex-end" mb="xs">
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
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
        <Table.ScrollContainer minWidth={720}>
          <Table verticalSpacing="xs">
            <Table.Caption>Lo que una regla fijó en una venta ya no cambia.</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Proyecto</Table.Th>
                <Table.Th>Para</Table.Th>
                <Table.Th>Comisión</Table.Th>
                <Table.Th>Separación / promesa / desembolso</Table.Th>
                <Table.Th>Vale</Table.Th>
                <Table.Th>
                  <span className="sr-only">Acciones</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rules.map((rule) => (
                <RuleRow key={rule.id} rule={rule} mayEdit={mayEdit} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {adding && <RuleDrawer onClose={() => setAdding(false)} />}
    </>
  );
}

function RuleRow({ rule, mayEdit }: { rule: CommissionRule; mayEdit: boolean }) {
  const today = useToday();
  const end = useAction(endCommissionRule, {
    invalidates: [listCommissionRules],
    success: 'La regla vale hasta hoy.',
  });
  const { split } = rule;
  const over = rule.valid_to !== null && rule.valid_to < today;
  const ask = async () => {
    const yes = await askConfirm({
      title: '¿Terminar esta regla hoy?',
      text: 'Las ventas que ya la tienen la conservan.',
      confirm: 'Terminar hoy',
    });
    if (yes) end.mutate({ params: { id: rule.id }, body: { hasta: today } });
  };
  return (
    <Table.Tr {...(over && { c: 'dimmed' })}>
      <Table.Td>{rule.project?.name ?? 'Todos los demás'}</Table.Td>
      <Table.Td>{PAYEES[rule.payee]}</Table.Td>
      <Table.Td className="figures">
        {rule.percent === null
          ? formatMoney(rule.fixed_centavos ?? 0)
          : `${formatPercent(rule.percent)} del precio`}
      </Table.Td>
      <Table.Td className="figures">
        {[split.separacion, split.promesa, split.desembolso].map(formatPercent).join(' / ')}
      </Table.Td>
      <Table.Td>
        <DateText day={rule.valid_from} />{' '}
        {rule.valid_to ? (
          <>
            a <DateText day={rule.valid_to} />
          </>
        ) : (
          <Text span size="sm">
            en adelante
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {mayEdit && !over && rule.valid_to !== today && rule.valid_from <= today && (
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => void ask()}>
            Terminar hoy
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
