import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSale } from '#contract/sales/sale/endpoints.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { isOnDesk, TURN_LABELS } from '#contract/sales/sale/turn.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useUser } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill, TurnPill } from '#web/office/ui/StatePill.tsx';
import { claimEnd } from './saleColumns.tsx';
import { myTurns } from './turns.ts';

interface SalePeekProps {
  id: number;
  beside: Beside;
  onClose: () => void;
}

/** A sale beside its list: where it stands and whom to call, without leaving the list. J and K go on. */
export function SalePeek({ id, beside, onClose }: SalePeekProps) {
  const user = useUser();
  const { data, error } = useQuery(queryOf(getSale, { params: { id } }));
  const sale = data?.data;
  return (
    <RecordDrawer
      of={['precontrato', id]}
      title={sale ? sale.form.nombre : 'Pre-contrato'}
      onClose={onClose}
      record={sale}
      error={error}
      beside={beside}
    >
      {(one) => (
        <Stack gap="md">
          <Group gap="xs">
            <StatePill catalog="precontract" state={one.state} />
            {one.turn !== 'nadie' && (
              <TurnPill who={TURN_LABELS[one.turn]} mine={isOnDesk(myTurns(user), one)} />
            )}
          </Group>
          <Text size="sm" fw={600}>
            {one.next}
          </Text>
          <Facts
            rows={[
              ['Celular', <PhoneLinks key="phone" phone={one.form.celular} size="sm" />],
              ['Precio', <MoneyText key="price" centavos={one.price_centavos} size="sm" />],
              ['Vivienda', `${one.project.name} · ${one.model.name}`],
              [
                'Lote',
                one.lot &&
                  `${one.lot.lote}${one.claim?.until ? ` · hasta ${claimEnd(one.claim.until)}` : ''}`,
              ],
              ['Documentos', `${one.papers.approved} de ${one.papers.required} aprobados`],
              ['Procesador', one.processor?.name],
              ['Asesor', one.adviser?.name],
              ['Última acción', one.last_action.name],
              ['En este estado desde', <DateText key="since" instant={one.state_since} dayOnly />],
            ]}
          />
          <PageLink to="/oficina/ventas/$id" params={{ id }} underline="always">
            Abrir {saleName(one)}
          </PageLink>
        </Stack>
      )}
    </RecordDrawer>
  );
}
