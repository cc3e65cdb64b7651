import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SEES_COMMISSIONS } from '#contract/sales/commissions/endpoints.ts';
import { getSale, saleHistory, changeSaleStatus } from '#contract/sales/sale/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { ENDED_STATES, MISSING, SALE } from '#contract/sales/sale/rules.ts';
import { isOnDesk, TURN_LABELS } from '#contract/sales/sale/turn.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { useCommenting } from '#web/office/features/company/comments/useComments.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { SaleEnvelopes } from '#web/office/features/legal/envelopes/SaleEnvelopes.tsx';
import { SaleAppointments } from '#web/office/features/sales/appointments/SaleAppointments.tsx';
import { SaleDeed } from '#web/office/features/legal/deeds/SaleDeed.tsx';
import { SaleCommissions } from '#web/office/features/sales/commissions/SaleCommissions.tsx';
import { PapersTab } from '#web/office/features/sales/documents/PapersTab.tsx';
import { SaleReleases } from '#web/office/features/money/interimLoans/SaleReleases.tsx';
import { SaleRefund } from '#web/office/features/money/refunds/SaleRefund.tsx';
import { SaleApplications } from '#web/office/features/banking/applications/SaleApplications.tsx';
import { SaleBankData } from '#web/office/features/banking/bankData/SaleBankData.tsx';
import { SaleRescission } from '#web/office/features/legal/rescissions/SaleRescission.tsx';
import { SaleHandover } from '#web/office/features/care/handover/SaleHandover.tsx';
import { SaleTickets } from '#web/office/features/care/tickets/SaleTickets.tsx';
import { SaleAddendaSection } from '#web/office/features/legal/addenda/SaleAddendaSection.tsx';
import { SalePromises } from '#web/office/features/legal/promises/SalePromises.tsx';
import { DeliveryFact, SaleDelivery } from '#web/office/features/works/delivery/SaleDelivery.tsx';
import { QuotesOf } from '#web/office/features/sales/quotes/QuotesOf.tsx';
import { useReasons } from '#web/office/lib/formLists.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan, usePermissions, useUser } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { activityOf } from './activity.ts';
import { AssignDrawer } from '#web/office/features/sales/workers/AssignDrawer.tsx';
import { EditSaleDrawer } from '#web/office/features/sales/sale/EditSaleDrawer.tsx';
import { LotDrawer } from '#web/office/features/sales/sale/LotDrawer.tsx';
import { claimEnd } from '#web/office/features/sales/sale/saleColumns.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { SalePayments } from './SalePayments.tsx';
import { SaleSummary } from './SaleSummary.tsx';
import { WithdrawalEffects } from './WithdrawalEffects.tsx';
import { myTurns } from '#web/office/features/sales/sale/turns.ts';
import { useRescission } from '#web/office/features/sales/ending/useRescission.ts';
import { nextFirst, useForms, useSaleActions, useSteps } from './saleActions.ts';

const ASSIGNED = ['processor', 'adviser', 'lawyer'] as const;

interface SalePageProps {
  id: number;
  tab?: string | undefined;
  /** The document under review. */
  papel?: number | 'siguiente' | undefined;
  /** The open bank application. */
  solicitud?: number | undefined;
  /** The open payment. */
  pago?: number | undefined;
  /** Set when the user came for the sale's refund. */
  devolver?: number | undefined;
}

const CededSale = ({ of }: { of: NonNullable<SaleRecord['ceded']['from']> }) => (
  <PageLink to="/oficina/ventas/$id" params={{ id: of.id }} underline="always">
    {of.customer} · {saleName(of)}
  </PageLink>
);

/** One sale: its data, what is missing and the next step. */
export function SalePage({ id, tab, papel, solicitud, pago, devolver }: SalePageProps) {
  const user = useUser();
  const patch = usePatchSearch();
  const seesPapers = useCan('documentos.ver');
  const seesTickets = useCan('tickets.ver');
  const seesPayments = useCan('pagos.ver');
  const seesBanks = useCan('tramites.ver');
  const seesVisits = useCan('citas.ver');
  const seesLegal = useCan('legal.ver');
  const granted = usePermissions();
  const seesCommissions = SEES_COMMISSIONS.some((one) => granted.has(one));
  const query = useQuery(queryOf(getSale, { params: { id } }));
  const history = useQuery(queryOf(saleHistory, { params: { id } }));
  const commenting = useCommenting('precontrato', id);
  const sale = query.data?.data;
  const form = useForms();
  const withdrawalReasons = useReasons('motivos_desistimiento');
  const transitions = useTransitions({
    offers: sale?.transitions,
    status: changeSaleStatus,
    version: sale?.version,
    danger: [SALE.withdrawn, SALE.rescinded],
    asks: {
      [SALE.withdrawn]: {
        text: sale && <WithdrawalEffects sale={sale} />,
        suggestions: withdrawalReasons,
      },
    },
    mend: {
      [MISSING.form]: () => form.edit.open(),
      [MISSING.work]: () => form.edit.open(),
      [MISSING.lot]: () => form.lot.open(),
      ...(seesPapers && {
        [MISSING.paper]: () => patch({ tab: 'papeles', papel: undefined }),
        [MISSING.letter]: () => patch({ tab: 'papeles', papel: undefined }),
      }),
      ...(seesPayments && { [MISSING.separation]: () => patch({ tab: 'pagos', papel: undefined }) }),
    },
  });
  const actions = [...useSaleActions(sale, form), ...useRescission(sale)];
  const steps = useSteps(sale, patch);
  if (query.error) throw query.error;
  if (!sale) return <PendingPage />;
  const stream = (
    <ActivityStream items={history.data?.data.map(activityOf)} error={history.error} {...commenting} />
  );

  return (
    <>
      <RecordPage
        of={['precontrato', sale.id]}
        title={sale.form.nombre}
        subtitle={`${saleName(sale)} · ${sale.project.name} · ${sale.model.name}`}
        state={<StatePill catalog="precontract" state={sale.state} />}
        turn={
          sale.turn === 'nadie' ? null : { who: TURN_LABELS[sale.turn], mine: isOnDesk(myTurns(user), sale) }
        }
        facts={[
          { label: 'Siguiente paso', value: sale.next },
          { label: 'Precio', value: <MoneyText centavos={sale.price_centavos} /> },
          {
            label: 'Lote',
            value: sale.lot
              ? `${sale.lot.lote}${sale.claim?.until ? ` · hasta ${claimEnd(sale.claim.until)}` : ''}`
              : 'Sin lote',
          },
          { label: 'Entrega', value: <DeliveryFact saleId={id} /> },
          ...(sale.ceded.from ? [{ label: 'Cedida por', value: <CededSale of={sale.ceded.from} /> }] : []),
          ...(sale.ceded.to ? [{ label: 'Cedida a', value: <CededSale of={sale.ceded.to} /> }] : []),
          { label: 'Documentos', value: `${sale.papers.approved} de ${sale.papers.required} aprobados` },
          { label: 'Procesador', value: sale.processor?.name ?? 'Sin asignar' },
          { label: 'Abogado', value: sale.lawyer?.name ?? 'Sin asignar' },
          { label: 'En este estado desde', value: <DateText instant={sale.state_since} dayOnly /> },
        ]}
        actions={nextFirst([...steps, ...transitions], actions)}
        tab={tab ?? 'resumen'}
        onTab={(key) => patch({ tab: key, papel: undefined, pago: undefined, devolver: undefined })}
        tabs={[
          { key: 'resumen', label: 'Resumen', content: <SaleSummary sale={sale} /> },
          ...(sale.lot ? [{ key: 'obra', label: 'Obra', content: <SaleDelivery saleId={id} /> }] : []),
          ...(sale.state.id >= SALE.inDeed && sale.state.id <= SALE.closed
            ? [
                {
                  key: 'entrega',
                  label: 'Entrega',
                  content: (
                    <Stack gap="md">
                      <SaleReleases saleId={id} />
                      <SaleHandover sale={sale} />
                    </Stack>
                  ),
                },
              ]
            : []),
          { key: 'proformas', label: 'Proformas', content: <QuotesOf saleId={id} house={sale} /> },
          ...(seesPapers
            ? [
                {
                  key: 'papeles',
                  label: 'Documentos',
                  count: sale.papers.to_review,
                  content: (
                    <PapersTab
                      saleId={id}
                      sale={sale}
                      openId={papel ?? null}
                      onOpen={(paper) => patch({ papel: paper ?? undefined })}
                      activity={stream}
                    />
                  ),
                },
              ]
            : []),
          ...(seesPayments
            ? [
                {
                  key: 'pagos',
                  label: 'Pagos',
                  content: (
                    <Stack gap="md">
                      <SalePayments
                        sale={sale}

                        openId={pago}
                        onOpen={(payment) => patch({ pago: payment })}
                      />
                      {ENDED_STATES.some((one) => one === sale.state.id) && (
                        <SaleRefund
                          saleId={id}
                          asked={devolver !== undefined}
                          onDone={() => patch({ devolver: undefined })}
                        />
                      )}
                    </Stack>
                  ),
                },
              ]
            : []),
          ...(seesBanks && sale.form.forma_pago === 'hipoteca'
            ? [
                {
                  key: 'bancos',
                  label: 'Bancos',
                  content: <SaleApplications saleId={id} openId={solicitud} />,
                },
                { key: 'datos-bancarios', label: 'Datos bancarios', content: <SaleBankData saleId={id} /> },
              ]
            : []),
          ...(seesLegal && sale.state.id >= SALE.complete
            ? [
                {
                  key: 'promesa',
                  label: 'Promesa',
                  content: (
                    <Stack gap="md">
                      <SalePromises saleId={id} />
                      <SaleAddendaSection saleId={id} />
                      <SaleRescission saleId={id} />
                    </Stack>
                  ),
                },
              ]
            : []),
          ...(seesLegal && sale.state.id >= SALE.promiseLetter
            ? [
                {
                  key: 'escritura',
                  label: 'Escritura',
                  content: (
                    <Stack gap="md">
                      <SaleReleases saleId={id} />
                      <SaleDeed saleId={id} />
                    </Stack>
                  ),
                },
              ]
            : []),
          ...(seesLegal ? [{ key: 'firmas', label: 'Firmas', content: <SaleEnvelopes saleId={id} /> }] : []),
          ...(seesCommissions
            ? [{ key: 'comisiones', label: 'Comisiones', content: <SaleCommissions saleId={id} /> }]
            : []),
          ...(seesTickets
            ? [{ key: 'tickets', label: 'Tickets', content: <SaleTickets saleId={id} /> }]
            : []),
          ...(seesVisits
            ? [{ key: 'citas', label: 'Citas', content: <SaleAppointments saleId={id} /> }]
            : []),
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="precontrato" id={id} />
            <RecordFiles reference="precontrato" id={id} attachedOnly />
            {stream}
          </Stack>
        }
      />
      {form.edit.opened && <EditSaleDrawer sale={sale} onClose={form.edit.close} />}
      {form.lot.opened && <LotDrawer sale={sale} onClose={form.lot.close} />}
      {ASSIGNED.map(
        (kind) =>
          form[kind].opened && <AssignDrawer key={kind} kind={kind} sale={sale} onClose={form[kind].close} />,
      )}
    </>
  );
}
