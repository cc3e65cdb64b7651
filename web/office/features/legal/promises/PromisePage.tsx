import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showDay } from '#contract/dates.ts';
import {
  changePromiseStatus,
  getPromise,
  nextRound,
  refreezePromise,
  setAttorney,
} from '#contract/legal/promises/endpoints.ts';
import type { PromiseRecord } from '#contract/legal/promises/model.ts';
import { PROMISE, PROMISE_MISSING } from '#contract/legal/promises/rules.ts';
import { documentText } from '#contract/legal/promises/values.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordEnvelope } from '#web/office/features/legal/envelopes/RecordEnvelope.tsx';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan, useUser } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { AttorneyDrawer } from './AttorneyDrawer.tsx';
import { PromiseChanges, PromiseClauses } from './PromiseClauses.tsx';
import { PromiseState, TURN_WORDS } from './promiseColumns.tsx';
import { PromiseDocument } from './PromiseDocument.tsx';
import { TermsDrawer } from './TermsDrawer.tsx';

/** One promise: what it says, what it changes of the template, its document, its rounds and who signs. */
export function PromisePage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const user = useUser();
  const writes = useCan('legal.crear');
  const query = useQuery(queryOf(getPromise, { params: { id } }));
  const promise = query.data?.data;
  const comments = useComments('promesa', id);
  const terms = useDrawer('fechas');
  const attorney = useDrawer('apoderado');
  const refreeze = useAction(refreezePromise, { success: 'Datos actualizados.' });
  const transitions = useTransitions({
    offers: promise?.transitions,
    status: changePromiseStatus,
    version: promise?.version,
    danger: [PROMISE.voided],
    mend: {
      [PROMISE_MISSING.terms]: () => terms.open(),
      [PROMISE_MISSING.signers]: () => attorney.open(),
      [PROMISE_MISSING.refreeze]: () => refreeze.mutate({ params: { id } }),
    },
  });
  const actions = useDraftActions(promise, terms.open, refreeze);
  if (query.error) throw query.error;
  if (!promise) return <PendingPage />;
  const { frozen } = promise;
  // The text is not the template's: the step that is left is the first button.
  const asksApproval = promise.deviates && promise.state.id === PROMISE.draft;
  const mine =
    promise.turn === 'legal' && writes && (promise.lawyer === null || promise.lawyer.id === user.id);
  return (
    <>
      <RecordPage
        of={['promesa', id]}
        title={promise.customer}
        subtitle={
          <>
            Promesa {promise.code} ·{' '}
            <PageLink to="/oficina/ventas/$id" params={{ id: promise.sale.id }} underline="always">
              {saleName(promise.sale)}
            </PageLink>{' '}
            · {promise.project.name}
          </>
        }
        state={<PromiseState one={promise} />}
        turn={promise.turn ? { who: TURN_WORDS[promise.turn], mine } : null}
        facts={[
          { label: 'Precio', value: <MoneyText centavos={promise.price_centavos} /> },
          { label: 'Lote', value: promise.lot ?? 'Sin lote' },
          { label: 'Entrega', value: promise.delivery_on ? showDay(promise.delivery_on) : 'Sin fecha' },
          { label: 'Firmar hasta', value: promise.sign_by ? showDay(promise.sign_by) : '—' },
          { label: 'Abogado', value: promise.lawyer?.name ?? 'Sin asignar' },
          ...(promise.signed_on ? [{ label: 'Firmada', value: showDay(promise.signed_on) }] : []),
        ]}
        actions={[...(asksApproval ? transitions.toSorted(possibleFirst) : transitions), ...actions]}
        tab={tab ?? 'resumen'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          {
            key: 'resumen',
            label: 'Resumen',
            content: <Summary promise={promise} onAttorney={() => attorney.open()} />,
          },
          { key: 'clausulas', label: 'Cláusulas', content: <PromiseClauses promise={promise} /> },
          ...(frozen
            ? [{ key: 'cambios', label: 'Cambios', content: <PromiseChanges promise={promise} /> }]
            : []),
          ...(promise.envelope_id === null
            ? []
            : [
                {
                  key: 'firmas',
                  label: 'Firmas',
                  content: <RecordEnvelope key={promise.envelope_id} id={promise.envelope_id} />,
                },
              ]),
          ...(promise.document_url
            ? [
                {
                  key: 'documento',
                  label: 'Documento',
                  content: <PromiseDocument url={promise.document_url} version={promise.version} />,
                },
              ]
            : []),
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="promesa" id={id} />
            <RecordFiles reference="promesa" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={comments.items && newestFirst(stateItems(promise.history), comments.items)}
            />
          </Stack>
        }
      />
      {terms.opened && <TermsDrawer promise={promise} onClose={terms.close} />}
      {attorney.opened && (
        <AttorneyDrawer
          people={(promise.frozen?.buyers ?? [])
            .filter(({ role }) => role === 'comprador')
            .map(({ buyer_id, name, document_type }) => ({
              value: buyer_id ?? MAIN,
              label: name,
              company: document_type === 'ruc',
            }))}
          save={(por, apoderado, as) =>
            call(
              setAttorney,
              { params: { id }, body: { comprador_id: por === MAIN ? null : por, apoderado } },
              as,
            )
          }
          onClose={attorney.close}
        />
      )}
    </>
  );
}

function useDraftActions(
  promise: PromiseRecord | undefined,
  onTerms: () => void,
  refreeze: { mutate: (args: { params: { id: number } }) => void; isPending: boolean },
): RecordAction[] {
  const navigate = useNavigate();
  const round = useAction(nextRound, { success: 'Empezó una versión nueva.' });
  if (!promise) return [];
  const { actions, id } = promise;
  return [
    ...(actions.round
      ? [
          {
            key: 'round',
            label: 'Empezar una versión nueva',
            whyNot: actions.round.disabled,
            loading: round.isPending,
            onRun: () =>
              round.mutate(
                { params: { id } },
                {
                  onSuccess: ({ data }) =>
                    void navigate({ to: '/oficina/promesas/$id', params: { id: data.id } }),
                },
              ),
          },
        ]
      : []),
    ...(actions.terms?.disabled === null
      ? [{ key: 'terms', label: 'Cambiar fechas y finca', whyNot: null, aside: true, onRun: onTerms }]
      : []),
    ...(actions.refreeze?.disabled === null && promise.changed.length > 0
      ? [
          {
            key: 'refreeze',
            label: 'Actualizar los datos de la venta',
            whyNot: null,
            aside: true,
            loading: refreeze.isPending,
            onRun: () => refreeze.mutate({ params: { id } }),
          },
        ]
      : []),
  ];
}

/** The main buyer has no id of their own in a sale. */
const MAIN = 0;

function Summary({ promise, onAttorney }: { promise: PromiseRecord; onAttorney: () => void }) {
  const { frozen, rejection } = promise;
  const disputed = promise.clauses.find(({ key }) => key === rejection?.clause);
  return (
    <Stack gap="md">
      {rejection && (
        <Alert color="red" variant="light" title={`${rejection.by ?? 'Un firmante'} no quiso firmar`}>
          {rejection.reason ?? 'No escribió el motivo.'}
          {disputed && <Text size="sm">Se refiere a la cláusula «{disputed.title}».</Text>}
        </Alert>
      )}
      {promise.house_differs && (
        <Alert color="yellow" variant="light" title="No coincide con el expediente de la casa">
          {promise.house_differs}
        </Alert>
      )}
      {promise.letter_risk && (
        <Alert color="yellow" variant="light" title="La carta promesa corre peligro">
          {promise.letter_risk}
        </Alert>
      )}
      {promise.changed.length > 0 && (
        <Alert color="yellow" variant="light" title="La venta cambió después de generar la promesa">
          Cambió {promise.changed.join(', ')}. Actualiza los datos antes de enviarla.
        </Alert>
      )}
      {promise.missing.length > 0 && (
        <Alert color="yellow" variant="light" title="Falta para enviarla a firma">
          {promise.missing.join(', ')}
        </Alert>
      )}
      {promise.summary.length > 0 && (
        <Section title="En pocas palabras" text="Este resumen se firma con la promesa.">
          <Facts rows={promise.summary.map(({ label, value }) => [label, value] as const)} />
        </Section>
      )}
      <Section title="Texto">
        <Facts
          rows={[
            [
              'Plantilla',
              promise.template ? `${promise.template.name}, v${promise.template.number}` : 'Importada',
            ],
            [
              'Frente a la plantilla',
              promise.deviates ? 'Tiene cambios' : frozen ? 'Igual a la aprobada' : '—',
            ],
            ['Cambios aprobados por', promise.approval?.by],
            ['Finca madre', promise.mother_finca],
            ['Código de ubicación', promise.location_code],
            [
              'Firma por la promotora',
              promise.representative &&
                `${promise.representative.name}, ${documentText(promise.representative.document_type, promise.representative.document)}`,
            ],
          ]}
        />
      </Section>
      {frozen && (
        <Section
          title="Quienes compran"
          text="Como estaban al generar la promesa."
          actions={
            promise.actions.terms?.disabled === null && (
              <Button size="compact-sm" variant="default" onClick={onAttorney}>
                Firma otra persona
              </Button>
            )
          }
        >
          <Facts
            rows={frozen.buyers.map((one) => {
              const attorney = promise.attorneys.find(({ buyer_id }) => buyer_id === one.buyer_id);
              const own = documentText(one.document_type, one.document) || 'Sin documento';
              return [
                one.role === 'codeudor' ? `${one.name} (codeudor)` : one.name,
                attorney && one.role === 'comprador'
                  ? `${own}. Firma ${attorney.name}, ${attorney.document}`
                  : own,
              ] as const;
            })}
          />
        </Section>
      )}
      {promise.rounds.length > 1 && (
        <Section title="Rondas" text="Las anteriores quedan como se enviaron.">
          <ShortTable
            label="Rondas"
            rows={promise.rounds}
            rowId={(one) => one.id}
            columns={[
              {
                title: 'Ronda',
                render: (one) =>
                  one.id === promise.id ? (
                    <Text size="sm">{one.code} (esta)</Text>
                  ) : (
                    <PageLink to="/oficina/promesas/$id" params={{ id: one.id }} size="sm" underline="always">
                      {one.code}
                    </PageLink>
                  ),
              },
              { title: 'Estado', render: (one) => <PromiseState one={one} /> },
            ]}
          />
        </Section>
      )}
    </Stack>
  );
}

const rank = ({ danger, whyNot }: RecordAction) => (danger ? 2 : Number(whyNot !== null));
const possibleFirst = (one: RecordAction, other: RecordAction) => rank(one) - rank(other);
