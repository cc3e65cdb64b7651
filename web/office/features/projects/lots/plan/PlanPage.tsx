import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconList, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { LOT_STATE_LABELS } from '#contract/sales/claims/claims.ts';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import { findPlan, planStates } from '#contract/projects/lots/plan.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { LotDrawer } from '../LotDrawer.tsx';
import { PlanEditor } from './editor/PlanEditor.tsx';
import { layersOf, salesLayer, worksLayer } from './layers.ts';
import { LotCard } from './LotCard.tsx';
import styles from './Plan.module.css';
import { PlanCanvas } from './PlanCanvas.tsx';
import { PlanLegend } from './PlanLegend.tsx';
import type { PlanSearch } from './planSearch.ts';
import { PlanTime, useProgressAt } from './PlanTime.tsx';
import { WaitingDrawer } from './WaitingDrawer.tsx';

/** A project's lots on its plan, coloured by state. */
export function PlanPage({ search }: { search: PlanSearch }) {
  const patch = usePatchSearch();
  const navigate = useNavigate();
  const mayEdit = useCan('proyectos.editar');
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const projectId = search.proyecto_id ?? projects[0]?.id;
  const query = { proyecto_id: projectId ?? 0 };
  const enabled = projectId !== undefined;
  const plan = useQuery({ ...queryOf(findPlan, { query }), enabled }).data?.data;
  const states = useQuery({ ...queryOf(planStates, { query }), enabled }).data;
  const present = useMemo(() => new Map(states?.data.map((state) => [state.id, state])), [states]);
  const lots = useMemo(() => new Map(plan?.lots.map((lot) => [lot.id, lot])), [plan]);
  const only = useMemo(() => new Set(search.estados), [search.estados]);
  const layers = useMemo(() => layersOf(states?.data ?? []), [states]);
  const layer = layers.find(({ id }) => id === search.capa) ?? salesLayer;
  const time = useProgressAt(layer === worksLayer && projectId !== undefined ? Number(projectId) : undefined);
  const byId = useMemo(() => time.at(present), [present, time]);
  const card = useDrawer('ficha');
  const waiting = useDrawer('espera');
  const canvas = useRef<{ centre: (id: number) => void }>(null);
  const counts = useMemo(() => {
    const found = new Map<number, number>();
    for (const lot of lots.values()) {
      const kind = layer.kindOf(lot, byId.get(lot.id));
      found.set(kind, (found.get(kind) ?? 0) + 1);
    }
    return found;
  }, [lots, byId, layer]);
  const chosen = search.lote === undefined ? undefined : lots.get(search.lote);
  const whole = useQuery({
    ...queryOf(listLots, { query: { proyecto_id: projectId ?? 0, q: chosen?.lote ?? '', per_page: 200 } }),
    enabled: card.opened && chosen !== undefined,
  });
  const shown = whole.data?.data.find(({ id }) => id === chosen?.id);
  const sentenceOf = (id: number) => {
    const lot = lots.get(id);
    return lot
      ? `Lote ${lot.lote}: ${LOT_STATE_LABELS[byId.get(id)?.e ?? 1]}, ${Math.round(lot.area_m2)} m². ${layer.lineOf(lot, byId.get(id))}`
      : '';
  };
  const drawn = plan?.lots.some(({ points }) => points !== null) ?? false;

  const choice = (
    <Select
      aria-label="Proyecto"
      w={{ base: '100%', xs: 240 }}
      data={projects.map(({ id, text }) => ({ value: String(id), label: text }))}
      value={projectId === undefined ? null : String(projectId)}
      allowDeselect={false}
      onChange={(value) =>
        value && patch({ proyecto_id: Number(value), lote: undefined, estados: undefined, modo: undefined })
      }
    />
  );
  if (plan && search.modo === 'trazar' && mayEdit)
    return (
      <PlanEditor
        key={plan.project.id}
        plan={plan}
        states={byId}
        onClose={() => patch({ modo: undefined })}
      />
    );
  return (
    <>
      <PageHeader
        title="Plano de lotes"
        count={plan ? plan.lots.length : null}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconList size={16} aria-hidden />}
              onClick={() =>
                void navigate({
                  to: '/oficina/lotes',
                  search: { proyecto_id: Number(projectId) || undefined },
                })
              }
            >
              Ver como lista
            </Button>
            {mayEdit && (
              <Button
                leftSection={<IconPencil size={16} aria-hidden />}
                disabled={!plan}
                onClick={() => patch({ modo: 'trazar', lote: undefined })}
              >
                Trazar lotes
              </Button>
            )}
          </>
        }
      />
      <Group gap="sm" mb="sm">
        {choice}
        <Select
          aria-label="Buscar un lote"
          placeholder="Buscar un lote"
          w={{ base: '100%', xs: 200 }}
          searchable
          clearable
          limit={40}
          nothingFoundMessage="Ningún lote se llama así"
          data={[...lots.values()].map(({ id, lote }) => ({ value: String(id), label: lote }))}
          value={chosen ? String(chosen.id) : null}
          onChange={(value) => {
            patch({ lote: value ? Number(value) : undefined });
            if (value) canvas.current?.centre(Number(value));
          }}
        />
        {layers.length > 1 && (
          <SegmentedControl
            aria-label="Capa"
            data={layers.map(({ id, label }) => ({ value: id, label }))}
            value={layer.id}
            // The states of one layer mean nothing in another one.
            onChange={(id) => patch({ capa: id === salesLayer.id ? undefined : id, estados: undefined })}
          />
        )}
      </Group>
      {layer === worksLayer && <PlanTime time={time} />}
      <PlanLegend
        layer={layer}
        counts={counts}
        only={only}
        onOnly={(ids) => patch({ estados: ids.length > 0 ? ids : undefined })}
      />
      {plan && !drawn ? (
        <EmptyState
          title="Este proyecto aún no tiene plano"
          text="Sube el dibujo del ingeniero y traza los lotes sobre él."
          action={mayEdit ? <Button onClick={() => patch({ modo: 'trazar' })}>Trazar lotes</Button> : null}
        />
      ) : (
        plan && (
          <div className={styles.frame}>
            <PlanCanvas
              ref={canvas}
              plan={plan}
              states={byId}
              layer={layer}
              only={only}
              selectedId={chosen?.id ?? null}
              onSelect={(id) => patch({ lote: id ?? undefined })}
              onOpen={() => (mayEdit ? card : waiting).open()}
              sentenceOf={sentenceOf}
            />
            {chosen && (
              <LotCard
                projectId={plan?.project.id ?? 0}
                lot={chosen}
                state={byId.get(chosen.id)}
                onClose={() => patch({ lote: undefined })}
                onEdit={() => card.open()}
                onWaiting={() => waiting.open()}
              />
            )}
          </div>
        )
      )}
      {mayEdit && card.opened && shown && (
        <LotDrawer
          key={shown.id}
          lot={shown}
          reload={async () => (await whole.refetch()).data?.data.find(({ id }) => id === shown.id) ?? shown}
          onClose={card.close}
        />
      )}
      {waiting.opened && chosen && <WaitingDrawer lot={chosen} onClose={waiting.close} />}
    </>
  );
}
