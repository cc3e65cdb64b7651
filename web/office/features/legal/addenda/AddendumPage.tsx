import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import {
  changeAddendumStatus,
  getAddendum,
  saleAddenda,
  setAddendumAttorney,
} from '#contract/legal/addenda/endpoints.ts';
import type { AddendumRecord } from '#contract/legal/addenda/model.ts';
import { ADDENDUM, ADDENDUM_KINDS } from '#contract/legal/addenda/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordEnvelope } from '#web/office/features/legal/envelopes/RecordEnvelope.tsx';
import { AttorneyDrawer } from '#web/office/features/legal/promises/AttorneyDrawer.tsx';
import { PromiseDocument } from '#web/office/features/legal/promises/PromiseDocument.tsx';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddendumDrawer } from './AddendumDrawer.tsx';
import { AddendumText } from './AddendumText.tsx';
import { EffectTable } from './EffectTable.tsx';

/** One addendum: what it changes, before and after, its document and who signs. */
export function AddendumPage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(getAddendum, { params: { id } }));
  const addendum = query.data?.data;
  const comments = useComments('adenda', id);
  const editing = useDrawer('editar');
  const attorney = useDrawer('apoderado');
  const offers = useQuery({
    ...queryOf(saleAddenda, { params: { id: addendum?.sale.id ?? 0 } }),
    enabled: addendum !== undefined && editing.opened,
  });
  const transitions = useTransitions({
    offers: addendum?.transitions,
    status: changeAddendumStatus,
    version: addendum?.version,
    danger: [ADDENDUM.voided],
  });
  if (query.error) throw query.error;
  if (!addendum) return <PendingPage />;
  const { actions } = addendum;
  return (
    <>
      <RecordPage
        of={['adenda', id]}
        title={addendum.customer}
        subtitle={
          <>
            Adenda {addendum.code}: {ADDENDUM_KINDS[addendum.kind]} ·{' '}
            <PageLink to="/oficina/ventas/$id" params={{ id: addendum.sale.id }} underline="always">
              {saleName(addendum.sale)}
            </PageLink>
          </>
        }
        state={<StatePill catalog="addendum" state={addendum.state} />}
        turn={null}
        facts={[
          ...(addendum.promise
            ? [
                {
                  label: 'Promesa',
                  value: (
                    <PageLink
                      to="/oficina/promesas/$id"
                      params={{ id: addendum.promise.id }}
                      underline="always"
                    >
                      {addendum.promise.code}
                    </PageLink>
                  ),
                },
              ]
            : []),
          ...(addendum.successor
            ? [
                {
                  label: 'Sigue en',
                  value: (
                    <PageLink
                      to="/oficina/ventas/$id"
                      params={{ id: addendum.successor.id }}
                      underline="always"
                    >
                      {saleName(addendum.successor)}
                    </PageLink>
                  ),
                },
              ]
            : []),
          ...(addendum.sign_by ? [{ label: 'Firmar hasta', value: showDay(addendum.sign_by) }] : []),
          { label: 'Abogado', value: addendum.lawyer?.name ?? 'Sin asignar' },
          ...(addendum.signed_on ? [{ label: 'Firmada', value: showDay(addendum.signed_on) }] : []),
        ]}
        actions={[
          ...transitions,
          ...(actions.edit?.disabled === null
            ? [
                {
                  key: 'edit',
                  label: 'Editar adenda',
                  whyNot: null,
                  aside: true,
                  onRun: () => editing.open(),
                },
              ]
            : []),
        ]}
        tab={tab ?? 'resumen'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          {
            key: 'resumen',
            label: 'Resumen',
            content: <Summary addendum={addendum} onAttorney={() => attorney.open()} />,
          },
          ...(addendum.envelope_id === null
            ? []
            : [
                {
                  key: 'firmas',
                  label: 'Firmas',
                  content: <RecordEnvelope key={addendum.envelope_id} id={addendum.envelope_id} />,
                },
              ]),
          ...(addendum.document_url === null
            ? []
            : [
                { key: 'texto', label: 'Texto', content: <AddendumText addendum={addendum} /> },
                {
                  key: 'documento',
                  label: 'Documento',
                  content: <PromiseDocument url={addendum.document_url} version={addendum.version} />,
                },
              ]),
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="adenda" id={id} />
            <RecordFiles reference="adenda" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={comments.items && newestFirst(stateItems(addendum.history), comments.items)}
            />
          </Stack>
        }
      />
      {attorney.opened && (
        <AttorneyDrawer
          people={addendum.signers.map(({ person_id, name, company }) => ({
            value: person_id,
            label: name,
            company,
          }))}
          save={(persona_id, apoderado, as) =>
            call(
              setAddendumAttorney,
              { params: { id }, body: { persona_id, apoderado, version: addendum.version } },
              as,
            )
          }
          onClose={attorney.close}
        />
      )}
      {editing.opened && offers.data && (
        <AddendumDrawer
          saleId={addendum.sale.id}
          of={offers.data.data}
          addendum={addendum}
          onClose={editing.close}
        />
      )}
    </>
  );
}

function Summary({ addendum, onAttorney }: { addendum: AddendumRecord; onAttorney: () => void }) {
  const { rejection, actions } = addendum;
  return (
    <Stack gap="md">
      {rejection && (
        <Alert
          color="red"
          variant="light"
          title={rejection.by ? `${rejection.by} no quiso firmar` : 'No se firmó'}
        >
          {rejection.reason ?? 'Sin motivo.'}
        </Alert>
      )}
      {addendum.missing.length > 0 && (
        <Alert color="yellow" variant="light" title="Falta para enviarla a firma">
          {addendum.missing.join(', ')}
        </Alert>
      )}
      <Section
        title="Lo que cambia"
        text={
          addendum.origin === 'importada'
            ? 'Se firmó en papel y se importó.'
            : addendum.state.id === ADDENDUM.signed
              ? 'Se aplicó con la última firma.'
              : 'Se aplica entero con la última firma, o no se aplica.'
        }
      >
        <EffectTable lines={addendum.lines} />
      </Section>
      <Section
        title="Detalle"
        actions={
          actions.clauses?.disabled === null && (
            <Button size="compact-sm" variant="default" onClick={onAttorney}>
              Firma otra persona
            </Button>
          )
        }
      >
        <Facts
          rows={[
            ['Motivo', addendum.reason],
            ...addendum.signers.map(
              ({ name, company, attorney }) =>
                [
                  name,
                  attorney
                    ? `Firma ${attorney.name}, ${attorney.document}. ${attorney.power}`
                    : company
                      ? 'Es una empresa: falta quién firma por ella'
                      : 'Firma en persona',
                ] as const,
            ),
            ['Firma por la promotora', addendum.representative?.name],
          ]}
        />
      </Section>
    </Stack>
  );
}
