import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { Button, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PlanLot, PlanState } from '#contract/projects/lots/plan.ts';
import { changeLots } from '#contract/projects/lots/endpoints.ts';
import { LOT_STATE_LABELS } from '#contract/sales/claims/claims.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { wordOfHouse } from '../../projects/startHouse.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './Plan.module.css';
import { TimeLeft } from './TimeLeft.tsx';

interface LotCardProps {
  projectId: number;
  lot: PlanLot;
  state: PlanState | undefined;
  onClose: () => void;
  onEdit: () => void;
  onWaiting: () => void;
}

/** The selected lot: its data, its buyer and deadline, and its actions. */
export function LotCard({ projectId, lot, state, onClose, onEdit, onWaiting }: LotCardProps) {
  const mayEdit = useCan('proyectos.editar');
  const seesSales = useCan('ventas.ver');
  const sells = useCan('ventas.crear');
  const house = wordOfHouse({ projectId, lotId: lot.id });
  const save = useAction(changeLots, {
    success: 'Lote guardado.',
  });
  const stateId = state?.e ?? LOT_STATE.available;
  const free = stateId === LOT_STATE.available;
  const withheld = stateId === LOT_STATE.unavailable;

  async function withhold() {
    const reason = await askReason({
      title: `Retirar ${lot.lote} de la venta`,
      text: 'Nadie lo podrá elegir hasta que vuelva a la venta.',
      label: 'Motivo',
      required: true,
      confirm: 'Retirar de la venta',
    });
    if (reason) save.mutate({ body: { ids: [lot.id], withheld: true, withheld_reason: reason } });
  }

  return (
    <section className={styles.card} aria-label={`Lote ${lot.lote}`}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4">
            Lote {lot.lote}
          </Title>
          <CloseButton aria-label="Cerrar la tarjeta del lote" onClick={onClose} />
        </Group>
        <Group gap="xs">
          <StatePill catalog="lot" state={{ id: stateId, name: LOT_STATE_LABELS[stateId] ?? '' }} />
          {withheld && state?.m && <Text size="sm">{state.m}</Text>}
        </Group>
        <Text size="sm">
          {lot.type.name} · {lot.area_m2.toLocaleString('es-PA')} m²
          {lot.vivienda && ` · casa ${lot.vivienda}`}
        </Text>
        {lot.precio_centavos !== null && (
          <Text size="sm">
            {lot.vivienda ? 'Precio ' : 'Desde '}
            <MoneyText centavos={lot.precio_centavos} />
            {lot.premium_centavos > 0 && (
              <>
                , con recargo de <MoneyText centavos={lot.premium_centavos} />
              </>
            )}
          </Text>
        )}
        {state?.h && (
          <Text size="sm">
            <TimeLeft until={state.h} />
          </Text>
        )}
        {state?.v !== undefined && (
          <PageLink to="/oficina/ventas/$id" params={{ id: state.v }} underline="always">
            Abrir la venta que lo tiene
          </PageLink>
        )}
        <Group gap="xs" mt="xs">
          {sells && free && (
            <>
              <Button
                size="xs"
                renderRoot={(button) => (
                  <Link {...button} to="/oficina/proformas" search={{ abrir: `nuevo.${house}` }} />
                )}
              >
                Nueva proforma
              </Button>
              <Button
                size="xs"
                variant="default"
                renderRoot={(button) => (
                  <Link {...button} to="/oficina/ventas" search={{ abrir: `nuevo.${house}` }} />
                )}
              >
                Nuevo pre-contrato
              </Button>
            </>
          )}
          {mayEdit && (
            <Button size="xs" variant="default" onClick={onEdit}>
              Ficha y recargo
            </Button>
          )}
          {mayEdit && free && (
            <Button size="xs" variant="default" loading={save.isPending} onClick={() => void withhold()}>
              Retirar de la venta
            </Button>
          )}
          {mayEdit && withheld && (
            <Button
              size="xs"
              variant="default"
              loading={save.isPending}
              onClick={() => save.mutate({ body: { ids: [lot.id], withheld: false } })}
            >
              Devolver a la venta
            </Button>
          )}
          {seesSales && !free && stateId < LOT_STATE.deeded && (
            <Button size="xs" variant="default" onClick={onWaiting}>
              Lista de espera{state?.w ? ` (${state.w})` : ''}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  );
}
