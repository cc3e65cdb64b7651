import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SEES_COMMISSIONS } from '#contract/sales/commissions/endpoints.ts';
import { addComment } from '#contract/company/comments/endpoints.ts';
import { extendSeparation, vouchForBuyer } from '#contract/sales/board/boardEndpoints.ts';
import { getSale, saleHistory, sendSaleLink, changeSaleStatus } from '#contract/sales/sale/endpoints.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { ENDED_STATES, SALE } from '#contract/sales/sale/rules.ts';
import { hasWithdrawalLetter, WITHDRAWAL_LETTER } from '#contract/sales/ending/withdrawal.ts';
import { TURN_LABELS } from '#contract/sales/sale/turn.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { SaleAppointments } from '#web/office/features/sales/appointments/SaleAppointments.tsx';
import { SaleCommissions } from '#web/office/features/sales/commissions/SaleCommissions.tsx';
import { PapersTab } from '#web/office/features/sales/documents/PapersTab.tsx';
import { SaleRefund } from '#web/office/features/money/refunds/SaleRefund.tsx';
import { SaleApplications } from '#web/office/features/banking/applications/SaleApplications.tsx';
import { SaleBankData } from '#web/office/features/banking/bankData/SaleBankData.tsx';
import { QuotesOf } from '#web/office/features/sales/quotes/QuotesOf.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan, usePermissions, useUser } from '#web/office/lib/session.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { activityOf } from './activity.ts';
import { AssignDrawer } from '#web/office/features/sales/workers/AssignDrawer.tsx';
import { EditSaleDrawer } from '#web/office/features/sales/sale/EditSaleDrawer.tsx';
import { LotDrawer } from '#web/office/features/sales/sale/LotDrawer.tsx';
import { claimEnd } from '#web/office/features/sales/sale/saleColumns.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { SalePayments } from './SalePayments.tsx';
import { SaleSummary } from './SaleSummary.tsx';
import { myTurns } from '#web/office/features/sales/sale/turns.ts';
import { useRescission } from '#web/office/features/sales/ending/useRescission.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const ASSIGNED = ['processor', 'adviser', 'lawyer'] as const;

/** The drawers of a sale's forms. */
const useForms = () => ({
  edit: useDrawer('editar'),
  lot: useDrawer('lote'),
  processor: useDrawer('procesador'),
  adviser: useDrawer('asesor'),
  lawyer: useDrawer('abogado'),
});

interface SalePageProps {
  id: number;
  tab?: string | undefined;
  /** The document under review. */
  papel?: number | undefined;
  /** The open bank application. */
  solicitud?: number | undefined;
  /** The open payment. */
  pago?: number | undefined;
  /** Set when the user came for the sale's refund. */
  devolver?: number | undefined;
}

/** One sale: its data, what is missing and the next step. */
export function SalePage({ id, tab, papel, solicitud, pago, devolver }: SalePageProps) {
  const user = useUser();
  const patch = usePatchSearch();
  const seesPapers = useCan('documentos.ver');
  const seesPayments = useCan('pagos.ver');
  const seesBanks = useCan('tramites.ver');
  const seesVisits = useCan('citas.ver');
  const granted = usePermissions();
  const seesCommissions = SEES_COMMISSIONS.some((one) => granted.has(one));
  const query = useQuery(queryOf(getSale, { params: { id } }));
  const history = useQuery(queryOf(saleHistory, { params: { id } }));
  const comment = useAction(addComment);
  const sale = query.data?.data;
  const transitions = useTransitions({
    offers: sale?.transitions,
    status: changeSaleStatus,
    version: sale?.version,
    danger: [SALE.withdrawn, SALE.rescinded],
  });
  const form = useForms();
  const actions = [...useSaleActions(sale, form), ...useRescission(sale)];
  const steps = useSteps(sale, patch);
  if (query.error) throw query.error;
  if (!sale) return <PendingPage />;

  return (
    <>
      <RecordPage
        title={sale.form.nombre}
        subtitle={`${saleName(sale)} · ${sale.project.name} · ${sale.model.name}`}
        state={<StatePill catalog="precontract" state={sale.state} />}
        turn={
          sale.turn === 'nadie'
            ? null
            : { who: TURN_LABELS[sale.turn], mine: myTurns(user).includes(sale.turn) }
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
          ...(seesCommissions
            ? [{ key: 'comisiones', label: 'Comisiones', content: <SaleCommissions saleId={id} /> }]
            : []),
          ...(seesVisits
            ? [{ key: 'citas', label: 'Citas', content: <SaleAppointments saleId={id} /> }]
            : []),
        ]}
        activity={
          <Stack gap="lg">
            <RecordFiles reference="precontrato" id={id} attachedOnly />
            <ActivityStream
              items={history.data?.data.map(activityOf)}
              error={history.error}
              onComment={(body) =>
                comment.mutateAsync({ body: { reference: 'precontrato', reference_id: id, body } })
              }
            />
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

/**
 * Orders the actions; the first is the primary button: a step that is possible now, else a blocked step with its
 * reason. "Documents missing" counts only if it is possible; withdrawing never comes first.
 */
function nextFirst(steps: readonly RecordAction[], others: readonly RecordAction[]): RecordAction[] {
  const leadsTo = ({ key }: RecordAction, state: number) => key.startsWith(`${state}-`);
  const aside = steps.filter(
    (one) => leadsTo(one, SALE.withdrawn) || (leadsTo(one, SALE.papersMissing) && one.whyNot !== null),
  );
  const ahead = steps.filter((one) => !aside.includes(one));
  const openFirst = (list: readonly RecordAction[]) => [
    ...list.filter(({ whyNot }) => whyNot === null),
    ...list.filter(({ whyNot }) => whyNot !== null),
  ];
  const letter = others.filter(({ key }) => key === 'letter' || key.startsWith('rescission'));
  const usual = others.filter((one) => !letter.includes(one));
  return [...openFirst(ahead), ...openFirst(usual), ...letter, ...aside];
}

/** Steps in other parts of the sale's page: review documents, verify a payment, apply to banks, refund. */
function useSteps(
  sale: SaleRecord | undefined,
  patch: (search: Record<string, unknown>) => void,
): RecordAction[] {
  const reviews = useCan('documentos.aprobar');
  const verifies = useCan('pagos.aprobar');
  const asksBanks = useCan('tramites.crear');
  const refunds = useCan('pagos.editar');
  if (!sale) return [];
  const { to_review } = sale.papers;
  const working = sale.state.id === SALE.inReview || sale.state.id === SALE.papersMissing;
  const waiting = sale.payments.find(
    ({ state }) => state.id === PAYMENT.reported || state.id === PAYMENT.verifying,
  );
  return [
    ...(reviews && working && to_review > 0
      ? [
          {
            key: 'review',
            label: to_review === 1 ? 'Revisar 1 documento' : `Revisar ${to_review} documentos`,
            whyNot: null,
            onRun: () => patch({ tab: 'papeles', papel: undefined }),
          },
        ]
      : []),
    ...(verifies && waiting
      ? [
          {
            key: 'pay',
            label: 'Verificar el pago',
            whyNot: null,
            onRun: () => patch({ tab: 'pagos', papel: undefined, pago: waiting.id }),
          },
        ]
      : []),
    ...(asksBanks && sale.state.id === SALE.complete && sale.form.forma_pago === 'hipoteca'
      ? [
          {
            key: 'banks',
            label: 'Pedir a los bancos',
            whyNot: null,
            onRun: () => patch({ tab: 'bancos', papel: undefined }),
          },
        ]
      : []),
    ...(refunds && sale.turn === 'contabilidad' && ENDED_STATES.some((one) => one === sale.state.id)
      ? [
          {
            key: 'refund',
            label: 'Devolver lo pagado',
            whyNot: null,
            onRun: () => patch({ tab: 'pagos', papel: undefined, devolver: 1 }),
          },
        ]
      : []),
  ];
}

/** The actions besides the transitions. An action that the sale does not offer is hidden. */
function useSaleActions(sale: SaleRecord | undefined, form: ReturnType<typeof useForms>): RecordAction[] {
  const link = useAction(sendSaleLink, { success: ({ success }) => success });
  const more = useAction(extendSeparation, {
    success: 'Separación extendida 15 días.',
  });
  const known = useAction(vouchForBuyer, {
    success: 'Cliente confirmado: su lote se guarda el tiempo normal.',
  });
  const withdraws = useCan('ventas.anular');
  if (!sale) return [];
  const showLetter = async () => {
    const motivo = await askReason({
      title: 'Carta de desistimiento',
      text: 'Se abre en PDF para que la firmen los compradores. Firmada, súbela entre los documentos de la venta.',
      label: 'Motivo que dirá la carta',
      required: false,
      confirm: 'Abrir la carta',
    });
    if (motivo === null) return;
    const asked = motivo ? `?${new URLSearchParams({ motivo }).toString()}` : '';
    window.open(`${WITHDRAWAL_LETTER.replace(':id', String(sale.id))}${asked}`, '_blank', 'noopener');
  };
  const sayKnown = async () => {
    const motivo = await askReason({
      title: 'Confirmar al cliente',
      text: 'Úsalo cuando sabes que es quien dice ser. Su lote se guarda el tiempo normal aunque no haya escrito el código.',
      label: '¿Cómo lo sabes?',
      required: true,
      confirm: 'Confirmar',
    });
    if (motivo) known.mutate({ params: { id: sale.id }, body: { motivo, version: sale.version } });
  };
  const askForMore = async () => {
    const motivo = await askReason({
      title: 'Extender la separación',
      text: 'Se extiende una sola vez, por 15 días. El cliente recibe un correo.',
      label: 'Motivo',
      required: true,
      confirm: 'Extender',
    });
    if (motivo) more.mutate({ params: { id: sale.id }, body: { motivo, version: sale.version } });
  };
  const { edit, edit_terms, lot, processor, adviser, lawyer, extend, vouch } = sale.actions;
  const mayLink = sale.actions.link;
  const list: (RecordAction | null | false)[] = [
    (edit ?? edit_terms) && {
      key: 'edit',
      label: 'Editar datos',
      whyNot: (edit ?? edit_terms)!.disabled,
      onRun: () => form.edit.open(),
    },
    lot && {
      key: 'lot',
      label: sale.lot ? 'Cambiar lote' : 'Elegir lote',
      whyNot: lot.disabled,
      onRun: () => form.lot.open(),
    },
    processor && {
      key: 'processor',
      label: 'Pasar a otro procesador',
      whyNot: processor.disabled,
      onRun: () => form.processor.open(),
    },
    adviser && {
      key: 'adviser',
      label: 'Dar a un asesor',
      whyNot: adviser.disabled,
      onRun: () => form.adviser.open(),
    },
    lawyer && {
      key: 'lawyer',
      label: 'Dar a un abogado',
      whyNot: lawyer.disabled,
      onRun: () => form.lawyer.open(),
    },
    vouch && {
      key: 'vouch',
      label: 'Confirmar al cliente',
      whyNot: vouch.disabled,
      loading: known.isPending,
      onRun: () => void sayKnown(),
    },
    extend && {
      key: 'extend',
      label: 'Extender la separación',
      whyNot: extend.disabled,
      loading: more.isPending,
      onRun: () => void askForMore(),
    },
    mayLink && {
      key: 'link',
      label: 'Enviar enlace al cliente',
      whyNot: mayLink.disabled,
      loading: link.isPending,
      onRun: () => link.mutate({ params: { id: sale.id } }),
    },
    withdraws &&
      hasWithdrawalLetter(sale.state.id) && {
        key: 'letter',
        label: 'Carta de desistimiento',
        whyNot: null,
        onRun: () => void showLetter(),
      },
  ];
  return list.filter((one) => one !== null && one !== false);
}
