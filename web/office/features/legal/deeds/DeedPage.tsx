import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DEED } from '#contract/company/catalogs/states.ts';
import { askVoidDeed, changeDeedStatus, dropVoidDeed, getDeed } from '#contract/legal/deeds/endpoints.ts';
import type { Deed } from '#contract/legal/deeds/model.ts';
import { DEED_MISSING, type CertificateKind } from '#contract/legal/deeds/rules.ts';
import type { DeedTaxKind } from '#contract/legal/deeds/taxes.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useUser } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { CertificateDrawer } from './CertificateDrawer.tsx';
import { DeedHouse, DeedPapers } from './DeedPapers.tsx';
import { DeedStepDrawer } from './DeedStepDrawer.tsx';
import { EditDeedDrawer } from './EditDeedDrawer.tsx';
import { TaxDrawer } from './TaxDrawer.tsx';

type Open =
  | { form: 'step'; to: number }
  | { form: 'tax'; kind: DeedTaxKind }
  | { form: 'certificate'; kind: CertificateKind }
  | { form: 'edit' }
  | null;

/** Steps without a form of their own: voiding, which another person asked for with its reason. */
const STEPS = Object.values(DEED).filter((to) => to !== DEED.voided && to !== DEED.taxes);

/** One deed: where it is, what stops it, and what each step records. */
export function DeedPage({ id }: { id: number }) {
  const query = useQuery(queryOf(getDeed, { params: { id } }));
  const comments = useComments('escritura', id);
  const user = useUser();
  const deed = query.data?.data;
  const [open, setOpen] = useState<Open>(null);
  const transitions = useTransitions({
    offers: deed?.transitions,
    status: changeDeedStatus,
    version: deed?.version,
    danger: [DEED.voided, DEED.defective],
    forms: Object.fromEntries(STEPS.map((to) => [to, () => setOpen({ form: 'step', to })])),
    mend: {
      [DEED_MISSING.tax]: () => setOpen({ form: 'tax', kind: unpaidOf(deed) }),
      [DEED_MISSING.certificate]: () => setOpen({ form: 'certificate', kind: lackingOf(deed) }),
    },
  });
  const voiding = useVoiding(deed);
  if (query.error) throw query.error;
  if (!deed) return <PendingPage />;
  const close = () => setOpen(null);
  const { actions } = deed;
  return (
    <>
      <RecordPage
        of={['escritura', id]}
        title={deed.name}
        subtitle={
          <>
            Escritura de{' '}
            <PageLink to="/oficina/ventas/$id" params={{ id: deed.sale.id }} underline="always">
              {saleName(deed.sale)}
            </PageLink>{' '}
            · {deed.lote ? `${deed.project.name} · ${deed.lote}` : deed.project.name}
          </>
        }
        state={<StatePill catalog="writing" state={deed.state} />}
        turn={
          deed.holder
            ? { who: deed.holder, mine: deed.holder === 'Legal' && deed.lawyer?.id === user.id }
            : null
        }
        facts={[
          { label: 'En este estado desde', value: <DateText instant={deed.state_since} dayOnly /> },
          { label: 'Debería pasar antes de', value: <DateText day={deed.due_on} /> },
          { label: 'Precio', value: <MoneyText centavos={deed.price_centavos} /> },
          { label: 'Finca', value: deed.finca ?? 'Sin finca propia' },
          { label: 'Abogado', value: deed.lawyer?.name ?? 'Sin asignar' },
          ...(deed.mortgage
            ? [
                { label: 'Banco', value: deed.bank ?? 'Sin banco elegido' },
                { label: 'Carta promesa vence', value: <DateText day={deed.letter_until} /> },
              ]
            : []),
        ]}
        actions={[
          ...transitions.filter(({ danger }) => !danger),
          ...transitions.filter(({ danger }) => danger).map((one) => ({ ...one, aside: true })),
          ...(actions.edit
            ? [
                {
                  key: 'edit',
                  label: 'Editar datos',
                  whyNot: actions.edit.disabled,
                  onRun: () => setOpen({ form: 'edit' }),
                  aside: true,
                },
              ]
            : []),
          ...voiding,
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="escritura" id={id} />
            <RecordFiles reference="escritura" id={id} />
            <ActivityStream
              {...comments}
              items={comments.items && newestFirst(stateItems(deed.history), comments.items)}
            />
          </Stack>
        }
      >
        <Stack gap="md">
          {deed.void_asked && (
            <Alert color="red" variant="light" title={`${deed.void_asked.by} pidió anular esta escritura`}>
              {deed.void_asked.reason}
            </Alert>
          )}
          <DeedHouse
            deed={deed}
            link={
              deed.lot_id !== null && (
                <PageLink
                  to="/oficina/expedientes-viviendas"
                  search={{ expediente: deed.lot_id }}
                  size="sm"
                  underline="always"
                >
                  Abrir su expediente
                </PageLink>
              )
            }
          />
          <DeedPapers
            deed={deed}
            onTax={(kind) => setOpen({ form: 'tax', kind })}
            onCertificate={(kind) => setOpen({ form: 'certificate', kind })}
          />
          <DeedDates deed={deed} />
        </Stack>
      </RecordPage>
      {open?.form === 'step' && <DeedStepDrawer deed={deed} to={open.to} onClose={close} />}
      {open?.form === 'tax' && <TaxDrawer deed={deed} kind={open.kind} onClose={close} />}
      {open?.form === 'certificate' && <CertificateDrawer deed={deed} kind={open.kind} onClose={close} />}
      {open?.form === 'edit' && <EditDeedDrawer deed={deed} onClose={close} />}
    </>
  );
}

const unpaidOf = (deed: Deed | undefined): DeedTaxKind =>
  deed?.taxes.find(({ paid }) => paid === null)?.kind ?? 'itbi';
const lackingOf = (deed: Deed | undefined): CertificateKind =>
  deed?.certificates.find(({ standing }) => standing === 'falta' || standing === 'vencido')?.kind ??
  'inmueble';

/** Asking to void a deed, and taking that back. The decision itself is a transition. */
function useVoiding(deed: Deed | undefined): RecordAction[] {
  const ask = useAction(askVoidDeed, { success: 'Falta que otra persona decida la anulación.' });
  const drop = useAction(dropVoidDeed, { success: 'La escritura sigue.' });
  if (!deed) return [];
  const { ask_void, decide_void } = deed.actions;
  const params = { id: deed.id };
  return [
    ...(ask_void
      ? [
          {
            key: 'ask-void',
            label: 'Pedir la anulación',
            whyNot: ask_void.disabled,
            danger: true,
            aside: true,
            loading: ask.isPending,
            onRun: async () => {
              const motivo = await askReason({
                title: 'Pedir la anulación de la escritura',
                text: 'La decide otra persona de Legal o Gerencia.',
                label: 'Motivo',
                required: true,
                confirm: 'Pedir la anulación',
                danger: true,
              });
              if (motivo) ask.mutate({ params, body: { motivo, version: deed.version } });
            },
          },
        ]
      : []),
    ...(decide_void
      ? [
          {
            key: 'drop-void',
            label: deed.void_asked?.mine ? 'Retirar la anulación' : 'No anular',
            whyNot: decide_void.disabled,
            aside: true,
            loading: drop.isPending,
            onRun: () => drop.mutate({ params }),
          },
        ]
      : []),
  ];
}

function DeedDates({ deed }: { deed: Deed }) {
  const day = (value: string | null) => value && <DateText day={value} />;
  return (
    <Section title="Fechas y números">
      <Facts
        rows={[
          ...(deed.mortgage
            ? ([
                ['Enviada al banco', day(deed.sent_to_bank_on)],
                ['Aprobada por el banco', day(deed.bank_approved_on)],
              ] as const)
            : []),
          ['Notaría', deed.notary],
          ['Día de la firma', day(deed.notary_on)],
          ['Firmó el comprador', day(deed.buyer_signed_on)],
          ['Firmó la promotora', day(deed.company_signed_on)],
          ...(deed.mortgage ? ([['Firmó el banco', day(deed.bank_signed_on)]] as const) : []),
          ['Escritura n.º', deed.number],
          ['Cerrada en la notaría', day(deed.closed_on)],
          ['Folio', deed.folio],
          ['Inscrita', day(deed.inscribed_on)],
          ...(deed.mortgage ? ([['Entregada al banco', day(deed.given_bank_on)]] as const) : []),
          ['Entregada al cliente', day(deed.given_buyer_on)],
        ]}
      />
      {deed.notes && (
        <Group mt="sm">
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {deed.notes}
          </Text>
        </Group>
      )}
    </Section>
  );
}
