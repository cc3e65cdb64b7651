import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  answerOrder,
  changeOrderStatus,
  getOrder,
  ORDER_PAPER_PATH,
  reportOrder,
} from '#contract/care/ticketOrders/endpoints.ts';
import type { Order } from '#contract/care/ticketOrders/model.ts';
import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { SentPhotos } from '#web/office/features/works/jobs/Photos.tsx';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { DoneForm } from './DoneForm.tsx';
import { EditOrderDrawer } from './EditOrderDrawer.tsx';
import { RefuseForm } from './RefuseForm.tsx';

interface OrderDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** One work order: what is asked, where, how it went, and its next step. */
export function OrderDrawer({ id, beside, onClose }: OrderDrawerProps) {
  const { data, error } = useQuery(queryOf(getOrder, { params: { id } }));
  const comments = useComments('orden_trabajo', id);
  const [open, setOpen] = useState<'refuse' | 'done' | 'edit' | null>(null);
  const order = data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <RecordDrawer
        title={order ? `${order.code}, ${order.place}` : 'Orden de trabajo'}
        of={['orden_trabajo', id]}
        record={order}
        error={error}
        beside={beside}
        onClose={onClose}
        size="lg"
      >
        {(one) => (
          <Stack gap="md">
            <Group gap="xs">
              <StatePill catalog="workOrder" state={one.state} />
            </Group>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{one.what}</Text>
            <Words one={one} />
            <SentPhotos photos={one.photos} of="Como lo envió el cliente" />
            <SentPhotos photos={one.done_photos} of="Hecho" />
            {open === 'refuse' ? (
              <RefuseForm
                success="Orden rechazada."
                send={(motivo, as) =>
                  call(answerOrder, { params: { id }, body: { acepta: false, motivo } }, as)
                }
                onDone={close}
              />
            ) : open === 'done' ? (
              <DoneForm
                success="Hecha. Falta que la verifiquen."
                send={(typed, photos, as) =>
                  call(reportOrder, { params: { id }, body: formOf(typed, photos) }, as)
                }
                onDone={close}
              />
            ) : (
              <Steps one={one} onOpen={setOpen} />
            )}
            <RecordTasks reference="orden_trabajo" id={id} />
            <RecordFiles reference="orden_trabajo" id={id} attachedOnly />
            {one.edit && (
              <Text size="sm" c="dimmed">
                El contratista lee los archivos y comentarios de la orden. Lo interno va en el ticket.
              </Text>
            )}
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
      {order && open === 'edit' && <EditOrderDrawer order={order} onClose={close} />}
    </>
  );
}

function Steps({ one, onOpen }: { one: Order; onOpen: (what: 'refuse' | 'done' | 'edit') => void }) {
  const accept = useAction(answerOrder, { success: 'Orden aceptada.' });
  const charges = useCan('contratos.montos');
  const transitions = useTransitions({
    offers: one.transitions,
    status: changeOrderStatus,
    version: one.version,
    danger: [ORDER.cancelled],
  });
  const answers = one.answer && one.state.id === ORDER.offered ? one.answer : null;
  const reports = one.done && one.done.disabled === null ? one.done : null;
  // A colleague takes the contractor's steps only for one without a telephone.
  const instead = one.edit ? ' por el contratista' : '';
  return (
    <Group gap="xs">
      {answers && (
        <ReasonedButton
          variant={instead ? 'default' : 'filled'}
          whyNot={answers.disabled}
          loading={accept.isPending}
          onClick={() => accept.mutate({ params: { id: one.id }, body: { acepta: true } })}
        >
          Aceptar{instead}
        </ReasonedButton>
      )}
      {answers && (
        <ReasonedButton variant="default" whyNot={answers.disabled} onClick={() => onOpen('refuse')}>
          Rechazar{instead}
        </ReasonedButton>
      )}
      {reports && (
        <Button variant={answers || instead ? 'default' : 'filled'} onClick={() => onOpen('done')}>
          Reportar hecha{instead}
        </Button>
      )}
      {transitions.map(({ key, label, whyNot, danger, onRun, loading }, at) => (
        <ReasonedButton
          key={key}
          whyNot={whyNot}
          variant={danger || at > 0 ? 'default' : 'filled'}
          loading={loading ?? false}
          onClick={onRun}
        >
          {label}
        </ReasonedButton>
      ))}
      {one.edit && (
        <ReasonedButton variant="default" whyNot={one.edit.disabled} onClick={() => onOpen('edit')}>
          Editar
        </ReasonedButton>
      )}
      <Anchor
        href={urlOf({ path: ORDER_PAPER_PATH }, { params: { id: one.id } })}
        target="_blank"
        rel="noreferrer"
        size="sm"
        underline="always"
      >
        Orden en PDF
      </Anchor>
      {charges && one.contract && one.state.id === ORDER.verified && (
        <PageLink
          to="/oficina/cargos-de-garantia"
          search={{ abrir: `nuevo.${one.id}` }}
          size="sm"
          underline="always"
        >
          Pedir cargo al contratista
        </PageLink>
      )}
    </Group>
  );
}

function Words({ one }: { one: Order }) {
  const rows: (readonly [label: string, value: ReactNode])[] = [
    [
      'Ticket',
      one.sees_ticket ? (
        <PageLink key="ticket" to="/oficina/tickets/$id" params={{ id: one.ticket.id }} underline="always">
          {one.ticket.code} · {one.ticket.title}
        </PageLink>
      ) : (
        `${one.ticket.code} · ${one.ticket.title}`
      ),
    ],
    ['Contratista', one.contract ? `${one.contractor.name} (${one.contract.name})` : one.contractor.name],
    ['Hasta el', <DateText key="due" day={one.due_on} />],
    [
      'Dónde',
      [one.place, one.lot && `lote ${one.lot}`, one.project.name, one.address].filter(Boolean).join(', '),
    ],
    ['Pregunta por', one.contact],
    ['Celular', one.phone && <PhoneLinks key="phone" phone={one.phone} />],
    [
      'Visita',
      one.visit && (
        <span key="visit">
          <DateText instant={one.visit.starts_at} />, va {one.visit.agent}
        </span>
      ),
    ],
    ['Ofrecida por', one.offered_by],
    ['Motivo', one.reason],
    ['Hecha', one.done_at && `${one.done_by ?? ''}${one.done_note ? `: ${one.done_note}` : ''}`],
    ['Verificada por', one.verified_by],
  ];
  return <Facts rows={rows.filter(([, value]) => Boolean(value))} />;
}
