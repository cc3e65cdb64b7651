import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { changeHandoverStatus, getHandover } from '#contract/care/handover/endpoints.ts';
import type { Handover } from '#contract/care/handover/model.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordEnvelope } from '#web/office/features/legal/envelopes/RecordEnvelope.tsx';
import { SaleReleases } from '#web/office/features/money/interimLoans/SaleReleases.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { stateItems } from '#web/office/ui/activity.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { HandoverFieldLink, openFieldPage } from './field/HandoverFieldLink.tsx';
import {
  AgainDrawer,
  DecideDrawer,
  HandoverDayDrawer,
  KeysDrawer,
  SendActaDrawer,
} from './HandoverDrawers.tsx';
import { HouseKeys, Inspections, PunchTable } from './HandoverParts.tsx';

/** One delivery: its inspections with the buyer, the punch list, the acta and its signatures, the keys. */
export function HandoverPage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(getHandover, { params: { id } }));
  const handover = query.data?.data;
  const comments = useComments('entrega', id);
  const drawers = {
    day: useDrawer('dia'),
    again: useDrawer('otra'),
    send: useDrawer('acta'),
    approve: useDrawer('aprobar'),
    refuse: useDrawer('no-aprobar'),
    keys: useDrawer('llaves'),
  };
  const transitions = useTransitions({
    offers: handover?.transitions,
    status: changeHandoverStatus,
    version: handover?.version,
    danger: [HANDOVER.refused, HANDOVER.voided],
    asks: {
      [HANDOVER.refused]: {
        text: 'No se dan las llaves y la lista queda guardada. Escribe por qué no la recibe.',
      },
    },
    forms: {
      [HANDOVER.scheduled]: () => drawers.again.open(),
      [HANDOVER.signing]: () => drawers.send.open(),
    },
  });
  if (query.error) throw query.error;
  if (!handover) return <PendingPage />;
  const aside = (
    key: string,
    label: string,
    onRun: () => void,
    whyNot: string | null = null,
  ): RecordAction => ({
    key,
    label,
    whyNot,
    aside: true,
    onRun,
  });
  return (
    <>
      <RecordPage
        of={['entrega', id]}
        title={`${handover.name} · ${handover.house.name}`}
        subtitle={
          <>
            Entrega {handover.code} ·{' '}
            <PageLink to="/oficina/ventas/$id" params={{ id: handover.sale.id }} underline="always">
              {saleName(handover.sale)}
            </PageLink>
          </>
        }
        state={<StatePill catalog="handover" state={handover.state} />}
        turn={turnOf(handover)}
        facts={[
          { label: 'Proyecto', value: handover.project.name },
          { label: 'Modelo', value: handover.model.name },
          handover.delivered_on
            ? { label: 'Entregada', value: showDay(handover.delivered_on) }
            : { label: 'Inspección', value: showDay(handover.scheduled_on) },
          ...(handover.early === 'no'
            ? []
            : [
                {
                  label: 'Antes del desembolso',
                  value: handover.early === 'aprobada' ? 'Aprobada' : 'Por aprobar',
                },
              ]),
        ]}
        actions={[
          ...(handover.decide
            ? [
                {
                  key: 'approve',
                  label: 'Aprobar la entrega',
                  whyNot: handover.decide.disabled,
                  onRun: () => drawers.approve.open(),
                },
                aside('refuse', 'No aprobar', () => drawers.refuse.open(), handover.decide.disabled),
              ]
            : []),
          ...(handover.may_inspect && handover.state.id === HANDOVER.scheduled
            ? [{ key: 'inspect', label: 'Inspeccionar', whyNot: null, onRun: openFieldPage }]
            : []),
          // While the buyer signs, what is left is to take it back: no next step.
          ...transitions.map((one) => ({ ...one, aside: handover.state.id === HANDOVER.signing })),
          ...(handover.may_edit ? [aside('day', 'Cambiar el día', () => drawers.day.open())] : []),
          ...(handover.may_inspect
            ? [aside('keys', 'Llaves de la vivienda', () => drawers.keys.open())]
            : []),
        ]}
        tab={tab ?? 'inspeccion'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          { key: 'inspeccion', label: 'Inspección', content: <Summary handover={handover} /> },
          {
            key: 'pendientes',
            label: 'Pendientes',
            ...(handover.open_items > 0 && { count: handover.open_items }),
            content: <PunchTable handover={handover} />,
          },
          { key: 'llaves', label: 'Llaves', content: <HouseKeys handover={handover} /> },
          ...(handover.envelope
            ? [
                {
                  key: 'firmas',
                  label: 'Acta y firmas',
                  content: <RecordEnvelope key={handover.envelope.id} id={handover.envelope.id} />,
                },
              ]
            : []),
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="entrega" id={id} />
            <RecordFiles reference="entrega" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={
                comments.items &&
                [...stateItems(handover.history), ...comments.items].toSorted((a, b) =>
                  b.at.localeCompare(a.at),
                )
              }
            />
          </Stack>
        }
      />
      {drawers.day.opened && handover.may_edit && (
        <HandoverDayDrawer handover={handover} onClose={drawers.day.close} />
      )}
      {drawers.again.opened && handover.state.id === HANDOVER.refused && (
        <AgainDrawer handover={handover} onClose={drawers.again.close} />
      )}
      {drawers.send.opened && handover.state.id === HANDOVER.inspecting && (
        <SendActaDrawer handover={handover} onClose={drawers.send.close} />
      )}
      {drawers.approve.opened && handover.decide && (
        <DecideDrawer handover={handover} approve onClose={drawers.approve.close} />
      )}
      {drawers.refuse.opened && handover.decide && (
        <DecideDrawer handover={handover} approve={false} onClose={drawers.refuse.close} />
      )}
      {drawers.keys.opened && handover.may_inspect && (
        <KeysDrawer handover={handover} onClose={drawers.keys.close} />
      )}
    </>
  );
}

function turnOf({ state, envelope, early }: Handover) {
  const who =
    early === 'por_aprobar'
      ? 'Gerencia'
      : state.id === HANDOVER.signing
        ? (envelope?.turn ?? 'Comprador')
        : state.id === HANDOVER.scheduled
          ? 'Inspección con el comprador'
          : state.id === HANDOVER.inspecting || state.id === HANDOVER.refused
            ? 'Post-venta'
            : null;
  return who === null ? null : { who, mine: false };
}

function Summary({ handover }: { handover: Handover }) {
  const { reason, state, early_reason, early_by, acta, inspections } = handover;
  return (
    <Stack gap="md">
      {state.id === HANDOVER.refused && reason && (
        <Alert color="red" variant="light" title="El comprador no la recibió">
          {reason}
        </Alert>
      )}
      {handover.delivered_on === null && <SaleReleases saleId={handover.sale.id} />}
      {early_reason && (
        <Alert color="yellow" variant="light" title="Se pidió entregar antes del desembolso">
          {early_reason}
          {early_by && <Text size="sm">{early_by}</Text>}
        </Alert>
      )}
      {handover.imported && (
        <Text size="sm" c="dimmed">
          Se entregó antes de usar el sistema: solo se conoce su día.
        </Text>
      )}
      {acta && (
        <Anchor href={acta} target="_blank" size="sm">
          {handover.envelope ? 'Ver el acta enviada a firmar' : 'Ver el acta como quedaría hoy'}
        </Anchor>
      )}
      {inspections.length === 0 && !handover.imported && (
        <Stack gap="xs" align="flex-start">
          <Text c="dimmed">
            La inspección se hace con el comprador en una tableta o un teléfono, también sin señal.
          </Text>
          {handover.may_inspect && <HandoverFieldLink />}
        </Stack>
      )}
      <Inspections list={inspections} />
    </Stack>
  );
}
